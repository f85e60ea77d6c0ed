import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, uintToHex, textToHex } from '../lib/bytes.js';
import { isRecord } from '../lib/safe-access.js';
import { isAssetName, isContractName, parsePrincipal } from './address.js';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HASH_LENGTH = 40;
const CHECKSUM_LENGTH = 8;

/**
 * The version and the hash160 of a Stacks address as hex (SIP-005). Undefined if the length or the checksum
 * is wrong.
 */
export function decodeAddress(address: string): string | undefined {
  const digits = address.slice(2);
  let number = 0n;
  for (const digit of digits) number = number * 32n + BigInt(DIGITS.indexOf(digit));
  // Each leading zero byte is one digit.
  const zeros = digits.length - digits.replace(/^0+/, '').length;
  const rest = number.toString(16);
  const hex = '00'.repeat(zeros) + rest.padStart(rest.length + (rest.length % 2), '0');
  if (hex.length !== HASH_LENGTH + CHECKSUM_LENGTH) return undefined;
  const bytes = uintToHex(DIGITS.indexOf(address.charAt(1)), 1) + hex.slice(0, HASH_LENGTH);
  return checksum(bytes) === hex.slice(HASH_LENGTH) ? bytes : undefined;
}

/** The Stacks address of a version and a hash160 as hex. */
export function encodeAddress(version: number, hash160: string): string {
  const hex = hash160 + checksum(uintToHex(version, 1) + hash160);
  let digits = '';
  for (let rest = BigInt(`0x${hex}`); rest > 0n; rest /= 32n) {
    digits = DIGITS.charAt(Number(rest % 32n)) + digits;
  }
  const zeros = (/^(?:00)*/.exec(hex)?.[0].length ?? 0) / 2;
  return `S${DIGITS.charAt(version)}${'0'.repeat(zeros)}${digits}`;
}

function checksum(versionAndHash: string): string {
  return bytesToHex(sha256(sha256(hexToBytes(versionAndHash)))).slice(0, CHECKSUM_LENGTH);
}

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
  const name = (text: string | undefined) => (text === undefined ? '' : textToHex(text, 1));
  return { address, contract: name(contract), asset: name(asset) };
}

function fromText(value: unknown) {
  const parts = parsePrincipal(value);
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
    ? { address: uintToHex(version as number, 1) + hash160.toLowerCase(), contract, asset }
    : undefined;
}

/** The content of a length-prefixed string. Undefined if absent, null if it is something else. */
function contentOf(name: unknown): unknown {
  if (name === undefined) return undefined;
  return isRecord(name) ? (name['content'] ?? null) : null;
}
