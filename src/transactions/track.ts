import { getSettings } from '../core/configure.js';
import { findServiceUrl } from '../core/services.js';
import type { SentTransaction, WalletClient } from '../core/types.js';
import { clip, describe, mustBe } from '../errors.js';
import { anySignal } from '../lib/promises.js';
import { LONGEST_TIMER, withDefaults } from '../lib/read-options.js';
import { isObject, read, report } from '../lib/safe-access.js';
import { checkListener, type Unsubscribe } from '../lib/store.js';
import { readSentAmount } from '../methods/sent-amount.js';
import {
  canBeOn,
  chooseNetwork,
  getMethodChain,
  getNetworkFamily,
  normalizeNetwork,
} from '../stacks/address.js';
import { checkStatus, readSource, readTrackOptions } from './options.js';
import { getPoller, type Subscription } from './poll.js';
import { changeRecent, isSame } from './recent.js';
import type { TransactionRecord } from './record.js';
import { mempoolSpace } from './sources/esplora.js';
import { stacksApi } from './sources/stacks-api.js';
import { isDeep, toText } from './states.js';
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
  checkTransaction('trackTransaction', transaction);
  return new Handle(transaction, readTrackOptions('trackTransaction', options));
}

/**
 * A promise, and what a function of a module for frameworks returned, would be results without an id, never tracked. So would a
 * number.
 *
 * @throws TransactionError `invalid`
 */
export function checkTransaction(caller: string, transaction: unknown): void {
  const has = (name: string) => typeof read(transaction, name) === 'function';
  const isKnown = typeof transaction === 'string' || isObject(transaction);
  const found = has('then')
    ? 'a promise: use `await` before the request'
    : has('send') && read(transaction, 'txid') === undefined
      ? 'what sends it: its `.transaction` is the state already'
      : isKnown
        ? undefined
        : describe(transaction);
  if (found === undefined) return;
  throw new TransactionError(
    'invalid',
    `${caller}: \`transaction\` must be an id or the result of a request; got ${found}.`,
  );
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
  const trackOptions = readTrackOptions<TrackOptions>('trackSent', options);
  if (typeof read(client, 'on') !== 'function') {
    const expected = 'a client, such as that of getDefaultClient()';
    throw new TransactionError('invalid', `trackSent: ${mustBe('client', client, expected)}`);
  }
  if (tracked !== undefined) checkListener('trackSent', tracked, 'tracked');
  return client.on('sent', (sent) => {
    const { txid, ...rest } = sent;
    const handle = trackTransaction(txid, withDefaults(trackOptions, rest));
    tracked?.(handle, sent);
  });
}

/** Its functions are bound: frameworks take them without the handle. */
class Handle implements TransactionHandle {
  readonly id: string | undefined;
  readonly chain: TransactionChain;
  readonly network: string;
  readonly source: string | undefined;
  readonly #options: TrackOptions;
  readonly #readFrom: TransactionSource | undefined;
  readonly #untracked: Untracked;
  #record: TransactionRecord | undefined;
  /** The transaction that took its place, with `followReplacement`. Its own replacement is not followed. */
  #replacement: TransactionRecord | undefined;
  readonly #subscriptions = new Set<Unsubscribe>();
  #stopped = new AbortController();

