import { mkdirSync, writeFileSync } from 'node:fs';

/**
 * Writes `dist/tags/`: the types of the tags for each framework, derived from `jsx.d.ts`. Written here, because
 * custom-element-vuejs-integration 1.4.0, -svelte-integration 1.2.0 and -solidjs-integration 1.9.0 do not import the
 * types that they name, use the class of an event as the `detail` of a CustomEvent, and omit the attributes of every
 * HTML element.
 */
export function writeTags(dist) {
  mkdirSync(`${dist}/tags`, { recursive: true });
  for (const [name, text] of Object.entries(TAGS)) {
    writeFileSync(`${dist}/tags/${name}.d.ts`, text.trimStart());
  }
}

const OWN = `
import type { WalletElements } from '../jsx.js';

/** The attributes, properties and events of each tag. */
type Own = WalletElements<unknown>;
`;

const TAGS = {
  react: `
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { WalletElements } from '../jsx.js';

type Base = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends WalletElements<Base> {}
  }
}
`,
  preact: `
import type { JSX } from 'preact';
import type { WalletElements } from '../jsx.js';

type Base = JSX.HTMLAttributes<HTMLElement>;

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends WalletElements<Base> {}
  }
}
`,
  solid: `
import type { JSX } from 'solid-js';
${OWN.trimStart()}
/** \`on:wallet-connect\` listens to an event; \`prop:\` and \`attr:\` set a property or an attribute. */
type InSolid<T> = {
  [Name in keyof T as Name extends \`on\${string}\` ? never : Name]: T[Name];
} & {
  [Name in keyof T as Name extends \`on\${infer Event}\` ? \`on:\${Event}\` : never]: T[Name];
} & {
  [Name in keyof T as Name extends \`on\${string}\` ? never : \`\${'prop' | 'attr'}:\${Name & string}\`]: T[Name];
};
type Tags = {
  [Tag in keyof Own]: Omit<JSX.HTMLAttributes<HTMLElementTagNameMap[Tag]>, keyof Own[Tag]> & InSolid<Own[Tag]>;
};

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
`,
  svelte: `
import type { HTMLAttributes } from 'svelte/elements';
${OWN.trimStart()}
/** \`onwallet-connect\` in Svelte 5, \`on:wallet-connect\` in Svelte 4. */
type Directives<T> = {
  [Name in keyof T as Name extends \`on\${infer Event}\` ? \`on:\${Event}\` : never]: T[Name];
};
type Tags = {
  [Tag in keyof Own]: Omit<HTMLAttributes<HTMLElementTagNameMap[Tag]>, keyof Own[Tag]> &
    Own[Tag] &
    Directives<Own[Tag]>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Tags {}
}
`,
  vue: `
import type { HTMLAttributes, ReservedProps } from 'vue';
${OWN.trimStart()}
type Camel<Name extends string> = Name extends \`\${infer First}-\${infer Rest}\`
  ? \`\${First}\${Capitalize<Camel<Rest>>}\`
  : Name;
/** \`@wallet-connect\` is the property \`onWalletConnect\` of a component. */
type InVue<T> = {
  [Name in keyof T as Name extends \`on\${infer Event}\` ? \`on\${Capitalize<Camel<Event>>}\` : Name]: T[Name];
};
type Tags = {
  [Tag in keyof Own]: new () => { $props: HTMLAttributes & ReservedProps & InVue<Own[Tag]> };
};

declare module 'vue' {
  interface GlobalComponents extends Tags {}
}
`,
};
