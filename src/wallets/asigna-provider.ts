import { isRecord, read } from '../lib/guard.js';
import type { WalletProvider } from '../wire/provider.js';

/**
 * A provider that asks the page around this one, where there is one. Asigna's messages carry no id:
 * `{ source: 'asigna-stx', [method]: params }` is answered by `{ [method]: answer }`. So one request of
 * a method waits for the one before it, also where its caller no longer listens: a late answer is never
 * taken for that of another request. Only the frame that was asked may answer; it cannot be replaced
 * while this page lives, so that its identity is proof enough.
 */
export function asignaProvider(window: Window): WalletProvider | undefined {
  const wallet = read(window, 'top') as Window | null | undefined;
  if (!wallet || wallet === window.self) return undefined;
  const origin = originOf(window);
  const queues = new Map<string, Promise<unknown>>();

  const ask = (method: string, params: unknown) =>
    new Promise((resolve, reject) => {
      const stop = () => window.removeEventListener('message', receive);
      const receive = (event: MessageEvent) => {
        if (event.source !== wallet || (origin !== undefined && event.origin !== origin)) return;
        const data: unknown = event.data;
        if (!isRecord(data) || !Object.hasOwn(data, method)) return;
        stop();
        resolve(data[method]);
      };
      window.addEventListener('message', receive);
      try {
        wallet.postMessage({ source: 'asigna-stx', [method]: params ?? {} }, origin ?? '*');
      } catch (error) {
        stop();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });

  return {
    request(method, params) {
      const previous = queues.get(method) ?? Promise.resolve();
      const answer = previous.then(() => ask(method, params));
      queues.set(
        method,
        answer.catch(() => undefined),
      );
      return answer;
    },
  };
}

/** The origin of the outermost page, where the browser tells; Firefox has only the referrer. */
function originOf(window: Window): string | undefined {
  const ancestors = window.location.ancestorOrigins as DOMStringList | undefined;
  const outermost = ancestors?.item(ancestors.length - 1);
  if (outermost) return outermost === 'null' ? undefined : outermost;
  if (window.parent !== window.top) return undefined;
  try {
    return new URL(window.document.referrer).origin;
  } catch {
    return undefined;
  }
}
