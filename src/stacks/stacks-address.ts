import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, textToHex, uintToHex } from '../lib/bytes.js';
import type { Refuse } from '../errors.js';
import { bare, isRecord, read } from '../lib/safe-access.js';
import { C32_DIGITS, c32ToHex, isMultisig, NETWORK_BYTES, parsePrincipal } from './address.js';

export type StacksNetwork = 'mainnet' | 'testnet';

const VERSIONS: readonly unknown[] = [22, 20, 26, 21];

export const isAddressVersion = (version: unknown): boolean => VERSIONS.includes(version);

const HASH_LENGTH = 40;
const CHECKSUM_LENGTH = 8;

/**
 * The version and the hash160 of a Stacks address as hex (SIP-005). Undefined if the length or the checksum
 * is wrong.
 */
export function decodeAddress(address: string): string | undefined {
  const digits = address.slice(2);
  // Each leading zero byte is one digit.
  const zeros = digits.length - digits.replace(/^0+/, '').length;
  const rest = c32ToHex(digits) || '0';
  const hex = '00'.repeat(zeros) + rest.padStart(rest.length + (rest.length % 2), '0');
  if (hex.length !== HASH_LENGTH + CHECKSUM_LENGTH) return undefined;
  const bytes = uintToHex(C32_DIGITS.indexOf(address.charAt(1)), 1) + hex.slice(0, HASH_LENGTH);
  return checksum(bytes) === hex.slice(HASH_LENGTH) ? bytes : undefined;
}

/** The Stacks address of a version and a hash160 as hex. */
export function encodeAddress(version: number, hash160: string): string {
  const hex = hash160 + checksum(uintToHex(version, 1) + hash160);
  const digits = hexToC32(hex);
  const zeros = (/^(?:00)*/.exec(hex)?.[0].length ?? 0) / 2;
  return `S${C32_DIGITS.charAt(version)}${'0'.repeat(zeros)}${digits}`;
}

/** The reverse of {@link c32ToHex}. */
function hexToC32(hex: string): string {
  let digits = '';
  for (let end = hex.length; end > 0; end -= 5) {
    const bits = parseInt(hex.slice(Math.max(end - 5, 0), end), 16);
    for (const shift of [0, 5, 10, 15]) digits = C32_DIGITS.charAt((bits >> shift) & 31) + digits;
  }
  return digits.replace(/^0+/, '');
}

const checksum = (versionAndHash: string): string =>
  bytesToHex(sha256(sha256(hexToBytes(versionAndHash)))).slice(0, CHECKSUM_LENGTH);

/** The address of the same keys on a network. An address with a wrong checksum is returned as it is. */
export function convertAddress(address: string, network: StacksNetwork): string {
  const bytes = decodeAddress(address);
  if (bytes === undefined) return address;
  const { single, several } = NETWORK_BYTES[network];
  return encodeAddress(isMultisig(address) ? several : single, bytes.slice(2));
}

/** The network of a Stacks address. All test networks have the addresses of testnet. */
export const getStacksNetwork = (address: string): StacksNetwork =>
  /^S[PM]/.test(address) ? 'mainnet' : 'testnet';

/** A name of BNS, such as `alice.btc`. Addresses have capital letters. */
const NAME = /^[a-z0-9_-]+\.[a-z]+$/;

/**
 * What a principal or an asset identifier must be, for the error about one that {@link encodePrincipal} does not accept:
 * `form`, and that only the checksum is wrong if it has a form.
 */
export function expectPrincipal(form: string, value: unknown): string {
  const parts = parsePrincipal(value);
  if (typeof value === 'string') {
    if (/^s[pmtn][0-9a-z]{30}/.test(value)) return `${form}, with an address in capital letters`;
    if (value.endsWith('.clar')) return `${form}, without .clar`;
    if (NAME.test(value)) return `${form}, which getAddressOfName reads for a name`;
  }
  return parts && decodeAddress(parts.address) === undefined
    ? `${form} whose checksum is right (a character of the address is wrong)`
    : form;
}

/** A principal or an asset identifier, each part as hex. */
interface EncodedPrincipal {
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
 */
export function encodePrincipal(value: unknown): EncodedPrincipal | undefined {
  const parts = parsePrincipal(value);
  const address = parts && decodeAddress(parts.address);
  if (address === undefined) return undefined;
  const { contract, asset } = parts!;
  return {
    address,
    contract: contract === undefined ? '' : textToHex(contract, 1),
    asset: asset === undefined ? '' : textToHex(asset, 1),
  };
}

/**
 * The text of `{ address: { version, hash160 }, contractName?, assetName? }`, the form of version 6 of @stacks/transactions.
 * Undefined for anything else.
 */
function joinParts(parts: Record<string, unknown>): string | undefined {
  const { address, contractName, assetName } = bare(parts);
  const [version, hash160] = [read(address, 'version'), read(address, 'hash160')];
  if (!isAddressVersion(version) || typeof hash160 !== 'string') return undefined;
  if (!/^[0-9a-f]{40}$/i.test(hash160)) return undefined;
  const names = [contractName, assetName].map((name, at) => {
    const content = read(name, 'content');
    return name === undefined
      ? ''
      : `${at ? '::' : '.'}${typeof content === 'string' ? content : ''}`;
  });
  return encodeAddress(version as number, hash160.toLowerCase()) + names.join('');
}

const FORMS = {
  address: 'a Stacks address',
  contract: 'of the form `<address>.<contract-name>`',
  asset: 'of the form `<address>.<contract-name>::<asset-name>`',
};

/** A principal or an asset identifier as a text, and its bytes as hex. */
export interface EncodedText<Text extends string = string> {
  readonly text: Text;
  readonly hex: string;
}

/** A principal or an asset identifier of one form. Calls `refuse` for anything else. */
export function encodeForm(
  form: keyof typeof FORMS,
  value: unknown,
  field: string,
  refuse: Refuse,
): EncodedText {
  const text = isRecord(value) ? joinParts(value) : value;
  const encoded = encodePrincipal(text);
  const encodedForm = encoded?.asset ? 'asset' : encoded?.contract ? 'contract' : 'address';
  return encoded && encodedForm === form
    ? { text: text as string, hex: encoded.address + encoded.contract + encoded.asset }
    : refuse(field, value, expectPrincipal(FORMS[form], value));
}

/**
 * A principal or an asset identifier of one form, as a text. Calls `refuse` for anything else, also for the objects of
 * version 6 of @stacks/transactions.
 */
export function checkForm(
  form: keyof typeof FORMS,
  value: unknown,
  field: string,
  refuse: Refuse,
): string {
  return typeof value === 'string'
    ? encodeForm(form, value, field, refuse).text
    : refuse(field, value, FORMS[form]);
}
