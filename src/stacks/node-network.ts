import { AnswerCache } from '../http/answer-cache.js';
import { joinUrl, withoutQuery } from '../http/base-url.js';
import { HttpError, SMALL_ANSWER, type HttpAnswer } from '../http/fetch-json.js';
import { GET, getReader, type KeptOptions, type ServiceRequest } from '../http/service.js';
import { isRecord } from '../lib/safe-access.js';
import { getNetworkFamily, getStacksApi } from './address.js';
import type { AbortSignal, Fetch } from '../lib/web-types.js';

/** The route of a Stacks node with its network. Every API forwards it. */
export const NODE_INFO = '/v2/info';
/** The `network_id` of mainnet: its chain id (SIP-005). Test networks have others. */
const MAINNET = 1;
/** Milliseconds for the answer: what is read does not wait longer for it. */
export const INFO_TIMEOUT = 3_000;
/** Milliseconds until a service that did not answer is asked again. */
const ASK_AGAIN = 60_000;
/** A Stacks node or API, the network that it is read for, and how it is asked. */
export interface StacksService {
  /** That of `parseBaseUrl`. */
  readonly baseUrl: string;
  readonly network: string;
  /** Undefined: the browser's. */
  readonly fetch: Fetch | undefined;
}

/** By reader, URL and network: what is wrong, if anything is. */
const stated = new AnswerCache<{ readonly fault: string | undefined }>(50_000);

/**
 * Reads a path of a Stacks node or API, and compares the network that it states with the one that it is read for. The
 * status of the answer is 200, or says something about what is read.
 *
 * @throws HttpError; the reason of the signal
 */
export async function readNode(
  service: StacksService,
  path: string,
  request: ServiceRequest,
  options: KeptOptions,
): Promise<HttpAnswer> {
  const url = joinUrl(service.baseUrl, path);
  const answer = await getReader(service.fetch).read(url, request, options);
  const readInfo = path === NODE_INFO ? () => Promise.resolve(answer) : createInfoReader(service, request, options); // prettier-ignore
  await assertNetwork(service, options, readInfo);
  return answer;
}

/**
 * Like {@link findWrongNetwork}.
 *
 * @throws HttpError `wrong-network`; the reason of the signal
 */
export async function assertNetwork(
  service: StacksService,
  options: KeptOptions,
  readInfo: (signal: AbortSignal) => Promise<HttpAnswer>,
): Promise<void> {
  const fault = await findWrongNetwork(service, options, readInfo);
  if (fault !== undefined) throw new HttpError('wrong-network', `${fault}.`);
}

/**
 * Compares the network that a Stacks node or API states with the one that it is read for, once for each URL and network: on a
 * wrong network, an account would seem to have nothing, and its next nonce would be 0. The public services are not asked.
 *
 * @param readInfo sends a request for {@link NODE_INFO}
 * @returns a sentence about another network, without a full stop; undefined if it is the expected one, or is not stated
 */
export async function findWrongNetwork(
  service: StacksService,
  options: KeptOptions,
  readInfo = createInfoReader(service, GET, options),
): Promise<string | undefined> {
  const { baseUrl, network, fetch } = service;
  const isPublic = getStacksApi(network) === baseUrl;
  if (isPublic || getNetworkFamily(network) === undefined) return undefined;
  const reader = getReader(fetch);
  const key = `${reader.id} ${baseUrl} ${network}`;
  const kept = stated.get(key);
  if (kept) return kept.fault;
  const compare = async (shared: AbortSignal): Promise<string | undefined> => {
    // A service that does not answer here may still answer what is read.
    const info = await readInfo(shared).catch(() => undefined);
    if (shared.aborted) return undefined;
    const isAnswered = info !== undefined && info.status !== 429 && info.status < 500;
    const fault = isAnswered ? getFault(info.json, baseUrl, network) : undefined;
    const size = (fault ?? '').length * 2;
    stated.set(key, { fault }, size, isAnswered ? undefined : ASK_AGAIN);
    return fault;
  };
  return reader.share(`network ${key}`, compare, options.signal);
}

/** A request for {@link NODE_INFO}, sent like the one for what is read. */
const createInfoReader =
  (
    { baseUrl, fetch }: StacksService,
    { rules, fresh, cache }: ServiceRequest,
    { maxAge }: KeptOptions,
  ) =>
  (signal: AbortSignal): Promise<HttpAnswer> => {
    const info = { ...GET, rules, fresh, cache, timeout: INFO_TIMEOUT, maxBytes: SMALL_ANSWER };
    return getReader(fetch).read(joinUrl(baseUrl, NODE_INFO), info, { maxAge, signal });
  };

/** What is wrong with the network in an answer of {@link NODE_INFO}. Undefined if it has none. */
function getFault(json: unknown, baseUrl: string, network: string): string | undefined {
  const id = isRecord(json) ? json['network_id'] : undefined;
  if (!Number.isSafeInteger(id)) return undefined;
  if ((id === MAINNET) === (getNetworkFamily(network) === 'mainnet')) return undefined;
  const there = id === MAINNET ? 'mainnet' : 'a test network';
  return `${withoutQuery(baseUrl)} is a node of ${there} (network_id ${String(id)} in ${NODE_INFO}), not of ${network}; set the URL of each network, such as { ${network}: '…' }`;
}
