import { shortAddress } from '../internal/address.js';

/**
 * `SP2J6Z…RV9EJ7` and the whole name of the contract. More of the address than of a user's own: anyone can make an
 * address that has the first and last few characters of another.
 */
export function shortPrincipal(principal: string): [address: string, name: string] {
  const [address = '', name = ''] = principal.split('.');
  return [shortAddress(address, 6, 6), name];
}
