/** Reads the plain JavaScript values of an answer, by the types of the interface. */
import { clip, type Refuse } from '../errors.js';
import { attempt, has } from '../lib/safe-access.js';
import {
  ByteReader,
  CLARITY_TYPES,
  readAddress,
  readAll,
  readClarity,
  readContract,
} from '../stacks/clarity.js';
import type { ClarityValue } from '../stacks/clarity-value.js';
import { CLARITY_OF, describeType, parseType, type ParsedType } from './abi-types.js';

/**
 * The most values in an answer, at every depth together. An answer that a chain's block can hold may have a million, which a
 * page would wait for.
 */
const MAX_VALUES = 50_000;
/** How many a value counts as that takes longer or more memory: the checksum of a principal, a text, an array of bytes. */
const COUNTS = new Map<string | undefined, number>([
  ['address', 10],
  ['contract', 15],
  ['utf8', 2],
  ['buffer', 2],
]);
const ASCII = new TextDecoder();

/** A value that is not of the type is described by its bytes, up to this number. */
const MAX_DESCRIBED = 200;
/** Bytes in which the names of a tuple are looked up for an error. */
const MAX_NAMED = 50_000;

/** What is read, and where in it. */
interface Reading {
  readonly reader: ByteReader;
  /** The names and indexes of the values that contain this one. */
  readonly path: (string | number)[];
  readonly refuse: Refuse;
  /** How many values may still be read. */
  left: number;
}

/** Reads a value. Calls `refuse` for one of another type; throws a RangeError for bytes that are no Clarity value. */
type Read = (reading: Reading) => unknown;

/**
 * The plain JavaScript value that is in the bytes of a Clarity value of this type. Only what the type can have is read: where
 * it has a number, a list is refused at its first byte.
 *
 * @param refuse is called for a value that is not of the type
 * @param most the most values that are read
 * @throws RangeError if the bytes are not those of one Clarity value, or have too many values
 */
export function decodeValue(
  type: unknown,
  bytes: Uint8Array,
  field: string,
  refuse: Refuse,
  most = MAX_VALUES,
): unknown {
  const read = createReader(type);
  const path = [field];
  return readAll(bytes, (reader) => read({ reader, path, refuse, left: most }));
}

/** A type is parsed once, and not for each item of a list. */
function createReader(type: unknown): Read {
  const parsed = parseType(type);
  const clarityTypes = CLARITY_OF[parsed.kind];
  const readContent = createContentReader(parsed);
  return (reading) => {
    const { reader } = reading;
    const start = reader.position;
    const name = CLARITY_TYPES[reader.number(1)];
    count(reading, COUNTS.get(name) ?? 1);
    const wrong = (): never => refuseValue(reading, start, parsed);
    return name !== undefined && clarityTypes.includes(name)
      ? readContent(reading, name, wrong)
      : wrong();
  };
}

function count(reading: Reading, values: number): void {
  reading.left -= values;
  if (reading.left < 0) throw new RangeError('it has too many values');
}

type ReadContent = (reading: Reading, name: string, wrong: () => never) => unknown;

