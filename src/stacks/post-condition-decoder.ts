import type { ByteReader } from './byte-reader.js';
import {
  parseAddress,
  parseClarity,
  parseContract,
  principalsIn,
  type ClarityValue,
} from './clarity-decoder.js';
import {
  FUNGIBLE,
  NON_FUNGIBLE,
  POST_CONDITION_KINDS,
  type PostConditionKind,
} from './post-condition-encoder.js';

/** A post-condition as `Pc` of @stacks/transactions 7 represents it. */
export interface PostCondition {
  readonly type: string;
  /** An address, a contract or `origin`. */
  readonly address: string;
  readonly condition: string;
  /** Base units, in decimal digits. */
  readonly amount?: string;
  /** An asset identifier. */
  readonly asset?: string;
  readonly assetId?: ClarityValue;
}

/** Reads a serialized post-condition (SIP-005, SIP-045), in the same way as `parseClarity`. */
export function parsePostCondition(reader: ByteReader): PostCondition {
  const code = reader.oneOf('post-condition type', [...POST_CONDITION_KINDS.keys()]);
  const { type, codes, ofAsset } = POST_CONDITION_KINDS[code] as PostConditionKind;
  const address = parsePrincipal(reader);
  const asset = ofAsset && `${parseContract(reader)}::${reader.text(1)}`;
  const assetId = codes === NON_FUNGIBLE ? parseClarity(reader) : undefined;
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

function parsePrincipal(reader: ByteReader): string {
  const prefix = reader.oneOf('principal type', [1, 2, 3]);
  if (prefix === 1) return 'origin';
  return prefix === 2 ? parseAddress(reader) : parseContract(reader);
}

/** The principals in a post-condition, each with its path. */
export function* principalsOf(
  { address, asset, assetId }: PostCondition,
  field: string,
): Iterable<readonly [field: string, principal: string]> {
  yield [`${field}.address`, address];
  if (asset !== undefined) yield [`${field}.asset`, asset];
  if (assetId) yield* principalsIn(assetId, `${field}.assetId`);
}
