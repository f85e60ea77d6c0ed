import { cannotSend, describe, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { fetchJson, HttpError, parseBaseUrl } from '../http/fetch-json.js';
import { FOREGROUND, pagePauses } from '../http/pauses.js';
import { shareByKey, type SharedTask } from '../lib/promises.js';
import { getStacksApi } from './address.js';
import { isRecord } from '../lib/safe-access.js';

/** A route with the next nonce of an account, and its field. */
interface Route {
  readonly path: string;
  readonly field: string;
}
/**
 * Comes first: every version of the API has it, also those that run for local chains. It is deprecated; once it is gone,
 * it answers 410 (stacks-blockchain-api, `ENABLE_DEPRECATED_ENDPOINTS=false`, 2026-08).
 */
const V1: Route = { path: 'v1/address', field: 'possible_next_nonce' };
const V3: Route = { path: 'v3/principals', field: 'next_nonce' };
/** Statuses of an API without the route. */
const GONE: ReadonlySet<number> = new Set([404, 410, 501]);

const inFlight = new Map<string, SharedTask<unknown>>();

interface NonceQuery {
  /** For errors. */
  readonly method: string;
  /** A Stacks address. */
  readonly sender: string;
  readonly network: string;
  /** The base URL of a Stacks API. Default: the public one of the network, if there is one. */
  readonly apiUrl: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads the next nonce of an account from a Stacks API, with the transactions that wait for a block.
 *
 * @throws JsonRpcError -32602 if no API is known, -31000 if the API does not answer with a nonce; the signal's reason
 */
export async function fetchNextNonce({ method, sender, network, apiUrl, signal }: NonceQuery) {
  const given = apiUrl ?? getStacksApi(network);
  if (given === undefined) {
    const reason = `no Stacks API is known for ${network}: give \`nonce\`, or the option \`stacksApi\``;
    throw cannotSend(method, 'nonce', undefined, reason);
  }
  const base = parseBaseUrl(given);
  if (base === undefined) {
    throw cannotSend(method, 'stacksApi', given, 'it must be an http or https URL without credentials'); // prettier-ignore
  }
  const url = `${base}/extended`;
  const read = (shared: AbortSignal) => readNonce(url, sender, shared);
  try {
    return await shareByKey(inFlight, `${url} ${sender}`, read).join(signal);
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

async function readNonce(url: string, sender: string, signal: AbortSignal): Promise<bigint> {
  const ask = async ({ path, field }: Route) => {
    const route = `${url}/${path}/${sender}/nonces`;
    try {
      // `fresh`: the user may try again at once after network errors, but not after a 429 or 503.
      const answer = await pagePauses.run(new URL(url).origin, FOREGROUND, true, () =>
        fetchJson({ url: route, cache: 'no-store', signal }),
      );
      return { ...answer, route, field };
    } catch (cause) {
      throw cause instanceof HttpError ? new Error(`${route}: ${cause.message}`, { cause }) : cause;
    }
  };
  const first = await ask(V1);
  const { status, json, route, field } = GONE.has(first.status) ? await ask(V3) : first;
  if (status !== 200) throw new Error(`${route} answered ${status}.`);
  if (!isRecord(json)) throw new Error(`${route} did not answer with a JSON object.`);
  const nonce = json[field];
  if (Number.isSafeInteger(nonce) && (nonce as number) >= 0) return BigInt(nonce as number);
  throw new Error(
    `${route} answered with ${describe(nonce)} in \`${field}\`, where a nonce was expected.`,
  );
}
