import type { Refuse } from '../errors.js';
import { MAX_U64, parseBaseUnits } from '../lib/amount.js';
import {
  encodeSame,
  encodeClarity,
  type ByteReader,
  readAddress,
  readClarity,
  readContract,
  listPrincipals,
} from './clarity.js';
import type { AssetId, ClarityValue } from './clarity-value.js';
import { isRecord } from '../lib/safe-access.js';
import { encodePrincipal, expectPrincipal } from './stacks-address.js';
import { uintToHex } from '../lib/bytes.js';

type Codes = Readonly<Record<string, number>>;

/** The comparators, with their codes in SIP-005, SIP-040 (maybe-sent) and SIP-045 (staking and PoX). */
const FUNGIBLE: Codes = { eq: 1, gt: 2, gte: 3, lt: 4, lte: 5 };
const NON_FUNGIBLE: Codes = { sent: 16, 'not-sent': 17, 'maybe-sent': 18 };
const POX: Codes = { 'will-not-perform': 48, 'may-perform': 49, 'will-perform': 50 };

/** A type of post-conditions, and what follows the principal in it. */
interface PostConditionKind {
  readonly type: string;
  readonly codes: Codes;
  readonly hasAsset?: true;
}

/** The types of post-conditions in SIP-005 and SIP-045. The index is the type's code. */
const POST_CONDITION_KINDS: readonly PostConditionKind[] = [
  { type: 'stx-postcondition', codes: FUNGIBLE },
  { type: 'ft-postcondition', codes: FUNGIBLE, hasAsset: true },
  { type: 'nft-postcondition', codes: NON_FUNGIBLE, hasAsset: true },
  { type: 'staking-postcondition', codes: FUNGIBLE },
  { type: 'pox-postcondition', codes: POX },
];

const POST_CONDITION_TYPES = `one of ${POST_CONDITION_KINDS.map(({ type }) => type).join(', ')}`;

/** The number that version 6 of @stacks/transactions has as the `type` of every post-condition. */
const VERSION_6_TYPE = 5;

/** How many the account sends: equal to the amount, more, at least, less, at most. */
export type FungibleComparator = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
export type NonFungibleComparator = 'sent' | 'not-sent' | 'maybe-sent';
export type PoxComparator = 'will-not-perform' | 'may-perform' | 'will-perform';

