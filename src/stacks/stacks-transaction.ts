import { pickAddresses, type RequestContext } from '../accounts/addresses.js';
import type { Refuse } from '../errors.js';
import { bareHex, bytesToHex, hexToBytes, textToHex, uintToHex } from '../lib/bytes.js';
import { has } from '../lib/safe-access.js';
import { isAssetName, isContractName, isMultisig, NETWORK_BYTES } from './address.js';
import type { ClarityValue } from './clarity-value.js';
import {
  encodeClarity,
  joinList,
  listPrincipals,
  listTuples,
  MAX_SIZE,
  readAll,
  readClarity,
  readContract,
  readName,
  ByteReader,
  type EncodedClarity,
} from './clarity.js';
import {
  encodePostCondition,
  listConditionPrincipals,
  readPostCondition,
  type EncodedPostCondition,
} from './post-conditions.js';
import {
  decodeAddress,
  encodeAddress,
  getStacksNetwork,
  type StacksNetwork,
} from './stacks-address.js';
import { findReordered, type Reordered } from './tuple-order.js';

/** The origin of a transaction: single-signature or multisig (SIP-005, SIP-027). */
export interface Origin {
  readonly isSingle: boolean;
  /** The hash mode byte. */
  readonly mode: number;
  /** The hash mode and the hash of the keys, hex. */
  readonly signer: string;
  readonly nonce: Uint8Array;
  readonly fee: Uint8Array;
  /** The key encoding byte of a single-signature origin. */
  readonly keyEncoding: number;
  /** One signature for a single-signature origin, else those of the authorization fields. */
  readonly signatures: readonly Uint8Array[];
}

/** What a Stacks transaction begins with: its network and who signs it. Bytes are hex. */
export interface TransactionHead {
  /** Version and chain id. */
  readonly header: string;
  readonly isSponsored: boolean;
  readonly origin: Origin;
  /** False if the transaction has no sponsor, or its signature is empty. */
  readonly isSponsorSigned: boolean;
  /** From the anchor mode to the end: modes, post-conditions and payload. */
  readonly rest: string;
}

/** The parts of a Stacks transaction. */
export interface StacksTransaction extends TransactionHead {
  /** 1: allow, 2: deny, 3: originator. */
  readonly postConditionMode: number;
  readonly postConditions: readonly string[];
  readonly payload: string;
  /** The whole transaction as the chain writes it: the entries of tuples are sorted by their bytes. */
  readonly canonical: string;
  readonly isCanonical: boolean;
  /** The principals in post-conditions and payload. */
  readonly principals: readonly string[];
  /** The Clarity values there. */
  readonly values: readonly ClarityValue[];
}

/** The authorization bytes. */
export const [STANDARD, SPONSORED] = [4, 5];
const SINGLE_MODES = [0, 2];
const MULTI_MODES = [1, 3, 5, 7];
const [TRANSFER, CONTRACT, CALL, VERSIONED_CONTRACT] = [0, 1, 2, 6];

/**
 * Reads a serialized transaction (SIP-005) to its last byte: a transfer, a call or a deployment, which are what an
 * account can sign. Throws a RangeError for anything else.
 */
export function readTransaction(bytes: Uint8Array): StacksTransaction {
  return readAll(bytes, (reader) => {
    const head = readAuthorization(reader);
    const start = reader.position;
    const anchorMode = reader.oneOf('anchor mode', [1, 2, 3]);
    const postConditionMode = reader.oneOf('post-condition mode', [1, 2, 3]);
    const principals: string[] = [];
    const values: ClarityValue[] = [];
    const hexFrom = (from: number) => bytesToHex(bytes.subarray(from, reader.position));
    const conditions = reader.list(() => {
      const from = reader.position;
      const { condition, hex } = readPostCondition(reader, 'its post-condition', invalid);
      for (const [, principal] of listConditionPrincipals(condition, ''))
        principals.push(principal);
      if (has(condition, 'assetId')) values.push(condition.assetId);
      return { hex: hexFrom(from), canonical: hex };
    });
    const payloadStart = reader.position;
    const payload = readPayload(reader, principals, values);
    const canonical =
      bytesToHex(bytes.subarray(0, start)) +
      bytesToHex(Uint8Array.of(anchorMode, postConditionMode)) +
      joinList(conditions.map((condition) => condition.canonical)) +
      payload;
    return {
      ...head,
      postConditionMode,
      principals,
      values,
      postConditions: conditions.map(({ hex }) => hex),
      payload: hexFrom(payloadStart),
      rest: hexFrom(start),
      canonical,
      isCanonical: hexFrom(0) === canonical,
    };
  });
}

