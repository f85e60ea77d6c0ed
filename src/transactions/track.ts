import { getServiceUrl, getSettings } from '../client/configure.js';
import type { SentTransaction, WalletClient } from '../client/types.js';
import { clip } from '../errors.js';
import { mergeOptions } from '../lib/read-options.js';
import { attempt, read, report } from '../lib/safe-access.js';
import type { Unsubscribe } from '../lib/store.js';
import { getNetwork } from '../stacks/address.js';
import {
  getMethodChain,
  getNetworkFamily,
  MAINNET_API,
  mempoolSpaceUrl,
  normalizeNetwork,
  TESTNET_API,
} from '../stacks/network.js';
import { checkStatus, readSource, readTrackOptions } from './options.js';
import { getPoller, isDeep, toText, type TransactionRecord } from './poll.js';
import { changeRecent, isSame } from './recent.js';
import { mempoolSpace } from './sources/esplora.js';
import { stacksApi } from './sources/stacks-api.js';
import {
  DroppedError,
  ReplacedError,
  TimeoutError,
  TransactionError,
  TransactionFailedError,
} from './transaction-error.js';
import type {
  Confirmations,
  TrackOptions,
  TransactionChain,
  TransactionHandle,
  TransactionSource,
  TransactionState,
  Trouble,
  UntilOptions,
  Untracked,
} from './types.js';

/**
 * Tracks a transaction: its id, or the result of the request that sent it. Reads nothing before the first
 * subscriber. A result without an id is `untracked`.
 *
 * @example
 * ```ts
 * import { trackTransaction } from 'stacks-wallet-elements/transactions';
 *
 * const handle = trackTransaction('5a'.repeat(32), { network: 'mainnet' });
 * const { status } = await handle.until('confirmed', { timeout: 600_000 });
 * console.log(status);
 * ```
 *
 * @throws TransactionError `invalid` if the id is not 32 bytes in hex, or for a wrong option, which it names
 */
export function trackTransaction(
  transaction: string | object,
  options?: TrackOptions,
): TransactionHandle {
  return new Handle(transaction, readTrackOptions('trackTransaction', options));
}

/**
 * Tracks every transaction that a client sends from now on, for any element or code, and adds it to the list of
 * recent transactions. `tracked` is called with the handle of each.
 *
 * @example
 * ```ts
 * import { getDefaultClient } from 'stacks-wallet-elements';
 * import { trackSent } from 'stacks-wallet-elements/transactions';
 *
 * trackSent(getDefaultClient(), (handle) => console.log(handle.id, handle.state.status));
 * ```
 *
 * @throws TransactionError `invalid` for a wrong option, which it names
 */
export function trackSent(
  client: Pick<WalletClient, 'on'>,
  tracked?: (handle: TransactionHandle, sent: SentTransaction) => void,
  options?: TrackOptions,
): Unsubscribe {
  const own = readTrackOptions<TrackOptions>('trackSent', options);
  return client.on('sent', (sent) => {
    const { txid, ...rest } = sent;
    const handle = trackTransaction(txid, mergeOptions<TrackOptions>(rest, own));
    tracked?.(handle, sent);
  });
}

class Handle implements TransactionHandle {
  readonly id: string | undefined;
  readonly chain: TransactionChain;
  readonly network: string;
  readonly source: string | undefined;
  readonly #options: TrackOptions;
  readonly #readFrom: TransactionSource | undefined;
  readonly #untracked: Untracked;
  #record: TransactionRecord | undefined;
  /** The transaction that took its place, with `followReplacement`. */
  #replacement: Handle | undefined;
  readonly #subscriptions = new Set<Unsubscribe>();
  #stopped = new AbortController();

