import { addressToString, Cl, serializeCV, type ClarityValue } from '@stacks/transactions';
import { addressKind } from './address.js';
import { bytesToHex } from './bytes.js';
import { isRecord } from './guard.js';
import { orRefuse, type Refuse } from './refuse.js';
import { isPlain } from './plain-data.js';

/** The names of @stacks/transactions 7, at the numbers of version 6. */
const TYPES = [
  'int', 'uint', 'buffer', 'true', 'false', 'address', 'contract', 'ok', 'err', 'none', 'some',
  'list', 'tuple', 'ascii', 'utf8',
] as const; // prettier-ignore
type ClarityName = (typeof TYPES)[number];

type Fields = Readonly<Record<string, unknown>>;

/** Serializes an object of @stacks/transactions 7 or 6 exactly, or refuses it. */
export function encodeClarity(value: unknown, field: string, refuse: Refuse): string {
  const whole = { refuse, field, value, expected: 'a Clarity value that can be serialized' };
  return orRefuse(whole, (part) => serializeCV(toClarity(value, field, part)));
}

/** The same value as version 7 has it, every part checked: its serializer would truncate or wrap some. */
export function toClarity(value: unknown, field: string, refuse: Refuse): ClarityValue {
  if (!isPlain(value)) return refuse(field, value, 'a Clarity value of @stacks/transactions');
  const name = nameOf(value['type']);
  if (name === undefined) return refuse(field, value, 'a Clarity value of @stacks/transactions');
  return READERS[name](value, field, refuse);
}

function nameOf(type: unknown): ClarityName | undefined {
  return typeof type === 'number' ? TYPES[type] : TYPES.find((name) => name === type);
}

type Reader = (value: Fields, field: string, refuse: Refuse) => ClarityValue;

const READERS: Readonly<Record<ClarityName, Reader>> = {
  int: (value, field, refuse) =>
    Cl.int(integer(value['value'], -(2n ** 127n), 2n ** 127n - 1n, field, refuse)),
  uint: (value, field, refuse) =>
    Cl.uint(integer(value['value'], 0n, 2n ** 128n - 1n, field, refuse)),
  true: () => Cl.bool(true),
  false: () => Cl.bool(false),
  none: () => Cl.none(),
  some: (value, field, refuse) => Cl.some(inner(value, field, refuse)),
  ok: (value, field, refuse) => Cl.ok(inner(value, field, refuse)),
  err: (value, field, refuse) => Cl.error(inner(value, field, refuse)),
  buffer: (value, field, refuse) => {
    const content = value['value'] ?? value['buffer'];
    const hex = content instanceof Uint8Array ? bytesToHex(content) : content;
    return typeof hex === 'string' && /^([0-9a-f]{2})*$/i.test(hex)
      ? Cl.bufferFromHex(hex)
      : refuse(field, content, 'a buffer of whole bytes');
  },
  ascii: (value, field, refuse) => {
    const content = value['value'] ?? value['data'];
    // eslint-disable-next-line no-control-regex -- ASCII is all of it
    return typeof content === 'string' && /^[\x00-\x7f]*$/.test(content)
      ? Cl.stringAscii(content)
      : refuse(field, content, 'an ASCII string');
  },
  utf8: (value, field, refuse) => {
    const content = value['value'] ?? value['data'];
    return typeof content === 'string' && !/\p{Surrogate}/u.test(content)
      ? Cl.stringUtf8(content)
      : refuse(field, content, 'a string of whole characters');
  },
  address: (value, field, refuse) => Cl.standardPrincipal(principal(value, field, refuse)),
  contract: (value, field, refuse) => {
    const [address, name, ...more] = principal(value, field, refuse).split('.');
    return address && name && more.length === 0
      ? Cl.contractPrincipal(address, name)
      : refuse(field, value['value'], 'of the form `<address>.<contract-name>`');
  },
  list: (value, field, refuse) => {
    const items = value['value'] ?? value['list'];
    return Array.isArray(items)
      ? Cl.list(items.map((item, index) => toClarity(item, `${field}[${index}]`, refuse)))
      : refuse(field, items, 'a list of Clarity values');
  },
  tuple: (value, field, refuse) => {
    const entries = value['value'] ?? value['data'];
    if (!isRecord(entries)) return refuse(field, entries, 'a tuple of Clarity values');
    return Cl.tuple(
      Object.fromEntries(
        Object.keys(entries).map((key) => [
          key,
          toClarity(entries[key], `${field}.${key}`, refuse),
        ]),
      ),
    );
  },
};

function inner(value: Fields, field: string, refuse: Refuse): ClarityValue {
  return toClarity(value['value'], `${field}.value`, refuse);
}

function integer(
  value: unknown,
  least: bigint,
  most: bigint,
  field: string,
  refuse: Refuse,
): bigint {
  const exact =
    typeof value === 'bigint' ||
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && /^-?[0-9]{1,40}$/.test(value));
  const parsed = exact ? BigInt(value) : undefined;
  return parsed !== undefined && parsed >= least && parsed <= most
    ? parsed
    : refuse(field, value, `a whole number from ${least} to ${most}`);
}

/** Version 7 holds the principal as a string; version 6 as the parts of its address. */
function principal(value: Fields, field: string, refuse: Refuse): string {
  const text = value['value'] ?? principalOfParts(value);
  return typeof text === 'string' && addressKind(text)?.chain === 'stx'
    ? text
    : refuse(field, text, 'a Stacks principal');
}

/** `{ address: { version, hash160 }, contractName?: { content } }`, as version 6 and the wire forms have it. */
export function principalOfParts(parts: unknown): string | undefined {
  if (!isRecord(parts) || !isRecord(parts['address'])) return undefined;
  const { version, hash160 } = parts['address'];
  if (typeof version !== 'number' || typeof hash160 !== 'string') return undefined;
  if (!/^[0-9a-f]{40}$/i.test(hash160) || !Number.isInteger(version)) return undefined;
  const address = addressToString({ type: 0, version, hash160 });
  const name = contentOf(parts['contractName']);
  return name === undefined ? address : `${address}.${name}`;
}

/** The text of a length-prefixed string. */
export function contentOf(value: unknown): string | undefined {
  const content = isRecord(value) ? value['content'] : undefined;
  return typeof content === 'string' ? content : undefined;
}
