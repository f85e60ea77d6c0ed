/**
 * Makes Clarity values, with the names and the objects of `Cl` of @stacks/transactions 7. Each value is checked as the chain
 * checks it: a wrong one throws a ClarityError.
 */
import { keepArrays } from '../errors.js';
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { byName, encodeClarity, MAX_SIZE, readAll, readClarity } from '../stacks/clarity.js';
import { CONTRACT_NAME, isContractName } from '../stacks/address.js';
import type {
  BooleanCV,
  BufferCV,
  ClarityLike,
  ClarityValue,
  ContractPrincipalCV,
  FalseCV,
  IntCV,
  ListCV,
  NoneCV,
  PrincipalCV,
  ResponseErrorCV,
  ResponseOkCV,
  SomeCV,
  StandardPrincipalCV,
  StringAsciiCV,
  StringUtf8CV,
  TrueCV,
  TupleCV,
  TupleData,
  UIntCV,
} from '../stacks/clarity-value.js';
import { checkForm } from '../stacks/stacks-address.js';
import { readStrictly, refuseFor } from './clarity-error.js';

/** A bigint, a safe integer, decimal digits, or at most 16 bytes, the first of which is the most significant. */
export type IntegerInput = bigint | number | string | Uint8Array;

/** The value, with its integers as bigint and its hex in lower case. */
const create = <T extends ClarityValue>(caller: string, value: unknown): T =>
  encodeClarity(value, 'value', refuseFor(`Cl.${caller}`)).value as T;

const integer = (value: IntegerInput): unknown =>
  value instanceof Uint8Array && value.length > 0 ? BigInt(`0x${bytesToHex(value)}`) : value;

/** From -2^127 to 2^127 - 1. */
export const int = (value: IntegerInput): IntCV & { readonly value: bigint } =>
  create('int', { type: 'int', value: integer(value) });

/** From 0 to 2^128 - 1. */
export const uint = (value: IntegerInput): UIntCV & { readonly value: bigint } =>
  create('uint', { type: 'uint', value: integer(value) });

/** Only of `true` or `false`. */
export function bool(value: true): TrueCV;
export function bool(value: false): FalseCV;
export function bool(value: boolean): BooleanCV;
export function bool(value: boolean): BooleanCV {
  if (typeof value !== 'boolean') refuseFor('Cl.bool')('value', value, 'true or false');
  return create('bool', { type: value ? 'true' : 'false' });
}

/** Not the objects of version 6 of @stacks/transactions, which requests take. */
const text = (caller: string, value: unknown): string =>
  typeof value === 'string'
    ? value
    : refuseFor(`Cl.${caller}`)('value', value, 'an address or a contract, as a text');

/** Of an address, or of a contract: `<address>.<contract-name>`. */
export function principal(value: `${string}.${string}`): ContractPrincipalCV;
export function principal(value: string): PrincipalCV;
export function principal(value: string): PrincipalCV {
  const isContract = typeof value === 'string' && value.includes('.');
  const type = isContract ? 'contract' : 'address';
  return create('principal', { type, value: text('principal', value) });
}
export const address = principal;

export const standardPrincipal = (value: string): StandardPrincipalCV =>
  create('standardPrincipal', { type: 'address', value: text('standardPrincipal', value) });

/** The parts are checked before they are joined, which would write `undefined` for a name that is missing. */
export function contractPrincipal(deployer: string, name: string): ContractPrincipalCV {
  const refuse = refuseFor('Cl.contractPrincipal');
  checkForm('address', deployer, 'deployer', refuse);
  if (!isContractName(name)) refuse('name', name, CONTRACT_NAME);
  return create('contractPrincipal', { type: 'contract', value: `${deployer}.${name}` });
}

/** The items must have one type, as on the chain. */
export const list = <T extends ClarityValue>(items: readonly T[]): ListCV<T> =>
  create('list', { type: 'list', value: items });

/** Printable ASCII, tabs and line breaks. */
export const stringAscii = (value: string): StringAsciiCV =>
  create('stringAscii', { type: 'ascii', value });

export const stringUtf8 = (value: string): StringUtf8CV =>
  create('stringUtf8', { type: 'utf8', value });

export function buffer(value: Uint8Array): BufferCV {
  if (!(value instanceof Uint8Array)) refuseFor('Cl.buffer')('value', value, 'a Uint8Array');
  return create('buffer', { type: 'buffer', value });
}

