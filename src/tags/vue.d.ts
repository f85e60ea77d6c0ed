import type { HTMLAttributes, ReservedProps } from 'vue';
import type { WalletElements } from '../jsx.js';

/** The attributes, properties and events of each tag. */
type Own = WalletElements<unknown>;

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
/** `@wallet-connect` is the property `onWalletConnect` of a component. */
type InVue<T> = {
  [
    Name in keyof T as Name extends `on${infer Event}` ? `on${Capitalize<Camel<Event>>}` : Name
  ]: T[Name];
};
type Tags = {
  [Tag in keyof Own]: new () => { $props: HTMLAttributes & ReservedProps & InVue<Own[Tag]> };
};

declare module 'vue' {
  interface GlobalComponents extends Tags {}
}
