import type { JSX } from 'solid-js';
import type { WalletElements } from '../jsx.js';

/** The attributes, properties and events of each tag. */
type Own = WalletElements<unknown>;

/** `on:wallet-connect` listens to an event; `prop:` and `attr:` set a property or an attribute. */
type InSolid<T> = {
  [Name in keyof T as Name extends `on${string}` ? never : Name]: T[Name];
} & {
  [Name in keyof T as Name extends `on${infer Event}` ? `on:${Event}` : never]: T[Name];
} & {
  [
    Name in keyof T as Name extends `on${string}` ? never : `${'prop' | 'attr'}:${Name & string}`
  ]: T[Name];
};
type Tags = {
  [Tag in keyof Own]: Omit<JSX.HTMLAttributes<HTMLElementTagNameMap[Tag]>, keyof Own[Tag]> &
    InSolid<Own[Tag]>;
};

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
