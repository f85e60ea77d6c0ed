import { JsonRpcError, JsonRpcErrorCode, keepArrays } from '../errors.js';
import { attempt, isRecord, read } from '../lib/safe-access.js';
import { native } from '../lib/native.js';
import type { WalletProvider } from '../wire/provider.js';

/** Where Asigna shows pages of Stacks apps in its frame. */
const ASIGNA = 'https://stx.asigna.io';
/** Methods that sign and send nothing: asked the same twice, either answer is right. */
const READS = /^(stx_)?get/;
/** Asked beside a first request of which nobody knows whether it reached Asigna. */
const PROBE = 'getAddresses';

/** The requests of one method that are not answered yet. */
interface Open {
  /** What is asked, as text; undefined: nothing else may be asked beside it. */
  readonly asks: string | undefined;
  posted: number;
  readonly waiting: Set<(answer: unknown) => void>;
}

/**
 * A provider that asks the page around this one, where there is one. Asigna's messages carry no id:
 * `{ source: 'asigna-stx', [method]: params }` is answered by `{ [method]: answer }`, perhaps days later,
 * when all owners have signed. So a method that is not answered yet is asked for nothing else, also where
 * its caller no longer listens (-32600): no answer is ever taken for that of another request.
 *
 * Only the window that was asked may answer, and only from an origin that was asked. Where the browser does
 * not say which that is, requests fail after `answerLimit` milliseconds in which nothing was answered.
 */
export function asignaProvider(window: Window, answerLimit = 120_000): WalletProvider | undefined {
  const wallet = read(window, 'top') as Window | null | undefined;
  if (!wallet || wallet === window.self) return undefined;
  const origins = originsOf(window);
  if (origins.length === 0) return undefined;
  const open = new Map<string, Open>();
  /** Somebody who was asked is there: the browser says so, or an answer did. */
  let isThere = window.location.ancestorOrigins !== undefined;

  /** What was asked beside a request of the page's; another request of the same name waits for it. */
  let probe: Promise<unknown> | undefined;

  const receive = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== wallet || !origins.includes(origin) || !isRecord(data)) return;
    isThere = true;
    for (const [method, { waiting }] of open) {
      if (!Object.hasOwn(data, method)) continue;
      close(method);
      for (const settle of waiting) settle(data[method]);
      waiting.clear();
    }
  };

  const close = (method: string) => {
    const entry = open.get(method);
    if (entry && !--entry.posted) open.delete(method);
    if (open.size === 0) window.removeEventListener('message', receive);
  };

  const request = async (method: string, params: unknown = {}): Promise<unknown> => {
    const asks = READS.test(method) ? attempt(() => JSON.stringify(params, keepArrays)) : undefined;
    const before = open.get(method);
    if (before && (asks === undefined || before.asks !== asks)) {
      if (method !== PROBE || !probe) throw unanswered(method);
      await Promise.race([probe, silence(method)]);
      probe = undefined;
      return request(method, params);
    }
    // A window takes what is posted to its own origin alone.
    for (const origin of origins) {
      wallet.postMessage({ source: 'asigna-stx', [method]: params }, origin);
    }
    const entry = before ?? { asks, posted: 0, waiting: new Set() };
    entry.posted++;
    open.set(method, entry);
    window.addEventListener('message', receive);
    const answer = new Promise((resolve) => entry.waiting.add(resolve));
    if (isThere) return answer;
    // The owners may take days to sign; addresses are answered at once (inferred).
    if (!open.has(PROBE)) probe = request(PROBE).catch(() => undefined);
    return Promise.race([answer, silence(method)]);
  };

  /** Rejects unless anybody answered anything by then. */
  const silence = (method: string) =>
    new Promise<never>((_, reject) => {
      setTimeout(() => {
        if (!isThere) reject(silent(method, origins));
      }, answerLimit);
    });

  return { request };
}

function silent(method: string, origins: readonly string[]): JsonRpcError {
  return new JsonRpcError(
    JsonRpcErrorCode.UnknownError,
    `${method}: nobody answered at ${origins.join(' or ')}. This browser does not tell which page is around this one; if it is another one, load this page anew in its frame.`,
  );
}

function unanswered(method: string): JsonRpcError {
  return new JsonRpcError(
    JsonRpcErrorCode.InvalidRequest,
    `${method}: the last one is not answered in Asigna, and its answer could be taken for this one's.`,
  );
}

/**
 * The origins that the outermost page can have: its own, where the browser lists it. Firefox does not;
 * there the referrer names it, until another page was shown in this frame. No request is posted to
 * every origin: a page that is not Asigna could read it.
 */
function originsOf(window: Window): readonly string[] {
  const ancestors = window.location.ancestorOrigins as DOMStringList | undefined;
  const outermost = ancestors?.item(ancestors.length - 1);
  if (outermost) return outermost === 'null' ? [] : [outermost];
  const { document, parent, top } = window;
  const referrer = parent === top && attempt(() => new URL(native(document, 'referrer')).origin);
  return referrer && referrer !== 'null' && referrer !== ASIGNA ? [ASIGNA, referrer] : [ASIGNA];
}
