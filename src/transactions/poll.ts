import { getSettings } from '../core/configure.js';
import { parseBaseUrl, withoutQuery } from '../http/base-url.js';
import { bare, getGlobal, isObject, native } from '../lib/safe-access.js';
import type { Unsubscribe } from '../lib/store.js';
import type { ReadFailure, SourceReader } from './reading.js';
import { changeRecent, isSame, readRecent, watchRecentTransactions } from './recent.js';
import {
  fail,
  isDone,
  needsConfirmation,
  update,
  type Subscriber,
  type TransactionRecord,
} from './record.js';
import { loadReading } from './sources/create-source.js';
import { frozen, isSettled, toText, withDepth } from './states.js';
import type { TransactionChain, TransactionSource, TransactionState } from './types.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A hidden page reads for this long. */
const HIDDEN = 30 * SECOND;
/** The time after a read in which an event of the page does not cause another one. */
const JUST_READ = 3 * SECOND;
/** Events of the window after which a page reads again. */
const WAKING = ['online', 'pageshow'];
/** The time between reads of a transaction that changes only with the next blocks, at least. */
const SLOW = 20 * SECOND;

/** [age, time until the next read]: the first row whose age is not reached applies. */
const DELAYS: Readonly<Record<TransactionChain, readonly (readonly [number, number])[]>> = {
  stacks: [
    [SECOND, SECOND],
    [4 * SECOND, 3 * SECOND],
    [9 * SECOND, 5 * SECOND],
    [17 * SECOND, 8 * SECOND],
    [2 * MINUTE, 10 * SECOND],
    [10 * MINUTE, 20 * SECOND],
    [HOUR, MINUTE],
    // A Stacks node drops a transaction after 256 times 10 minutes.
    [43 * HOUR, 5 * MINUTE],
  ],
  bitcoin: [
    [MINUTE, 10 * SECOND],
    [HOUR, 30 * SECOND],
    // Bitcoin Core drops a transaction after 336 hours.
    [337 * HOUR, 2 * MINUTE],
  ],
};

/** The record that all subscribers of an id share, and the end of a subscription. */
export interface Subscription {
  readonly record: TransactionRecord;
  readonly unsubscribe: Unsubscribe;
}

/** The pollers that have subscribers. */
const pollers = new Set<Poller>();
/** The poller of a source and network: the one that has subscribers, else a new one. */
export function getPoller(source: TransactionSource, network: string): Poller {
  for (const poller of pollers) if (poller.reads(source, network)) return poller;
  return new Poller(source, network);
}

/** Reads all transactions of a source and network that have a subscriber, when they are due. */
class Poller implements EventListenerObject {
  /** The name of the source in the list of recent transactions. */
  readonly sourceName: string;
  readonly #source: TransactionSource;
  readonly #network: string;
  /** Nothing tells two sources with their own `fetch` apart in another visit, so such a source takes no stored state. */
  readonly #hasOwnFetch: boolean;
  readonly #records = new Map<string, TransactionRecord>();
  /** Undefined in Node. */
  readonly #page = getGlobal('document');
  #unlisten: Unsubscribe | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pollController: AbortController | undefined;
  /** When it was last due. Milliseconds since 1970. */
  #polledAt = 0;
  #hiddenAt = 0;
  /** True for the first read after the page is online again: the pause after network errors has ended with their cause. */
  #isOnlineAgain = false;
  /** Undefined until its code has loaded. */
  #reader: SourceReader | undefined;

  constructor(source: TransactionSource, network: string) {
    const { name, baseUrl, fetch } = source;
    this.#source = source;
    this.#network = network;
    this.#hasOwnFetch = !!fetch && fetch !== getSettings().fetch;
    const suffix = this.#hasOwnFetch ? ', with its own fetch' : '';
    // Without the key in the query of a URL, since the name is written to `localStorage`.
    this.sourceName = `${name} ${withoutQuery(parseBaseUrl(baseUrl) ?? baseUrl)}${suffix}`;
  }

  reads(source: TransactionSource, network: string): boolean {
    const fields = ['name', 'chain', 'baseUrl', 'fetch', 'pace', 'perMinute'] as const;
    return (
      network === this.#network && fields.every((field) => source[field] === this.#source[field])
    );
  }

