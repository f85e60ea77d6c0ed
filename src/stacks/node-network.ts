import { AnswerCache } from '../http/answer-cache.js';
import { withoutQuery } from '../http/base-url.js';
import { shareByKey, type SharedTask } from '../lib/promises.js';
import { isRecord } from '../lib/safe-access.js';
import { getNetworkFamily, getStacksApi } from './address.js';

/** The route of a Stacks node with its network. Every API forwards it. */
export const NODE_INFO = '/v2/info';
/** The `network_id` of mainnet: its chain id (SIP-005). Test networks have others. */
const MAINNET = 1;
/** Milliseconds for the answer: what is read does not wait longer for it. */
export const INFO_TIMEOUT = 3_000;
/** Milliseconds until a service that did not answer is asked again. */
const ASK_AGAIN = 60_000;
/** An answer for {@link NODE_INFO}. */
interface Info {
  readonly status: number;
  readonly json: unknown;
}

/** What the services that one `fetch` asks have said about their networks. */
class NetworkComparison {
  /** By URL and network: what is wrong, if anything is. */
  readonly #stated = new AnswerCache<{ readonly fault: string | undefined }>({ maxBytes: 50_000 });
  readonly #pending = new Map<string, SharedTask<unknown>>();

  async findFault(
    baseUrl: string,
    network: string,
    ask: (signal: AbortSignal) => Promise<Info>,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    const isPublic = getStacksApi(network) === baseUrl;
    if (isPublic || getNetworkFamily(network) === undefined) return undefined;
    const key = `${baseUrl} ${network}`;
    const stated = this.#stated.get(key);
    if (stated) return stated.fault;
    const compare = async (shared: AbortSignal): Promise<string | undefined> => {
      // A service that does not answer here may still answer what is read.
      const info = await ask(shared).catch(() => undefined);
      if (shared.aborted) return undefined;
      const hasAnswered = info !== undefined && info.status !== 429 && info.status < 500;
      const fault = hasAnswered ? getFault(info.json, baseUrl, network) : undefined;
      this.#stated.set(
        key,
        { fault },
        (fault ?? '').length * 2,
        hasAnswered ? undefined : ASK_AGAIN,
      );
      return fault;
    };
    return shareByKey(this.#pending, key, compare).join(signal);
  }
}

/** What is wrong with the network in an answer of {@link NODE_INFO}. Undefined if it has none. */
function getFault(json: unknown, baseUrl: string, network: string): string | undefined {
  const id = isRecord(json) ? json['network_id'] : undefined;
  if (!Number.isSafeInteger(id)) return undefined;
  if ((id === MAINNET) === (getNetworkFamily(network) === 'mainnet')) return undefined;
  const there = id === MAINNET ? 'mainnet' : 'a test network';
  return `${withoutQuery(baseUrl)} is a node of ${there} (network_id ${String(id)} in ${NODE_INFO}), not of ${network}; set the URL of each network, such as { ${network}: '…' }`;
}

const comparisons = new WeakMap<object, NetworkComparison>();

/**
 * Compares the network that a Stacks node or API states with the one that it is read for, once for each URL and network. An
 * account of another network has nothing there, and its next nonce is 0. The public services are known.
 *
 * @param fetch sends the requests: another one may ask another service. Undefined: the browser's
 * @param ask sends a request for {@link NODE_INFO}
 * @returns a sentence about another network, without a full stop; undefined if it is the expected one, or is not stated
 */
export function findWrongNetwork(
  service: {
    readonly baseUrl: string;
    readonly network: string;
    readonly fetch?: typeof globalThis.fetch | undefined;
  },
  ask: (signal: AbortSignal) => Promise<Info>,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { baseUrl, network, fetch = globalThis } = service;
  const comparison = comparisons.get(fetch) ?? new NetworkComparison();
  comparisons.set(fetch, comparison);
  return comparison.findFault(baseUrl, network, ask, signal);
}
