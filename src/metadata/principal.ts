import { describe, MetadataError } from '../errors.js';

/** A3: the principal of the contract that owns a token. The checksum is not part of the pattern. */
const FT_PRINCIPAL =
  /^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{28,41}\.[a-zA-Z]([a-zA-Z0-9]|[-_]){0,39}$/;

/** True for a contract principal of the form of A3. */
export function isFtPrincipal(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 82 && FT_PRINCIPAL.test(value);
}

/** Throws `invalid-principal` unless the value is a contract principal of the form of A3. */
export function checkFtPrincipal(value: unknown): asserts value is string {
  if (isFtPrincipal(value)) return;
  throw new MetadataError(
    'invalid-principal',
    `principal must be a contract principal such as SP2J6…V9EJ7.token-name; got ${describe(value)}.`,
  );
}

/** The network that the prefix of an address or a contract principal proves (SIP-005). */
export function networkOfPrincipal(principal: string): 'mainnet' | 'testnet' | undefined {
  if (/^S[PM]/.test(principal)) return 'mainnet';
  if (/^S[TN]/.test(principal)) return 'testnet';
  return undefined;
}