  /** What is known about a transaction: in this page, else from the list of recent transactions, else nothing. */
  getRecord(id: string, sentAt?: number, account?: string): TransactionRecord {
    const record = this.#records.get(id);
    if (record) {
      record.account ??= account;
      return record;
    }
    const stored = this.#hasOwnFetch
      ? undefined
      : readRecent().find((recent) => isSame(recent, id, this.#network, this.sourceName));
    const since = Math.min(stored?.sentAt ?? sentAt ?? Infinity, Date.now());
    return {
      id,
      sentAt: since,
      hasSentAt: sentAt !== undefined || stored !== undefined,
      account: account ?? stored?.account,
      state: frozen(stored?.state ?? { status: 'submitted', since }),
      isHint: !!stored && (stored.state.status !== 'submitted' || stored.readAt > 0),
      doubt: undefined,
      seen: stored?.seen,
      trouble: undefined,
      isStored: !!stored,
      readAt: stored?.readAt ?? 0,
      nextReadAt: sentAt && !stored?.readAt ? since + SECOND * this.#pace : 0,
      subscribers: new Set(),
    };
  }

  subscribe(tracked: TransactionRecord, subscriber: Subscriber): Subscription {
    const record = this.#records.get(tracked.id) ?? tracked;
    this.#records.set(record.id, record);
    record.isStored ||= tracked.isStored;
    record.subscribers.add(subscriber);
    pollers.add(this);
    this.#unlisten ??= this.#listen();
    const now = Date.now();
    // A stored state that would end the reads, or for which a caller waits, is read again at once.
    if (record.isHint && (isSettled(record.state) || subscriber.isWaiting)) record.nextReadAt = 0;
    else if (!record.nextReadAt && record.readAt) {
      record.nextReadAt = record.readAt + Math.min(this.#delay(record), HOUR);
    }
    // This subscriber needs more confirmations than the others, or the last read is long ago.
    if (record.nextReadAt === Infinity && (!isDone(record) || now - record.readAt > HOUR)) {
      record.nextReadAt = 0;
    }
    this.#plan();
    return { record, unsubscribe: () => this.#unsubscribe(record, subscriber) };
  }

  #unsubscribe(record: TransactionRecord, subscriber: Subscriber): void {
    record.subscribers.delete(subscriber);
    if (!record.subscribers.size) this.#records.delete(record.id);
    if (this.#records.size) return;
    pollers.delete(this);
    this.#unlisten?.();
    this.#unlisten = undefined;
    clearTimeout(this.#timer);
    this.#pollController?.abort();
    this.#pollController = undefined;
  }

  get #pace(): number {
    return this.#source.pace ?? 1;
  }

  get #isHidden(): boolean {
    return this.#page !== undefined && native(this.#page, 'hidden');
  }

  get #mayRead(): boolean {
    // Not `navigator.onLine`: it may be false although the service can be reached, such as one on this computer.
    return !(this.#isHidden && Date.now() - this.#hiddenAt >= HIDDEN);
  }

  /** The time until the next read. Infinity once the transaction can no longer be mined. */
  #delay({ state, sentAt }: TransactionRecord): number {
    const age = Date.now() - sentAt;
    const delay = DELAYS[this.#source.chain].find(([end]) => age < end)?.[1] ?? Infinity;
    return Math.max(delay, isSettled(state) ? SLOW : 0) * this.#pace;
  }

  #schedule(record: TransactionRecord): void {
    let delay = isDone(record) ? Infinity : this.#delay(record);
    if (record.doubt) delay = SECOND * this.#pace;
    record.nextReadAt = Date.now() + delay * (0.8 + Math.random() * 0.4);
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#pollController || !this.#mayRead) return;
    const next = Math.min(...[...this.#records.values()].map(({ nextReadAt }) => nextReadAt));
    if (next === Infinity) return;
    this.#timer = setTimeout(() => void this.#poll(), Math.max(next - Date.now(), 0));
    // In Node, the timer does not keep the process alive.
    if (isObject(this.#timer)) (this.#timer as { unref(): void }).unref();
  }

  async #poll(): Promise<void> {
    if (!this.#mayRead) return;
    const { signal } = (this.#pollController = new AbortController());
    this.#adopt();
    const now = Date.now();
    // What is due soon is read in the same request.
    const early = (record: TransactionRecord) =>
      this.#source.isBatched ? this.#delay(record) / 2 : 0;
    const all = [...this.#records.values()];
    // If the clock was set back, everything that was planned is due.
    const isBack = now < this.#polledAt;
    for (const record of all) {
      if (isBack && record.nextReadAt < Infinity) record.nextReadAt = now;
    }
    this.#polledAt = now;
    const isDue = all.some(({ nextReadAt }) => nextReadAt <= now);
    const due = all
      .filter((record) => isDue && record.nextReadAt - early(record) <= now)
      .sort((a, b) => a.readAt - b.readAt);
    if (due.length) await this.#read(due, signal);
    if (due.length) this.#isOnlineAgain = false;
    if (signal.aborted) return;
    this.#pollController = undefined;
    this.#plan();
  }

  async #read(due: readonly TransactionRecord[], signal: AbortSignal): Promise<void> {
    const fresh = this.#isOnlineAgain;
    const answered = new Set<TransactionRecord>();
    /** The states of those in a block that need their depth. */
    const mined = new Map<TransactionRecord, TransactionState>();
    try {
      const { SourceReader: Reader, applyReading } = await loadReading();
      if (signal.aborted) return;
      const reader = (this.#reader ??= new Reader(this.#source, this.#network));
      for await (const [id, reading] of reader.read(due, signal, fresh)) {
        const record = this.#records.get(id);
        if (!record) continue;
        answered.add(record);
        const state = applyReading(record, reading);
        if (state) mined.set(record, state);
      }
      const tip = mined.size > 0 ? await reader.tip(signal, fresh) : undefined;
      for (const [record, state] of mined) {
        update(record, tip ? withDepth(state, tip, this.#source.chain) : state);
      }
      const message = 'The answer is not about it, or is of another network.';
      for (const record of due) {
        if (!answered.has(record)) fail(record, { code: 'bad-response', message });
        this.#schedule(record);
      }
    } catch (error) {
      if (signal.aborted) return;
      for (const [record, state] of mined) update(record, state);
      this.#readFailed(due, answered, this.#reader?.toFailure(error) ?? notLoaded());
    }
    this.#save(answered);
  }

  /** Plans the next read of each record after a read that failed for those that were not answered. */
  #readFailed(
    due: readonly TransactionRecord[],
    answered: ReadonlySet<TransactionRecord>,
    { code, message, retryAt }: ReadFailure,
  ): void {
    for (const record of due) {
      if (answered.has(record)) this.#schedule(record);
      else {
        record.nextReadAt = retryAt + Math.random() * SECOND * this.#pace;
        if (code !== 'busy') fail(record, { code, message });
      }
    }
  }

  /** Takes over what another tab has read from the same source. */
  #adopt(): void {
    for (const stored of this.#hasOwnFetch ? [] : readRecent()) {
      const record = this.#records.get(stored.id);
      if (!record || !isSame(stored, record.id, this.#network, this.sourceName)) continue;
      if (stored.readAt <= record.readAt) continue;
      record.readAt = stored.readAt;
      record.doubt = undefined;
      record.seen = stored.seen;
      // The same state in another tab confirms what was read here.
      const isHint = record.isHint || toText(stored.state) !== toText(record.state);
      update(record, stored.state, undefined, isHint);
      this.#schedule(record);
      if (isHint && isSettled(stored.state) && needsConfirmation(record)) {
        record.nextReadAt = Date.now();
      }
    }
    this.#plan();
  }

  #save(answered: ReadonlySet<TransactionRecord>): void {
    const records = new Map(
      [...answered].filter(({ isStored }) => isStored).map((record) => [record.id, record]),
    );
    if (!records.size) return;
    changeRecent((all) =>
      all.map((recent) => {
        const record = records.get(recent.id);
        return record &&
          record.readAt >= recent.readAt &&
          isSame(recent, record.id, this.#network, this.sourceName)
          ? { ...recent, state: record.state, seen: record.seen, readAt: record.readAt }
          : recent;
      }),
    );
  }

  #listen(): Unsubscribe {
    this.#hiddenAt = Date.now();
    const ended = new AbortController();
    const options = bare({ signal: ended.signal });
    const unwatch = watchRecentTransactions(() => this.#adopt());
    if (this.#page) native(this.#page, 'addEventListener')('visibilitychange', this, options);
    for (const type of WAKING) getGlobal('window')?.addEventListener(type, this, options);
    return () => {
      unwatch();
      ended.abort();
    };
  }

  /** Called when the page is hidden, shown or online. A visible page reads at once what was not read just now. */
  handleEvent({ type, persisted }: Event & { readonly persisted?: boolean }): void {
    if (type === 'pageshow' && !persisted) return; // only from the back/forward cache
    const now = Date.now();
    const isHidden = this.#isHidden;
    if (isHidden && type === 'visibilitychange') this.#hiddenAt = now;
    if (type === 'online') this.#isOnlineAgain = true;
    for (const record of isHidden ? [] : this.#records.values()) {
      if (isDone(record)) continue;
      const soonest = Math.max(now, record.readAt + JUST_READ);
      record.nextReadAt = Math.min(record.nextReadAt, soonest);
    }
    this.#plan();
  }
}

const notLoaded = (): ReadFailure => ({
  code: 'network',
  message: 'The code that reads transactions could not be loaded.',
  retryAt: Date.now() + MINUTE,
});
