import type { Refuse } from '../errors.js';
import { MAX_U64, parseBaseUnits } from '../lib/amount.js';
import { textToHex, uintToHex } from '../lib/bytes.js';
import { bare, has, isRecord } from '../lib/safe-access.js';
import { isAssetName } from './address.js';
import type { AssetId, ClarityValue } from './clarity-value.js';
import {
  encodeClarity,
  listPrincipals,
  readAddress,
  readClarity,
  readContract,
  readName,
  type ByteReader,
  type EncodedClarity,
} from './clarity.js';
import { encodeForm, type EncodedText } from './stacks-address.js';

type Codes = Readonly<Record<string, number>>;

/** The comparators, with their codes in SIP-005, SIP-040 (maybe-sent) and SIP-045 (staking and PoX). */
const FUNGIBLE: Codes = { eq: 1, gt: 2, gte: 3, lt: 4, lte: 5 };
const NON_FUNGIBLE: Codes = { sent: 16, 'not-sent': 17, 'maybe-sent': 18 };
const POX: Codes = { 'will-not-perform': 48, 'may-perform': 49, 'will-perform': 50 };

interface PostConditionKind {
  readonly type: string;
  /** In the order of their bytes. */
  readonly fields: readonly FieldName[];
  readonly codes: Codes;
}

/** The types of post-conditions in SIP-005 and SIP-045. The index is the type's code. */
const KINDS: readonly PostConditionKind[] = [
  { type: 'stx-postcondition', fields: ['address', 'condition', 'amount'], codes: FUNGIBLE },
  {
    type: 'ft-postcondition',
    fields: ['address', 'asset', 'condition', 'amount'],
    codes: FUNGIBLE,
  },
  {
    type: 'nft-postcondition',
    fields: ['address', 'asset', 'assetId', 'condition'],
    codes: NON_FUNGIBLE,
  },
  { type: 'staking-postcondition', fields: ['address', 'condition', 'amount'], codes: FUNGIBLE },
  { type: 'pox-postcondition', fields: ['address', 'condition'], codes: POX },
];

/** The number that version 6 of @stacks/transactions has as the `type` of every post-condition. */
const VERSION_6_TYPE = 5;

/** How many the account sends: equal to the amount, more, at least, less, at most. */
export type FungibleComparator = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
export type NonFungibleComparator = 'sent' | 'not-sent' | 'maybe-sent';
export type PoxComparator = 'will-not-perform' | 'may-perform' | 'will-perform';

interface Amounted<Type extends string> {
  type: Type;
  /** An address, a contract or `origin`. */
  address: string;
  condition: FungibleComparator;
  /** Base units, in decimal digits from this package. */
  amount: string | bigint | number;
}
export type StxPostCondition = Amounted<'stx-postcondition'>;
export type StakingPostCondition = Amounted<'staking-postcondition'>;
export interface FungiblePostCondition extends Amounted<'ft-postcondition'> {
  asset: AssetId;
}
export interface NonFungiblePostCondition {
  type: 'nft-postcondition';
  address: string;
  condition: NonFungibleComparator;
  asset: AssetId;
  assetId: ClarityValue;
}
export interface PoxPostCondition {
  type: 'pox-postcondition';
  address: string;
  condition: PoxComparator;
}

/** A post-condition, as @stacks/transactions 7 represents it. */
export type PostCondition =
  | StxPostCondition
  | FungiblePostCondition
  | NonFungiblePostCondition
  | StakingPostCondition
  | PoxPostCondition;

/** The content of a field, as in {@link PostCondition}, and its bytes as hex. */
interface EncodedField {
  readonly content: unknown;
  readonly hex: string;
}

/** What encodes and reads a field, and its name in version 6. */
interface ConditionField {
  readonly older: string | undefined;
  readonly encode: (content: unknown, field: string, refuse: Refuse, codes: Codes) => EncodedField;
  readonly read: (reader: ByteReader, field: string, refuse: Refuse, codes: Codes) => EncodedField;
}

type FieldName = 'address' | 'asset' | 'assetId' | 'condition' | 'amount';

const ORIGIN: EncodedField = { content: 'origin', hex: '01' };
const createPrincipal = (prefix: string, { text, hex }: EncodedText): EncodedField => ({
  content: text,
  hex: prefix + hex,
});
const createAmount = (amount: bigint): EncodedField => ({
  content: amount.toString(),
  hex: uintToHex(amount, 8),
});
const createAssetId = ({ value, hex }: EncodedClarity): EncodedField => ({ content: value, hex });

