import { invalidParams, unknownField } from '../errors.js';
import {
  getAddressFormat,
  isAssetName,
  isContractName,
  parsePrincipal,
} from '../stacks/address.js';
import { parseBaseUnits } from '../lib/amount.js';
import { bareHex } from '../lib/bytes.js';
import { suggestion } from '../lib/read-options.js';
import { isPlain } from '../lib/plain-data.js';

/**
 * Throws -32602 that names `field` if `value` does not conform to the specification. `asIs`: other fields than the
 * known ones are allowed.
 */
export type Check = (value: unknown, field: string, method: string, asIs?: boolean) => void;
/**
 * The fields of a record, each with its check. A text stands for a name that is not known but often used, and is the
 * known name.
 */
export type Fields = Readonly<Record<string, Check | string>>;

/** Makes a check from a predicate and a description of what is expected. */
export function check(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, field, method) => {
    if (!holds(value)) throw invalidParams(method, field, value, expected);
  };
}

/** The same check for a field that may be absent. */
export function optional(inner: Check): Check {
  return (value, field, method, asIs) => {
    if (value !== undefined) inner(value, field, method, asIs);
  };
}

export function listOf(inner: Check, expected: string, least = 0): Check {
  return (value, field, method, asIs) => {
    if (!Array.isArray(value) || value.length < least) {
      throw invalidParams(method, field, value, expected);
    }
    value.forEach((item, index) => inner(item, `${field}[${index}]`, method, asIs));
  };
}

/** A plain object with these fields only: a wallet ignores a misspelled field, and signs without it. */
export function record(fields: Fields): Check {
  const known = Object.entries(fields).filter(([, inner]) => typeof inner !== 'string');
  const names = known.map(([name]) => name);
  return (value, field, method, asIs) => {
    if (!isPlain(value)) throw invalidParams(method, field, value, 'a plain object');
    const prefix = field === 'params' ? '' : `${field}.`;
    for (const [name, given] of Object.entries(value)) {
      if (asIs || given === undefined || names.includes(name)) continue;
      const meant = Object.hasOwn(fields, name) ? `Did you mean \`${String(fields[name])}\`?` : '';
      throw unknownField(method, prefix + name, meant || suggestion(name, names));
    }
    for (const [name, inner] of known) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      (inner as Check)(given, prefix + name, method, asIs);
    }
  };
}

/** A lone surrogate has no UTF-8 encoding, so another character would be signed in its place. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && !/\p{Surrogate}/u.test(value);

export const text = check('a string of whole characters', isText);
export const someText = check(
  'a string that is not empty',
  (value) => isText(value) && value !== '',
);
export const flag = check('true or false', (value) => typeof value === 'boolean');
export const plainRecord = check('a plain object', isPlain);
export const hex = check('whole bytes in hex', (value) => bareHex(value) !== undefined);

/** An amount of at most `limit`; see {@link parseBaseUnits}. */
export function amount(unit: string, limit: bigint): Check {
  return check(
    `a whole number of ${unit}, from 0 to ${limit}, as a bigint, a string of digits or a safe integer`,
    (value) => (parseBaseUnits(value) ?? limit + 1n) <= limit,
  );
}

export const principal = check(
  'a Stacks address or contract principal',
  (value) => getAddressFormat(value)?.chain === 'stacks',
);
export const contract = check('of the form `<address>.<contract-name>`', (value) => {
  const parts = parsePrincipal(value);
  return parts?.contract !== undefined && parts.asset === undefined;
});
export const asset = check(
  'of the form `<address>.<contract-name>` or `<address>.<contract-name>::<asset-name>`',
  (value) => parsePrincipal(value)?.contract !== undefined,
);
export const contractName = check(
  'a contract name: a letter, then at most 39 letters, digits, hyphens or underscores',
  isContractName,
);
export const functionName = check(
  'the name of a function: a letter, then at most 127 letters, digits or characters of `-_!?+<>=/*`',
  isAssetName,
);
/** Refuses only what is certainly not a Bitcoin address: wallets may support more formats than `getAddressFormat` does. */
export const bitcoinAddress = check(
  'a Bitcoin address',
  (value) => isText(value) && /^\w+$/.test(value) && getAddressFormat(value)?.chain !== 'stacks',
);
export const memo = check(
  'a string of at most 34 bytes of UTF-8',
  (value) => isText(value) && new TextEncoder().encode(value).length <= 34,
);

