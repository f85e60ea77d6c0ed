import { sha256 } from '../lib/sha256.js';
import { bytesToHex, hexToBytes, uintHex } from '../lib/bytes.js';

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
  const bytes = uintHex(DIGITS.indexOf(address.charAt(1)), 1) + hex.slice(0, HASH_LENGTH);
  return checksum(bytes) === hex.slice(HASH_LENGTH) ? bytes : undefined;
}

/** The Stacks address of a version and a hash160 as hex. */
export function encodeAddress(version: number, hash160: string): string {
  const hex = hash160 + checksum(uintHex(version, 1) + hash160);
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
