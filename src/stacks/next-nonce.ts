import { cannotSend, describe, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { fetchJson, HttpError, parseBaseUrl } from '../http/fetch-json.js';
import { URGENT, pagePauses } from '../http/pauses.js';
import { shareByKey, type SharedTask } from '../lib/promises.js';
import { getNetwork, getStacksApi } from './address.js';
import { isRecord } from '../lib/safe-access.js';
import type { WalletCall } from '../wallets/wallet.js';

/** Statuses of an API without the route. */
const GONE: readonly number[] = [404, 410, 501];

const inFlight = new Map<string, SharedTask<bigint>>();

/**
 * Reads the next nonce of an account from a Stacks API, with the transactions that wait for a block.
 *
 * @param call its API, else the public one of its network, else that of the account, if there is one
 * @throws JsonRpcError -32602 if no API is known, -31000 if the API does not answer with a nonce; the signal's reason
 */
export async function fetchNextNonce(call: WalletCall, sender: string): Promise<bigint> {
  const { method, stacksApi, signal } = call;
  const network = call.network ?? call.reportedNetwork() ?? getNetwork(sender) ?? 'mainnet';
  const given = stacksApi ?? getStacksApi(network);
  if (given === undefined) {
    const reason = `no Stacks API is known for ${network}: give \`nonce\`, or the option \`stacksApi\``;
    throw cannotSend(method, 'nonce', undefined, reason);
  }
  const base = parseBaseUrl(given);
  if (base === undefined) {
    const reason = 'it must be an http or https URL without credentials';
    throw cannotSend(method, 'stacksApi', given, reason);
  }
  const read = (shared: AbortSignal) => readNonce(`${base}/extended`, sender, shared);
  try {
    return await shareByKey(inFlight, `${base} ${sender}`, read).join(signal);
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

async function readNonce(base: string, sender: string, signal: AbortSignal): Promise<bigint> {
  const ask = async (path: string, field: string) => {
    const url = `${base}/${path}/${sender}/nonces`;
    const load = () => fetchJson({ url, cache: 'no-store', signal });
    try {
      // `fresh`: the user may try again at once after network errors, but not after a 429 or 503.
      return { url, field, ...(await pagePauses.run(new URL(url).origin, URGENT, true, load)) };
    } catch (cause) {
      throw cause instanceof HttpError ? new Error(`${url}: ${cause.message}`, { cause }) : cause;
    }
  };
  // In every version of the API, also in those that run for local chains. It is deprecated; once it is gone, it answers
  // 410 (stacks-blockchain-api, `ENABLE_DEPRECATED_ENDPOINTS=false`, 2026-08).
  const first = await ask('v1/address', 'possible_next_nonce');
  const { url, field, status, json } = GONE.includes(first.status)
    ? await ask('v3/principals', 'next_nonce')
    : first;
  if (status !== 200) throw new Error(`${url} answered ${status}.`);
  const nonce = isRecord(json) ? json[field] : undefined;
  if (Number.isSafeInteger(nonce) && (nonce as number) >= 0) return BigInt(nonce as number);
  throw new Error(
    `${url} answered with ${describe(nonce)} in \`${field}\`, where a nonce was expected.`,
  );
}
