import type { Refuse } from '../errors.js';
import { bytesToHex, textToHex, uintToHex } from '../lib/bytes.js';
import { isPlain } from '../lib/safe-access.js';
import { isAssetName } from './address.js';
import type { ClarityValue, ContractId } from './clarity-value.js';
import {
  encodeAddress,
  encodePrincipal,
  expectPrincipal,
  isAddressVersion,
} from './stacks-address.js';

/** The type names of @stacks/transactions 7. The index is the type's number in version 6 and in SIP-005. */
const CLARITY_TYPES = [
  'int', 'uint', 'buffer', 'true', 'false', 'address', 'contract', 'ok', 'err', 'none', 'some',
  'list', 'tuple', 'ascii', 'utf8',
] as const; // prettier-ignore
type TypeName = (typeof CLARITY_TYPES)[number];

/**
 * The limits of the chain: bytes of an ASCII string or buffer, characters of a UTF-8 string, bytes of a value,
 * nesting depth.
 */
const MAX_LENGTH = 2 ** 20;
const MAX_CHARACTERS = MAX_LENGTH / 4;
export const MAX_SIZE = 2 ** 21;
export const MAX_DEPTH = 32;

/** Operators are valid Clarity names. */
export const isClarityName = (name: string): boolean =>
  isAssetName(name) || /^([-+=/*]|[<>]=?)$/.test(name);

/** The path and the depth of a value. */
interface Place {
  readonly field: string;
  readonly depth: number;
  readonly refuse: Refuse;
  readonly counted: Count;
}

/** Bytes that the serialized value has at least: counted before its content is read, which may take long. */
interface Count {
  bytes: number;
  readonly max: number;
  readonly tooLarge: () => never;
}

function count({ counted }: Place, bytes: number): void {
  counted.bytes += bytes;
  if (counted.bytes > counted.max) counted.tooLarge();
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Serializes a Clarity value (SIP-005) to hex without `0x`. Takes an object of @stacks/transactions, version 7
 * or 6, or its JSON form, with integers as digits. Calls `refuse` for anything else. Not encoded by that package: it
 * would add 25 kB to pages, and sorts the entries of a tuple by the user's locale (site/design.md).
 *
 * @param max the most bytes of the serialized value. Default: the limit of the chain.
 */
export function encodeClarity(
  value: unknown,
  field: string,
  refuse: Refuse,
  max = MAX_SIZE,
): string {
  const tooLarge = () => refuse(field, value, `at most ${max} bytes when serialized`);
  const hex = encode(value, { field, refuse, depth: 1, counted: { bytes: 0, max, tooLarge } });
  return hex.length > max * 2 ? tooLarge() : hex;
}

function encode(value: unknown, place: Place): string {
  const { field, depth, refuse } = place;
  if (!isPlain(value)) return refuse(field, value, 'a Clarity value: an object with a `type`');
  const type = value['type'];
  const number =
    typeof type === 'number' ? type : (CLARITY_TYPES as readonly unknown[]).indexOf(type);
  const name = CLARITY_TYPES[number];
  if (name === undefined)
    return refuse(`${field}.type`, type, `one of ${CLARITY_TYPES.join(', ')}`);
  if (depth > MAX_DEPTH) return refuse(field, '…', `nested at most ${MAX_DEPTH} deep`);
  count(place, 1);
  return uintToHex(number, 1) + encodeContent(name, value, place);
}

/** The field with the content in version 6, where it is not `value`. The parts of a principal are two fields. */
const VERSION_6: Partial<Record<TypeName, readonly string[]>> = {
  buffer: ['buffer'],
  address: ['address'],
  contract: ['address', 'contractName'],
  list: ['list'],
  tuple: ['data'],
  ascii: ['data'],
  utf8: ['data'],
};
const EMPTY: readonly TypeName[] = ['true', 'false', 'none'];

/** Encodes the content of a value. Refuses a field that its type does not have, and two different contents. */
function encodeContent(name: TypeName, given: Fields, place: Place): string {
  const { field, refuse } = place;
  // Without a prototype, so that properties which a page added to Object.prototype are no fields.
  const value = { __proto__: null, ...given } as Fields;
  const older = VERSION_6[name] ?? [];
  const known = ['type', ...(EMPTY.includes(name) ? [] : ['value']), ...older];
  const more = Object.entries(value).find(([key, own]) => own != null && !known.includes(key));
  if (more)
    refuse(`${field}.${more[0]}`, more[1], `absent from a Clarity value of the type ${name}`);
  const [first] = older;
  const isPrincipal = first === 'address';
  const parts = older.some((key) => value[key] != null) ? value : undefined;
  return encodeSame(
    [value['value'], ...(first === undefined ? [] : [isPrincipal ? parts : value[first]])],
    (content) => CONTENTS[name](content, place),
    () => refuse(field, given, 'a Clarity value with one content'),
  );
}

/**
 * Encodes a content that may be in several fields: one of them, or several that are equal. Which one a wallet would
 * read is not known, so that different contents are refused.
 */
export function encodeSame(
  contents: readonly unknown[],
  encodeOne: (content: unknown) => string,
  contradicts: () => never,
): string {
  const given = contents.filter((content) => content !== undefined && content !== null);
  const encoded = new Set((given.length > 0 ? given : [undefined]).map(encodeOne));
  return encoded.size === 1 ? ([...encoded] as [string])[0] : contradicts();
}

/** The bytes after the type byte, for each type. */
const CONTENTS: Readonly<Record<TypeName, (content: unknown, place: Place) => string>> = {
  int: (content, place) => encodeInteger(content, place, -(2n ** 127n), 2n ** 127n - 1n),
  uint: (content, place) => encodeInteger(content, place, 0n, 2n ** 128n - 1n),
  true: () => '',
  false: () => '',
  none: () => '',
  some: encodeInner,
  ok: encodeInner,
  err: encodeInner,
  buffer: (content, place) => {
    if (content instanceof Uint8Array) count(place, content.length);
    else if (typeof content === 'string') count(place, content.length / 2);
    const hex = content instanceof Uint8Array ? bytesToHex(content) : content;
    return typeof hex === 'string' && hex.length % 2 === 0 && /^[0-9a-f]*$/i.test(hex)
      ? checkSize(uintToHex(hex.length / 2, 4) + hex.toLowerCase(), place)
      : place.refuse(place.field, content, 'a buffer of whole bytes');
  },
  ascii: (content, place) => {
    if (typeof content === 'string') count(place, content.length);
    // Nodes reject a transaction with other control characters (stacks-core, `string_ascii_from_bytes`).
    return typeof content === 'string' && /^[\t\n\f\r -~]*$/.test(content)
      ? checkSize(textToHex(content, 4), place)
      : place.refuse(place.field, content, 'a string of printable ASCII, tabs and line breaks');
  },
  utf8: (content, place) => {
    if (typeof content === 'string') count(place, content.length);
    if (typeof content !== 'string' || /\p{Surrogate}/u.test(content)) {
      return place.refuse(place.field, content, 'a string of whole characters');
    }
    const { length } = [...content];
    return length <= MAX_CHARACTERS
      ? textToHex(content, 4)
      : place.refuse(place.field, `${length} characters`, `at most ${MAX_CHARACTERS} characters`);
  },
  address: (content, place) => {
    const found = readPrincipalContent(content);
    return found && found.contract === ''
      ? found.address
      : place.refuse(place.field, content, expectPrincipal('a Stacks address', content));
  },
  contract: (content, place) => {
    const found = readPrincipalContent(content);
    return found?.contract
      ? found.address + found.contract
      : place.refuse(
          place.field,
          content,
          expectPrincipal('of the form `<address>.<contract-name>`', content),
        );
  },
  list: (items, place) => {
    const { field, refuse, counted } = place;
    if (!Array.isArray(items)) return refuse(field, items, 'a list of Clarity values');
    // Each has at least one byte.
    if (items.length > counted.max) counted.tooLarge();
    // Not `items.map`, which skips holes.
    const all = [...(items as readonly unknown[])];
    return joinList(all.map((item, index) => encode(item, inside(place, `[${index}]`))));
  },
  tuple: (entries, place) => {
    const { field, refuse } = place;
    // The chain has no empty tuple (stacks-core, `EmptyTuplesNotAllowed`).
    if (!isPlain(entries) || Object.entries(entries).length === 0) {
      return refuse(field, entries, 'a tuple of at least one Clarity value');
    }
    const encoded = Object.entries(entries)
      .sort(byName)
      .map(([name, entry]) => {
        const at = inside(place, `.${name}`);
        if (!isClarityName(name)) refuse(at.field, name, 'a Clarity name');
        return textToHex(name, 1) + encode(entry, at);
      });
    return joinList(encoded);
  },
};

function encodeInner(content: unknown, place: Place): string {
  return encode(content, inside(place, '.value'));
}

/** The place of a value in another. */
const inside = (place: Place, path: string): Place => ({
  ...place,
  field: place.field + path,
  depth: place.depth + 1,
});

/** Checks the size of `hex`: a length in four bytes, then that many bytes. */
function checkSize(hex: string, { field, refuse }: Place): string {
  const bytes = hex.length / 2 - 4;
  return bytes <= MAX_LENGTH ? hex : refuse(field, `${bytes} bytes`, `at most ${MAX_LENGTH} bytes`);
}

function encodeInteger(
  value: unknown,
  { field, refuse }: Place,
  least: bigint,
  most: bigint,
): string {
  const exact =
    typeof value === 'bigint' ||
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && /^-?[0-9]{1,40}$/.test(value));
  const parsed = exact ? BigInt(value) : undefined;
  return parsed !== undefined && parsed >= least && parsed <= most
    ? uintToHex(BigInt.asUintN(128, parsed), 16)
    : refuse(field, value, `a whole number from ${least} to ${most}`);
}

/** Version 7 of @stacks/transactions stores a principal as a string, version 6 as the parts of its address. */
function readPrincipalContent(content: unknown) {
  const found = encodePrincipal(content);
  return found?.asset === '' ? found : undefined;
}

/**
 * Reads a serialized Clarity value (SIP-005). Throws a RangeError for bytes without that structure, and for a list whose
 * items have different types. What else a value may contain (characters, sizes) is known to `encodeClarity` alone: whoever
 * reads a value writes it again.
 */
export function readClarity(reader: ByteReader): ClarityValue {
  const value = readNested(reader, 1);
  getShape(value);
  return value;
}

function readNested(reader: ByteReader, depth: number): ClarityValue {
  const code = reader.number(1);
  const type = CLARITY_TYPES[code];
  if (type === undefined)
    throw new RangeError(`it has the Clarity type ${code}, which is not known`);
  if (depth > MAX_DEPTH) throw new RangeError(`it is nested more than ${MAX_DEPTH} deep`);
  const inner = () => readNested(reader, depth + 1);
  switch (type) {
    case 'int':
      return { type, value: BigInt.asIntN(128, reader.bigint(16)) };
    case 'uint':
      return { type, value: reader.bigint(16) };
    case 'buffer':
      return { type, value: reader.hex(reader.number(4)) };
    case 'true':
    case 'false':
    case 'none':
      return { type };
    case 'address':
      return { type, value: readAddress(reader) };
    case 'contract':
      return { type, value: readContract(reader) };
    case 'ok':
    case 'err':
    case 'some':
      return { type, value: inner() } as ClarityValue;
    case 'list':
      return { type, value: reader.list(inner) };
    case 'tuple':
      return { type, value: readEntries(reader, inner) };
    case 'ascii':
    case 'utf8':
      return { type, value: reader.text(4) };
  }
}

function readEntries(reader: ByteReader, inner: () => ClarityValue): Record<string, ClarityValue> {
  const entries: Record<string, ClarityValue> = {};
  reader.list(() => {
    const name = reader.text(1);
    // Here as well, because `__proto__` would be no entry.
    if (!isClarityName(name)) throw new RangeError(`it has a name that is not valid: ${name}`);
    if (Object.hasOwn(entries, name))
      throw new RangeError(`it has a tuple with two entries ${name}`);
    entries[name] = inner();
  });
  return entries;
}

/** What is known of the type of a value: of `none`, not what it may contain. */
interface Shape {
  /** For tuples, with the names of their entries. */
  readonly kind: string;
  readonly parts: ReadonlyMap<string, Shape>;
}

const KINDS: Partial<Record<TypeName, string>> = {
  ...{ true: 'bool', false: 'bool', address: 'principal', contract: 'principal' },
  ...{ none: 'optional', some: 'optional', ok: 'response', err: 'response' },
};

/** @throws RangeError for a list whose items have different types, which nodes reject (stacks-core, `least_supertype`) */
function getShape(value: ClarityValue): Shape {
  const { type } = value;
  const of = (...parts: readonly (readonly [string, Shape])[]): Shape => ({
    kind: KINDS[type] ?? type,
    parts: new Map(parts),
  });
  switch (type) {
    case 'some':
    case 'ok':
    case 'err':
      return of([type, getShape(value.value)]);
    case 'tuple': {
      const entries = Object.entries(value.value).sort(byName);
      const parts = entries.map(([name, entry]) => [name, getShape(entry)] as const);
      return { ...of(...parts), kind: `tuple ${entries.map(([name]) => name).join(' ')}` };
    }
    case 'list': {
      let item: Shape | undefined;
      for (const each of value.value) item = merge(item, getShape(each));
      return item ? of(['item', item]) : of();
    }
    default:
      return of();
  }
}

function merge(one: Shape | undefined, other: Shape): Shape {
  if (!one) return other;
  if (one.kind !== other.kind) {
    throw new RangeError(`it has a list with a ${one.kind} and a ${other.kind}`);
  }
  const parts = new Map(one.parts);
  for (const [name, part] of other.parts) parts.set(name, merge(parts.get(name), part));
  return { kind: one.kind, parts };
}

/** The chain sorts names by their bytes. Names are ASCII, so comparing code units is the same. */
export const byName = (
  [one]: readonly [string, unknown],
  [other]: readonly [string, unknown],
): number => (one < other ? -1 : 1);

export function readAddress(reader: ByteReader): string {
  const version = reader.number(1);
  const hash160 = reader.hex(20);
  if (!isAddressVersion(version)) {
    throw new RangeError(`it has an address of the version ${version}, which is not known`);
  }
  return encodeAddress(version, hash160);
}

export function readContract(reader: ByteReader): ContractId {
  return `${readAddress(reader)}.${reader.text(1)}`;
}

/** The principals in a value, each with its path. */
export function* listPrincipals(
  value: ClarityValue,
  field: string,
): Iterable<readonly [field: string, principal: string]> {
  switch (value.type) {
    case 'address':
    case 'contract':
      yield [field, value.value];
      break;
    case 'ok':
    case 'err':
    case 'some':
      yield* listPrincipals(value.value, `${field}.value`);
      break;
    case 'list':
      for (let index = 0; index < value.value.length; index++) {
        yield* listPrincipals(value.value[index]!, `${field}[${index}]`);
      }
      break;
    case 'tuple':
      for (const [name, entry] of Object.entries(value.value)) {
        yield* listPrincipals(entry, `${field}.${name}`);
      }
      break;
  }
}

/** Reads bytes from their beginning, numbers in big-endian order. Throws a RangeError if there are too few. */
export class ByteReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('it ends too early');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  /** The number of bytes that were read. */
  get position(): number {
    return this.at;
  }

  /** A byte that must be one of a few. `what` names it in the error. */
  oneOf(what: string, known: readonly number[]): number {
    const byte = this.number(1);
    if (!known.includes(byte))
      throw new RangeError(`it has the ${what} ${byte}, which is not known`);
    return byte;
  }

  /** Of at most 6 bytes. */
  number(length: number): number {
    return this.take(length).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  bigint(length: number): bigint {
    return BigInt(`0x${this.hex(length)}`);
  }

  hex(length: number): string {
    return bytesToHex(this.take(length));
  }

  /** A text in UTF-8, after its length in `lengthBytes` bytes. */
  text(lengthBytes: number): string {
    const bytes = this.take(this.number(lengthBytes));
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new RangeError('it has a text that is not UTF-8');
    }
  }

  /** The items after their number in four bytes. Each has at least one byte, so that no larger number is believed. */
  list<T>(read: () => T): T[] {
    const count = this.number(4);
    if (count > this.bytes.length - this.at) throw new RangeError('it ends too early');
    const items: T[] = [];
    while (items.length < count) items.push(read());
    return items;
  }

  /** Throws if there are more bytes. */
  end(): void {
    const more = this.bytes.length - this.at;
    if (more > 0) throw new RangeError(`it has ${more} more bytes after its end`);
  }
}

/** How many there are, in four bytes, and the items. */
export const joinList = (items: readonly string[]): string =>
  uintToHex(items.length, 4) + items.join('');

/** What `read` returns, if it reads every byte. Throws a RangeError if it does not. */
export function readAll<T>(bytes: Uint8Array, read: (reader: ByteReader) => T): T {
  const reader = new ByteReader(bytes);
  const value = read(reader);
  reader.end();
  return value;
}
