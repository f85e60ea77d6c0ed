import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { describe, type Fail } from '../errors.js';
import { attempt, has } from '../lib/safe-access.js';
import { getAddressFormat, parsePrincipal } from '../stacks/address.js';
import { decodeAddress } from '../stacks/stacks-address.js';
import { normalizeAddresses, type AddressEntry, type RequestContext } from './addresses.js';

const base58check = createBase58check(sha256);

/**
 * True for an address, or the principal of a contract, whose checksum is right: c32check on Stacks (SIP-005); on Bitcoin Bech32
 * for version 0 (BIP-173), Bech32m for later versions (BIP-350), or Base58Check.
 */
export function hasRightChecksum(value: unknown): value is string {
  const format = getAddressFormat(value);
  if (!format) return false;
  const text = value as string;
  if (format.chain === 'stacks') return decodeAddress(parsePrincipal(text)!.address) !== undefined;
  if (!/^(?:bc|tb|bcrt)1/i.test(text)) {
    return attempt(() => base58check.decode(text))?.length === 21; // a version and a hash of 20 bytes
  }
  const isLater = bech32.decodeUnsafe(text) === undefined;
  const [version] = (isLater ? bech32m : bech32).decodeUnsafe(text)?.words ?? [];
  return version !== undefined && (isLater ? version > 0 && version <= 16 : version === 0);
}

/** The addresses that a wallet returned: see {@link normalizeAddresses}. Leaves out those with a wrong checksum. */
export const readAccount = (rows: unknown): readonly AddressEntry[] =>
  normalizeAddresses(rows)?.filter(({ address }) => hasRightChecksum(address)) ?? [];

/** Leaves out the addresses with a wrong checksum. Fails if no other is left. */
export function verifyAddresses(
  _params: unknown,
  _context: RequestContext,
  result: Readonly<Record<string, unknown>>,
  fail: Fail,
): object {
  const all = result['addresses'] as readonly AddressEntry[];
  const addresses = all.filter(({ address }) => hasRightChecksum(address));
  if (addresses.length === 0) {
    fail(`with addresses whose checksum is wrong: ${describe(all[0]?.address)}`);
  }
  if (addresses.length === all.length) return result;
  // `stx_getAccounts` has the same list twice.
  return { ...result, addresses, ...(has(result, 'accounts') && { accounts: addresses }) };
}
