import { deserialize, stringify } from '../clarity/cl.js';
import { ClarityError } from '../clarity/clarity-error.js';
import { clip, describe, toJson } from '../errors.js';
import type { ClarityValue } from '../stacks/clarity-value.js';
import { ContractError, type ContractErrorCode } from './contract-error.js';
import { askNode, checkContract, invalid, type Node, type ReadOptions } from './stacks-node.js';

/** What the route of a node needs for a function, a map, a variable or a constant. */
export interface Place {
  readonly node: Node;
  readonly contract: string;
  readonly name: string;
  /** The index block hash of a block. */
  readonly tip?: string | undefined;
}

/**
 * Calls a function on a node.
 *
 * @param args serialized Clarity values, hex without `0x`
 * @throws ContractError
 */
export async function callRead(
  place: Place,
  args: readonly string[],
  sender: string,
  options: ReadOptions,
): Promise<ClarityValue> {
  const { node, contract, name, tip } = { __proto__: null, ...place } as Place;
  const caller = `${contract} ${name}`;
  const path = `${route('call-read', contract, name)}${query({ tip: checkTip(caller, tip) })}`;
  const body = toJson({ sender, arguments: args.map((hex) => `0x${hex}`) });
  const missing =
    tip === undefined ? `contract ${contract}` : `contract ${contract}, or block ${tip}`;
  const { json } = await askNode(node, { caller, path, body, missing }, options);
  const { okay, result, cause } = json as Readonly<Record<string, unknown>>;
  if (okay === true) return readHex(caller, result);
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

/** Null if the map has no entry for the key. */
export async function readMapEntry(
  { node, contract, name, tip }: Place,
  key: string,
  options: ReadOptions,
): Promise<ClarityValue> {
  const caller = `${contract} ${name}`;
  const path =
    route('map_entry', contract, name) + query({ proof: '0', tip: checkTip(caller, tip) });
  const body = toJson(`0x${key}`);
  const missing = `map ${name} of ${contract}`;
  const { json } = await askNode(node, { caller, path, body, missing }, options);
  return readHex(caller, (json as Readonly<Record<string, unknown>>)['data']);
}

export async function readVariable(
  { node, contract, name, tip }: Place,
  kind: 'variable' | 'constant',
  options: ReadOptions,
): Promise<ClarityValue> {
  const caller = `${contract} ${name}`;
  const isVariable = kind === 'variable';
  const path =
    route(isVariable ? 'data_var' : 'constant_val', contract, name) +
    query({ proof: isVariable ? '0' : undefined, tip: checkTip(caller, tip) });
  const missing = `${kind} ${name} in ${contract}`;
  const { json } = await askNode(node, { caller, path, missing }, options);
  return readHex(caller, (json as Readonly<Record<string, unknown>>)['data']);
}

function readHex(caller: string, given: unknown): ClarityValue {
  try {
    return deserialize(given as string);
  } catch (cause) {
    if (!(cause instanceof ClarityError)) throw cause;
    const message = `${caller}: the answer is not one Clarity value: ${describe(given)}.`;
    throw new ContractError('bad-response', message, { cause });
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
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  return given.length > 0 ? `?${given.map(([name, value]) => `${name}=${value}`).join('&')}` : '';
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

/** The error for `(err …)`. */
export function errResponse(
  { contract, name }: Place,
  error: ClarityValue,
  value: unknown,
): ContractError {
  const message = `${contract} ${name} answered (err ${clip(stringify(error), 300)}).`;
  return new ContractError('err-response', message, { contract, functionName: name, value });
}
