import { STACKS_PRINCIPAL } from './address.js';

/** A principal or an asset identifier, in its parts. */
export interface PrincipalParts {
  readonly address: string;
  /** The contract name; undefined for an address alone. */
  readonly contract: string | undefined;
  /** The asset name; undefined for a principal. */
  readonly asset: string | undefined;
}

/** An address that nobody has the key of. */
const NOBODY = 'SP000000000000000000002Q6VF78';

/**
 * The parts of `<address>`, `<address>.<contract-name>` or `<address>.<contract-name>::<asset-name>`;
 * undefined for anything else, also where one of these is only its beginning. The checksum of the
 * address is not looked at.
 */
export function principalParts(value: unknown): PrincipalParts | undefined {
  if (typeof value !== 'string') return undefined;
  const [principal = '', asset, ...more] = value.split('::', 3);
  const [address = '', contract] = principal.split('.', 2);
  const isAsset = contract !== undefined && more.length === 0 && isAssetName(asset);
  return STACKS_PRINCIPAL.test(principal) && (asset === undefined || isAsset)
    ? { address, contract, asset }
    : undefined;
}

/** A letter, then at most 39 letters, digits, hyphens or underscores. */
export function isContractName(value: unknown): value is string {
  return typeof value === 'string' && principalParts(`${NOBODY}.${value}`)?.contract === value;
}

/** A Clarity name that begins with a letter, as every name that a contract defines (SIP-005). */
export function isAssetName(value: unknown): value is string {
  return typeof value === 'string' && /^[a-zA-Z][\w!?+<>=/*-]{0,127}$/.test(value);
}
