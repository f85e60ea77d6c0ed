import type { Scope } from './connect-attempts.js';

/** How much of the session the answer of a method replaces; undefined where it changes no state. */
export function addressScope(method: string): Scope | undefined {
  if (method === 'getAddresses') return 'all';
  return method === 'stx_getAddresses' ? 'stacks' : undefined;
}

/** The methods that only read addresses: they may be asked again once the wallet gave its permission. */
export function readsAddresses(method: string): boolean {
  return addressScope(method) !== undefined || method === 'stx_getAccounts';
}
