/** The types in the interface of a contract. */
import { clip, describe } from '../errors.js';
import { isClarityName, MAX_SIZE } from '../stacks/clarity.js';
import type { AbiType } from './abi.js';
import { bare } from '../lib/safe-access.js';

/** A type, by its kind. */
export type ParsedType =
  | { readonly kind: 'none' | 'int128' | 'uint128' | 'bool' | 'principal' | 'trait_reference' }
  | { readonly kind: 'buffer' | 'string-ascii' | 'string-utf8'; readonly length: number }
  | { readonly kind: 'optional'; readonly inner: unknown }
  | { readonly kind: 'response'; readonly ok: unknown; readonly error: unknown }
  | { readonly kind: 'list'; readonly item: unknown; readonly length: number }
  | { readonly kind: 'tuple'; readonly fields: ReadonlyMap<string, unknown> };

const SIMPLE: readonly string[] = [
  'none',
  'int128',
  'uint128',
  'bool',
  'principal',
  'trait_reference',
];

/** @throws TypeError for a type that no interface has */
export function parseType(type: unknown): ParsedType {
  if (SIMPLE.includes(type as string)) return { kind: type } as ParsedType;
  const entries = Object.entries(isRecord(type) ? type : {}).filter(
    ([, value]) => value !== undefined,
  );
  const [kind, content] = entries[0] ?? [];
  if (entries.length === 1) {
    const fields: Fields | undefined = isRecord(content) ? bare(content) : undefined;
    const length = readLength(fields?.['length']);
    if (kind === 'optional') return { kind, inner: content };
    if (kind === 'response' && fields) return { kind, ok: fields['ok'], error: fields['error'] };
    if (kind === 'list' && length !== undefined) {
      return { kind, item: fields!['type'], length };
    }
    if (
      (kind === 'buffer' || kind === 'string-ascii' || kind === 'string-utf8') &&
      length !== undefined
    ) {
      return { kind, length };
    }
    if (kind === 'tuple' && isNamedList(content)) {
      return {
        kind,
        fields: new Map(content.map(({ name, type: inner }) => [name, inner] as const)),
      };
    }
  }
  throw new TypeError(`The interface has a type that is not known: ${describe(type)}.`, {
    cause: type,
  });
}

/** For the end of an error: what an interface has for a type of Clarity's source, such as `(optional uint)`; else empty. */
export function typeHint(type: unknown): string {
  const meant = typeof type === 'string' ? fromSource(type) : fromObject(type);
  return meant === undefined ? '' : ` (${describe(type)} is none: did you mean \`${meant}\`?)`;
}

/** The kinds of types with content, by their names in Clarity's source. */
const CONTENT: ReadonlyMap<string, string> = new Map([
  ['buff', '{ buffer: { length: … } }'],
  ['buffer', '{ buffer: { length: … } }'],
  ['string-ascii', "{ 'string-ascii': { length: … } }"],
  ['string-utf8', "{ 'string-utf8': { length: … } }"],
  ['optional', '{ optional: … }'],
  ['response', '{ response: { ok: …, error: … } }'],
  ['list', '{ list: { type: …, length: … } }'],
  ['tuple', "{ tuple: [{ name: '…', type: … }] }"],
]);

