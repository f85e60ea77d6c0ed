import { cannotSend, describe, JsonRpcError, JsonRpcErrorCode, markNotAsked } from '../errors.js';
import { BASE_URL, joinUrl, parseBaseUrl, withoutQuery } from '../http/base-url.js';
import { HttpError } from '../http/fetch-json.js';
import { URGENT } from '../http/pauses.js';
import { GET, getReader, type ServiceRequest } from '../http/service.js';
import { readRoutes, isRouteMissing } from '../http/stacks-routes.js';
import { getNetwork } from './address.js';
import { isRecord } from '../lib/safe-access.js';
import { readNode, type StacksService } from './node-network.js';

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
  const service = { baseUrl, network, fetch };
  const read = (shared: AbortSignal) => readNonce(service, sender, shared);
  try {
    const key = `nonce ${baseUrl} ${network} ${sender}`;
    return await getReader(fetch).share(key, read, signal);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const why = cause instanceof Error ? cause.message : String(cause);
    const message = `${method}: the next nonce of ${sender} could not be loaded: ${why} Give \`nonce\`. No wallet was asked.`;
    throw markNotAsked(new JsonRpcError(JsonRpcErrorCode.UnknownError, message, { cause }));
  }
}

async function readNonce(
  service: StacksService,
  sender: string,
  signal: AbortSignal,
): Promise<bigint> {
  const { baseUrl, fetch } = service;
  const missing: string[] = [];
  const createRoute = (route: string, field: string) => async () => {
    const path = `/extended/${route}/${sender}/nonces`;
    const answer = await readNode(service, path, URGENT_READ, { maxAge: 0, signal }).catch(
      (cause: unknown) => {
        const url = withoutQuery(baseUrl) + path;
        const isNamed =
          !(cause instanceof HttpError) || cause.message.includes(withoutQuery(baseUrl));
        throw isNamed ? cause : new Error(`${url}: ${cause.message}`, { cause });
      },
    );
    const { status, json } = answer;
    const refusal = getReader(fetch).refuse(joinUrl(baseUrl, path), answer, 'a nonce');
    if (isRouteMissing(answer)) {
      missing.push(refusal.message);
      return undefined;
    }
    if (status !== 200) throw refusal;
    const nonce = isRecord(json) ? json[field] : undefined;
    if (Number.isSafeInteger(nonce) && (nonce as number) >= 0) return BigInt(nonce as number);
    throw new Error(
      `${withoutQuery(baseUrl)}${path} answered with ${describe(nonce)} in \`${field}\`, where a nonce was expected.`,
    );
  };
  const nonce = await readRoutes(`${baseUrl} nonces`, [
    createRoute('v3/principals', 'next_nonce'),
    createRoute('v1/address', 'possible_next_nonce'),
  ]);
  if (nonce === undefined) throw new Error(missing.join(' '));
  return nonce;
}

/** `fresh`: the user may try again at once after network errors, but not after a 429 or 503. */
const URGENT_READ: ServiceRequest = { ...GET, rules: URGENT, fresh: true, cache: 'no-store' };
