import { networkFamily, networkName } from '../lib/network.js';
import { read } from '../lib/safe-access.js';
import type { Undo } from '../wire/provider.js';
import { createPoller } from './poller.js';
import { changeRows, isOf } from './rows.js';
import { shared } from './shared.js';
import { mempoolSpace, stacksApi } from './sources.js';
import { isMined, textOf, type Poller, type Tracked } from './tracked.js';
import { TransactionError } from './transaction-error.js';
import { transactionId } from './transaction-id.js';
import type {
  Confirmations,
  TrackOptions,
  TransactionChain,
  TransactionHandle,
  TransactionSource,
  TransactionState,
  UntilOptions,
  Untracked,
} from './types.js';

/** The public services of Stacks, by family of networks; the last is a local devnet. */
const STACKS: Readonly<Record<string, string>> = {
  mainnet: 'https://api.hiro.so',
  testnet: 'https://api.testnet.hiro.so',
  regtest: 'http://localhost:3999',
};
/** The networks of mempool.space. */
const BITCOIN = /^(?:mainnet|testnet4?|signet)$/;
/** A replacement may be replaced, too. */
const LONGEST_CHAIN = 10;

/**
 * Tracks a transaction: its id, or the result of the request that sent it. Reads nothing before the first
 * subscriber. A result without an id is `untracked`.
 *
 * @throws TransactionError `invalid` if the id is not 32 bytes in hex
 */
export function trackTransaction(
  transaction: string | object,
  options: TrackOptions = {},
): TransactionHandle {
  return track(transaction, options, LONGEST_CHAIN);
}

function track(given: unknown, options: TrackOptions, left: number): TransactionHandle {
  const { method, confirmations: asked = 1, followReplacement } = options;
  const chain =
    options.chain ?? (method === 'sendTransfer' || method === 'signPsbt' ? 'btc' : 'stx');
  const network = networkName(options.network ?? 'mainnet');
  const isText = typeof given === 'string';
  const txid: unknown = isText ? given : read(given, 'txid') || read(given, 'txId');
  const id = txid ? transactionId(txid, chain) : undefined;
  const source = id ? sourceOf(chain, network, options) : undefined;
  const ends = new Set<() => void>();
  const calls = new Set<() => void>();
  let next: TransactionHandle | undefined;
  let tracked: Tracked | undefined;
  let poller: Poller | undefined;

  if (id && source) {
    poller = pollerOf(source, network);
    const sentAt = options.sentAt ?? (isText ? undefined : Date.now());
    tracked = poller.track(id, sentAt);
    if (options.store ?? shared().settings.store ?? true) store(tracked);
  }
  const untracked: Untracked = { status: 'untracked', reason: id ? 'no-source' : reasonOf(given) };

  function store(one: Tracked): void {
    one.isStored = true;
    const { account, label } = options;
    const { id, sentAt, readAt, progress } = one;
    changeRows((rows) => {
      const row = rows.find(isOf(id, network));
      if (row) return rows;
      const { state, seen } = progress;
      return [{ id, chain, network, account, method, label, sentAt, readAt, state, seen }, ...rows];
    });
  }

  function state(): TransactionState {
    const own = tracked?.progress.state ?? untracked;
    return next && own.status === 'replaced' ? { ...own, byState: next.state } : own;
  }

  /** Tracks the replacement as well, while there is one. */
  function follow(): void {
    const own = tracked?.progress.state;
    const by = own?.status === 'replaced' ? own.by : undefined;
    if (by === next?.id) return;
    next?.stop();
    next =
      by && followReplacement && left
        ? track(by, { ...options, chain, source, store: false, sentAt: undefined }, left - 1)
        : undefined;
    next?.subscribe(() => [...calls].forEach((call) => call()));
  }

  function subscribe(listener: () => void, confirmations: Confirmations = asked): Undo {
    const call = (): void => {
      follow();
      try {
        listener();
      } catch (error) {
        reportError(error); // the other listeners are still called
      }
    };
    const watch = tracked && poller?.watch(tracked, { changed: call, confirmations });
    tracked = watch?.live;
    const end = (): void => {
      if (!ends.delete(end)) return;
      calls.delete(call);
      watch?.undo();
      if (ends.size) return;
      next?.stop();
      next = undefined;
    };
    ends.add(end);
    calls.add(call);
    follow();
    return end;
  }

  let stopped = new AbortController();
  const handle: TransactionHandle = {
    id,
    chain,
    network,
    get state() {
      return state();
    },
    get trouble() {
      return tracked?.trouble;
    },
    subscribe: (listener) => subscribe(listener),
    until: (status, options) => until(status, options),
    stop() {
      for (const end of [...ends]) end();
      stopped.abort();
      stopped = new AbortController();
    },
    async *[Symbol.asyncIterator]() {
      const { signal } = stopped;
      let wake: () => void = () => undefined;
      const undo = subscribe(() => wake());
      signal.addEventListener('abort', () => wake());
      try {
        for (let last; !signal.aborted;) {
          const changed = new Promise<void>((resolve) => (wake = resolve));
          const current = state();
          const text = textOf(current);
          if (text !== last) yield current;
          last = text;
          // Nothing more is read after these.
          if (current.status === 'untracked' || isDeep(current, asked)) return;
          if (textOf(state()) === last) await changed;
        }
      } finally {
        undo();
      }
    },
  };
  return handle;

  function until(
    wanted: 'confirmed' | 'pending',
    { confirmations = asked, signal, timeout }: UntilOptions = {},
  ): Promise<TransactionState> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const stopSignal = stopped.signal;
      const fail = (code: TransactionError['code'], text: string): void =>
        end(() => reject(new TransactionError(code, `${id ?? 'It'} ${text}`, state())));
      const check = (): void => {
        const current = state();
        let last = current;
        while (last.status === 'replaced' && last.byState) last = last.byState;
        const { status } = last;
        const isReached =
          (status === 'confirmed' && (wanted !== status || isDeep(last, confirmations))) ||
          (status === wanted && status === 'pending');
        if (isReached) end(() => resolve(current));
        else if (status === 'failed') fail(status, `failed: ${last.reason}.`);
        else if (status === 'replaced' && !(followReplacement && last.by)) {
          fail(status, `was replaced${last.by ? ` by ${last.by}` : ''}.`);
        } else if (status === 'dropped') fail(status, `was dropped: ${last.reason}.`);
        else if (status === 'untracked') fail(status, `is not tracked: ${last.reason}.`);
      };
      const aborted = (): void => end(() => reject(signal!.reason as Error));
      const onStop = (): void => fail('stopped', 'was stopped.');
      // Without a timeout it only keeps a process in Node alive, which the timers of the reads do not.
      const timer = setTimeout(
        () => timeout !== undefined && fail('timeout', `is not ${wanted} after ${timeout} ms.`),
        Math.min(timeout ?? Infinity, 2 ** 31 - 1),
      );
      const undo = subscribe(check, confirmations);
      let isOpen = true;
      function end(settle: () => void): void {
        if (!isOpen) return;
        isOpen = false;
        clearTimeout(timer);
        signal?.removeEventListener('abort', aborted);
        stopSignal.removeEventListener('abort', onStop);
        undo();
        settle();
      }
      signal?.addEventListener('abort', aborted);
      stopSignal.addEventListener('abort', onStop);
      check();
    });
  }
}

