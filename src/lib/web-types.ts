/**
 * The types of the web platform that the declarations of this package mention. In an app whose settings have neither the DOM
 * library nor the types of its runtime, each is what this package needs of it, instead of an error in our declarations.
 */

/** The type of the instances of a global class, where the app has it. */
type Instance<Name extends string, Fallback> =
  typeof globalThis extends Readonly<Record<Name, { readonly prototype: infer Type }>>
    ? Type
    : Fallback;

export type AbortSignal = Instance<'AbortSignal', { readonly aborted: boolean }>;
export type Element = Instance<'Element', object>;
export type Window = Instance<'Window', object>;
export type URL = Instance<'URL', { readonly href: string }>;
export type Headers = Instance<'Headers', { get(name: string): string | null }>;
export type Request = Instance<'Request', { readonly url: string; readonly headers: Headers }>;
export type Response = Instance<'Response', { readonly status: number; readonly headers: Headers }>;
export type Storage = Instance<
  'Storage',
  {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  }
>;
/** The type of `fetch`. */
export type Fetch = typeof globalThis extends { readonly fetch: infer Type }
  ? Type
  : (url: string | URL, init?: object) => Promise<Response>;
