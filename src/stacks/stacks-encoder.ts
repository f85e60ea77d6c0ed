import type { Refuse } from '../errors.js';
import { ByteReader } from './byte-reader.js';
import { bareHex, hexToBytes } from '../lib/bytes.js';
import { parseClarity, principalsIn } from './clarity-decoder.js';
import { encodeClarity, MAX_SIZE } from './clarity-encoder.js';
import { parsePostCondition, principalsOf } from './post-condition-decoder.js';
import { encodePostCondition } from './post-condition-encoder.js';
import { readTransaction } from './stacks-transaction.js';

/** What a page gives as hex, or some of it as an object of @stacks/transactions. */
export type Kind = 'clarity' | 'postCondition' | 'transaction';

/** What was read. */
export interface Written {
  /** The bytes that the chain writes for it, as hex without `0x`. */
  readonly hex: string;
  /** The principals in it, each with its path. */
  readonly principals: readonly (readonly [field: string, principal: string])[];
  /** The network that it belongs to; undefined if it names none. */
  readonly network: 'mainnet' | 'testnet' | undefined;
}

/**
 * Reads a value to its last byte, and writes it again from what was read, so that nothing reaches a wallet, or is built
 * into a transaction, that is not exactly one value of its kind. An object is written, and then read like hex.
 */
export function readValue(kind: Kind, value: unknown, field: string, refuse: Refuse): Written {
  const { name, encode, read } = KINDS[kind];
  const given = typeof value === 'string' || !encode ? value : encode(value, field, refuse);
  const hex = bareHex(given);
  if (hex === undefined || hex.length > MAX_SIZE * 2) {
    return refuse(field, given, `the hex of one ${name}, of at most ${MAX_SIZE} bytes`);
  }
  try {
    return read(hexToBytes(hex), field, refuse);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse(field, given, `the hex of exactly one ${name} (${error.message})`);
  }
}

type Encode = (value: unknown, field: string, refuse: Refuse) => string;

const KINDS: Readonly<
  Record<
    Kind,
    {
      readonly name: string;
      /** Absent if there are no objects of this kind. */
      readonly encode?: Encode;
      readonly read: (bytes: Uint8Array, field: string, refuse: Refuse) => Written;
    }
  >
> = {
  clarity: {
    name: 'Clarity value',
    encode: encodeClarity,
    read: (bytes, field, refuse) => {
      const value = whole(bytes, parseClarity);
      return {
        hex: encodeClarity(value, field, refuse),
        principals: [...principalsIn(value, field)],
        network: undefined,
      };
    },
  },
  postCondition: {
    name: 'post-condition',
    encode: encodePostCondition,
    read: (bytes, field, refuse) => {
      const condition = whole(bytes, parsePostCondition);
      return {
        hex: encodePostCondition(condition, field, refuse),
        principals: [...principalsOf(condition, field)],
        network: undefined,
      };
    },
  },
  transaction: {
    name: 'transaction',
    read: (bytes, field) => {
      const { header, canonical, principals } = readTransaction(bytes);
      return {
        hex: canonical,
        principals: principals.map((principal) => [field, principal] as const),
        network: networkOf(header),
      };
    },
  },
};

function whole<T>(bytes: Uint8Array, parse: (reader: ByteReader) => T): T {
  const reader = new ByteReader(bytes);
  const value = parse(reader);
  reader.end();
  return value;
}

/** The network of the version and the chain id of a transaction. A private network may have a chain id of its own. */
function networkOf(header: string): 'mainnet' | 'testnet' {
  const version = header.slice(0, 2);
  const isMainnet = header.slice(2) === '00000001';
  if (!['00', '80'].includes(version) || isMainnet !== (version === '00')) {
    throw new RangeError('its version and its chain id are not of one network');
  }
  return isMainnet ? 'mainnet' : 'testnet';
}
