import { deserialize, stringify } from '../clarity/cl.js';
import { clip, describe, toJson, type Refuse } from '../errors.js';
import { SMALL_ANSWER } from '../http/fetch-json.js';
import { bareHex, hexToBytes } from '../lib/bytes.js';
import { attempt } from '../lib/safe-access.js';
import type { ClarityValue } from '../stacks/clarity-value.js';
import { getLargestSize, parseType } from './abi-types.js';
import { ContractError, type ContractErrorCode } from './contract-error.js';
import { compareNames, decodeValue } from './decode.js';
import { requestNode, checkContract, invalid, type Node, type ReadOptions } from './stacks-node.js';

/** What the route of a node needs for a function, a map, a variable or a constant. */
export interface ReadTarget {
  readonly node: Node;
  readonly contract: string;
  readonly name: string;
  /** The type of what is read, in an interface. An answer that such a value cannot have is not read. */
  readonly type: unknown;
  /** True for a type that this library has written: an answer of another one is a wrong answer. */
  readonly isOwn?: true;
  /** The index block hash of a block. */
  readonly tip: string | undefined;
}

/** Where the interface has the type of what is read. */
type TypeField = 'outputs' | 'value' | 'type';

/** What a function returned: as a plain JavaScript value, and its bytes. */
interface Returned {
  readonly value: unknown;
  /** Without `0x`. */
  readonly hex: string;
}

/**
 * Calls a function on a node.
 *
 * @param args serialized Clarity values, hex without `0x`
 * @throws ContractError
 */
export async function callRead(
  target: ReadTarget,
  args: readonly string[],
  sender: string,
  options: ReadOptions,
): Promise<Returned> {
  const { node, contract, name, tip, type } = target;
  const caller = `${contract} ${name}`;
  const path = `${route('call-read', contract, name)}${query({ tip: checkTip(caller, tip) })}`;
  const body = toJson({ sender, arguments: args.map((hex) => `0x${hex}`) });
  const missing =
    tip === undefined ? `contract ${contract}` : `contract ${contract}, or block ${tip}`;
  const maxBytes = getMaxBytes(type);
  const { json } = await requestNode(node, { caller, path, body, missing, maxBytes }, options);
  const { okay, result, cause } = json as Readonly<Record<string, unknown>>;
  if (okay === true) return decode(target, result, 'outputs');
  const reason = typeof cause === 'string' ? cause : describe(cause);
  const [code, why] = CAUSES.find(([, , pattern]) => pattern.test(reason)) ?? RUNTIME;
  throw new ContractError(code, `${caller}: ${why}. The node says: ${clip(reason, 300)}`, {
    contract,
    functionName: name,
  });
}

/**
 * A node gives the error of its VM as debug text, which is not stable: it is matched by the words that stacks-core has had
 * since 2.05 (`Unchecked(…)` until 3.3, `RuntimeCheck(…)` later).
 */
const CAUSES: readonly (readonly [ContractErrorCode, string, RegExp])[] = [
  ['not-read-only', 'the function writes, which a read cannot do', /\bNotReadOnly\b/],
  ['not-found', 'the contract does not exist', /\bNoSuchContract\b/],
  ['not-found', 'the function does not exist', /\b(?:UndefinedFunction|NoSuchPublicFunction)\b/],
  [
    'invalid',
    'the interface is not that of the contract',
    /\b(?:IncorrectArgumentCount|TypeValueError|TypeError)\b/,
  ],
  [
    'too-costly',
    'it exceeds what the node spends on a read',
    /\b(?:CostBalanceExceeded|CostOverflow|MemoryBalanceExceeded|ExecutionTimeExpired)\b/,
  ],
];
const RUNTIME: readonly [ContractErrorCode, string] = ['runtime', 'the function failed'];

/** Null if the map has no entry for the key, if the type is optional. */
export async function readMapEntry(
  target: ReadTarget,
  key: string,
  options: ReadOptions,
): Promise<unknown> {
  const { node, contract, name, tip, type } = target;
  const caller = `${contract} ${name}`;
  const path =
    route('map_entry', contract, name) + query({ proof: '0', tip: checkTip(caller, tip) });
  const body = toJson(`0x${key}`);
  const missing = `map ${name} of ${contract}`;
  const maxBytes = getMaxBytes(type);
  const { json } = await requestNode(node, { caller, path, body, missing, maxBytes }, options);
  return decode(target, (json as Readonly<Record<string, unknown>>)['data'], 'value').value;
}

export async function readVariable(
  target: ReadTarget,
  kind: 'variable' | 'constant',
  options: ReadOptions,
): Promise<unknown> {
  const { node, contract, name, tip, type } = target;
  const caller = `${contract} ${name}`;
  const isVariable = kind === 'variable';
  const path =
    route(isVariable ? 'data_var' : 'constant_val', contract, name) +
    query({ proof: isVariable ? '0' : undefined, tip: checkTip(caller, tip) });
  const missing = `${kind} ${name} in ${contract}`;
  const maxBytes = getMaxBytes(type);
  const { json } = await requestNode(
    node,
    { caller, path, body: undefined, missing, maxBytes },
    options,
  );
  return decode(target, (json as Readonly<Record<string, unknown>>)['data'], 'type').value;
}

