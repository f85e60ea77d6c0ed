/** The Clarity values of what a page passes to a contract. */
import { expectPrincipal } from '../stacks/stacks-address.js';
import type { Refuse } from '../errors.js';
import { bytesToHex, hexToBytes } from '../lib/bytes.js';
import { isPlain } from '../lib/safe-access.js';
import { nearest } from '../lib/read-options.js';
import {
  createInner,
  createList,
  createNone,
  createTuple,
  encodeClarity,
  type EncodedClarity,
} from '../stacks/clarity.js';
import { CLARITY_OF, describeType, parseType, type Fields, type ParsedType } from './abi-types.js';
import { decodeValue, isLonger } from './decode.js';

/**
 * The Clarity value of a plain value, or of a Clarity value, for an argument of this type, with its bytes. Calls `refuse` for anything that
 * the contract would not accept. `value` is a copy of what the page gave.
 */
export function toClarity(
  type: unknown,
  value: unknown,
  field: string,
  refuse: Refuse,
): EncodedClarity {
  const parsed = parseType(type);
  if (isClarity(parsed, value)) return checkClarity(type, value, field, refuse);
  const wrong = () => refuse(field, value, describeType(parsed));
  switch (parsed.kind) {
    case 'int128':
    case 'uint128':
      if (typeof value === 'string') {
        // What a user typed may have a decimal point, or be in whole units.
        const hint = ': `BigInt(text)` reads digits, `parseUnits` of /metadata what a user typed';
        return refuse(field, value, `${describeType(parsed)}, not a text${hint}`);
      }
      if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return wrong();
      return encode({ type: parsed.kind === 'int128' ? 'int' : 'uint', value }, wrong);
    case 'bool':
      return typeof value === 'boolean' ? encode({ type: `${value}` }, wrong) : wrong();
    case 'principal':
    case 'trait_reference': {
      if (typeof value !== 'string') return wrong();
      const isContract = value.includes('.');
      if (parsed.kind === 'trait_reference' && !isContract) return wrong();
      return encode({ type: isContract ? 'contract' : 'address', value }, () =>
        refuse(field, value, expectPrincipal(describeType(parsed), value)),
      );
    }
    case 'buffer': {
      const isHex = typeof value === 'string' && value.startsWith('0x');
      if (!isHex && !(value instanceof Uint8Array)) return wrong();
      const hex = isHex ? value.slice(2) : bytesToHex(value as Uint8Array);
      if (hex.length > parsed.length * 2) return wrong();
      return encode({ type: 'buffer', value: hex }, wrong);
    }
    case 'string-ascii':
    case 'string-utf8': {
      if (typeof value !== 'string' || isLonger(value, parsed.length)) return wrong();
      return encode({ type: parsed.kind === 'string-ascii' ? 'ascii' : 'utf8', value }, wrong);
    }
    case 'optional': {
      if (value === undefined || value === null) return createNone();
      if (parseType(parsed.inner).kind !== 'optional') {
        return createInner('some', toClarity(parsed.inner, value, field, refuse));
      }
      if (!hasOnly(value, 'some')) return wrong();
      return createInner('some', toClarity(parsed.inner, value['some'], `${field}.some`, refuse));
    }
    case 'response': {
      if (hasOnly(value, 'ok')) {
        return createInner('ok', toClarity(parsed.ok, value['ok'], `${field}.ok`, refuse));
      }
      if (!hasOnly(value, 'error')) return wrong();
      return createInner('err', toClarity(parsed.error, value['error'], `${field}.error`, refuse));
    }
    case 'list': {
      if (!Array.isArray(value) || value.length > parsed.length) return wrong();
      return createList(
        value.map((item, at) => toClarity(parsed.item, item, `${field}[${at}]`, refuse)),
      );
    }
    case 'tuple':
      if (!isPlain(value)) return wrong();
      return createTuple(toEntries(parsed.fields, value, field, refuse));
    case 'none':
      return wrong();
  }
}

/** The Clarity values of arguments, or of the entries of a tuple, with their names, in the order of `fields`. */
export function toEntries(
  fields: ReadonlyMap<string, unknown>,
  values: Fields,
  field: string,
  refuse: Refuse,
): readonly (readonly [name: string, value: EncodedClarity])[] {
  const names = [...fields.keys()];
  const extra = Object.entries(values).find(
    ([name, value]) => value !== undefined && !fields.has(name),
  );
  if (extra) {
    const near = nearest(extra[0], names);
    const hint = near ? `did you mean \`${near}\`?` : `known: ${names.join(', ') || 'none'}`;
    refuse(`${field}.${extra[0]}`, extra[1], `absent (${hint})`);
  }
  return [...fields].map(([name, type]) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return [name, toClarity(type, value, `${field}.${name}`, refuse)] as const;
  });
}

const hasOnly = (value: unknown, name: string): value is Fields =>
  isPlain(value) &&
  Object.entries(value).every(([key]) => key === name) &&
  Object.hasOwn(value, name);

/**
 * True for a Clarity value. An object may also be the plain form of a tuple with fields of these names: if all of its names
 * are fields of the tuple, it is that.
 */
function isClarity(type: ParsedType, value: unknown): value is { readonly type: string } {
  if (!isPlain(value) || !CLARITY_OF[type.kind].includes(value['type'] as string)) return false;
  let inner = type;
  while (inner.kind === 'optional') inner = parseType(inner.inner);
  if (inner.kind !== 'tuple') return true;
  const { fields } = inner;
  return !Object.entries(value).every(([name]) => fields.has(name));
}

/** The value, if it is of the type. */
function checkClarity(
  type: unknown,
  value: unknown,
  field: string,
  refuse: Refuse,
): EncodedClarity {
  const encoded = encodeClarity(value, field, refuse);
  decodeValue(type, hexToBytes(encoded.hex), field, refuse, Infinity);
  return encoded;
}

/** A value whose content is checked when it is encoded. */
const encode = (value: object, wrong: () => never): EncodedClarity =>
  encodeClarity(value, '', wrong);