/**
 * Reads the head of a transaction in hex, and not its rest. Throws a RangeError for what cannot be one.
 *
 * @param hex without `0x`
 */
export function readHead(hex: string): TransactionHead {
  const reader = new ByteReader(hexToBytes(hex));
  const head = readAuthorization(reader);
  return { ...head, rest: hex.slice(reader.position * 2).toLowerCase() };
}

function readAuthorization(reader: ByteReader): Omit<TransactionHead, 'rest'> {
  const header = reader.hex(5);
  const isSponsored = reader.oneOf('authorization', [STANDARD, SPONSORED]) === SPONSORED;
  const origin = readCondition(reader);
  const sponsor = isSponsored ? readCondition(reader) : undefined;
  const isSponsorSigned = sponsor?.signatures.some((signature) => signature.some(Boolean)) === true;
  return { header, isSponsored, origin, isSponsorSigned };
}

function readCondition(reader: ByteReader): Origin {
  const mode = reader.oneOf('hash mode', [...SINGLE_MODES, ...MULTI_MODES]);
  const signer = bytesToHex(Uint8Array.of(mode, ...reader.take(20)));
  const [nonce, fee] = [reader.take(8), reader.take(8)];
  if (SINGLE_MODES.includes(mode)) {
    const keyEncoding = reader.oneOf('key encoding', [0, 1]);
    const signatures = [reader.take(65)];
    return { isSingle: true, mode, signer, nonce, fee, keyEncoding, signatures };
  }
  const fields = reader.list(() => {
    const isKey = reader.oneOf('authorization field', [0, 1, 2, 3]) < 2;
    return { isKey, content: reader.take(isKey ? 33 : 65) };
  });
  const signatures = fields.flatMap(({ isKey, content }) => (isKey ? [] : [content]));
  reader.take(2);
  return { isSingle: false, mode, signer, nonce, fee, keyEncoding: 0, signatures };
}

const invalid: Refuse = (field, _value, expected) => {
  throw new RangeError(`${field} must be ${expected}`);
};

/** Reads a payload, and writes it as the chain does. Adds its principals and its Clarity values to the lists. */
function readPayload(reader: ByteReader, principals: string[], values: ClarityValue[]): string {
  const name = (isValid: (text: string) => boolean) => textToHex(readName(reader, isValid), 1);
  const clarity = (types?: readonly string[]) => {
    const { value, hex } = readClarity(reader, 'its argument', invalid);
    if (types?.includes(value.type) === false) {
      throw new RangeError('its recipient is not a principal');
    }
    for (const [, principal] of listPrincipals(value, '')) principals.push(principal);
    values.push(value);
    return hex;
  };
  const kind = reader.oneOf('payload', [TRANSFER, CONTRACT, CALL, VERSIONED_CONTRACT]);
  const head = uintToHex(kind, 1);
  switch (kind) {
    case TRANSFER:
      return head + clarity(['address', 'contract']) + reader.hex(8 + 34);
    case CALL: {
      const contract = readContract(reader);
      principals.push(contract.text);
      return head + contract.hex + name(isAssetName) + joinList(reader.list(clarity));
    }
    default: {
      const version = kind === VERSIONED_CONTRACT ? reader.hex(1) : '';
      return head + version + name(isContractName) + textToHex(reader.text(4), 4);
    }
  }
}

/** The version of Clarity that a deployment names. Undefined if it names none, and for other transactions. */
export const getClarityVersion = ({ payload }: StacksTransaction): number | undefined =>
  payload.startsWith(uintToHex(VERSIONED_CONTRACT, 1))
    ? parseInt(payload.slice(2, 4), 16)
    : undefined;

/** True if the address, on any network, is that of the origin. */
export const isOrigin = ({ mode, signer }: Origin, address: string): boolean =>
  // The first byte is the version.
  (mode !== 0) === isMultisig(address) && decodeAddress(address)?.slice(2) === signer.slice(2);

/** The address of an origin. */
export function getOriginAddress({ mode, signer }: Origin, network: StacksNetwork): string {
  const { single, several } = NETWORK_BYTES[network];
  return encodeAddress(mode === 0 ? single : several, signer.slice(2));
}

interface TransactionsToSign {
  /** `stx_signTransaction`. */
  readonly transaction?: string | undefined;
  /** `stx_signTransactions`. */
  readonly transactions?: readonly string[] | undefined;
  readonly broadcast?: boolean | undefined;
}

/**
 * Refuses to sign a transaction whose origin is not the connected account, if that is known: wallets sign with the current
 * account even if it is not the origin. Refuses to broadcast one that its sponsor has not signed yet.
 */
