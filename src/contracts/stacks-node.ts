/** Requests to a Stacks node or API, which contracts, balances and names share. */
import { getSettings } from '../core/configure.js';
import { A_NETWORK, findServiceUrl, suggestNetwork } from '../core/services.js';
import { describe, mustBe } from '../errors.js';
import { BASE_URL, joinUrl, parseBaseUrl } from '../http/base-url.js';
import { HttpError, SMALL_ANSWER, type HttpAnswer } from '../http/fetch-json.js';
import { GET, getReader } from '../http/service.js';
import { isRouteMissing } from '../http/stacks-routes.js';
import { MAX_U128 } from '../lib/amount.js';
import * as option from '../lib/read-options.js';
import { isRecord } from '../lib/safe-access.js';
import type { NetworkName } from '../stacks/address.js';
import {
  canBeOn,
  chooseNetwork,
  getAddressFormat,
  getNetwork,
  parsePrincipal,
} from '../stacks/address.js';
import { readNode, type StacksService } from '../stacks/node-network.js';
import { encodePrincipal, expectPrincipal } from '../stacks/stacks-address.js';
import { ContractError, type ContractErrorCode } from './contract-error.js';
import type { AbortSignal, Fetch } from '../lib/web-types.js';

/** A Stacks node or API. */
export interface StacksSource {
  /**
   * The base URL. Its query, such as a key, is part of every request. Default: `stacksApi` of `configure` for the network, else
   * that of Hiro for mainnet and testnet.
   */
  readonly baseUrl?: string | undefined;
  /** Sends the requests. Default: that of `configure`, else the browser's. */
  readonly fetch?: Fetch | undefined;
}

/** Where and how something is read. */
export interface NodeOptions {
  /**
   * Default: that of the client; without one, that of the address. A contract that cannot be on the network of the client is read on
   * its own. What an account has is not: then name its network here.
   */
  readonly network?: NetworkName | undefined;
  readonly source?: StacksSource | undefined;
}

