import { cannotSend, invalidParams, unknownField } from '../errors.js';
import {
  CONTRACT_NAME,
  getAddressFormat,
  isAssetName,
  isContractName,
  parsePrincipal,
} from '../stacks/address.js';
import { decodeAddress, expectPrincipal } from '../stacks/stacks-address.js';
import { MAX_U64, parseBaseUnits } from '../lib/amount.js';
import { bareHex } from '../lib/bytes.js';
import { nearest, suggestion } from '../lib/read-options.js';
import { bare, isPlain } from '../lib/safe-access.js';
import type { Amount } from '../lib/amount.js';
import type { NetworkName } from '../stacks/address.js';
import type { PostConditionInput, PostConditionModeInput } from './values.js';

/**
 * Checks a value, and returns it in the form of SIP-030 (amounts as decimal digits). Throws -32602 that names `field` if
 * the value does not conform to the specification. `asIs`: other fields than the known ones are allowed. `ignored`: if given,
 * top-level fields that no method has are left out, and their names added to it.
 */
export type FieldCheck = (
  value: unknown,
  field: string,
  method: string,
  asIs?: boolean,
  ignored?: string[],
) => unknown;
/**
 * The fields of a record. A text is the right name for a common wrong one, which is refused with it.
 */
export type FieldChecks = Readonly<Record<string, FieldCheck | string>>;

export function check(expected: string, holds: (value: unknown) => boolean): FieldCheck {
  return (value, field, method) => {
    if (!holds(value)) throw invalidParams(method, field, value, expected);
    return value;
  };
}

export function optional(inner: FieldCheck): FieldCheck {
  return (value, ...at) => (value === undefined ? undefined : inner(value, ...at));
}

export function listOf(inner: FieldCheck, expected: string, least = 0): FieldCheck {
  return (value, field, method, asIs) => {
    if (!Array.isArray(value) || value.length < least) {
      throw invalidParams(method, field, value, expected);
    }
    return value.map((item, index) => inner(item, `${field}[${index}]`, method, asIs));
  };
}

const allNames = new Set<string>();
/** The names of the fields of all records, and the common wrong ones. */
export const knownFieldNames: ReadonlySet<string> = allNames;

/**
 * A plain object with these fields only: a wallet ignores a misspelled field, and signs without it. What is returned has
 * each of them, `undefined` where it was not given, and none of other methods.
 */
export function record(fields: FieldChecks): FieldCheck {
  const checks = Object.entries(fields).filter((entry) => typeof entry[1] !== 'string');
  const names = checks.map(([name]) => name);
  for (const [name] of Object.entries(fields)) allNames.add(name);
  return (value, field, method, asIs, ignored) => {
    if (!isPlain(value)) throw invalidParams(method, field, value, 'a plain object');
    const prefix = field === 'params' ? '' : `${field}.`;
    for (const [name, content] of Object.entries(value)) {
      if (asIs || content === undefined || names.includes(name)) continue;
      // A field of another method, such as `memo` or `broadcast`, may be about money.
      if (ignored && nearest(name, [...allNames]) === undefined) {
        ignored.push(name);
        continue;
      }
      const meant = Object.hasOwn(fields, name) ? `Did you mean \`${String(fields[name])}\`?` : '';
      throw unknownField(method, prefix + name, meant || suggestion(name, names));
    }
    const encoded = checks.map(([name, inner]) => {
      const content = Object.hasOwn(value, name) ? value[name] : undefined;
      return [name, (inner as FieldCheck)(content, prefix + name, method, asIs)] as const;
    });
    return bare(Object.fromEntries(encoded));
  };
}

