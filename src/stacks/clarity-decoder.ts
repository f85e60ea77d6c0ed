import type { ByteReader } from './byte-reader.js';
import { encodeAddress } from './c32.js';
import { CLARITY_TYPES, MAX_DEPTH } from './clarity-encoder.js';
import { ADDRESS_VERSIONS } from './principal-encoder.js';

/** A Clarity value as @stacks/transactions 7 represents it. */
export type ClarityValue =
  | { readonly type: 'int' | 'uint'; readonly value: bigint }
  | { readonly type: 'true' | 'false' | 'none' }
  /** A buffer is hex without `0x`; an address and a contract are principals as text. */
  | {
      readonly type: 'buffer' | 'ascii' | 'utf8' | 'address' | 'contract';
      readonly value: string;
    }
  | { readonly type: 'ok' | 'err' | 'some'; readonly value: ClarityValue }
  | { readonly type: 'list'; readonly value: readonly ClarityValue[] }
  | { readonly type: 'tuple'; readonly value: Readonly<Record<string, ClarityValue>> };

/**
 * Reads a serialized Clarity value (SIP-005). Throws a RangeError for bytes without that structure. What a value may
 * contain (names, characters, sizes) is known to `encodeClarity` alone: whoever reads a value writes it again.
 */
export function parseClarity(reader: ByteReader, depth = 1): ClarityValue {
  const code = reader.number(1);
  const type = CLARITY_TYPES[code];
  if (type === undefined)
    throw new RangeError(`it has the Clarity type ${code}, which is not known`);
  if (depth > MAX_DEPTH) throw new RangeError(`it is nested more than ${MAX_DEPTH} deep`);
  const inner = () => parseClarity(reader, depth + 1);
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
      return { type, value: parseAddress(reader) };
    case 'contract':
      return { type, value: parseContract(reader) };
    case 'ok':
    case 'err':
    case 'some':
      return { type, value: inner() };
    case 'list':
      return { type, value: parseItems(reader, inner) };
    case 'tuple':
      return { type, value: parseEntries(reader, inner) };
    case 'ascii':
    case 'utf8':
      return { type, value: reader.text(4) };
  }
}

function parseItems(reader: ByteReader, inner: () => ClarityValue): readonly ClarityValue[] {
  const items: ClarityValue[] = [];
  for (let left = reader.count(); left > 0; left--) items.push(inner());
  return items;
}

function parseEntries(
  reader: ByteReader,
  inner: () => ClarityValue,
): Readonly<Record<string, ClarityValue>> {
  const entries = new Map<string, ClarityValue>();
  for (let left = reader.count(); left > 0; left--) {
    const name = reader.text(1);
    if (entries.has(name)) throw new RangeError(`it has a tuple with two entries ${name}`);
    entries.set(name, inner());
  }
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as Record<
    string,
    ClarityValue
  >;
}

export function parseAddress(reader: ByteReader): string {
  const version = reader.number(1);
  const hash160 = reader.hex(20);
  if (!ADDRESS_VERSIONS.includes(version)) {
    throw new RangeError(`it has an address of the version ${version}, which is not known`);
  }
  return encodeAddress(version, hash160);
}

export function parseContract(reader: ByteReader): string {
  return `${parseAddress(reader)}.${reader.text(1)}`;
}

/** The principals in a value, each with its path. */
export function* principalsIn(
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
      yield* principalsIn(value.value, `${field}.value`);
      break;
    case 'list':
      for (let index = 0; index < value.value.length; index++) {
        yield* principalsIn(value.value[index]!, `${field}[${index}]`);
      }
      break;
    case 'tuple':
      for (const [name, entry] of Object.entries(value.value)) {
        yield* principalsIn(entry, `${field}.${name}`);
      }
      break;
  }
}
