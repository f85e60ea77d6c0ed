import { invalidParams } from '../errors.js';
import { addressKind } from '../lib/address.js';
import { parseBaseUnits } from '../lib/amount.js';
import { bareHex } from '../lib/bytes.js';
import { isPlain } from '../lib/plain-data.js';
import { isContractName, principalParts } from '../lib/principal.js';

/** Throws -32602 that names `field` if `value` does not conform to the specification. */
export type Check = (value: unknown, field: string, method: string) => void;
/** The fields of a record, each with its check. */
export type Fields = Readonly<Record<string, Check>>;

/** Makes a check from a predicate and a description of what is expected. */
export function check(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, field, method) => {
    if (!holds(value)) throw invalidParams(method, field, value, expected);
  };
}

/** The same check for a field that may be absent. */
export function optional(inner: Check): Check {
  return (value, field, method) => {
    if (value !== undefined) inner(value, field, method);
  };
}

export function listOf(inner: Check, expected: string, least = 0): Check {
  return (value, field, method) => {
    if (!Array.isArray(value) || value.length < least) {
      throw invalidParams(method, field, value, expected);
    }
    value.forEach((item, index) => inner(item, `${field}[${index}]`, method));
  };
}

export function record(fields: Fields): Check {
  return (value, field, method) => {
    if (!isPlain(value)) throw invalidParams(method, field, value, 'a plain object');
    const prefix = field === 'params' ? '' : `${field}.`;
    for (const [name, inner] of Object.entries(fields)) {
      inner(Object.hasOwn(value, name) ? value[name] : undefined, prefix + name, method);
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
  (value) => addressKind(value)?.chain === 'stx',
);
export const contract = check('of the form `<address>.<contract-name>`', (value) => {
  const parts = principalParts(value);
  return parts?.contract !== undefined && parts.asset === undefined;
});
export const asset = check(
  'of the form `<address>.<contract-name>` or `<address>.<contract-name>::<asset-name>`',
  (value) => principalParts(value)?.contract !== undefined,
);
export const contractName = check(
  'a contract name: a letter, then at most 39 letters, digits, hyphens or underscores',
  isContractName,
);
/** Refuses only what is certainly not a Bitcoin address: wallets may support more formats than `addressKind` does. */
export const bitcoinAddress = check(
  'a Bitcoin address',
  (value) => isText(value) && /^\w+$/.test(value) && addressKind(value)?.chain !== 'stx',
);
export const memo = check(
  'a string of at most 34 bytes of UTF-8',
  (value) => isText(value) && new TextEncoder().encode(value).length <= 34,
);

/** Hex, or an object of @stacks/transactions, whose content is checked when it is encoded. */
export const clarity = check(
  'a Clarity value: hex, or an object of @stacks/transactions',
  (value) =>
    isPlain(value)
      ? isText(value['type']) || typeof value['type'] === 'number'
      : // The first byte is one of the fifteen types (SIP-005).
        /^0[0-9a-e]/i.test(bareHex(value) ?? ''),
);
export const postCondition = check(
  'a post-condition: hex, or an object of @stacks/transactions',
  (value) =>
    isPlain(value)
      ? isText(value['type']) || value['conditionType'] !== undefined
      : bareHex(value) !== undefined,
);
export const postConditionMode = check("'allow', 'deny' or 'originator'", (value) =>
  (['allow', 'deny', 'originator', 1, 2, 3] as unknown[]).includes(value),
);
export const clarityVersion = check("a Clarity version, such as '3'", (value) => {
  const version = parseBaseUnits(value);
  return typeof value !== 'bigint' && version !== undefined && version > 0n && version < 256n;
});

/** A check for params that may be omitted. */
export function orNothing(fields: Fields): Check {
  return (value, field, method) => {
    if (value !== undefined && value !== null) record(fields)(value, field, method);
  };
}

/**
 * Refuses a field that only some wallets have. They would read it instead of the field that was checked. Other wallets
 * would drop it and sign every input, or a call without its arguments.
 */
export const insteadOf = (field: string): Check =>
  optional(check(`given as \`${field}\``, () => false));

export const network: Fields = { network: optional(someText) };