/** The fields of params that may be omitted. Undefined if there are none. */
export function orNothing(fields: FieldChecks): FieldCheck {
  const inner = record(fields);
  return (value, ...at) => {
    const encoded = inner(value ?? {}, ...at) as object;
    return Object.entries(encoded).some(([, content]) => content !== undefined)
      ? encoded
      : undefined;
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

/** An amount of at most `limit`, as decimal digits; see {@link parseBaseUnits}. */
export function amount(unit: string, limit: bigint): FieldCheck {
  const expected = `a whole number of ${unit}, from 0 to ${limit}, as a bigint, a string of digits or a safe integer`;
  return (value, field, method) => {
    const units = parseBaseUnits(value);
    if (units === undefined || units > limit) throw invalidParams(method, field, value, expected);
    return units.toString();
  };
}

/** A text that begins with a Stacks address, whose checksum must be right. */
function principalOf(expected: string, holds: (value: unknown) => boolean): FieldCheck {
  return (value, field, method, asIs) => {
    if (!holds(value)) throw invalidParams(method, field, value, expectPrincipal(expected, value));
    const text = value as string;
    const [address = ''] = text.split(/[.:]/, 1);
    if (asIs || decodeAddress(address) !== undefined) return text;
    throw cannotSend(method, field, value, 'the checksum of its address is wrong');
  };
}

export const principal = principalOf(
  'a Stacks address or contract principal',
  (value) => getAddressFormat(value)?.chain === 'stacks',
);
export const contract = principalOf('of the form `<address>.<contract-name>`', (value) => {
  const parts = parsePrincipal(value);
  return parts?.contract !== undefined && parts.asset === undefined;
});
export const asset = principalOf(
  'of the form `<address>.<contract-name>` or `<address>.<contract-name>::<asset-name>`',
  (value) => parsePrincipal(value)?.contract !== undefined,
);
export const contractName = check(CONTRACT_NAME, isContractName);
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

/** Hex, or an object of @stacks/transactions, version 7 or 6. Its content is checked when it is encoded. */
const encodable = (name: string, maker: string): FieldCheck =>
  check(`${name}: hex, or an object of \`${maker}\` of /clarity or @stacks/transactions`, (value) =>
    isPlain(value) ? Object.entries(value).length > 0 : bareHex(value) !== undefined,
  );
export const clarity = encodable('a Clarity value', 'Cl');
export const postCondition = encodable('a post-condition', 'Pc');

const MODES = ['allow', 'deny', 'originator'] as const;
/** The name of the mode. Its numbers are those of SIP-005 and SIP-040. */
export const postConditionMode: FieldCheck = (value, field, method) => {
  const name = MODES.find((each, index) => value === each || value === index + 1);
  if (!name) throw invalidParams(method, field, value, "'allow', 'deny' or 'originator'");
  return name;
};
/** The chain has Clarity 1 to 6, and 7 from epoch 4.1 (stacks-core, November 2026). */
export const clarityVersion: FieldCheck = (value, field, method) => {
  if (!/^[1-7]$/.test(typeof value === 'number' || isText(value) ? String(value) : '')) {
    throw invalidParams(method, field, value, "a Clarity version: '1' to '7'");
  }
  return Number(value);
};

export const network: FieldChecks = { network: optional(someText) };

/** The params that every Stacks transaction may have (SIP-030). The fee is in micro-STX. */
export interface TransactionParams {
  network?: NetworkName | undefined;
  /** The account that signs. Default: the current one. Another one than the connected account is refused (-32602). */
  address?: string | undefined;
  /** Micro-STX. Default: the wallet's estimate. */
  fee?: Amount | undefined;
  /** The number of the account's transaction. Default: the next one. */
  nonce?: Amount | undefined;
  /** A sponsor pays the fee. Fails (-32602) for wallets that would make the user pay. */
  sponsored?: boolean | undefined;
  /** Conditions on what the transaction moves, in hex or as objects of `Pc`: it aborts if one of them fails. */
  postConditions?: readonly PostConditionInput[] | undefined;
  /**
   * Whether the transaction may move what no condition names. Default: `deny`. `call` of a contract sends it; `request` sends no
   * mode then, and the wallets that are known use `deny`.
   */
  postConditionMode?: PostConditionModeInput | undefined;
}

export const transaction: FieldChecks = {
  ...network,
  address: optional(principal),
  fee: optional(amount('micro-STX', MAX_U64)),
  nonce: optional(amount('transactions', MAX_U64)),
  sponsored: optional(flag),
  postConditions: optional(listOf(postCondition, 'a list of post-conditions')),
  postConditionMode: optional(postConditionMode),
};