  constructor(transaction: string | object, options: TrackOptions) {
    const { method, account, label } = options;
    const isText = typeof transaction === 'string';
    const txid = isText ? transaction : read(transaction, 'txid') || read(transaction, 'txId');
    this.#options = options;
    this.chain = options.chain ?? options.source?.chain ?? getMethodChain(method);
    const own = options.source && readSource(options.source, this.chain);
    this.network = normalizeNetwork(options.network || findNetwork(transaction, account));
    this.id = txid ? toId(txid, this.chain) : undefined;
    this.#untracked = {
      status: 'untracked',
      reason: this.id ? 'no-source' : whyUntracked(transaction),
    };
    if (!this.id) return;
    this.#readFrom = own ?? defaultSource(this.chain, this.network, options.baseUrl);
    if (!this.#readFrom) return;
    const poller = getPoller(this.#readFrom, this.network);
    this.source = poller.sourceName;
    this.#record = poller.getRecord(this.id, options.sentAt ?? (isText ? undefined : Date.now()));
    if (!(options.store ?? getSettings().transactions?.store ?? true)) return;
    this.#record.isStored = true;
    const { chain, network } = this;
    const source = poller.sourceName;
    const { id, sentAt, readAt, state, seen } = this.#record;
    const about = { id, chain, network, source, account, method, label };
    changeRecent((all) =>
      all.some((one) => isSame(one, id, network, source))
        ? all
        : [{ ...about, sentAt, readAt, state, seen }, ...all],
    );
  }

  get state(): TransactionState {
    const state = this.#record?.state ?? this.#untracked;
    return state.status === 'replaced' && this.#replacement
      ? { ...state, byState: this.#replacement.state }
      : state;
  }

  get trouble(): Trouble | undefined {
    return this.#record?.trouble;
  }

  // `subscribe`, `until` and `stop` are bound: frameworks take them without the handle.
  readonly subscribe = (listener: () => void): Unsubscribe =>
    this.#subscribe(listener, this.#options.confirmations ?? 1);

  readonly until = async (
    status: 'confirmed' | 'pending',
    given?: UntilOptions,
  ): Promise<TransactionState> => {
    checkStatus(status);
    const { signal, timeout, confirmations } = readTrackOptions('until', given);
    signal?.throwIfAborted();
    const depth = confirmations || this.#options.confirmations || 1;
    const done = new AbortController();
    let unsubscribe: Unsubscribe | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise<TransactionState>((resolve, reject) => {
        const check = (): void => {
          const { state } = this;
          const last = newest(state);
          const isReached =
            (last.status === 'confirmed' && (status === 'pending' || isDeep(last, depth))) ||
            (last.status === 'pending' && status === 'pending');
          if (isReached) resolve(state);
          else {
            const error = toError(last, last === state ? (this.id ?? 'It') : 'The replacement');
            if (error) reject(error);
          }
        };
        const ended = { signal: done.signal };
        signal?.addEventListener('abort', () => reject(signal.reason as Error), ended);
        const { id } = this;
        const stopped = () =>
          reject(new TransactionError('stopped', `${id} was stopped.`, this.state));
        this.#stopped.signal.addEventListener('abort', stopped, ended);
        // Without `timeout`, this timer only keeps a process in Node alive, which the timers of the reads do not.
        timer = setTimeout(() => {
          if (timeout === undefined) return;
          const message = `${id} is not ${status} after ${timeout} ms.`;
          reject(new TimeoutError('timeout', message, this.state));
        }, timeout ?? LONGEST_TIMER);
        unsubscribe = this.#subscribe(check, depth);
        check();
      });
    } finally {
      done.abort();
      clearTimeout(timer);
      unsubscribe?.();
    }
  };

  readonly stop = (): void => {
    for (const unsubscribe of [...this.#subscriptions]) unsubscribe();
    this.#stopped.abort();
    this.#stopped = new AbortController();
  };

  /** Yields each state until the requested depth is reached or the handle is stopped; only one if it is untracked. */
  async *[Symbol.asyncIterator](): AsyncGenerator<TransactionState, void> {
    const depth = this.#options.confirmations || 1;
    const { signal } = this.#stopped;
    let wake: () => void = () => undefined;
    const woken = (): void => wake();
    const unsubscribe = this.#subscribe(woken, depth);
    signal.addEventListener('abort', woken);
    try {
      for (let last; !signal.aborted;) {
        const changed = new Promise<void>((resolve) => (wake = resolve));
        const { state } = this;
        const text = toText(state);
        if (text !== last) yield state;
        last = text;
        if (state.status === 'untracked' || isDeep(newest(state), depth)) return;
        if (toText(this.state) === last) await changed;
      }
    } finally {
      signal.removeEventListener('abort', woken);
      unsubscribe();
    }
  }

  #subscribe(listener: () => void, confirmations: Confirmations): Unsubscribe {
    let replacement: Handle | undefined;
    let leave: Unsubscribe | undefined;
    const follow = (): void => {
      this.#follow();
      if (replacement === this.#replacement) return;
      leave?.();
      replacement = this.#replacement;
      leave = replacement ? replacement.#subscribe(changed, confirmations) : undefined;
    };
    const changed = (): void => {
      follow();
      try {
        listener();
      } catch (error) {
        report(error);
      }
    };
    const subscription =
      this.#readFrom &&
      this.#record &&
      getPoller(this.#readFrom, this.network).subscribe(this.#record, { changed, confirmations });
    this.#record = subscription?.record;
    follow();
    const unsubscribe = (): void => {
      if (!this.#subscriptions.delete(unsubscribe)) return;
      leave?.();
      subscription?.unsubscribe();
    };
    this.#subscriptions.add(unsubscribe);
    return unsubscribe;
  }

  /** Creates the handle of the replacement, while there is one. Its own replacement is not followed. */
  #follow(): void {
    const state = this.#record?.state;
    const by = state?.status === 'replaced' && state.by !== this.id ? state.by : undefined;
    if (!this.#options.followReplacement || by === this.#replacement?.id) return;
    const { chain, network } = this;
    const source = this.#readFrom;
    const own = {
      chain,
      network,
      source,
      followReplacement: false,
      store: false,
      sentAt: undefined,
    };
    const options = mergeOptions<TrackOptions>(this.#options, own);
    this.#replacement = by ? attempt(() => new Handle(by, options)) : undefined;
  }
}

/** The longest time of a timer in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The state of the replacement, if that is followed. */
const newest = (state: TransactionState): TransactionState =>
  (state.status === 'replaced' && state.byState) || state;

/** The error for a state that ends the waiting. */
function toError(state: TransactionState, subject: string): TransactionError | undefined {
  switch (state.status) {
    case 'failed':
      return new TransactionFailedError('failed', `${subject} failed: ${state.reason}.`, state);
    case 'replaced': {
      const by = state.by ? ` by ${state.by}` : '';
      return new ReplacedError('replaced', `${subject} was replaced${by}.`, state);
    }
    case 'dropped':
      return new DroppedError('dropped', `${subject} was dropped: ${state.reason}.`, state);
    case 'untracked':
      return new TransactionError('untracked', `${subject} is untracked: ${state.reason}.`, state);
    default:
      return undefined;
  }
}

/** The public services of Stacks, by family of networks; the last is a local devnet. */
const PUBLIC_STACKS_APIS = new Map<string | undefined, string>([
  ['mainnet', MAINNET_API],
  ['testnet', TESTNET_API],
  ['regtest', 'http://localhost:3999'],
]);

/** Where a transaction is read: the service of the option, else the page's, else the public one of the network. */
function defaultSource(
  chain: TransactionChain,
  network: string,
  baseUrl: string | undefined,
): TransactionSource | undefined {
  const { stacksApi: stacks, bitcoinApi: bitcoin, fetch, transactions } = getSettings();
  const options = { fetch, pace: transactions?.pace, perMinute: transactions?.perMinute };
  const isStacks = chain === 'stx';
  const explorer = isStacks ? undefined : mempoolSpaceUrl(network);
  const url =
    baseUrl ||
    getServiceUrl(isStacks ? stacks : bitcoin, network) ||
    (isStacks ? PUBLIC_STACKS_APIS.get(getNetworkFamily(network)) : explorer && `${explorer}/api`);
  return url ? (isStacks ? stacksApi : mempoolSpace)({ ...options, baseUrl: url }) : undefined;
}

/**
 * The network of the sender, else of the signed transaction, whose version is its first byte (SIP-005), else that of the
 * page.
 */
function findNetwork(transaction: string | object, account: string | undefined): string {
  const network = getNetwork(account);
  if (network) return network;
  const version = /^(?:0x)?(00|80)/.exec(String(read(transaction, 'transaction')))?.[1];
  if (version) return version === '80' ? 'testnet' : 'mainnet';
  return getSettings().network ?? 'mainnet';
}

function whyUntracked(result: string | object): Untracked['reason'] {
  const status = read(result, 'status');
  if (status === 'proposed') return status;
  return status === 'signed' || (status === undefined && read(result, 'transaction'))
    ? 'signed'
    : 'no-txid';
}

/**
 * The id in the form of the services: `0x` and lower case on Stacks, lower case without `0x` on Bitcoin.
 *
 * @throws TransactionError `invalid` for anything that is not 32 bytes in hex
 */
function toId(text: unknown, chain: TransactionChain): string {
  const isStacks = chain === 'stx';
  const hex = /^(0x)?([0-9a-f]{64})$/i.exec(typeof text === 'string' ? text : '');
  if (!hex || (hex[1] && !isStacks)) {
    const got = clip(String(text), 80);
    throw new TransactionError('invalid', `A transaction id has 64 hex digits; got “${got}”.`);
  }
  return (isStacks ? '0x' : '') + hex[2]!.toLowerCase();
}
