import { ByteReader } from './byte-reader.js';
import { bytesToHex, textHex, uintHex } from '../lib/bytes.js';
import { principalsIn, parseAddress, parseClarity } from './clarity-decoder.js';
import { encodeClarity } from './clarity-encoder.js';
import { decodeAddress } from './c32.js';
import { parsePostCondition, principalsOf } from './post-condition-decoder.js';
import { encodePostCondition } from './post-condition-encoder.js';
import { isAssetName, isContractName } from './principal.js';
import type { Refuse } from '../errors.js';

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

/** The parts of a Stacks transaction, in hex except for the origin. */
export interface StacksTransaction {
  /** Version and chain id. */
  readonly header: string;
  readonly authType: string;
  readonly origin: Origin;
  /** False if the transaction has no sponsor, or its signature is empty. */
  readonly isSponsorSigned: boolean;
  /** From the anchor mode to the end: modes, post-conditions and payload. */
  readonly rest: string;
  /** The same as the chain writes it: the entries of tuples are sorted by their bytes. */
  readonly canonicalRest: string;
  /** The payload, the last part of `canonicalRest`. */
  readonly canonicalPayload: string;
  /** The whole transaction as the chain writes it: the entries of tuples are sorted by their bytes. */
  readonly canonical: string;
  /** The principals in post-conditions and payload. */
  readonly principals: readonly string[];
}

const SPONSORED = 5;
const SINGLE_MODES = [0, 2];
const MULTI_MODES = [1, 3, 5, 7];
const TRANSFER = 0;
const CONTRACT = 1;
const CALL = 2;
const VERSIONED_CONTRACT = 6;

/**
 * Reads a serialized transaction (SIP-005) to its last byte: a transfer, a call or a deployment, which are what an
 * account can sign. Throws a RangeError for anything else.
 */
export function readTransaction(bytes: Uint8Array): StacksTransaction {
  const reader = new ByteReader(bytes);
  const header = reader.hex(5);
  const authType = reader.oneOf('authorization', [4, SPONSORED]);
  const origin = readCondition(reader);
  const sponsor = authType === SPONSORED ? readCondition(reader) : undefined;
  const start = reader.position;
  const { written, payload, principals } = readRest(reader);
  reader.end();
  return {
    header,
    authType: bytesToHex(Uint8Array.of(authType)),
    origin,
    isSponsorSigned:
      sponsor?.signatures.some((signature) => signature.some((byte) => byte !== 0)) === true,
    rest: bytesToHex(bytes.subarray(start)),
    canonicalRest: written,
    canonicalPayload: payload,
    canonical: bytesToHex(bytes.subarray(0, start)) + written,
    principals,
  };
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
  const signatures: Uint8Array[] = [];
  for (let left = reader.count(); left > 0; left--) {
    const isKey = reader.oneOf('authorization field', [0, 1, 2, 3]) < 2;
    const content = reader.take(isKey ? 33 : 65);
    if (!isKey) signatures.push(content);
  }
  reader.take(2);
  return { isSingle: false, mode, signer, nonce, fee, keyEncoding: 0, signatures };
}

const invalid: Refuse = (field, _value, expected) => {
  throw new RangeError(`its ${field} must be ${expected}`);
};

/** Reads from the anchor mode on, and writes what was read. */
function readRest(reader: ByteReader) {
  const principals: string[] = [];
  let written = '';
  const byte = (what: string, known: readonly number[]) => {
    const value = reader.oneOf(what, known);
    written += uintHex(value, 1);
    return value;
  };
  const count = () => {
    const value = reader.count();
    written += uintHex(value, 4);
    return value;
  };
  const name = (isName: (text: unknown) => boolean) => {
    const text = reader.text(1);
    if (!isName(text)) throw new RangeError(`it has a name that is not valid: ${text}`);
    written += textHex(text, 1);
  };
  const clarity = () => {
    const value = parseClarity(reader);
    for (const [, principal] of principalsIn(value, '')) principals.push(principal);
    written += encodeClarity(value, 'arguments', invalid);
    return value;
  };

  byte('anchor mode', [1, 2, 3]);
  byte('post-condition mode', [1, 2, 3]);
  for (let left = count(); left > 0; left--) {
    const condition = parsePostCondition(reader);
    for (const [, principal] of principalsOf(condition, '')) principals.push(principal);
    written += encodePostCondition(condition, 'post-conditions', invalid);
  }
  const start = written.length;
  const kind = byte('payload', [TRANSFER, CONTRACT, CALL, VERSIONED_CONTRACT]);
  switch (kind) {
    case TRANSFER:
      if (!['address', 'contract'].includes(clarity().type)) {
        throw new RangeError('its recipient is not a principal');
      }
      written += reader.hex(8 + 34);
      break;
    case CALL: {
      const address = parseAddress(reader);
      principals.push(address);
      written += decodeAddress(address);
      name(isContractName);
      name(isAssetName);
      for (let left = count(); left > 0; left--) clarity();
      break;
    }
    default:
      if (kind === VERSIONED_CONTRACT) written += reader.hex(1);
      name(isContractName);
      written += textHex(reader.text(4), 4);
  }
  return { written, payload: written.slice(start), principals };
}
