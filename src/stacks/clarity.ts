import { clip, type Refuse } from '../errors.js';
import { bytesToHex, textToHex, uintToHex } from '../lib/bytes.js';
import { isPlain } from '../lib/safe-access.js';
import { isAssetName, isContractName } from './address.js';
import type { ClarityValue, ContractId } from './clarity-value.js';
import { encodeAddress, encodeForm, isAddressVersion, type EncodedText } from './stacks-address.js';
import type { Tuple } from './tuple-order.js';

/** The type names of @stacks/transactions 7. The index is the type's number in version 6 and in SIP-005. */
export const CLARITY_TYPES = [
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

/** Where a value is, in a value that is read or written. */
class Place {
  /** The names and indexes of the values that contain this one. A value may contain 200,000: joined only for an error. */
  readonly #path: (string | number)[];
  readonly #refuse: Refuse;
  /** Counts bytes that the serialized value has at least, before their content is read, which may take long. */
  readonly count: (bytes: number) => void;

  constructor(field: string, refuse: Refuse, count: Place['count'] = () => {}) {
    this.#path = [field];
    this.#refuse = refuse;
    this.count = count;
  }

  get depth(): number {
    return this.#path.length;
  }

  get field(): string {
    return this.#path.map((at) => (typeof at === 'number' ? `[${at}]` : at)).join('');
  }

  enter(at: string | number): void {
    this.#path.push(at);
  }

  leave(): void {
    this.#path.pop();
  }

  refuse(value: unknown, expected: string, at = ''): never {
    return this.#refuse(this.field + at, value, expected);
  }
}

/** A Clarity value, and the bytes that the chain writes for it (SIP-005): the entries of tuples are sorted by their bytes. */
export interface EncodedClarity {
  /** Without `0x`. */
  readonly hex: string;
  /** Its integers are bigint, and its hex is in lower case. */
  readonly value: ClarityValue;
}

/**
 * Serializes a Clarity value. Takes an object of @stacks/transactions, version 7 or 6, or its JSON form, with integers as
 * digits. Calls `refuse` for anything else. Not encoded by that package: it would add 25 kB to pages, and sorts the entries
 * of a tuple by the user's locale (site/design.md).
 *
 * @param max the most bytes of the serialized value. Default: the limit of the chain.
 */
export function encodeClarity(
  value: unknown,
  field: string,
  refuse: Refuse,
  max = MAX_SIZE,
): EncodedClarity {
  const tooLarge = () => refuse(field, value, `at most ${max} bytes when serialized`);
  let counted = 0;
  const count = (bytes: number) => {
    counted += bytes;
    if (counted > max) tooLarge();
  };
  const encoded = encode(value, new Place(field, refuse, count));
  if (encoded.hex.length > max * 2) return tooLarge();
  const mixed = findMixedList([encoded.value]);
  return mixed ? refuse(field, value, `a Clarity value of one type (it has ${mixed})`) : encoded;
}

function encode(value: unknown, place: Place): EncodedClarity {
  if (!isPlain(value)) return place.refuse(value, 'a Clarity value: an object with a `type`');
  const { type } = value;
  const number =
    typeof type === 'number' ? type : (CLARITY_TYPES as readonly unknown[]).indexOf(type);
  const name = CLARITY_TYPES[number];
  if (name === undefined) return place.refuse(type, `one of ${CLARITY_TYPES.join(', ')}`, '.type');
  if (place.depth > MAX_DEPTH) return place.refuse('…', `nested at most ${MAX_DEPTH} deep`);
  const content = getContent(name, value, place);
  const isLong =
    typeof content === 'string' || Array.isArray(content) || content instanceof Uint8Array;
  // A byte has at most three characters: in the digits of an integer.
  place.count(1 + (isLong ? Math.floor(content.length / 3) : 0));
  return ENCODE[name](content, place);
}

/** The first byte of a value. */
const TYPE_BYTES = Object.fromEntries(
  CLARITY_TYPES.map((type, code) => [type, uintToHex(code, 1)]),
) as Readonly<Record<TypeName, string>>;

/** A value that contains no other. `hex`: the bytes after that of the type. */
const createLeaf = (type: TypeName, hex = '', value?: unknown): EncodedClarity => ({
  hex: TYPE_BYTES[type] + hex,
  value: (value === undefined ? { type } : { type, value }) as ClarityValue,
});

export const createInner = (
  type: 'some' | 'ok' | 'err',
  inner: EncodedClarity,
): EncodedClarity => ({
  hex: TYPE_BYTES[type] + inner.hex,
  value: { type, value: inner.value } as ClarityValue,
});

export const createList = (items: readonly EncodedClarity[]): EncodedClarity => ({
  hex: TYPE_BYTES.list + joinList(items.map(({ hex }) => hex)),
  value: { type: 'list', value: items.map(({ value }) => value) },
});

/** @param entries in any order */
export function createTuple(
  entries: readonly (readonly [name: string, entry: EncodedClarity])[],
): EncodedClarity {
  const sorted = entries.length > 1 ? [...entries].sort(byName) : entries;
  return {
    hex: TYPE_BYTES.tuple + joinList(sorted.map(([name, { hex }]) => textToHex(name, 1) + hex)),
    value: {
      type: 'tuple',
      value: Object.fromEntries(sorted.map(([name, { value }]) => [name, value])),
    },
  };
}

export const createNone = (): EncodedClarity => createLeaf('none');

/** The fields with the content in version 6, where they are not `value`. */
const VERSION_6 = new Map<TypeName, readonly string[]>([
  ['buffer', ['buffer']],
  ['address', ['address']],
  ['contract', ['address', 'contractName']],
  ['list', ['list']],
  ['tuple', ['data']],
  ['ascii', ['data']],
  ['utf8', ['data']],
]);
const EMPTY: readonly TypeName[] = ['true', 'false', 'none'];

/** The content of a value. Refuses a field that its type does not have, and two contents: a wallet may read either. */
function getContent(
  name: TypeName,
  value: Readonly<Record<string, unknown>>,
  place: Place,
): unknown {
  const older = VERSION_6.get(name) ?? [];
  const fieldNames = EMPTY.includes(name) ? [] : ['value', ...older];
  const contents = Object.entries(value).filter(
    ([key, content]) => key !== 'type' && content != null,
  );
  const unknown = contents.find(([key]) => !fieldNames.includes(key));
  if (unknown) {
    const expected = `absent: the fields of the type ${name} are ${['type', ...fieldNames].join(', ')}`;
    place.refuse(unknown[1], expected, `.${unknown[0]}`);
  }
  const isOld = contents.length > 0 && contents.every(([key]) => key !== 'value');
  if (isOld && older[0] === 'address') return value;
  if (contents.length > 1) place.refuse(value, 'a Clarity value with one content');
  return contents[0]?.[1];
}

/** Checks the content of each type, and encodes it. */
const ENCODE: Readonly<Record<TypeName, (content: unknown, place: Place) => EncodedClarity>> = {
  int: (content, place) => encodeInteger('int', content, place, -(2n ** 127n), 2n ** 127n - 1n),
  uint: (content, place) => encodeInteger('uint', content, place, 0n, 2n ** 128n - 1n),
  true: () => createLeaf('true'),
  false: () => createLeaf('false'),
  none: createNone,
  some: (content, place) => createInner('some', encodeInner(content, place)),
  ok: (content, place) => createInner('ok', encodeInner(content, place)),
  err: (content, place) => createInner('err', encodeInner(content, place)),
  buffer: (content, place) => {
    const digits = content instanceof Uint8Array ? bytesToHex(content) : content;
    if (typeof digits !== 'string' || digits.length % 2 > 0 || !/^[0-9a-f]*$/i.test(digits)) {
      return place.refuse(content, 'a buffer of whole bytes');
    }
    const hex = digits.toLowerCase();
    return hex.length / 2 <= MAX_LENGTH
      ? createLeaf('buffer', uintToHex(hex.length / 2, 4) + hex, hex)
      : place.refuse(`${hex.length / 2} bytes`, `at most ${MAX_LENGTH} bytes`);
  },
  // Nodes reject a transaction with other control characters (stacks-core, `string_ascii_from_bytes`).
  ascii: (content, place) =>
    typeof content === 'string' && /[^\t\n\f\r -~]/.test(content)
      ? place.refuse(content, 'a string of printable ASCII, tabs and line breaks')
      : encodeText('ascii', content, place, MAX_LENGTH),
  utf8: (content, place) => encodeText('utf8', content, place, MAX_CHARACTERS),
  address: (content, place) => encodePrincipalForm('address', content, place),
  contract: (content, place) => encodePrincipalForm('contract', content, place),
  list: (items, place) => {
    if (!Array.isArray(items)) return place.refuse(items, 'a list of Clarity values');
    // Not `items.map`, which skips holes.
    const all = [...(items as readonly unknown[])];
    return createList(all.map((item, index) => encodeInner(item, place, index)));
  },
  tuple: (entries, place) => {
    // The chain has no empty tuple (stacks-core, `EmptyTuplesNotAllowed`).
    if (!isPlain(entries) || Object.entries(entries).length === 0) {
      return place.refuse(entries, ENTRIES);
    }
    const encoded = Object.entries(entries).map(([name, entry]) => {
      if (!isClarityName(name)) place.refuse(name, 'a Clarity name', `.${name}`);
      return [name, encodeInner(entry, place, `.${name}`)] as const;
    });
    return createTuple(encoded);
  },
};

const ENTRIES = 'a tuple of at least one Clarity value';

function encodeInner(value: unknown, place: Place, at: string | number = '.value'): EncodedClarity {
  place.enter(at);
  const encoded = encode(value, place);
  place.leave();
  return encoded;
}

const encodePrincipalForm = (
  form: 'address' | 'contract',
  content: unknown,
  place: Place,
): EncodedClarity => {
  const { hex, text } = encodeForm(form, content, '', (_, wrong, expected) =>
    place.refuse(wrong, expected),
  );
  return createLeaf(form, hex, text);
};

function encodeText(
  type: 'ascii' | 'utf8',
  content: unknown,
  place: Place,
  most: number,
): EncodedClarity {
  if (typeof content !== 'string' || /\p{Surrogate}/u.test(content)) {
    return place.refuse(content, 'a string of whole characters');
  }
  const { length } = [...content];
  return length <= most
    ? createLeaf(type, textToHex(content, 4), content)
    : place.refuse(`${length} characters`, `at most ${most} characters`);
}

function encodeInteger(
  type: 'int' | 'uint',
  content: unknown,
  place: Place,
  least: bigint,
  most: bigint,
): EncodedClarity {
  const exact =
    typeof content === 'bigint' ||
    (typeof content === 'number' && Number.isSafeInteger(content)) ||
    (typeof content === 'string' && /^-?[0-9]{1,40}$/.test(content));
  const value = exact ? BigInt(content) : undefined;
  return value !== undefined && value >= least && value <= most
    ? createLeaf(type, uintToHex(BigInt.asUintN(128, value), 16), value)
    : place.refuse(content, `a whole number from ${least} to ${most}`);
}

const refuseBytes: Refuse = (field, _value, expected) => {
  throw new RangeError(`${field} must be ${expected}`);
};

/**
 * Reads a serialized Clarity value (SIP-005), and checks it as `encodeClarity` does. Throws a RangeError for bytes without
 * that structure, and for a list whose items have different types. Calls `refuse` for what no value of the chain contains
 * (characters, sizes); by default, that is a RangeError as well.
 */
export function readClarity(
  reader: ByteReader,
  field = 'its value',
  refuse = refuseBytes,
): EncodedClarity {
  const encoded = readNested(reader, new Place(field, refuse));
  const mixed = findMixedList([encoded.value]);
  if (mixed) throw new RangeError(`it has ${mixed}`);
  return encoded;
}

function readInner(reader: ByteReader, place: Place, at: string | number): EncodedClarity {
  place.enter(at);
  const encoded = readNested(reader, place);
  place.leave();
  return encoded;
}

function readNested(reader: ByteReader, place: Place): EncodedClarity {
  const code = reader.number(1);
  const type = CLARITY_TYPES[code];
  if (type === undefined)
    throw new RangeError(`it has the Clarity type ${code}, which is not known`);
  if (place.depth > MAX_DEPTH) throw new RangeError(`it is nested more than ${MAX_DEPTH} deep`);
  switch (type) {
    case 'int':
      return ENCODE.int(BigInt.asIntN(128, reader.bigint(16)), place);
    case 'uint':
      return ENCODE.uint(reader.bigint(16), place);
    case 'buffer':
      return ENCODE.buffer(reader.hex(reader.number(4)), place);
    case 'true':
    case 'false':
    case 'none':
      return createLeaf(type);
    case 'address':
    case 'contract': {
      const { hex, text } = type === 'address' ? readAddress(reader) : readContract(reader);
      return createLeaf(type, hex, text);
    }
    case 'ok':
    case 'err':
    case 'some':
      return createInner(type, readInner(reader, place, '.value'));
    case 'list': {
      let index = 0;
      return createList(reader.list(() => readInner(reader, place, index++)));
    }
    case 'tuple': {
      const entries = new Map<string, EncodedClarity>();
      reader.list(() => {
        const name = readName(reader, isClarityName);
        if (entries.has(name)) throw new RangeError(`it has a tuple with two entries ${name}`);
        entries.set(name, readInner(reader, place, `.${name}`));
      });
      return entries.size > 0 ? createTuple([...entries]) : place.refuse({}, ENTRIES);
    }
    case 'ascii':
    case 'utf8':
      return ENCODE[type](reader.text(4), place);
  }
}

/** The type that a value shares with others: of `none`, it is not known what it may contain. */
const KINDS = new Map<TypeName, string>([
  ['true', 'bool'],
  ['false', 'bool'],
  ['address', 'principal'],
  ['contract', 'principal'],
  ['none', 'optional'],
  ['some', 'optional'],
  ['ok', 'response'],
  ['err', 'response'],
]);

/** The entries of a tuple are sorted here: see `createTuple`. */
function getKind({ type, value }: ClarityValue & { readonly value?: unknown }): string {
  if (type !== 'tuple') return KINDS.get(type) ?? type;
  return `tuple ${Object.entries(value).map(([name]) => name).join(' ')}`; // prettier-ignore
}

/**
 * The kinds of a list whose items have different types, in values of one type or in their parts. Nodes reject such a list
 * (stacks-core, `least_supertype`).
 */
function findMixedList(values: readonly ClarityValue[]): string | undefined {
  const [first, ...others] = values;
  if (first && others.length > 0) {
    const kind = getKind(first);
    const other = others.find((value) => getKind(value) !== kind);
    if (other) return `a list with a ${kind} and a ${getKind(other)}`;
  }
  for (const inner of groupParts(values)) {
    const mixed = findMixedList(inner);
    if (mixed) return mixed;
  }
  return undefined;
}

/** The values in values of one kind, those of one type together: the items of lists, and the entries of one name. */
function groupParts(values: readonly ClarityValue[]): Iterable<readonly ClarityValue[]> {
  const parts = new Map<string, ClarityValue[]>();
  const add = (place: string, inner: ClarityValue) => {
    const others = parts.get(place);
    if (others) others.push(inner);
    else parts.set(place, [inner]);
  };
  for (const { type, value } of values as readonly { type: string; value?: unknown }[]) {
    if (type === 'list') for (const item of value as ClarityValue[]) add(type, item);
    else if (type === 'tuple') {
      for (const [name, entry] of Object.entries(value as object)) add(name, entry as ClarityValue);
    } else if (type === 'some' || type === 'ok' || type === 'err') add(type, value as ClarityValue);
  }
  return parts.values();
}

/** The values in a value, each with its path. */
function listParts({
  type,
  value,
}: ClarityValue & { readonly value?: unknown }): readonly (readonly [
  path: string,
  value: ClarityValue,
])[] {
  switch (type) {
    case 'ok':
    case 'err':
    case 'some':
      return [['.value', value]];
    case 'list':
      return value.map((item, index) => [`[${index}]`, item]);
    case 'tuple':
      return Object.entries(value).map(([name, entry]) => [`.${name}`, entry]);
    default:
      return [];
  }
}

/** The chain sorts names by their bytes. Names are ASCII, so comparing code units is the same. */
export const byName = (
  [first]: readonly [string, unknown],
  [second]: readonly [string, unknown],
): number => (first < second ? -1 : 1);

/** A name after its length in one byte. */
export function readName(reader: ByteReader, isValid: (text: string) => boolean): string {
  const name = reader.text(1);
  if (isValid(name)) return name;
  throw new RangeError(`it has a name that is not valid: ${clip(name, 50)}`);
}

export function readAddress(reader: ByteReader): EncodedText {
  const version = reader.number(1);
  const hash160 = reader.hex(20);
  if (!isAddressVersion(version)) {
    throw new RangeError(`it has an address of the version ${version}, which is not known`);
  }
  return { hex: uintToHex(version, 1) + hash160, text: encodeAddress(version, hash160) };
}

export function readContract(reader: ByteReader): EncodedText<ContractId> {
  const address = readAddress(reader);
  const name = readName(reader, isContractName);
  return { hex: address.hex + textToHex(name, 1), text: `${address.text}.${name}` };
}

/** The principals in a value, each with its path. */
export function* listPrincipals(
  value: ClarityValue,
  field: string,
): Iterable<readonly [field: string, principal: string]> {
  if (value.type === 'address' || value.type === 'contract') yield [field, value.value];
  for (const [path, inner] of listParts(value)) yield* listPrincipals(inner, field + path);
}

/** The tuples in a value. */
export function* listTuples(value: ClarityValue, field: string): Iterable<Tuple> {
  const parts = listParts(value);
  if (value.type === 'tuple') {
    yield { field, names: parts.map(([path]) => path.slice(1)).sort() };
  }
  for (const [path, inner] of parts) yield* listTuples(inner, field + path);
}

const LONGEST_NAME = 128;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

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
  oneOf(what: string, allowed: readonly number[]): number {
    const byte = this.number(1);
    if (!allowed.includes(byte))
      throw new RangeError(`it has the ${what} ${byte}, which is not known`);
    return byte;
  }

  /** All bytes from a position on. */
  from(position: number): Uint8Array {
    return this.bytes.subarray(position);
  }

  /** Of at most 6 bytes. */
  number(length: number): number {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('it ends too early');
    let number = 0;
    while (this.at < end) number = number * 256 + this.bytes[this.at++]!;
    return number;
  }

  /** Of 8 bytes, or a multiple. */
  bigint(length: number): bigint {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('it ends too early');
    const { buffer, byteOffset } = this.bytes;
    const view = new DataView(buffer, byteOffset);
    let number = 0n;
    for (; this.at < end; this.at += 8) {
      const next = view.getBigUint64(this.at);
      number = number === 0n ? next : (number << 64n) | next;
    }
    return number;
  }

  hex(length: number): string {
    return bytesToHex(this.take(length));
  }

  /** A text in UTF-8, after its length in `lengthBytes` bytes. */
  text(lengthBytes: number): string {
    return this.utf8(this.number(lengthBytes));
  }

  /** The text in a number of bytes of UTF-8. */
  utf8(length: number): string {
    const bytes = this.take(length);
    // Names are ASCII and short: a TextDecoder would take ten times as long.
    const name = length <= LONGEST_NAME ? String.fromCharCode(...bytes) : '';
    if (length <= LONGEST_NAME && !/[^\0-\x7f]/.test(name)) return name;
    try {
      return UTF8.decode(bytes);
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
}

/** How many there are, in four bytes, and the items. */
export const joinList = (items: readonly string[]): string =>
  uintToHex(items.length, 4) + items.join('');

/** What `read` returns, if it reads every byte. Throws a RangeError if it does not. */
export function readAll<T>(bytes: Uint8Array, read: (reader: ByteReader) => T): T {
  const reader = new ByteReader(bytes);
  const value = read(reader);
  const more = bytes.length - reader.position;
  if (more > 0) throw new RangeError(`it has ${more} more bytes after its end`);
  return value;
}
