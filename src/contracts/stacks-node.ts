/** Requests to a Stacks node or API, which contracts, balances and names share. */
import { getSettings } from '../client/configure.js';
import { findServiceUrl } from '../client/services.js';
import { describe, mustBe } from '../errors.js';
import { AnswerCache } from '../http/answer-cache.js';
import { BASE_URL, joinUrl, parseBaseUrl } from '../http/base-url.js';
import {
  fetchJson,
  HttpError,
  SMALL_ANSWER,
  type HttpAnswer,
  type HttpRequest,
} from '../http/fetch-json.js';
import { FOREGROUND, pagePauses, Pauses } from '../http/pauses.js';
import { shareByKey, type SharedTask } from '../lib/promises.js';
import { MAX_U128 } from '../lib/amount.js';
import * as option from '../lib/read-options.js';
import { isRecord } from '../lib/safe-access.js';
import type { NetworkName } from '../stacks/address.js';
import { canBeOn, chooseNetwork, getAddressFormat, parsePrincipal } from '../stacks/address.js';
import { findWrongNetwork, INFO_TIMEOUT, NODE_INFO } from '../stacks/node-network.js';
import { encodePrincipal, expectPrincipal } from '../stacks/stacks-address.js';
import { ContractError } from './contract-error.js';

/** A Stacks node or API. */
export interface StacksSource {
  /**
   * The base URL. Its query, such as a key, is part of every request. Default: `stacksApi` of `configure` for the network, else
   * that of Hiro for mainnet and testnet.
   */
  readonly baseUrl?: string | undefined;
  /** Sends the requests. Default: that of `configure`, else the browser's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Where and how something is read. */
export interface NodeOptions {
  /** Default: that of the client, if the address can be on it, else that of the address. */
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
  given: T | undefined,
  known: option.OptionTable<T>,
  argument = 'options',
): T {
  const toError = (message: string) => new ContractError('invalid', message);
  return option.readOptions(caller, given, known, toError, true, argument);
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
  const found = encodePrincipal(value);
  const parts = parsePrincipal(value);
  return found?.asset === '' && parts?.contract !== undefined
    ? { address: parts.address, contract: parts.contract }
    : invalid(caller, 'contract', value, expectPrincipal('`<address>.<contract-name>`', value));
}

/** A service and how it is asked. */
export interface Node {
  readonly baseUrl: string;
  readonly network: NetworkName;
  readonly fetch: typeof globalThis.fetch | undefined;
}

/**
 * The node for an address or a contract.
 *
 * @throws ContractError `invalid` for an address of another network, and if no URL is known
 */
export function findNode(
  caller: string,
  principal: string,
  given: NodeOptions,
  preferred?: NetworkName,
): Node {
  const { baseUrl, fetch = getSettings().fetch } = readOptions(
    caller,
    given.source,
    SOURCE,
    'source',
  );
  const format = getAddressFormat(principal)!;
  const usual = chooseNetwork(principal, preferred ?? getSettings().network)!;
  const network = given.network ?? usual;
  if (!canBeOn(format, network)) invalid(caller, 'network', network, `the network of ${principal}`);
  const url = baseUrl ?? findServiceUrl('stacksApi', network, getSettings());
  if (url === undefined) {
    const message = `${caller}: no Stacks API is known for ${network}; set \`stacksApi: { ${network}: '…' }\` with configure().`;
    throw new ContractError('invalid', message);
  }
  const base = parseBaseUrl(url);
  if (base === undefined) {
    const field = baseUrl === undefined ? 'stacksApi' : 'source.baseUrl';
    return invalid(caller, field, url, BASE_URL);
  }
  return { baseUrl: base, network, fetch };
}

/** The answers that are kept for callers with `maxAge`. */
const answers = new AnswerCache<HttpAnswer>({ maxBytes: 3_000_000 });

/** The requests of one `fetch`. One with an own `fetch` may have other limits. */
interface Lane {
  /** A part of the keys of {@link answers}. */
  readonly number: number;
  readonly pauses: Pauses;
  readonly pending: Map<string, SharedTask<unknown>>;
}

let count = 0;
const createLane = (pauses: Pauses): Lane => ({
  number: (count += 1),
  pauses,
  pending: new Map(),
});
const pageLane = createLane(pagePauses);
const lanes = new WeakMap<typeof globalThis.fetch, Lane>();

function getLane(fetch: typeof globalThis.fetch | undefined): Lane {
  if (!fetch) return pageLane;
  const known = lanes.get(fetch);
  if (known) return known;
  const lane = createLane(fetch === getSettings().fetch ? pagePauses : new Pauses());
  lanes.set(fetch, lane);
  return lane;
}

/** A request for one thing. */
export interface NodeRequest {
  readonly caller: string;
  readonly path: string;
  /** JSON: the request is a POST. */
  readonly body?: string | undefined;
  /** What a 404 says is missing. Without it, every status is returned. */
  readonly missing?: string | undefined;
  /** The most bytes of the answer. Default: {@link SMALL_ANSWER}. */
  readonly maxBytes?: number | undefined;
}

/**
 * Sends a request, or shares one that is the same. The answer has the status 200, unless `missing` is left out.
 *
 * @throws ContractError `not-found`, `rate-limited`, `network` or `bad-response`; the reason of the signal
 */
export async function askNode(
  node: Node,
  request: NodeRequest,
  { maxAge = 0, signal }: ReadOptions,
): Promise<HttpAnswer> {
  const { baseUrl, fetch } = node;
  // Without a prototype: a property that a page added to `Object.prototype` is no body.
  const { caller, path, body, missing, maxBytes = SMALL_ANSWER } = { __proto__: null, ...request } as NodeRequest; // prettier-ignore
  signal?.throwIfAborted();
  const url = joinUrl(baseUrl, path);
  const lane = getLane(fetch);
  const getKey = (href: string, content = '', most = SMALL_ANSWER) =>
    `${lane.number} ${most} ${href} ${content}`;
  const key = getKey(url, body, maxBytes);
  // A server that prerenders a page must not read the clock before it waits for data, as in Next.
  const kept = maxAge > 0 ? answers.get(key, maxAge) : undefined;
  if (kept) return kept;
  const load = (own: HttpRequest) =>
    lane.pauses.run(new URL(url).origin, FOREGROUND, false, () =>
      fetchJson({ fetch, maxBytes: SMALL_ANSWER, ...own }),
    );
  const send = (shared: AbortSignal) =>
    load({
      url,
      maxBytes,
      signal: shared,
      ...(body !== undefined && {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      }),
    });
  const askNetwork = async (ended: AbortSignal): Promise<HttpAnswer> => {
    const href = joinUrl(baseUrl, NODE_INFO);
    const ask = (shared: AbortSignal) => load({ url: href, timeout: INFO_TIMEOUT, signal: shared });
    const info = await shareByKey(lane.pending, getKey(href), ask).join(ended);
    // What reads a name also needs this answer.
    if (info.status === 200 && maxAge > 0) answers.set(getKey(href), info, info.size);
    return info;
  };
  const failed = (code: ConstructorParameters<typeof ContractError>[0], why: string, more = {}) =>
    new ContractError(code, `${caller}: ${why}`, more);
  let answer: HttpAnswer;
  let fault: string | undefined;
  try {
    answer = await shareByKey(lane.pending, key, send).join(signal);
    const hasAnswered = answer.status !== 429 && answer.status < 500;
    if (hasAnswered) {
      const ask = path === NODE_INFO ? () => Promise.resolve(answer) : askNetwork;
      fault = await findWrongNetwork(node, ask, signal);
    }
  } catch (cause) {
    if (signal?.aborted || !(cause instanceof HttpError)) throw cause;
    const { status, retryAfter } = cause;
    throw failed(cause.kind, cause.message, { status, retryAfter, cause });
  }
  if (fault !== undefined) throw failed('bad-response', `${fault}.`);
  const { status, json } = answer;
  const why = `${new URL(url).host} answered ${status}`;
  if (status === 429) {
    const retryAfter = Math.max(lane.pauses.until(new URL(url).origin) - Date.now(), 0);
    throw failed('rate-limited', `${why}: it is busy.`, { status, retryAfter });
  }
  if (status >= 500 && status !== 501) throw failed('network', `${why}.`, { status });
  if (status === 200 && !isRecord(json)) {
    throw failed('bad-response', `${why} without a JSON object.`, { status });
  }
  if (missing !== undefined && status !== 200) {
    if (status === 404) throw failed('not-found', `there is no ${missing}.`, { status });
    throw failed('bad-response', `${why} to ${path}.`, { status });
  }
  // A newer answer also replaces an older one for those who accept older answers.
  if (status === 200 && (maxAge > 0 || answers.has(key))) answers.set(key, answer, answer.size);
  return answer;
}

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