/** Bytes of an answer: the hex of the value, and what is around it, such as the text of an error. */
const getMaxBytes = (type: unknown): number => SMALL_ANSWER + getLargestSize(type) * 2;

/** Hex digits of an answer that is read again, to tell a wrong interface from a wrong answer. */
const MAX_CHECKED = 100_000;

/**
 * Reads what the type can have.
 *
 * @throws ContractError `bad-response`; `invalid` for a value of another type, since then the interface is wrong
 */
function decode(
  { contract, name, type, isOwn }: ReadTarget,
  answer: unknown,
  at: TypeField,
): Returned {
  const caller = `${contract} ${name}`;
  const fail = (code: ContractErrorCode, message: string, cause?: unknown): never => {
    throw new ContractError(code, message, { contract, functionName: name, cause });
  };
  const notClarity = (why: string, cause?: unknown): never =>
    fail(
      'bad-response',
      `${caller}: the answer is not one Clarity value (${why}): ${describe(answer)}.`,
      cause,
    );
  const value = typeof answer === 'string' && answer.length <= MAX_CHECKED ? bareHex(answer) : undefined; // prettier-ignore
  const isClarity = () =>
    !isOwn && value !== undefined && attempt(() => deserialize(value)) !== undefined;
  const remedy = `correct \`${at}\` of \`${name}\``;
  const otherType = (): never => {
    const expected = typeof type === 'string' ? type : toJson(type)!;
    const names = compareNames(deserialize(value!), parseType(type));
    return fail(
      'invalid',
      `${caller}: the contract answered ${describeAnswer(value!)}, the interface says ${clip(expected, 300)}${names}: ${remedy}.`,
    );
  };
  const maxSize = getLargestSize(type);
  if (typeof answer === 'string' && answer.length > maxSize * 2 + 2)
    return isClarity() ? otherType() : notClarity(`it has more than ${maxSize} bytes, the most of its type`); // prettier-ignore
  const hex = bareHex(answer) ?? notClarity('it is not hex');
  const refuse: Refuse = (field, wrong, expected) => {
    const isWhole = isClarity();
    if (isWhole && field === name) otherType();
    return fail(
      isWhole ? 'invalid' : 'bad-response',
      `${contract}: the answer has ${describe(wrong)} in \`${field}\`, where the interface expects ${expected}${isWhole ? `: ${remedy}` : ''}.`,
    );
  };
  try {
    return { hex, value: decodeValue(type, hexToBytes(hex), name, refuse) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return notClarity(error.message, error);
  }
}

const ROUTES = {
  'call-read': '/v2/contracts/call-read',
  map_entry: '/v2/map_entry',
  data_var: '/v2/data_var',
  constant_val: '/v2/constant_val',
} as const;

/** Names may have characters such as `?`. */
function route(kind: keyof typeof ROUTES, contract: string, name: string): string {
  const { address, contract: contractName } = checkContract(name, contract);
  return `${ROUTES[kind]}/${address}/${contractName}/${encodeURIComponent(name)}`;
}

function query(params: Readonly<Record<string, string | undefined>>): string {
  const present = Object.entries(params).filter(([, value]) => value !== undefined);
  return present.length > 0
    ? `?${present.map(([name, value]) => `${name}=${value}`).join('&')}`
    : '';
}

/**
 * Nodes want 64 digits in lower case, without `0x`, and read the newest block instead of one that is written in another way
 * (stacks-core, `HttpRequestContents::tip_request`).
 */
function checkTip(caller: string, tip: string | undefined): string | undefined {
  const bare = tip?.toLowerCase().replace(/^0x/, '');
  return bare === undefined || /^[0-9a-f]{64}$/.test(bare)
    ? bare
    : invalid(caller, 'tip', tip, 'an index block hash: 32 bytes in hex');
}

/** Hex digits of a value that is written as Clarity in an error. */
const MAX_WRITTEN = 2_000;

/** As Clarity writes the value; undefined for a long one. */
const writeClarity = (hex: string): string | undefined =>
  hex.length <= MAX_WRITTEN ? clip(stringify(deserialize(hex)), 300) : undefined;

/** The name of the type of a Clarity value, in an interface. */
const KINDS: Readonly<Record<ClarityValue['type'], string>> = {
  int: 'an int128',
  uint: 'a uint128',
  true: 'a bool',
  false: 'a bool',
  address: 'a principal',
  contract: 'a principal',
  buffer: 'a buffer',
  ascii: 'a string-ascii',
  utf8: 'a string-utf8',
  none: 'an optional',
  some: 'an optional',
  ok: 'a response',
  err: 'a response',
  list: 'a list',
  tuple: 'a tuple',
};

/** For errors: the type of a value, and the value if it is short. */
function describeAnswer(hex: string): string {
  const kind = KINDS[deserialize(hex).type];
  const text = writeClarity(hex);
  return text === undefined ? kind : `${kind}, \`${text}\``;
}

/** The error for `(err …)`. */
export function errResponse(
  { contract, name }: ReadTarget,
  hex: string,
  value: unknown,
): ContractError {
  const text = writeClarity(hex) ?? `(err ${describe(value)})`;
  const message = `${contract} ${name} answered ${text}.`;
  return new ContractError('err-response', message, { contract, functionName: name, value });
}