const isDeep = (state: TransactionState, asked: Confirmations): boolean =>
  isMined(state) && (asked === 'bitcoin' ? state.final : state.depth >= asked);

function reasonOf(result: unknown): Untracked['reason'] {
  const status = read(result, 'status');
  if (status === 'proposed') return status;
  return status === 'signed' || (status === undefined && read(result, 'transaction'))
    ? 'signed'
    : 'no-txid';
}

function sourceOf(
  chain: TransactionChain,
  network: string,
  { source, baseUrl }: TrackOptions,
): TransactionSource | undefined {
  if (source) return source;
  const { settings, sources } = shared();
  const url = baseUrl || settings.baseUrls?.[chain]?.[network] || publicUrl(chain, network);
  if (!url) return undefined;
  const { fetch, pace, perMinute } = settings;
  const key = `${chain} ${url}`;
  const made =
    sources.get(key) ??
    (chain === 'stx' ? stacksApi : mempoolSpace)({ baseUrl: url, fetch, pace, perMinute });
  sources.set(key, made);
  return made;
}

function publicUrl(chain: TransactionChain, network: string): string | undefined {
  if (chain === 'stx') return STACKS[networkFamily(network) ?? ''];
  return BITCOIN.test(network)
    ? `https://mempool.space${network === 'mainnet' ? '' : `/${network}`}/api`
    : undefined;
}

function pollerOf(source: TransactionSource, network: string): Poller {
  const { pollers } = shared();
  // A route of its own has a poller of its own.
  const key = source.fetch ? source : `${source.name} ${network} ${source.baseUrl}`;
  const poller = pollers.get(key) ?? createPoller(source, network);
  pollers.set(key, poller);
  return poller;
}