/** `amount`: base units, in decimal digits from this package. */
interface Amounted {
  /** An address, a contract or `origin`. */
  address: string;
  condition: FungibleComparator;
  amount: string | bigint | number;
}
export interface StxPostCondition extends Amounted {
  type: 'stx-postcondition';
}
export interface FungiblePostCondition extends Amounted {
  type: 'ft-postcondition';
  asset: AssetId;
}
export interface NonFungiblePostCondition {
  type: 'nft-postcondition';
  address: string;
  condition: NonFungibleComparator;
  asset: AssetId;
  assetId: ClarityValue;
}
export interface StakingPostCondition extends Amounted {
  type: 'staking-postcondition';
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

interface Given {
  readonly value: Readonly<Record<string, unknown>>;
  readonly field: string;
  readonly refuse: Refuse;
}

/**
 * Serializes a post-condition to hex without `0x`. Takes an object of @stacks/transactions 7 (`Pc`), or one
 * with the numeric codes of version 6. Calls `refuse` for anything else: also for a field that the type of the
 * post-condition does not have, and for two fields with different contents, such as `condition` and
 * `conditionCode`. Not encoded by that package, for the reasons of `encodeClarity`.
 */
export function encodePostCondition(value: unknown, field: string, refuse: Refuse): string {
  if (!isRecord(value)) return refuse(field, value, 'a post-condition');
  // Without a prototype, so that properties which a page added to Object.prototype are no fields.
  const own = { __proto__: null, ...value } as Given['value'];
  const given = { value: own, field, refuse };
  const number = getKindCode(given);
  const kind = POST_CONDITION_KINDS[number];
  if (!kind) return refuse(`${field}.type`, own['type'], POST_CONDITION_TYPES);
  checkFields(given, kind);
  let hex = uintToHex(number, 1) + encodePrincipalField(given);
  if (kind.hasAsset) hex += encodeAsset(given);
  if (kind.codes === NON_FUNGIBLE) hex += encodeAssetId(given);
  hex += encodeComparator(given, kind.codes);
  if (kind.codes === FUNGIBLE) hex += encodeAmount(given);
  return hex;
}

/** The code of the type; -1 if there is none. */
function getKindCode({ value, field, refuse }: Given): number {
  const { type, conditionType } = value;
  const named = POST_CONDITION_KINDS.findIndex((kind) => kind.type === type);
  if (conditionType === undefined || conditionType === null) return named;
  const isOne =
    type === undefined || type === null || type === VERSION_6_TYPE || named === conditionType;
  if (!isOne) refuse(`${field}.type`, type, `the type whose number is \`conditionType\``);
  return typeof conditionType === 'number' ? conditionType : -1;
}

function checkFields(
  { value, field, refuse }: Given,
  { type, codes, hasAsset }: PostConditionKind,
) {
  const known = [
    ...['type', 'conditionType', 'address', 'principal', 'condition', 'conditionCode'],
    ...(hasAsset ? ['asset', 'assetInfo'] : []),
    ...(codes === NON_FUNGIBLE ? ['assetId', 'assetName'] : []),
    ...(codes === FUNGIBLE ? ['amount'] : []),
  ];
  const more = Object.entries(value).find(([key, own]) => own != null && !known.includes(key));
  if (more) refuse(`${field}.${more[0]}`, more[1], `absent from a ${type}`);
}

/** Encodes two fields with the same content. `name` is that of version 7, which errors show. */
function encodeEither(
  { value, field, refuse }: Given,
  name: string,
  other: string,
  encodeOne: (content: unknown) => string,
): string {
  return encodeSame([value[name], value[other]], encodeOne, () =>
    refuse(`${field}.${name}`, value[name], `equal to \`${other}\`, or the only one of the two`),
  );
}

/** Encodes a principal: `origin`, an address or a contract. In version 6, the number `prefix` is its type. */
function encodePrincipalField(given: Given): string {
  return encodeEither(given, 'address', 'principal', (content) => {
    const parts = isRecord(content) ? content : undefined;
    if (content === 'origin' || parts?.['prefix'] === 1) return '01';
    const found = encodePrincipal(content);
    const prefix = found?.contract ? 3 : 2;
    return found && found.asset === '' && (!parts || parts['prefix'] === prefix)
      ? uintToHex(prefix, 1) + found.address + found.contract
      : given.refuse(
          `${given.field}.address`,
          content,
          expectPrincipal('a Stacks address, `<address>.<contract-name>` or `origin`', content),
        );
  });
}

function encodeAsset(given: Given): string {
  return encodeEither(given, 'asset', 'assetInfo', (content) => {
    const found = encodePrincipal(content);
    return found?.contract && found.asset
      ? found.address + found.contract + found.asset
      : given.refuse(
          `${given.field}.asset`,
          content,
          expectPrincipal('of the form `<address>.<contract-name>::<asset-name>`', content),
        );
  });
}

function encodeAssetId(given: Given): string {
  return encodeEither(given, 'assetId', 'assetName', (content) =>
    encodeClarity(content, `${given.field}.assetId`, given.refuse),
  );
}

function encodeComparator(given: Given, codes: Codes): string {
  return encodeEither(given, 'condition', 'conditionCode', (content) => {
    const found = Object.entries(codes).find(([name, code]) =>
      typeof content === 'number' ? code === content : name === content,
    );
    return found
      ? uintToHex(found[1], 1)
      : given.refuse(
          `${given.field}.condition`,
          content,
          `one of ${Object.entries(codes)
            .map(([name]) => name)
            .join(', ')}`,
        );
  });
}

function encodeAmount({ value, field, refuse }: Given): string {
  const amount = parseBaseUnits(value['amount']);
  return amount !== undefined && amount <= MAX_U64
    ? uintToHex(amount, 8)
    : refuse(`${field}.amount`, value['amount'], `a whole number from 0 to ${MAX_U64}`);
}

/** Reads a serialized post-condition (SIP-005, SIP-045), in the same way as `readClarity`. */
export function readPostCondition(reader: ByteReader): PostCondition {
  const code = reader.oneOf('post-condition type', [...POST_CONDITION_KINDS.keys()]);
  const { type, codes, hasAsset } = POST_CONDITION_KINDS[code] as PostConditionKind;
  const address = readPrincipal(reader);
  const asset = hasAsset && `${readContract(reader)}::${reader.text(1)}`;
  const assetId = codes === NON_FUNGIBLE ? readClarity(reader) : undefined;
  const comparator = reader.oneOf(
    'condition',
    Object.entries(codes).map(([, each]) => each),
  );
  const [condition = ''] = Object.entries(codes).find(([, each]) => each === comparator) ?? [];
  return {
    // A property that a page added to Object.prototype is no field.
    __proto__: null,
    type,
    address,
    condition,
    ...(codes === FUNGIBLE && { amount: reader.bigint(8).toString() }),
    ...(asset !== undefined && { asset }),
    ...(assetId && { assetId }),
  } as PostCondition;
}

function readPrincipal(reader: ByteReader): string {
  const prefix = reader.oneOf('principal type', [1, 2, 3]);
  if (prefix === 1) return 'origin';
  return prefix === 2 ? readAddress(reader) : readContract(reader);
}

/** The principals in a post-condition, each with its path. */
export function* listConditionPrincipals(
  condition: PostCondition,
  field: string,
): Iterable<readonly [field: string, principal: string]> {
  yield [`${field}.address`, condition.address];
  if ('asset' in condition) yield [`${field}.asset`, condition.asset];
  if ('assetId' in condition) yield* listPrincipals(condition.assetId, `${field}.assetId`);
}