const fromSource = (source: string): string | undefined => {
  const kind = /^\(?([a-z][\w-]{2,})/.exec(source)?.[1];
  if (kind === undefined) return /^\(?\{/.test(source) ? CONTENT.get('tuple') : undefined;
  return CONTENT.get(kind) ?? SIMPLE.find((name) => name.startsWith(kind));
};

/** A type of a known kind with other content. */
function fromObject(type: unknown): string | undefined {
  const [[kind] = [''], more] = Object.entries(isRecord(type) ? type : {});
  return more === undefined ? CONTENT.get(kind) : undefined;
}

const readLength = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

/** True for a list of objects with names of Clarity, none of them twice. */
export function isNamedList(
  list: unknown,
): list is readonly (Fields & { readonly name: string })[] {
  if (!Array.isArray(list)) return false;
  const names = list.map((item: unknown) => (isRecord(item) ? item['name'] : undefined));
  const isName = (name: unknown) => typeof name === 'string' && isClarityName(name);
  return names.every(isName) && new Set(names).size === names.length;
}

export type Fields = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The `type` of the Clarity values of each kind. */
export const CLARITY_OF: Readonly<Record<ParsedType['kind'], readonly string[]>> = {
  none: [],
  int128: ['int'],
  uint128: ['uint'],
  bool: ['true', 'false'],
  principal: ['address', 'contract'],
  trait_reference: ['contract'],
  buffer: ['buffer'],
  'string-ascii': ['ascii'],
  'string-utf8': ['utf8'],
  optional: ['none', 'some'],
  response: ['ok', 'err'],
  list: ['list'],
  tuple: ['tuple'],
};

/** What is expected, for errors. */
const EXPECTED = new Map<ParsedType['kind'], string>([
  ['none', 'absent: the contract never makes a value here'],
  ['int128', `a bigint or a safe integer, from ${-(2n ** 127n)} to ${2n ** 127n - 1n}`],
  ['uint128', `a bigint or a safe integer, from 0 to ${2n ** 128n - 1n}`],
  ['bool', 'true or false'],
  ['principal', 'a Stacks address or `<address>.<contract-name>`'],
  ['trait_reference', 'a contract, `<address>.<contract-name>`'],
]);

/** The text that describes a type in errors. */
export function describeType(type: ParsedType): string {
  switch (type.kind) {
    case 'buffer':
      return `a Uint8Array, or hex with 0x, of at most ${type.length} bytes`;
    case 'string-ascii':
      return `printable ASCII of at most ${type.length} characters`;
    case 'string-utf8':
      return `a string of at most ${type.length} whole characters`;
    case 'optional':
      return parseType(type.inner).kind === 'optional'
        ? 'null, or `{ some: … }` of the inner optional'
        : 'null or a value';
    case 'response':
      return '`{ ok: … }` or `{ error: … }`';
    case 'list':
      return `an array of at most ${type.length} items`;
    case 'tuple':
      return clip(`an object with ${[...type.fields.keys()].join(', ')}`, 300);
    default:
      return EXPECTED.get(type.kind) ?? type.kind;
  }
}

/** Deeper than any type of the chain. */
const MAX_DEPTH = 64;

/** Checks a type to its end. `outer`: the types that contain it. @throws TypeError, its `cause` a type that is not known */
export function checkType(type: unknown, outer: readonly unknown[] = []): asserts type is AbiType {
  if (outer.length > MAX_DEPTH || outer.includes(type)) {
    throw new TypeError('The interface has a type that is nested too deeply, or contains itself.');
  }
  const parsed = parseType(type);
  const inner =
    parsed.kind === 'optional'
      ? [parsed.inner]
      : parsed.kind === 'list'
        ? [parsed.item]
        : parsed.kind === 'response'
          ? [parsed.ok, parsed.error]
          : parsed.kind === 'tuple'
            ? parsed.fields.values()
            : [];
  for (const innerType of inner) checkType(innerType, [...outer, type]);
}

/** Bytes of values whose size is that of their type: the byte of the type, and a number or a principal. */
const SIZES = {
  none: 0,
  bool: 1,
  int128: 17,
  uint128: 17,
  // A version, 20 bytes, and a name of at most 40 characters after its length.
  principal: 63,
  trait_reference: 63,
};

/** The most bytes of a serialized value of a type (SIP-005), at most those of any value of the chain. */
export function getLargestSize(type: unknown): number {
  return Math.min(getSize(parseType(type)), MAX_SIZE);
}

function getSize(type: ParsedType): number {
  switch (type.kind) {
    case 'buffer':
    case 'string-ascii':
      return 5 + type.length;
    case 'string-utf8':
      return 5 + type.length * 4;
    case 'optional':
      return 1 + getLargestSize(type.inner);
    case 'response':
      return 1 + Math.max(getLargestSize(type.ok), getLargestSize(type.error));
    case 'list':
      return 5 + type.length * getLargestSize(type.item);
    case 'tuple': {
      const sizes = [...type.fields].map(
        ([name, inner]) => 1 + name.length + getLargestSize(inner),
      );
      return sizes.reduce((sum, size) => sum + size, 5);
    }
    default:
      return SIZES[type.kind];
  }
}
