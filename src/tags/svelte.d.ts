import type { HTMLAttributes } from 'svelte/elements';
import type { WalletElements } from '../jsx.js';

/** The attributes, properties and events of each tag. */
type Own = WalletElements<unknown>;

/** `onwallet-connect` in Svelte 5, `on:wallet-connect` in Svelte 4. */
type Directives<T> = {
  [Name in keyof T as Name extends `on${infer Event}` ? `on:${Event}` : never]: T[Name];
};
type Tags = {
  [Tag in keyof Own]: Omit<HTMLAttributes<HTMLElementTagNameMap[Tag]>, keyof Own[Tag]> &
    Own[Tag] &
    Directives<Own[Tag]>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Tags {}
}