export interface ReadOptions extends NodeOptions {
  /** Milliseconds for which an earlier answer may be used. Default: 0. A request that is pending is always shared. */
  readonly maxAge?: number | undefined;
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export const SOURCE_OPTIONS: option.OptionTable<NodeOptions> = {
  network: option.someText,
  source: option.shared('an object', isRecord),
};
export const READ_OPTIONS: option.OptionTable<ReadOptions> = {
  ...SOURCE_OPTIONS,
  maxAge: option.number(0, Number.MAX_SAFE_INTEGER),
  signal: option.signal,
};
const SOURCE: option.OptionTable<StacksSource> = { baseUrl: option.someText, fetch: option.func };

/** @throws ContractError `invalid` with the name of the option, the value and what was expected */
export function readOptions<T extends object>(
  caller: string,
  options: T | undefined,
  table: option.OptionTable<T>,
  argument = 'options',
): T {
  const toError = (message: string) => new ContractError('invalid', message);
  return option.readOptions(caller, options, table, toError, argument);
}

export function invalid(caller: string, field: string, value: unknown, expected: string): never {
  throw new ContractError('invalid', `${caller}: ${mustBe(field, value, expected)}`);
}

/** Checks an address or a contract, with its checksum. @throws ContractError `invalid` */
export function checkPrincipal(caller: string, field: string, value: unknown): string {
  return typeof value === 'string' && encodePrincipal(value)?.asset === ''
    ? value
    : invalid(caller, field, value, expectPrincipal('a Stacks address or `<address>.<contract-name>`', value)); // prettier-ignore
}

/** The parts of a contract. @throws ContractError `invalid` */
export function checkContract(caller: string, value: unknown) {
  const encoded = encodePrincipal(value);
  const parts = parsePrincipal(value);
  return encoded?.asset === '' && parts?.contract !== undefined
    ? { address: parts.address, contract: parts.contract }
    : invalid(caller, 'contract', value, expectPrincipal('`<address>.<contract-name>`', value));
}

/**
 * Refuses a network that is almost a public one, and one on which the address cannot be.
 *
 * @throws ContractError `invalid`
 */
export function checkNetwork(
  caller: string,
  network: NetworkName | undefined,
  principal: string | undefined,
): void {
  if (network === undefined) return;
  const meant = suggestNetwork(network, getSettings());
  if (meant !== undefined) {
    const message = `${caller}: ${mustBe('network', network, A_NETWORK)} ${meant}`;
    throw new ContractError('invalid', message);
  }
  const format = getAddressFormat(principal);
  if (format && !canBeOn(format, network)) invalid(caller, 'network', network, `${getNetwork(principal)}, the network of ${principal}`); // prettier-ignore
}

/**
 * Refuses the address of an account that cannot be on the network of the page: what it has there would be shown as if it were
 * on the page's.
 *
 * @param owner what has the network, for the message
 * @throws ContractError `wrong-network`
 */
export function checkPageNetwork(
  caller: string,
  address: string,
  page: NetworkName | undefined,
  owner: string,
  isConnected = false,
): void {
  const format = getAddressFormat(address);
  if (page === undefined || !format || canBeOn(format, page)) return;
  const network = getNetwork(address)!;
  const choose = isConnected ? ` The user can choose ${page} in the wallet.` : '';
  throw new ContractError(
    'wrong-network',
    `${caller}: ${address} is an address of ${network}, but the network of ${owner} is ${page}.${choose} To read it on ${network}, pass the option \`network: "${network}"\`.`,
    { networks: { address: network, page, isConnected } },
  );
}

export type Node = StacksService;

/**
 * The node for an address or a contract, or for no particular one.
 *
 * @throws ContractError `invalid` for an address of another network, and if no URL is known
 */
export function findNode(
  caller: string,
  principal: string | undefined,
  options: NodeOptions,
  preferred?: NetworkName,
): Node {
  const { baseUrl, fetch = getSettings().fetch } = readOptions(
    caller,
    options.source,
    SOURCE,
    'source',
  );
  const usual = preferred ?? getSettings().network;
  const network = options.network ?? chooseNetwork(principal, usual) ?? usual ?? 'mainnet';
  checkNetwork(caller, network, principal);
  const url = baseUrl ?? findServiceUrl('stacksApi', network, getSettings());
  if (url === undefined) {
    const remedy = `Set \`stacksApi: { ${network}: '…' }\` with configure().`;
    const message = `${caller}: no Stacks API is known for the \`network\` ${network}. ${remedy}`;
    throw new ContractError('invalid', message);
  }
  const base = parseBaseUrl(url);
  if (base === undefined) {
    const field = baseUrl === undefined ? 'stacksApi' : 'source.baseUrl';
    return invalid(caller, field, url, BASE_URL);
  }
  return { baseUrl: base, network, fetch };
}

/**
 * The node for what an account has.
 *
 * @throws ContractError `wrong-network` for an address that cannot be on the network of `configure()`, unless an option names
 *   its network; else as {@link findNode}
 */
export function findAccountNode(caller: string, address: string, options: NodeOptions): Node {
  if (options.network === undefined)
    checkPageNetwork(caller, address, getSettings().network, 'configure()');
  return findNode(caller, address, options);
}

/** A request for one thing. */
export interface NodeRequest {
  readonly caller: string;
  readonly path: string;
  /** JSON: the request is a POST. */
  readonly body: string | undefined;
  /** What a 404 says is missing. Undefined: every status is returned. */
  readonly missing: string | undefined;
  /** The most bytes of the answer. */
  readonly maxBytes: number;
}

/** A GET request, whose answers have any status. */
export const GET_SMALL = { body: undefined, missing: undefined, maxBytes: SMALL_ANSWER };

/**
 * Reads a path, or shares a request that is the same. The answer has the status 200, unless `missing` is undefined.
 *
 * @throws ContractError `not-found`, `rate-limited`, `network` or `bad-response`; the reason of the signal
 */
export async function requestNode(
  node: Node,
  request: NodeRequest,
  options: ReadOptions,
): Promise<HttpAnswer> {
  const { caller, path, body, missing, maxBytes } = request;
  const { maxAge, signal } = options;
  const failed = (code: ContractErrorCode, why: string, details: object) =>
    new ContractError(code, `${caller}: ${why}`, details);
  try {
    const answer = await readNode(node, path, { ...GET, body, maxBytes }, { maxAge, signal });
    const { status, json } = answer;
    if (status === 200 ? isRecord(json) : missing === undefined) return answer;
    if (status === 404) throw failed('not-found', `there is no ${missing}.`, { status });
    throw getReader(node.fetch).refuse(joinUrl(node.baseUrl, path), answer, 'a JSON object');
  } catch (cause) {
    if (signal?.aborted || !(cause instanceof HttpError)) throw cause;
    const { kind, message, status, retryAfter } = cause;
    throw failed(kind, message, { status, retryAfter, cause });
  }
}

/** The JSON of a route; undefined if the service does not have the route. @throws ContractError */
export async function askRoute(
  node: Node,
  request: NodeRequest,
  options: ReadOptions,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const answer = await requestNode(node, request, options);
  if (isRouteMissing(answer)) return undefined;
  if (answer.status !== 200) throw refused(request.caller, answer.status);
  return answer.json as Readonly<Record<string, unknown>>;
}

export function notFound(caller: string, what: string): never {
  throw new ContractError('not-found', `${caller}: there is no ${what}.`, { status: 404 });
}

export const refused = (caller: string, status: number): ContractError =>
  new ContractError('bad-response', `${caller}: the service answered ${status}.`, { status });

/** An amount as an API writes it, and as a node does. */
const DIGITS = /^\d{1,39}$/;
export const HEX = /^0x[0-9a-f]{1,32}$/i;

/** A whole number in an answer. @throws ContractError `bad-response` */
export function readAmount(
  caller: string,
  field: string,
  value: unknown,
  pattern: RegExp = DIGITS,
): bigint {
  const amount = typeof value === 'string' && pattern.test(value) ? BigInt(value) : undefined;
  if (amount !== undefined && amount <= MAX_U128) return amount;
  throw unusable(caller, field, value, 'an amount');
}

/** The error for an answer with another value than expected. */
export const unusable = (
  caller: string,
  field: string,
  value: unknown,
  expected: string,
): ContractError =>
  new ContractError(
    'bad-response',
    `${caller}: the answer has ${describe(value)} in \`${field}\`, where ${expected} was expected.`,
  );