function createContentReader(type: ParsedType): ReadContent {
  switch (type.kind) {
    case 'none':
      return (_, __, wrong) => wrong();
    case 'int128':
      return ({ reader }) => BigInt.asIntN(128, reader.bigint(16));
    case 'uint128':
      return ({ reader }) => reader.bigint(16);
    case 'bool':
      return (_, name) => name === 'true';
    case 'principal':
    case 'trait_reference':
      return ({ reader }, name) =>
        (name === 'address' ? readAddress(reader) : readContract(reader)).text;
    case 'buffer':
      return ({ reader }, _, wrong) => {
        const length = reader.number(4);
        return length <= type.length ? reader.take(length).slice() : wrong();
      };
    case 'string-ascii':
      return ({ reader }, _, wrong) => {
        const length = reader.number(4);
        if (length > type.length) return wrong();
        const bytes = reader.take(length);
        if (!bytes.every(isPrintable)) throw new RangeError('it has a text that is not ASCII');
        return ASCII.decode(bytes);
      };
    case 'string-utf8':
      return ({ reader }, _, wrong) => {
        const length = reader.number(4);
        // A character has at most four bytes.
        if (length > type.length * 4) return wrong();
        const text = reader.utf8(length);
        return isLonger(text, type.length) ? wrong() : text;
      };
    case 'optional': {
      const read = createReader(type.inner);
      const isNested = parseType(type.inner).kind === 'optional';
      return (reading, name) => {
        if (name === 'none') return null;
        const inner = read(reading);
        return isNested ? { some: inner } : inner;
      };
    }
    case 'response': {
      const [readOk, readError] = [createReader(type.ok), createReader(type.error)];
      return (reading, name) =>
        name === 'ok'
          ? { ok: true, value: readOk(reading) }
          : { ok: false, error: readError(reading) };
    }
    case 'list': {
      const read = createReader(type.item);
      return (reading, _, wrong) => {
        const length = reading.reader.number(4);
        if (length > type.length) return wrong();
        // Refused before the first item is read.
        if (length > reading.left) count(reading, length);
        const items: unknown[] = [];
        while (items.length < length) items.push(readInside(reading, items.length, read));
        return items;
      };
    }
    case 'tuple': {
      const readers = new Map([...type.fields].map(([name, inner]) => [name, createReader(inner)]));
      return (reading, _, wrong) => {
        if (reading.reader.number(4) !== readers.size) return wrong();
        const values = new Map<string, unknown>();
        while (values.size < readers.size) {
          const name = reading.reader.text(1);
          // Reading a long name takes as long as reading a value.
          count(reading, name.length >> 4);
          const read = readers.get(name);
          if (!read || values.has(name)) return wrong();
          values.set(name, readInside(reading, name, read));
        }
        // In the order of the interface.
        return Object.fromEntries([...readers.keys()].map((name) => [name, values.get(name)]));
      };
    }
  }
}

function readInside(reading: Reading, at: string | number, read: Read): unknown {
  reading.path.push(at);
  const value = read(reading);
  reading.path.pop();
  return value;
}

/** The characters that a text of the chain may have (stacks-core, `string_ascii_from_bytes`). */
const isPrintable = (byte: number): boolean =>
  (byte >= 0x20 && byte <= 0x7e) || byte === 9 || byte === 10 || byte === 12 || byte === 13;

/** In characters of Clarity, which are code points. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > max * 2 || [...text].length > max);

/** Refuses the value that begins at `start`. A long one is described by its number of bytes. */
function refuseValue({ reader, path, refuse }: Reading, start: number, type: ParsedType): never {
  const bytes = reader.from(start);
  const value =
    bytes.length <= MAX_NAMED ? attempt(() => readClarity(new ByteReader(bytes)).value) : undefined;
  const [field, ...inner] = path;
  const names = inner.map((at) => (typeof at === 'number' ? `[${at}]` : `.${at}`));
  const isShort = value !== undefined && bytes.length <= MAX_DESCRIBED;
  return refuse(
    `${field}${names.join('')}`,
    isShort ? shorten(value) : bytes,
    `${describeType(type)}${value ? compareNames(value, type) : ''}`,
  );
}

/** Which names only the answer has, and which only the interface; empty for what are not two tuples. */
export function compareNames(value: ClarityValue, type: ParsedType): string {
  if (type.kind !== 'tuple' || value.type !== 'tuple') return '';
  const [answered, expected] = [
    Object.entries(value.value).map(([name]) => name),
    [...type.fields.keys()],
  ];
  const list = (names: readonly string[]) =>
    clip(names.map((name) => `\`${name}\``).join(', ') || 'nothing', 300);
  const extra = list(answered.filter((name) => !type.fields.has(name)));
  const missing = list(expected.filter((name) => !answered.includes(name)));
  return ` (only the answer has ${extra}, only the interface has ${missing})`;
}

/** For errors: an object of a Clarity value with bigint. */
const shorten = (value: ClarityValue): unknown =>
  has(value, 'value') && typeof value.value !== 'object' ? value.value : value;
