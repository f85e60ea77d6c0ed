import { decodeAddress } from './c32.js';
import { isRecord } from '../lib/safe-access.js';
import { isAssetName, isContractName, principalParts } from './principal.js';
import { textHex, uintHex } from '../lib/bytes.js';

/** The version bytes of SM, SP, SN and ST addresses. */
export const ADDRESS_VERSIONS: readonly unknown[] = [20, 22, 21, 26];

/** A principal or an asset identifier, each part as hex. */
export interface EncodedPrincipal {
  /** The version and the 20 bytes of the address. */
  readonly address: string;
  /** The length and the contract name; empty for an address alone. */
  readonly contract: string;
  /** The length and the asset name; empty for a principal. */
  readonly asset: string;
}

/**
 * Encodes a principal or an asset identifier (SIP-005). Undefined if it is not valid or its checksum is wrong.
 *
 * @param text the form of @stacks/transactions 7
 * @param parts used if `text` is null or undefined: `{ address: { version, hash160 }, contractName?,
 *   assetName? }`, the form of version 6
 */
export function encodePrincipal(text: unknown, parts?: unknown): EncodedPrincipal | undefined {
  const found = text == null && isRecord(parts) ? fromParts(parts) : fromText(text);
  if (!found?.address) return undefined;
  const { address, contract, asset } = found;
  const name = (text: string | undefined) => (text === undefined ? '' : textHex(text, 1));
  return { address, contract: name(contract), asset: name(asset) };
}

function fromText(value: unknown) {
  const parts = principalParts(value);
  return parts && { ...parts, address: decodeAddress(parts.address) };
}

function fromParts({ address, contractName, assetName }: Record<string, unknown>) {
  if (!isRecord(address)) return undefined;
  const { version, hash160 } = address;
  const contract = contentOf(contractName);
  const asset = contentOf(assetName);
  return ADDRESS_VERSIONS.includes(version) &&
    typeof hash160 === 'string' &&
    /^[0-9a-f]{40}$/i.test(hash160) &&
    (contract === undefined || isContractName(contract)) &&
    (asset === undefined || isAssetName(asset))
    ? { address: uintHex(version as number, 1) + hash160.toLowerCase(), contract, asset }
    : undefined;
}

/** The content of a length-prefixed string. Undefined if absent, null if it is something else. */
function contentOf(name: unknown): unknown {
  if (name === undefined) return undefined;
  return isRecord(name) ? (name['content'] ?? null) : null;
}
