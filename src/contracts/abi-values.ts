import { expectPrincipal } from '../stacks/stacks-address.js';
import { describe, type Refuse } from '../errors.js';
import { bytesToHex, hexToBytes } from '../lib/bytes.js';
import { isPlain } from '../lib/safe-access.js';
import { nearest } from '../lib/read-options.js';
import { encodeClarity, isClarityName, readAll, readClarity } from '../stacks/clarity.js';
import type { ClarityValue } from '../stacks/clarity-value.js';
import type { AbiType } from './abi.js';

/** A type, by its kind. */
type Parsed =
  | { readonly kind: 'none' | 'int128' | 'uint128' | 'bool' | 'principal' | 'trait_reference' }
  | { readonly kind: 'buffer' | 'string-ascii' | 'string-utf8'; readonly length: number }
  | { readonly kind: 'optional'; readonly inner: unknown }
  | { readonly kind: 'response'; readonly ok: unknown; readonly error: unknown }
  | { readonly kind: 'list'; readonly item: unknown; readonly length: number }
  | { readonly kind: 'tuple'; readonly fields: ReadonlyMap<string, unknown> };

const SIMPLE: readonly unknown[] = [
  ...['none', 'int128', 'uint128', 'bool', 'principal', 'trait_reference'],
];

/** @throws TypeError for a type that no interface has */
function parse(type: unknown): Parsed {
  if (SIMPLE.includes(type)) return { kind: type } as Parsed;
  const own = Object.entries(isRecord(type) ? type : {}).filter(([, each]) => each !== undefined);
  const [kind, content] = own[0] ?? [];
  if (own.length === 1) {
    const fields = isRecord(content) ? ({ __proto__: null, ...content } as Fields) : undefined;
    const length = fields && Number.isSafeInteger(fields['length']) ? fields['length'] : undefined;
    if (kind === 'optional') return { kind, inner: content };
    if (kind === 'response' && fields) return { kind, ok: fields['ok'], error: fields['error'] };
    if (kind === 'list' && length !== undefined) {
      return { kind, item: fields!['type'], length: length as number };
    }
    if (
      (kind === 'buffer' || kind === 'string-ascii' || kind === 'string-utf8') &&
      length !== undefined
    ) {
      return { kind, length: length as number };
    }
    if (kind === 'tuple' && isNamedList(content)) {
      return {
        kind,
        fields: new Map(content.map(({ name, type: inner }) => [name, inner] as const)),
      };
    }
  }
  throw new TypeError(`The interface has a type that is not known: ${describe(type)}.`);
}

/** True for a list of objects with names of Clarity, none of them twice. */
export function isNamedList(
  list: unknown,
): list is readonly (Fields & { readonly name: string })[] {
  if (!Array.isArray(list)) return false;
  const names = list.map((item: unknown) => (isRecord(item) ? item['name'] : undefined));
  const isName = (name: unknown) => typeof name === 'string' && isClarityName(name);
  return names.every(isName) && new Set(names).size === names.length;
}