  constructor(transaction: string | object, options: TrackOptions) {
    const { method, account, label } = options;
    const amount = readSentAmount(options.amount);
    const isText = typeof transaction === 'string';
    const txid = isText ? transaction : read(transaction, 'txid') || read(transaction, 'txId');
    this.#options = options;
    this.chain = options.chain ?? options.source?.chain ?? getMethodChain(method);
    const pageSource = options.source && readSource(options.source, this.chain);
    this.network = normalizeNetwork(options.network || findNetwork(transaction, account));
    this.id = txid ? toId(txid, this.chain) : undefined;
    const reason = this.id ? 'no-source' : whyUntracked(transaction);
    this.#untracked = Object.freeze({ status: 'untracked', reason });
    if (!this.id) return;
    this.#readFrom = pageSource ?? findSource(this.chain, this.network, options.baseUrl);
    if (!this.#readFrom) return;
    const { chain, network } = this;
    const poller = getPoller(this.#readFrom, network);
    const source = poller.sourceName;
    const sentAt = options.sentAt ?? (isText ? undefined : Date.now());
    const record = poller.getRecord(this.id, sentAt, account);
    this.source = source;
    this.#record = record;
    if (!(options.store ?? getSettings().transactions?.store ?? true)) return;
    record.isStored = true;
    const { id, readAt, state, seen } = record;
    const about = { account, method, label, amount };
    const added = { id, chain, network, source, ...about, sentAt: record.sentAt };
    changeRecent((all) => {
      const at = all.findIndex((recent) => isSame(recent, id, network, source));
      if (at < 0) return [{ ...added, readAt, state, seen }, ...all];
      // What tracked it first may not have known its account.
      return all.with(at, withDefaults(all[at]!, about));
    });
  }

  get state(): TransactionState {
    const state = this.#record?.state ?? this.#untracked;
    const replacement = this.#replacement;
    return state.status === 'replaced' && replacement && state.by === replacement.id
      ? Object.freeze({ ...state, byState: replacement.state })
      : state;
  }

  get trouble(): Trouble | undefined {
    return this.#record?.trouble;
  }

  readonly subscribe = (listener: () => void): Unsubscribe => {
    checkListener('subscribe', listener);
    return this.#subscribe(listener, this.#options.confirmations ?? 1, false);
  };

  readonly until = async (
    status: 'confirmed' | 'pending',
    options?: UntilOptions,
  ): Promise<TransactionState> => {
    checkStatus(status);
    const { signal, timeout, confirmations } = readTrackOptions('until', options);
    const depth = confirmations || this.#options.confirmations || 1;
    const late = new AbortController();
    // Without `timeout`, this timer only keeps a process in Node alive, which the timers of the reads do not.
    const timer = setTimeout(() => {
      const message = `${this.id} is not ${status} after ${timeout} ms.`;
      if (timeout !== undefined) late.abort(new TimeoutError('timeout', message, this.state));
    }, timeout ?? LONGEST_TIMER);
    const { signal: ended, release } = anySignal(this.#stopped.signal, late.signal, signal);
    try {
      for await (const { state, isHint } of this.#follow(depth, ended)) {
        if (isHint) continue;
        const last = newest(state);
        const isPending = last.status === 'pending' && status === 'pending';
        const isConfirmed =
          last.status === 'confirmed' && (status === 'pending' || isDeep(last, depth));
        if (isPending || isConfirmed) return state;
        const error = toError(last, last === state ? (this.id ?? 'It') : 'The replacement');
        if (error) throw error;
      }
      throw ended.reason;
    } finally {
      clearTimeout(timer);
      release();
    }
  };

  readonly stop = (): void => {
    for (const unsubscribe of [...this.#subscriptions]) unsubscribe();
    this.#stopped.abort(new TransactionError('stopped', `${this.id} was stopped.`, this.state));
    this.#stopped = new AbortController();
  };

  /** Yields each state until the requested depth is reached or the handle is stopped; only one if it is untracked. */
  async *[Symbol.asyncIterator](): AsyncGenerator<TransactionState, void> {
    const depth = this.#options.confirmations || 1;
    let last;
    for await (const { state } of this.#follow(depth, this.#stopped.signal)) {
      const text = toText(state);
      if (text !== last) yield state;
      last = text;
    }
  }

  /** Yields each state, and again one that was stored once it is read. */
  async *#follow(depth: Confirmations, ended: AbortSignal): AsyncGenerator<CurrentState, void> {
    let wake: () => void = () => undefined;
    const woken = (): void => wake();
    const unsubscribe = this.#subscribe(woken, depth, true);
    ended.addEventListener('abort', woken);
    try {
      for (let last; !ended.aborted;) {
        const changed = new Promise<void>((resolve) => (wake = resolve));
        const current = this.#current;
        const { state, isHint } = current;
        const text = toText(current);
        if (text !== last) yield current;
        last = text;
        if (state.status === 'untracked' || (!isHint && isDeep(newest(state), depth))) return;
        if (toText(this.#current) === last) await changed;
      }
    } finally {
      ended.removeEventListener('abort', woken);
      unsubscribe();
    }
  }

  get #current(): CurrentState {
    const { state } = this;
    const isOfReplacement = state.status === 'replaced' && state.byState !== undefined;
    const records = [this.#record, isOfReplacement ? this.#replacement : undefined];
    return { state, isHint: records.some((record) => record?.isHint) };
  }

  #subscribe(listener: () => void, confirmations: Confirmations, isWaiting: boolean): Unsubscribe {
    const source = this.#readFrom;
    if (!source || !this.#record) return () => undefined;
    const poller = getPoller(source, this.network);
    let replacement: Subscription | undefined;
    /** Also reads the replacement, while there is one. */
    const followReplacement = (): void => {
      const state = this.#record?.state;
      const by = state?.status === 'replaced' && state.by !== this.id ? state.by : undefined;
      if (!this.#options.followReplacement || by === replacement?.record.id) return;
      replacement?.unsubscribe();
      replacement = by
        ? poller.subscribe(poller.getRecord(by), { changed, confirmations, isWaiting })
        : undefined;
      this.#replacement = replacement?.record;
    };
    const changed = (): void => {
      followReplacement();
      try {
        listener();
      } catch (error) {
        report(error);
      }
    };
    const { record, unsubscribe } = poller.subscribe(this.#record, {
      changed,
      confirmations,
      isWaiting,
    });
    this.#record = record;
    followReplacement();
    const end = (): void => {
      if (!this.#subscriptions.delete(end)) return;
      unsubscribe();
      replacement?.unsubscribe();
    };
    this.#subscriptions.add(end);
    return end;
  }
}

/** A state. `isHint`: it was stored, and is not read yet. Any script of the origin may have written it. */
interface CurrentState {
  readonly state: TransactionState;
  readonly isHint: boolean;
}

/** The state of the replacement, if that is followed. */
const newest = (state: TransactionState): TransactionState =>
  (state.status === 'replaced' && state.byState) || state;

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

const LOCAL_STACKS_API = 'http://localhost:3999';

/** Where a transaction is read: the service of the option, else the page's, else the public one of the network. */
function findSource(
  chain: TransactionChain,
  network: string,
  baseUrl: string | undefined,
): TransactionSource | undefined {
  const settings = getSettings();
  const { fetch, transactions } = settings;
  const isStacks = chain === 'stacks';
  const isLocal = isStacks && getNetworkFamily(network) === 'regtest';
  const url =
    baseUrl ||
    findServiceUrl(isStacks ? 'stacksApi' : 'bitcoinApi', network, settings) ||
    (isLocal && LOCAL_STACKS_API);
  const options = { fetch, pace: transactions?.pace, perMinute: transactions?.perMinute };
  return url ? (isStacks ? stacksApi : mempoolSpace)({ ...options, baseUrl: url }) : undefined;
}

/**
 * The network of the page, unless the sender, or the signed transaction, whose version is its first byte (SIP-005), shows that
 * it is another one: an address of a test network is on each of them.
 */
function findNetwork(transaction: string | object, account: string | undefined): string {
  const { network = 'mainnet' } = getSettings();
  const shown = chooseNetwork(account, network);
  if (shown) return shown;
  const version = /^(?:0x)?(00|80)/.exec(String(read(transaction, 'transaction')))?.[1];
  if (!version) return network;
  const format = { chain: 'stacks', network: version === '80' ? 'testnet' : 'mainnet' } as const;
  return canBeOn(format, network) ? network : format.network;
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
  const isStacks = chain === 'stacks';
  const hex = /^(0x)?([0-9a-f]{64})$/i.exec(typeof text === 'string' ? text : '');
  if (!hex || (hex[1] && !isStacks)) {
    const got = clip(String(text), 80);
    const message = `The id of a transaction (\`txid\`) has 64 hex digits; got “${got}”.`;
    throw new TransactionError('invalid', message);
  }
  return (isStacks ? '0x' : '') + hex[2]!.toLowerCase();
}
