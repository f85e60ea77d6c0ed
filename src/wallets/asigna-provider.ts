import { JsonRpcError, JsonRpcErrorCode, keepArrays } from '../errors.js';
import { attempt, isRecord, native, read } from '../lib/safe-access.js';
import type { WalletProvider } from './wallet.js';

/** The origin of Asigna, which shows Stacks apps in a frame. */
const ASIGNA = 'https://stx.asigna.io';
/** Marks the messages of this protocol, in both directions. */
const SOURCE = 'asigna-stx';
/** Methods that neither sign nor send. Two equal requests may share an answer. */
const READS = /^(stx_)?get/;
/** The pending requests of one method. */
interface PendingRequests {
  /** The params as JSON. Undefined if no second request may be sent while this one is pending. */
  readonly key: string | undefined;
  posted: number;
  readonly waiting: Set<(answer: unknown) => void>;
}

/**
 * A provider for a page inside Asigna's frame, which sends requests to the outermost page. Undefined if this
 * page is not in a frame, or if the outermost page has no origin.
 *
 * Asigna's messages have no id: `{ source: 'asigna-stx', [method]: params }` is answered with
 * `{ source: 'asigna-stx', [method]: answer }`, possibly days later, when all owners have signed. To match answers
 * with requests, a second request of the same method fails (-32600) until the first is answered, even if it was
 * aborted. Exception: an equal request that only reads.
 *
 * Answers are accepted only from that window, from an origin that was posted to, and with that `source`. There is no
 * time limit: a transaction waits for all owners.
 */
export function asignaProvider(window: Window): WalletProvider | undefined {
  const wallet = read(window, 'top') as Window | null | undefined;
  if (!wallet || wallet === window.self) return undefined;
  const origins = findOrigins(window);
  if (origins.length === 0) return undefined;
  const pending = new Map<string, PendingRequests>();

  const receive = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== wallet || !origins.includes(origin)) return;
    if (!isRecord(data) || data['source'] !== SOURCE) return;
    for (const [method, { waiting }] of pending) {
      if (!Object.hasOwn(data, method)) continue;
      close(method);
      for (const settle of waiting) settle(data[method]);
      waiting.clear();
    }
  };

  const close = (method: string) => {
    const entry = pending.get(method);
    if (entry && !--entry.posted) pending.delete(method);
    if (pending.size === 0) window.removeEventListener('message', receive);
  };

  const request = async (method: string, params: unknown = {}): Promise<unknown> => {
    const key = READS.test(method) ? attempt(() => JSON.stringify(params, keepArrays)) : undefined;
    const before = pending.get(method);
    if (before && (key === undefined || before.key !== key)) {
      throw stillPending(method);
    }
    // A window receives only messages that are posted to its own origin.
    for (const origin of origins) {
      wallet.postMessage({ source: SOURCE, [method]: params }, origin);
    }
    const entry = before ?? { key, posted: 0, waiting: new Set() };
    entry.posted++;
    pending.set(method, entry);
    window.addEventListener('message', receive);
    return new Promise((resolve) => entry.waiting.add(resolve));
  };

  return { request };
}

function stillPending(method: string): JsonRpcError {
  return new JsonRpcError(
    JsonRpcErrorCode.InvalidRequest,
    `${method}: the last request of this method is still pending in Asigna, whose answers cannot be told apart.`,
  );
}

/**
 * The possible origins of the outermost page: the last of `ancestorOrigins`, if the browser has this list. Firefox
 * has none: there, Asigna's, and that of the referrer, which is the outermost page unless another page was loaded in
 * this frame before. Requests are never posted to any origin (`*`), because a page that is not Asigna could read them.
 */
function findOrigins(window: Window): readonly string[] {
  const ancestors = window.location.ancestorOrigins as DOMStringList | undefined;
  const outermost = ancestors?.item(ancestors.length - 1);
  if (outermost) return outermost === 'null' ? [] : [outermost];
  const { document, parent, top } = window;
  const referrer = parent === top && attempt(() => new URL(native(document, 'referrer')).origin);
  return referrer && referrer !== 'null' && referrer !== ASIGNA ? [ASIGNA, referrer] : [ASIGNA];
}