/** Of whole bytes in hex, with or without `0x`. */
export const bufferFromHex = (hex: string): BufferCV =>
  create('bufferFromHex', {
    type: 'buffer',
    value: typeof hex === 'string' ? hex.replace(/^0x/i, '') : hex,
  });

/** The bytes of a text in ASCII, with any control characters. */
export function bufferFromAscii(text: string): BufferCV {
  if (typeof text !== 'string' || !/^[\0-\x7f]*$/.test(text)) {
    refuseFor('Cl.bufferFromAscii')('value', text, 'a string of ASCII');
  }
  return create('bufferFromAscii', { type: 'buffer', value: new TextEncoder().encode(text) });
}

/** The bytes of a text in UTF-8. */
export function bufferFromUtf8(text: string): BufferCV {
  if (typeof text !== 'string' || /\p{Surrogate}/u.test(text)) {
    refuseFor('Cl.bufferFromUtf8')('value', text, 'a string of whole characters');
  }
  return create('bufferFromUtf8', { type: 'buffer', value: new TextEncoder().encode(text) });
}

export const none = (): NoneCV => create('none', { type: 'none' });
export const some = <T extends ClarityValue>(value: T): SomeCV<T> =>
  create('some', { type: 'some', value });
export const ok = <T extends ClarityValue>(value: T): ResponseOkCV<T> =>
  create('ok', { type: 'ok', value });
export const error = <T extends ClarityValue>(value: T): ResponseErrorCV<T> =>
  create('error', { type: 'err', value });

export const tuple = <T extends TupleData>(entries: T): TupleCV<T> =>
  create('tuple', { type: 'tuple', value: entries });

/**
 * The bytes of a value (SIP-005), as hex without `0x`. The entries of tuples are in the order of the chain.
 *
 * @throws ClarityError for a value that the chain does not have
 * @example
 * ```ts
 * import { Cl, serialize } from 'stacks-wallet-elements/clarity';
 *
 * serialize(Cl.uint(1)); // 0100000000000000000000000000000001
 * ```
 */
export const serialize = (value: ClarityLike): string =>
  encodeClarity(value, 'value', refuseFor('Cl.serialize')).hex;

/**
 * Reads the bytes of exactly one value, or their hex with or without `0x`. Refuses bytes after its end, and every value that
 * the chain does not have. The largest value of the chain, 2 MiB with 200,000 tuples, takes about half a second, in which the page
 * is busy. `contract()` reads at most 50,000 values of an answer.
 *
 * @throws ClarityError
 * @example
 * ```ts
 * import { deserialize, toJs } from 'stacks-wallet-elements/clarity';
 *
 * toJs(deserialize('0x0100000000000000000000000000000001')); // 1n
 * ```
 */
export function deserialize<T extends ClarityValue = ClarityValue>(bytes: string | Uint8Array): T {
  const refuse = refuseFor('Cl.deserialize');
  const hex = bytes instanceof Uint8Array ? bytesToHex(bytes) : bareHex(bytes);
  if (!hex || hex.length > MAX_SIZE * 2) {
    return refuse('value', bytes, `the hex or the bytes of a Clarity value, at most ${MAX_SIZE}`);
  }
  const read = () =>
    readAll(hexToBytes(hex), (reader) => readClarity(reader, 'value', refuse)).value;
  return readStrictly('Cl.deserialize', 'Clarity value', read) as T;
}

/**
 * The value as Clarity writes it, such as `{ id: u1, owner: none }`. The entries of tuples are in the order of the chain.
 *
 * @param space the number of spaces of each level; without them, it is one line
 */
export const stringify = (value: ClarityLike, space = 0): string =>
  write(create('stringify', value), space, 0);
export { stringify as prettyPrint };

const quote = (text: string): string => JSON.stringify(text, keepArrays);

function write(value: ClarityValue, space: number, depth: number): string {
  const inner = (part: ClarityValue, more = 0) => write(part, space, depth + more);
  const line = (level: number) => (space > 0 ? `\n${' '.repeat(space * level)}` : ' ');
  switch (value.type) {
    case 'int':
      return `${value.value}`;
    case 'uint':
      return `u${value.value}`;
    case 'buffer':
      return `0x${value.value}`;
    case 'ascii':
      return quote(value.value);
    case 'utf8':
      return `u${quote(value.value)}`;
    case 'address':
    case 'contract':
      return `'${value.value}`;
    case 'some':
    case 'ok':
    case 'err':
      return `(${value.type} ${inner(value.value)})`;
    case 'list': {
      if (value.value.length === 0) return '(list)';
      const items = value.value.map((item) => line(depth + 1) + inner(item, 1));
      return `(list${items.join('')}${space > 0 ? line(depth) : ''})`;
    }
    case 'tuple': {
      const entries = Object.entries(value.value).sort(byName);
      const lines = entries.map(([name, entry]) => `${line(depth + 1)}${name}: ${inner(entry, 1)}`);
      return `{${lines.join(',')}${line(depth)}}`;
    }
    default:
      return value.type;
  }
}

