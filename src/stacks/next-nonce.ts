import { cannotSend, describe, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { BASE_URL, joinUrl, parseBaseUrl, withoutQuery } from '../http/base-url.js';
import { fetchJson, HttpError, type HttpAnswer } from '../http/fetch-json.js';
import { URGENT, pagePauses } from '../http/pauses.js';
import { askRoutes, isRouteMissing } from '../http/stacks-routes.js';
import { shareByKey, type SharedTask } from '../lib/promises.js';
import { getNetwork } from './address.js';
import { isRecord } from '../lib/safe-access.js';
import { findWrongNetwork, INFO_TIMEOUT, NODE_INFO } from './node-network.js';

/** By the function that sends, and then by the URL, the network and the account. */
const inFlight = new WeakMap<object, Map<string, SharedTask<unknown>>>();

interface NonceRequest {
  readonly method: string;
  readonly network: string | undefined;
  readonly reportedNetwork: () => string | undefined;
  readonly stacksApi: string | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads the next nonce of an account from a Stacks API, with the transactions that wait for a block.
 *
 * @throws JsonRpcError -32602 if no API is known, -31000 if the API does not answer with a nonce, or is of another network;
 *   the signal's reason
 */
export async function fetchNextNonce(call: NonceRequest, sender: string): Promise<bigint> {
  const { method, stacksApi, fetch, signal } = call;
  const network = call.network ?? call.reportedNetwork() ?? getNetwork(sender) ?? 'mainnet';
  if (stacksApi === undefined) {
    const reason = `no Stacks API is known for ${network}: give \`nonce\`, or the option \`stacksApi\``;
    throw cannotSend(method, 'nonce', undefined, reason);
  }
  const baseUrl = parseBaseUrl(stacksApi);
  if (baseUrl === undefined) {
    throw cannotSend(method, 'stacksApi', stacksApi, `it must be ${BASE_URL}`);
  }
  const read = (shared: AbortSignal) => readNonce({ baseUrl, network, fetch }, sender, shared);
  try {
    const pending = inFlight.get(fetch ?? globalThis) ?? new Map<string, SharedTask<unknown>>();
    inFlight.set(fetch ?? globalThis, pending);
    return await shareByKey(pending, `${baseUrl} ${network} ${sender}`, read).join(signal);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new JsonRpcError(
      JsonRpcErrorCode.UnknownError,
      `${method}: the next nonce of ${sender} could not be loaded: ${why} Give \`nonce\`. No wallet was asked.`,
      { cause },
    );
  }
}

async function readNonce(
  service: Pick<NonceRequest, 'fetch'> & { readonly baseUrl: string; readonly network: string },
  sender: string,
  signal: AbortSignal,
): Promise<bigint> {
  const { baseUrl, fetch } = service;
  const load = (path: string, ended: AbortSignal, timeout?: number): Promise<HttpAnswer> => {
    const url = joinUrl(baseUrl, path);
    const send = () => fetchJson({ url, fetch, timeout, cache: 'no-store', signal: ended });
    // `fresh`: the user may try again at once after network errors, but not after a 429 or 503.
    return pagePauses.run(new URL(url).origin, URGENT, true, send);
  };
  const missing: string[] = [];
  const ask = (route: string, field: string) => async () => {
    const path = `/extended/${route}/${sender}/nonces`;
    const url = withoutQuery(baseUrl) + path;
    let answer: HttpAnswer;
    try {
      answer = await load(path, signal);
    } catch (cause) {
      throw cause instanceof HttpError ? new Error(`${url}: ${cause.message}`, { cause }) : cause;
    }
    const { status, json } = answer;
    const refusal = `${url} answered ${status}.`;
    if (isRouteMissing(answer)) {
      missing.push(refusal);
      return undefined;
    }
    if (status !== 200) throw new Error(refusal);
    const nonce = isRecord(json) ? json[field] : undefined;
    if (Number.isSafeInteger(nonce) && (nonce as number) >= 0) return BigInt(nonce as number);
    throw new Error(
      `${url} answered with ${describe(nonce)} in \`${field}\`, where a nonce was expected.`,
    );
  };
  const nonce = await askRoutes(`${baseUrl} nonces`, [
    ask('v3/principals', 'next_nonce'),
    ask('v1/address', 'possible_next_nonce'),
  ]);
  if (nonce === undefined) throw new Error(missing.join(' '));
  const askNetwork = (shared: AbortSignal) => load(NODE_INFO, shared, INFO_TIMEOUT);
  const fault = await findWrongNetwork(service, askNetwork, signal);
  if (fault !== undefined) throw new Error(`${fault}.`);
  return nonce;
}
