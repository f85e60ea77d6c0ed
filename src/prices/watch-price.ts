import type { PriceSource } from '../core/types.js';
import { describe, withDocs } from '../errors.js';
import { isDevelopment } from '../lib/page.js';
import { abortable, anySignal } from '../lib/promises.js';
import { ReadWatcher, type Watcher } from '../lib/read-watcher.js';
import { bare } from '../lib/safe-access.js';
import type { AbortSignal } from '../lib/web-types.js';
import { InvalidPrice, parsePrice, type CheckedPrice } from './price.js';

/** What is known about a price. After a failure of the source, `price` is that of before; after an invalid answer there is none. */
export interface PriceState {
  readonly status: 'loading' | 'ready' | 'error';
  readonly price: CheckedPrice | undefined;
}

/** Milliseconds. */
const MINUTE = 60_000;
/** For which an answer is kept: less than the interval, whose timer may be early. */
const KEPT = MINUTE - 1_000;
/** The age from which a price is not up to date. */
const STALE = 5 * MINUTE;
/** The longest time that a source has. */
const TIMEOUT = MINUTE / 2;
/** Until a source is asked again that has failed. */
const DELAYS = [MINUTE / 4, MINUTE / 2];

/** By the function of the page and the asset with its currency: all amounts of an asset share one. */
const watchers = new WeakMap<PriceSource, Map<string, Watcher<PriceState>>>();

/**
 * Asks a source of the page for a price while there are listeners and the page is visible, about once a minute. All who watch the
 * same price share what was answered. In development, the console says why there is no price.
 */
export function watchPrice(
  source: PriceSource,
  asset: string,
  currency: string,
): Watcher<PriceState> {
  const shared = watchers.get(source) ?? new Map<string, Watcher<PriceState>>();
  watchers.set(source, shared);
  const key = `${currency} ${asset}`;
  const watcher = shared.get(key) ?? createWatcher(source, asset, currency);
  shared.set(key, watcher);
  return watcher;
}

/** The milliseconds until a price is not up to date; at most 0 if it is not. The clock of the computer may have been set back. */
export function untilStale({ time }: CheckedPrice): number {
  const age = Date.now() - time;
  return age < 0 ? 0 : STALE - age;
}

function createWatcher(source: PriceSource, asset: string, currency: string): Watcher<PriceState> {
  let kept: { readonly price: CheckedPrice | undefined; readonly end: number } | undefined;
  return new ReadWatcher<CheckedPrice | undefined, PriceState>({
    empty: { status: 'loading', price: undefined },
    read: async (signal) => {
      const now = Date.now();
      // An element that comes into view again asks for nothing that was answered less than a minute ago.
      if (kept && now < kept.end && now >= kept.end - KEPT) return kept.price;
      kept = undefined;
      const price = parsePrice(await ask(source, asset, currency, signal), Date.now());
      kept = { price, end: Date.now() + KEPT };
      return price;
    },
    toReading: ({ price }) => ({ status: 'loading', price }),
    toReady: (price) => ({ status: 'ready', price }),
    toFailed: (error, { price }) => {
      log(asset, currency, error);
      return { status: 'error', price: error instanceof InvalidPrice ? undefined : price };
    },
    getDelay: (error, attempt) => (error instanceof InvalidPrice ? undefined : DELAYS[attempt]),
    maxAge: MINUTE,
    interval: MINUTE,
  });
}

/** @throws what the source throws; the reason of the signal; an error after half a minute without an answer */
async function ask(
  source: PriceSource,
  asset: string,
  currency: string,
  ended: AbortSignal,
): Promise<unknown> {
  const late = new AbortController();
  const { signal, release } = anySignal(ended, late.signal);
  const timer = setTimeout(
    () => late.abort(new DOMException('No answer in 30 seconds.', 'TimeoutError')),
    TIMEOUT,
  );
  try {
    return await abortable((async () => source(asset, currency, bare({ signal })))(), signal);
  } finally {
    clearTimeout(timer);
    release();
  }
}

function log(asset: string, currency: string, error: unknown): void {
  if (!isDevelopment()) return;
  const what = `configure: \`prices\` for ${describe(asset)} in ${currency}`;
  if (error instanceof InvalidPrice) console.error(`${what}: ${error.message}`);
  else console.error(withDocs(`${what} failed.`, 'prices'), error);
}
