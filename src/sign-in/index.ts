/** Entry point for pages: signs the user in. The server verifies with `stacks-wallet-elements/verify`. */
export type { SignInChain } from './message.js';
export { createSignIn } from './create-sign-in.js';
export { fetchSignIn, type FetchSignInOptions } from './fetch-sign-in.js';
export type * from './types.js';