/** Reads a value as Clarity writes it, such as `(some { id: u1 })`. The opposite of {@link stringify}. */
export function parse(text: string): ClarityValue {
  const refuse = refuseFor('Cl.parse');
  const tokens = typeof text === 'string' ? (text.match(TOKEN) ?? []) : [];
  let at = 0;
  const fail = (): never => {
    const place = tokens.slice(0, at + 1).join(' ');
    return refuse('text', text, `a Clarity value; it is not one at the end of \`${place}\``);
  };
  const take = (expected: string): unknown => (tokens[at] === expected ? ++at : fail());
  const until = <T>(end: string, one: () => T): T[] => {
    const items: T[] = [];
    while (tokens[at] !== end) items.push(one());
    at += 1;
    return items;
  };
  const name = (): string => tokens[at++] ?? fail();

  const value = (depth: number): unknown => {
    // The limit of the chain, with some room: the value is checked afterwards.
    if (depth > 40) fail();
    const inner = () => value(depth + 1);
    const token = tokens[at++];
    if (token === '(') {
      const type = name();
      if (type === 'list') return { type, value: until(')', inner) };
      if (type === 'tuple') {
        const entry = () => {
          take('(');
          const entered = [name(), inner()] as const;
          take(')');
          return entered;
        };
        return tupleFrom(until(')', entry));
      }
      if (type !== 'some' && type !== 'ok' && type !== 'err') return fail();
      const wrapped = { type, value: inner() };
      take(')');
      return wrapped;
    }
    if (token === '{') {
      const entry = () => {
        const key = name();
        take(':');
        const entered = [key, inner()] as const;
        if (tokens[at] !== '}') take(',');
        return entered;
      };
      return tupleFrom(until('}', entry));
    }
    return readAtom(token ?? '') ?? fail();
  };
  const tupleFrom = (entries: (readonly [string, unknown])[]) => {
    const fields = Object.fromEntries(entries);
    if (Object.entries(fields).length < entries.length) fail();
    return { type: 'tuple', value: fields };
  };

  const parsed = value(1);
  if (at < tokens.length || tokens.join('') !== text.replace(SPACE, '$1')) fail();
  return create('parse', parsed);
}

/** Texts in quotation marks, marks, and other words. */
const TOKEN = /u?"(?:[^"\\]|\\[^])*"|[(){}:,]|[^\s(){}:,"]+/g;
/** White space outside of texts. */
const SPACE = /(u?"(?:[^"\\]|\\[^])*")|\s+/g;
const ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['f', '\f'],
  ['b', '\b'],
  ['0', '\0'],
]);

/** A value without values in it. Undefined if it is none. */
function readAtom(token: string): object | undefined {
  if (token === 'true' || token === 'false' || token === 'none') return { type: token };
  if (/^-?\d+$/.test(token)) return { type: 'int', value: token };
  if (/^u\d+$/.test(token)) return { type: 'uint', value: token.slice(1) };
  if (/^0x/.test(token)) return { type: 'buffer', value: token.slice(2) };
  if (token.startsWith("'")) {
    return { type: token.includes('.') ? 'contract' : 'address', value: token.slice(1) };
  }
  const quoted = /^(u?)"([^]*)"$/.exec(token);
  if (!quoted) return undefined;
  const value = quoted[2]!.replace(
    /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|([^]))/gi,
    (_, point: string | undefined, unit: string | undefined, letter: string) =>
      point || unit ? codePoint(parseInt(point ?? unit!, 16)) : (ESCAPES.get(letter) ?? letter),
  );
  return { type: quoted[1] ? 'utf8' : 'ascii', value };
}

/** A number that is no character becomes a surrogate, which no Clarity text may have. */
const codePoint = (number: number): string =>
  String.fromCodePoint(number > 0x10ffff ? 0xd800 : number);