export function checkTransactions(
  { transaction = '', transactions, broadcast }: TransactionsToSign,
  { addresses }: RequestContext,
  refuse: Refuse,
): void {
  const account = pickAddresses(addresses, 'STX');
  (transactions ?? [transaction]).forEach((hex, index) => {
    const { origin, isSponsored } = readTransaction(hexToBytes(hex));
    if (isSponsored && broadcast === true) {
      const reason = 'the transaction is sponsored: its sponsor sends it, after signing it';
      refuse('broadcast', true, reason);
    }
    // The account has one key, with an address on each network.
    const [first] = account;
    if (!first || !origin.isSingle || account.some((address) => isOrigin(origin, address))) return;
    const signer = getOriginAddress(origin, getStacksNetwork(first));
    const field = transactions ? `transactions[${index}]` : 'transaction';
    const reason = `it is to be signed by ${signer}, and the connected account is ${account.join(', ')}; connect again if it has changed`;
    refuse(field, signer, reason);
  });
}

/** What was read. */
export interface EncodedValue {
  /** The bytes that the chain writes for it, as hex without `0x`. */
  readonly hex: string;
  /** The principals in it, each with its path. */
  readonly principals: readonly (readonly [field: string, principal: string])[];
  /** The network that it belongs to; undefined if it names none. */
  readonly network: StacksNetwork | undefined;
  /** The first tuple in it that some wallets would write in another order. */
  readonly reordered: Reordered | undefined;
}

const NAMES = {
  clarity: 'Clarity value',
  postCondition: 'post-condition',
  transaction: 'transaction',
};
/** What a page gives as hex; the first two also as an object of @stacks/transactions. */
export type Kind = keyof typeof NAMES;

/**
 * Reads a value to its last byte, and writes it as the chain does, so that nothing reaches a wallet, or is built into a
 * transaction, that is not exactly one value of its kind.
 */
export function readValue(kind: Kind, value: unknown, field: string, refuse: Refuse): EncodedValue {
  if (typeof value !== 'string' && kind !== 'transaction') {
    return kind === 'clarity'
      ? ofClarity(encodeClarity(value, field, refuse), field)
      : ofPostCondition(encodePostCondition(value, field, refuse), field);
  }
  const hex = bareHex(value);
  if (hex === undefined || hex.length > MAX_SIZE * 2) {
    return refuse(field, value, `the hex of one ${NAMES[kind]}, of at most ${MAX_SIZE} bytes`);
  }
  try {
    const bytes = hexToBytes(hex);
    switch (kind) {
      case 'clarity':
        return ofClarity(
          readAll(bytes, (reader) => readClarity(reader, field, refuse)),
          field,
        );
      case 'postCondition':
        return ofPostCondition(
          readAll(bytes, (reader) => readPostCondition(reader, field, refuse)),
          field,
        );
      case 'transaction':
        return ofTransaction(readTransaction(bytes), field);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse(field, value, `the hex of exactly one ${NAMES[kind]} (${error.message})`);
  }
}

const ofClarity = ({ hex, value }: EncodedClarity, field: string): EncodedValue => ({
  hex,
  principals: [...listPrincipals(value, field)],
  network: undefined,
  reordered: findIn([value], field),
});

const ofPostCondition = (
  { hex, condition }: EncodedPostCondition,
  field: string,
): EncodedValue => ({
  hex,
  principals: [...listConditionPrincipals(condition, field)],
  network: undefined,
  reordered: findIn(has(condition, 'assetId') ? [condition.assetId] : [], `${field}.assetId`),
});

function ofTransaction(transaction: StacksTransaction, field: string): EncodedValue {
  const { header, canonical, principals, values } = transaction;
  const reordered = findIn(values, field);
  return {
    hex: canonical,
    principals: principals.map((principal) => [field, principal] as const),
    network: getHeaderNetwork(header),
    reordered: reordered && { ...reordered, field },
  };
}

function findIn(values: readonly ClarityValue[], field: string): Reordered | undefined {
  for (const value of values) {
    const reordered = findReordered(listTuples(value, field));
    if (reordered) return reordered;
  }
  return undefined;
}

/** The network of the version and the chain id of a transaction. A private network may have a chain id of its own. */
function getHeaderNetwork(header: string): StacksNetwork {
  const version = header.slice(0, 2);
  const isMainnet = header.slice(2) === '00000001';
  if (!['00', '80'].includes(version) || isMainnet !== (version === '00')) {
    throw new RangeError('its version and its chain id are not of one network');
  }
  return isMainnet ? 'mainnet' : 'testnet';
}
