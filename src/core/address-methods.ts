import type { Scope } from './session.js';

/** How much of the session the answer of a method replaces; undefined where it changes no state. */
export function addressScope(method: string): Scope | undefined {
  if (method === 'getAddresses') return 'all';
  return method === 'stx_getAddresses' ? 'stacks' : undefined;
}