type Fields = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The `type` of the Clarity values of each kind. */
const CLARITY: Readonly<Record<Parsed['kind'], readonly string[]>> = {
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
const EXPECTED: Partial<Record<Parsed['kind'], string>> = {
  none: 'absent: the contract never makes a value here',
  int128: `a bigint or a safe integer, from ${-(2n ** 127n)} to ${2n ** 127n - 1n}`,
  uint128: `a bigint or a safe integer, from 0 to ${2n ** 128n - 1n}`,
  bool: 'true or false',
  principal: 'a Stacks address or `<address>.<contract-name>`',
  trait_reference: 'a contract, `<address>.<contract-name>`',
};

/** The text that describes a type in errors. */
function expected(type: Parsed): string {
  switch (type.kind) {
    case 'buffer':
      return `a Uint8Array, or hex with 0x, of at most ${type.length} bytes`;
    case 'string-ascii':
      return `printable ASCII of at most ${type.length} characters`;
    case 'string-utf8':
      return `a string of at most ${type.length} whole characters`;
    case 'optional':
      return parse(type.inner).kind === 'optional'
        ? 'null, or `{ some: … }` of the inner optional'
        : 'null or a value';
    case 'response':
      return '`{ ok: … }` or `{ error: … }`';
    case 'list':
      return `an array of at most ${type.length} items`;
    case 'tuple':
      return `an object with ${[...type.fields.keys()].join(', ')}`;
    default:
      return EXPECTED[type.kind] ?? type.kind;
  }
}

/**
 * The Clarity value of a plain value, or of a Clarity value, for an argument of this type. Calls `refuse` for anything that
 * the contract would not accept. `value` is a copy of what the page gave, without prototypes.
 */
export function toClarity(
  type: unknown,
  value: unknown,
  field: string,
  refuse: Refuse,
): ClarityValue {
  const parsed = parse(type);
  if (isClarity(parsed, value)) return checkClarity(parsed, value, field, refuse);
  const wrong = () => refuse(field, value, expected(parsed));
  switch (parsed.kind) {
    case 'int128':
    case 'uint128':
      if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return wrong();
      return checked({ type: parsed.kind === 'int128' ? 'int' : 'uint', value }, wrong);
    case 'bool':
      return typeof value === 'boolean' ? { type: value ? 'true' : 'false' } : wrong();
    case 'principal':
    case 'trait_reference': {
      const isContract = typeof value === 'string' && value.includes('.');
      if (parsed.kind === 'trait_reference' && !isContract) return wrong();
      return checked({ type: isContract ? 'contract' : 'address', value }, () =>
        refuse(field, value, expectPrincipal(expected(parsed), value)),
      );
    }
    case 'buffer': {
      const isHex = typeof value === 'string' && value.startsWith('0x');
      if (!isHex && !(value instanceof Uint8Array)) return wrong();
      const hex = isHex ? value.slice(2) : bytesToHex(value as Uint8Array);
      if (hex.length > parsed.length * 2) return wrong();
      return checked({ type: 'buffer', value: hex }, wrong);
    }
    case 'string-ascii':
    case 'string-utf8': {
      if (typeof value !== 'string' || isLonger(value, parsed.length)) return wrong();
      return checked({ type: parsed.kind === 'string-ascii' ? 'ascii' : 'utf8', value }, wrong);
    }
    case 'optional': {
      if (value === undefined || value === null) return { type: 'none' };
      if (parse(parsed.inner).kind !== 'optional') {
        return { type: 'some', value: toClarity(parsed.inner, value, field, refuse) };
      }
      if (!hasOnly(value, 'some')) return wrong();
      return {
        type: 'some',
        value: toClarity(parsed.inner, value['some'], `${field}.some`, refuse),
      };
    }
    case 'response': {
      if (hasOnly(value, 'ok')) {
        return { type: 'ok', value: toClarity(parsed.ok, value['ok'], `${field}.ok`, refuse) };
      }
      if (!hasOnly(value, 'error')) return wrong();
      return {
        type: 'err',
        value: toClarity(parsed.error, value['error'], `${field}.error`, refuse),
      };
    }
    case 'list': {
      if (!Array.isArray(value) || value.length > parsed.length) return wrong();
      return {
        type: 'list',
        value: value.map((item, at) => toClarity(parsed.item, item, `${field}[${at}]`, refuse)),
      };
    }
    case 'tuple':
      if (!isPlain(value)) return wrong();
      return { type: 'tuple', value: toEntries(parsed.fields, value, field, refuse) };
    case 'none':
      return wrong();
  }
}

/** The Clarity values of arguments, or of the entries of a tuple, by their names. */
export function toEntries(
  fields: ReadonlyMap<string, unknown>,
  given: Fields,
  field: string,
  refuse: Refuse,
): Record<string, ClarityValue> {
  const names = [...fields.keys()];
  const extra = Object.entries(given).find(([name, own]) => own !== undefined && !fields.has(name));
  if (extra) {
    const near = nearest(extra[0], names);
    const hint = near ? `did you mean \`${near}\`?` : `known: ${names.join(', ') || 'none'}`;
    refuse(`${field}.${extra[0]}`, extra[1], `absent (${hint})`);
  }
  return Object.fromEntries(
    [...fields].map(([name, type]) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      return [name, toClarity(type, value, `${field}.${name}`, refuse)];
    }),
  );
}

const hasOnly = (value: unknown, name: string): value is Fields =>
  isPlain(value) &&
  Object.entries(value).every(([key]) => key === name) &&
  Object.hasOwn(value, name);

