import { STACKS_PRINCIPAL } from './address.js';

/** The parts of a principal or an asset identifier. */
export interface PrincipalParts {
  readonly address: string;
  /** The contract name; undefined for an address alone. */
  readonly contract: string | undefined;
  /** The asset name; undefined for a principal. */
  readonly asset: string | undefined;
}

/** More characters than an asset identifier has. */
const MAX_PRINCIPAL = 250;

/** The burn address of mainnet, used only to build a contract principal. */
const BURN_ADDRESS = 'SP000000000000000000002Q6VF78';

/**
 * Splits `<address>`, `<address>.<contract-name>` or `<address>.<contract-name>::<asset-name>` into its parts.
 * Undefined if the whole value has none of these forms. Does not verify the checksum of the address.
 */
export function principalParts(value: unknown): PrincipalParts | undefined {
  if (typeof value !== 'string' || value.length > MAX_PRINCIPAL) return undefined;
  const [principal = '', asset, ...more] = value.split('::', 3);
  const [address = '', contract] = principal.split('.', 2);
  const isAsset = contract !== undefined && more.length === 0 && isAssetName(asset);
  return STACKS_PRINCIPAL.test(principal) && (asset === undefined || isAsset)
    ? { address, contract, asset }
    : undefined;
}

/** True for a letter followed by at most 39 letters, digits, hyphens or underscores. */
export function isContractName(value: unknown): value is string {
  return (
    typeof value === 'string' && principalParts(`${BURN_ADDRESS}.${value}`)?.contract === value
  );
}

/** True for a Clarity name that begins with a letter, as all names that a contract defines do (SIP-005). */
export function isAssetName(value: unknown): value is string {
  return typeof value === 'string' && /^[a-zA-Z][\w!?+<>=/*-]{0,127}$/.test(value);
}