/** Its content is checked when it is encoded. */
const anything: Check = () => undefined;
/** The known fields of an object, if the value is one. */
const parts = (fields: Fields): Check => {
  const inner = record(fields);
  return (value, ...at) => {
    if (isPlain(value)) inner(value, ...at);
  };
};

const ADDRESS_PARTS = parts({ type: anything, version: anything, hash160: anything });
const NAME_PARTS = parts({
  type: anything,
  content: anything,
  lengthPrefixBytes: anything,
  maxLengthBytes: anything,
});
/** The fields of a Clarity value in versions 7 and 6 of @stacks/transactions. */
const clarityFields = record({
  type: anything,
  value: anything,
  data: anything,
  buffer: anything,
  list: anything,
  address: ADDRESS_PARTS,
  contractName: NAME_PARTS,
});
/** The type of a tuple in both versions. */
const TUPLE: readonly unknown[] = ['tuple', 12];

/** The known fields of a Clarity value and of those inside it. */
const clarityParts: Check = (value, field, ...at) => {
  if (!isPlain(value)) return;
  clarityFields(value, field, ...at);
  const { type } = value;
  for (const name of ['value', 'data', 'list']) {
    const inner = value[name];
    if (Array.isArray(inner)) {
      inner.forEach((item, index) => clarityParts(item, `${field}[${index}]`, ...at));
    } else if (isPlain(inner) && TUPLE.includes(type)) {
      for (const [key, entry] of Object.entries(inner)) {
        clarityParts(entry, `${field}.${key}`, ...at);
      }
    } else clarityParts(inner, `${field}.${name}`, ...at);
  }
};

/** Runs several checks of one value. */
function all(...checks: readonly Check[]): Check {
  return (...given) => checks.forEach((each) => each(...given));
}

/** Hex, or an object of @stacks/transactions, whose content is checked when it is encoded. */
export const clarity = all(
  clarityParts,
  check('a Clarity value: hex, or an object of @stacks/transactions', (value) =>
    isPlain(value)
      ? isText(value['type']) || typeof value['type'] === 'number'
      : // The first byte is one of the fifteen types (SIP-005).
        /^0[0-9a-e]/i.test(bareHex(value) ?? ''),
  ),
);

const PRINCIPAL_PARTS = parts({
  type: anything,
  prefix: anything,
  address: ADDRESS_PARTS,
  contractName: NAME_PARTS,
});
const ASSET_PARTS = parts({
  type: anything,
  address: ADDRESS_PARTS,
  contractName: NAME_PARTS,
  assetName: NAME_PARTS,
});
/** The fields of a post-condition in versions 7 and 6. */
const postConditionParts = parts({
  type: anything,
  conditionType: anything,
  address: anything,
  principal: PRINCIPAL_PARTS,
  condition: anything,
  conditionCode: anything,
  amount: anything,
  asset: ASSET_PARTS,
  assetInfo: ASSET_PARTS,
  assetId: clarityParts,
  assetName: clarityParts,
});
export const postCondition = all(
  postConditionParts,
  check('a post-condition: hex, or an object of @stacks/transactions', (value) =>
    isPlain(value)
      ? isText(value['type']) || value['conditionType'] !== undefined
      : bareHex(value) !== undefined,
  ),
);
export const postConditionMode = check("'allow', 'deny' or 'originator'", (value) =>
  (['allow', 'deny', 'originator', 1, 2, 3] as unknown[]).includes(value),
);
/** The chain has Clarity 1 to 6 (stacks-core, November 2026). */
export const clarityVersion = check("a Clarity version: '1', '2', '3', '4', '5' or '6'", (value) =>
  /^[1-6]$/.test(typeof value === 'number' ? String(value) : isText(value) ? value : ''),
);

/** A check for params that may be omitted. */
export function orNothing(fields: Fields): Check {
  const inner = record(fields);
  return (value, field, method, asIs) => {
    if (value !== undefined && value !== null) inner(value, field, method, asIs);
  };
}

export const network: Fields = { network: optional(someText) };