/**
 * True for a Clarity value. An object may also be the plain form of a tuple with fields of these names: if all of its names
 * are fields of the tuple, it is that.
 */
function isClarity(type: Parsed, value: unknown): value is { readonly type: string } {
  if (!isPlain(value) || !CLARITY[type.kind].includes(value['type'] as string)) return false;
  let inner = type;
  while (inner.kind === 'optional') inner = parse(inner.inner);
  if (inner.kind !== 'tuple') return true;
  const { fields } = inner;
  return !Object.entries(value).every(([name]) => fields.has(name));
}

/** The value, if it is of the type; read from its bytes, so that its integers are bigint. */
function checkClarity(type: Parsed, value: unknown, field: string, refuse: Refuse): ClarityValue {
  const hex = encodeClarity(value, field, refuse);
  let found: ClarityValue;
  try {
    found = readAll(hexToBytes(hex), readClarity);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse(field, value, `a Clarity value of one type (${error.message})`);
  }
  convert(type, found, field, refuse);
  return found;
}

/** A value whose content is checked when it is encoded. */
function checked(value: object, wrong: () => never): ClarityValue {
  return readAll(hexToBytes(encodeClarity(value, '', wrong)), readClarity);
}

/** In characters of Clarity, which are code points. */
const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > max * 2 || [...text].length > max);

/** The plain JavaScript value of a Clarity value. Calls `refuse` for one that is not of the type. */
export function fromClarity(
  type: unknown,
  value: ClarityValue,
  field: string,
  refuse: Refuse,
): unknown {
  return convert(parse(type), value, field, refuse);
}

function convert(type: Parsed, value: ClarityValue, field: string, refuse: Refuse): unknown {
  const wrong = () => refuse(field, shorten(value), expected(type));
  if (!CLARITY[type.kind].includes(value.type)) return wrong();
  switch (type.kind) {
    case 'buffer': {
      const { value: hex } = value as { value: string };
      return hex.length <= type.length * 2 ? hexToBytes(hex) : wrong();
    }
    case 'string-ascii':
    case 'string-utf8': {
      const { value: text } = value as { value: string };
      return isLonger(text, type.length) ? wrong() : text;
    }
    case 'optional': {
      if (value.type !== 'some') return null;
      const inner = convert(parse(type.inner), value.value, field, refuse);
      return parse(type.inner).kind === 'optional' ? { some: inner } : inner;
    }
    case 'response':
      return value.type === 'ok'
        ? { ok: true, value: fromClarity(type.ok, value.value, field, refuse) }
        : {
            ok: false,
            error: fromClarity(type.error, (value as { value: ClarityValue }).value, field, refuse),
          };
    case 'list': {
      const { value: items } = value as { value: readonly ClarityValue[] };
      if (items.length > type.length) return wrong();
      const item = parse(type.item);
      return items.map((each, at) => convert(item, each, `${field}[${at}]`, refuse));
    }
    case 'tuple': {
      const { value: entries } = value as { value: Readonly<Record<string, ClarityValue>> };
      const names = [...type.fields.keys()];
      const isSame =
        Object.entries(entries).length === names.length &&
        names.every((name) => Object.hasOwn(entries, name));
      if (!isSame) return wrong();
      return Object.fromEntries(
        [...type.fields].map(([name, inner]) => [
          name,
          fromClarity(inner, entries[name]!, `${field}.${name}`, refuse),
        ]),
      );
    }
    case 'bool':
      return value.type === 'true';
    default:
      return (value as { value: unknown }).value;
  }
}

/** For errors: an object of a Clarity value with bigint. */
const shorten = (value: ClarityValue): unknown =>
  'value' in value && typeof value.value !== 'object' ? value.value : value;

/** Deeper than any type of the chain. */
const MAX_DEPTH = 64;

/** Checks a type to its end. `outer`: the types that contain it. @throws TypeError */
export function checkType(type: unknown, outer: readonly unknown[] = []): asserts type is AbiType {
  if (outer.length > MAX_DEPTH || outer.includes(type)) {
    throw new TypeError('The interface has a type that is nested too deeply, or contains itself.');
  }
  const parsed = parse(type);
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
  for (const each of inner) checkType(each, [...outer, type]);
}