const FIELDS: Readonly<Record<FieldName, ConditionField>> = {
  address: {
    older: 'principal',
    // In version 6, the number `prefix` is the type of the principal.
    encode: (content, field, refuse) => {
      const prefix = isRecord(content) ? content['prefix'] : undefined;
      if (content === 'origin' || prefix === 1) return ORIGIN;
      const isContract = typeof content === 'string' ? content.includes('.') : prefix === 3;
      if (isRecord(content) && prefix !== 2 && !isContract) refuse(field, content, 'a principal');
      const form = isContract ? 'contract' : 'address';
      return createPrincipal(isContract ? '03' : '02', encodeForm(form, content, field, refuse));
    },
    read: (reader) => {
      const prefix = reader.oneOf('principal type', [1, 2, 3]);
      if (prefix === 1) return ORIGIN;
      return prefix === 2
        ? createPrincipal('02', readAddress(reader))
        : createPrincipal('03', readContract(reader));
    },
  },
  asset: {
    older: 'assetInfo',
    encode: (content, field, refuse) =>
      createPrincipal('', encodeForm('asset', content, field, refuse)),
    read: (reader) => {
      const { text, hex } = readContract(reader);
      const name = readName(reader, isAssetName);
      return { content: `${text}::${name}`, hex: hex + textToHex(name, 1) };
    },
  },
  assetId: {
    older: 'assetName',
    encode: (content, field, refuse) => createAssetId(encodeClarity(content, field, refuse)),
    read: (reader, field, refuse) => createAssetId(readClarity(reader, field, refuse)),
  },
  condition: {
    older: 'conditionCode',
    encode: (content, field, refuse, codes) => {
      const entries = Object.entries(codes);
      const [name, code] = entries.find((entry) => entry.includes(content as string)) ?? [];
      const expected = `one of ${entries.map(([entryName]) => entryName).join(', ')}`;
      return code === undefined
        ? refuse(field, content, expected)
        : { content: name, hex: uintToHex(code, 1) };
    },
    read: (reader, _field, _refuse, codes) => {
      const entries = Object.entries(codes);
      const code = reader.oneOf('condition', entries.map((entry) => entry[1])); // prettier-ignore
      const [name] = entries.find((entry) => entry[1] === code) ?? [];
      return { content: name, hex: uintToHex(code, 1) };
    },
  },
  amount: {
    older: undefined,
    encode: (content, field, refuse) => {
      const amount = parseBaseUnits(content);
      return amount !== undefined && amount <= MAX_U64
        ? createAmount(amount)
        : refuse(field, content, `a whole number from 0 to ${MAX_U64}`);
    },
    read: (reader) => createAmount(reader.bigint(8)),
  },
};

/** A post-condition, and the bytes that the chain writes for it (SIP-005, SIP-045), as hex without `0x`. */
export interface EncodedPostCondition {
  readonly hex: string;
  /** Its amount is digits. */
  readonly condition: PostCondition;
}

/**
 * Serializes a post-condition. Takes an object of @stacks/transactions 7 (`Pc`), or one
 * with the names and numeric codes of version 6. Calls `refuse` for anything else: also for a field that the type of the
 * post-condition does not have, and for a field under both of its names. Not encoded by that package, for the reasons of
 * `encodeClarity`.
 */
export function encodePostCondition(
  value: unknown,
  field: string,
  refuse: Refuse,
): EncodedPostCondition {
  if (!isRecord(value)) return refuse(field, value, 'a post-condition');
  const fields = bare(value);
  const { type, conditionType } = fields;
  const code = KINDS.findIndex((candidate, index) =>
    conditionType == null ? candidate.type === type : index === conditionType,
  );
  const kind = KINDS[code];
  if (!kind || (type != null && type !== kind.type && type !== VERSION_6_TYPE)) {
    const types = KINDS.map((candidate) => candidate.type).join(', ');
    return refuse(`${field}.type`, type, `one of ${types}`);
  }
  const fieldNames = [
    'type',
    'conditionType',
    ...kind.fields.flatMap((name) => [name, FIELDS[name].older]),
  ];
  const unknownField = Object.entries(fields).find(
    ([key, content]) => content != null && !fieldNames.includes(key),
  );
  if (unknownField) {
    refuse(`${field}.${unknownField[0]}`, unknownField[1], `absent from a ${kind.type}`);
  }
  return createCondition(code, (name) => {
    const { older = '', encode } = FIELDS[name];
    const path = `${field}.${name}`;
    const content = fields[name] ?? undefined;
    if (content !== undefined && fields[older] != null)
      refuse(path, content, `absent beside \`${older}\``);
    return encode(content ?? fields[older], path, refuse, kind.codes);
  });
}

/** Reads a serialized post-condition, in the same way as `readClarity`. */
export function readPostCondition(
  reader: ByteReader,
  field: string,
  refuse: Refuse,
): EncodedPostCondition {
  const code = reader.oneOf('post-condition type', [...KINDS.keys()]);
  const { codes } = KINDS[code]!;
  return createCondition(code, (name) =>
    FIELDS[name].read(reader, `${field}.${name}`, refuse, codes),
  );
}

function createCondition(
  code: number,
  encode: (name: FieldName) => EncodedField,
): EncodedPostCondition {
  const { type, fields } = KINDS[code]!;
  const condition = bare<Record<string, unknown>>({ type });
  let hex = uintToHex(code, 1);
  for (const name of fields) {
    const encoded = encode(name);
    condition[name] = encoded.content;
    hex += encoded.hex;
  }
  return { hex, condition: condition as unknown as PostCondition };
}

/** The principals in a post-condition, each with its path. */
export function* listConditionPrincipals(
  condition: PostCondition,
  field: string,
): Iterable<readonly [field: string, principal: string]> {
  yield [`${field}.address`, condition.address];
  if (has(condition, 'asset')) yield [`${field}.asset`, condition.asset];
  if (has(condition, 'assetId')) yield* listPrincipals(condition.assetId, `${field}.assetId`);
}
