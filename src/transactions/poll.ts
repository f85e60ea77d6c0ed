import { getSettings } from '../core/configure.js';
import { describe } from '../errors.js';
import { BASE_URL, joinUrl, parseBaseUrl, withoutQuery } from '../http/base-url.js';
import { HttpError, SMALL_ANSWER } from '../http/fetch-json.js';
import { BACKGROUND } from '../http/pauses.js';
import { GET, getReader, type ServiceReader, type ServiceRequest } from '../http/service.js';
import { bare, getGlobal, isObject, native } from '../lib/safe-access.js';
import type { Unsubscribe } from '../lib/store.js';
import { canBeOn, getAddressFormat } from '../stacks/address.js';
import { assertNetwork, INFO_TIMEOUT, NODE_INFO } from '../stacks/node-network.js';
import { STACKS_API } from './options.js';
import { changeRecent, isSame, readRecent, watchRecentTransactions } from './recent.js';
import {
  frozen,
  isDeep,
  isMined,
  isSettled,
  readState,
  sighting,
  toText,
  withDepth,
  type Fields,
} from './states.js';
import type {
  SourceAnswer,
  Confirmations,
  Get,
  Reading,
  Sighting,
  TransactionChain,
  TransactionSource,
  TransactionState,
  TransactionToRead,
  Trouble,
} from './types.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The time from the sending of a transaction until it is reported as not found, if the service does not find it. */
const GRACE = 2 * MINUTE;
/** A hidden page reads for this long. */
const HIDDEN = 30 * SECOND;
/** The time after a read in which an event of the page does not cause another one. */
const JUST_READ = 3 * SECOND;
/** Events of the window after which a page reads again. */
const WAKING = ['online', 'pageshow'];
/** The time between reads of a transaction that changes only with the next blocks, at least. */
const SLOW = 20 * SECOND;

/** Requests a minute to all services together, from this page. */
const PER_MINUTE = 12;

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

/** What this page knows about a transaction. */
export interface TransactionRecord {
  readonly id: string;
  readonly sentAt: number;
  /** False if it is not known when it was sent: long ago, perhaps. */
  readonly hasSentAt: boolean;
  /** The account that sent it, if that was passed. */
  account: string | undefined;
  state: TransactionState;
  /** True if the state is from the list of recent transactions: any script of the origin may have written it. */
  isHint: boolean;
  /** The status of the last reading, if it needs a second one before it becomes the state. */
  doubt: Reading['status'] | undefined;
  seen: Sighting | undefined;
  trouble: Trouble | undefined;
  /** Whether it is in the list of recent transactions. */
  isStored: boolean;
  /** When it was read last, and when it is read next. Milliseconds since 1970; 0: not yet. */
  readAt: number;
  nextReadAt: number;
  readonly subscribers: Set<Subscriber>;
}

interface Subscriber {
  readonly changed: () => void;
  readonly confirmations: Confirmations;
  /** True for one that waits for a reading: a hint is not enough. */
  readonly isWaiting: boolean;
}

/** The record that all subscribers of an id share, and the end of a subscription. */
export interface Subscription {
  readonly record: TransactionRecord;
  readonly unsubscribe: Unsubscribe;
}

/** The pollers that have subscribers. */
const pollers = new Set<Poller>();
/** The times of the requests of the last minute: by host for sources with their own limit, else `all`. */
const requests = new Map<string, readonly number[]>();

/** The poller of a source and network: the one that has subscribers, else a new one. */
export function getPoller(source: TransactionSource, network: string): Poller {
  for (const poller of pollers) if (poller.reads(source, network)) return poller;
  return new Poller(source, network);
}

/** A request that was not sent, or whose answer says nothing about a transaction. */
class ReadError extends Error {
  /** `busy`: the requests of this minute are used up. */
  readonly code: Trouble['code'] | 'busy';
  /** When the next request may be sent, milliseconds since 1970. Undefined: after the pause of the host. */
  readonly retryAt: number | undefined;

  constructor(code: ReadError['code'], message: string, retryAt?: number) {
    super(message);
    this.code = code;
    this.retryAt = retryAt;
  }
}

function toReadError(error: unknown): ReadError {
  if (error instanceof ReadError) return error;
  if (!(error instanceof HttpError)) return new ReadError('bad-response', String(error));
  return error.code === 'wrong-network'
    ? new ReadError('bad-request', error.message, Infinity)
    : new ReadError(error.kind, error.message);
}

/** Reads all transactions of a source and network that have a subscriber, when they are due. */
class Poller implements EventListenerObject {
  /** The name of the source in the list of recent transactions. */
  readonly sourceName: string;
  readonly #source: TransactionSource;
  readonly #network: string;
  readonly #baseUrl: string | undefined;
  readonly #reader: ServiceReader;
  /** The origin of the source. */
  readonly #host: string;
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

  constructor(source: TransactionSource, network: string) {
    const { name, baseUrl, fetch } = source;
    this.#source = source;
    this.#network = network;
    this.#baseUrl = parseBaseUrl(baseUrl);
    this.#host = this.#baseUrl ? new URL(this.#baseUrl).origin : '';
    this.#reader = getReader(fetch);
    this.#hasOwnFetch = !!fetch && fetch !== getSettings().fetch;
    const suffix = this.#hasOwnFetch ? ', with its own fetch' : '';
    // Without the key in the query of a URL, since the name is written to `localStorage`.
    this.sourceName = `${name} ${withoutQuery(this.#baseUrl ?? baseUrl)}${suffix}`;
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
    const get: Get = (path, maxBytes) => this.#get(path, signal, maxBytes);
    const answered = new Set<TransactionRecord>();
    /** The states of those in a block that need their depth. */
    const mined = new Map<TransactionRecord, TransactionState>();
    try {
      for await (const [id, answer] of this.#source.read(this.#toReads(due), get)) {
        const record = this.#records.get(id);
        const reading = bare({ ...answer, ...NO_DEPTH });
        if (!record || this.#isOfOtherNetwork(reading)) continue;
        if (reading.status === 'missing') await this.#compareNetwork(signal);
        answered.add(record);
        const state = applyReading(record, reading);
        if (state) mined.set(record, state);
      }
      const tip = mined.size > 0 ? await this.#source.tip(get) : undefined;
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
      this.#readFailed(due, answered, toReadError(error));
    }
    this.#save(answered);
  }

  /** What a source is told of the transactions that it reads. */
  #toReads(due: readonly TransactionRecord[]): readonly TransactionToRead[] {
    const now = Date.now();
    return due.map(({ id, state, seen, account, sentAt, hasSentAt, readAt }) => ({
      id,
      sender: seen?.sender ?? this.#toSender(account),
      seen,
      asksNonce: state.status === 'pending' && now - state.since > HIDDEN * this.#pace,
      isOverdue:
        state.status === 'submitted' && (now - sentAt > GRACE || (!hasSentAt && readAt === 0)),
      isMined: isMined(state),
    }));
  }

  /** True if the sender of a transaction cannot be on the network of this poller. */
  #isOfOtherNetwork({ seen }: Reading): boolean {
    const format = getAddressFormat(seen?.sender);
    return format !== undefined && !canBeOn(format, this.#network);
  }

  /** Plans the next read of each record after a read that failed for those that were not answered. */
  #readFailed(
    due: readonly TransactionRecord[],
    answered: ReadonlySet<TransactionRecord>,
    { code, message, retryAt = this.#pauseEnd }: ReadError,
  ): void {
    for (const record of due) {
      if (answered.has(record)) this.#schedule(record);
      else {
        record.nextReadAt = retryAt + Math.random() * SECOND * this.#pace;
        if (code !== 'busy') fail(record, { code, message });
      }
    }
  }

  /** The account as a sender on this network. It becomes a part of URLs, so only an address is accepted. */
  #toSender(account: string | undefined): string | undefined {
    const format = getAddressFormat(account);
    const isSender = format?.chain === 'stacks' && canBeOn(format, this.#network);
    return isSender ? sighting(account, undefined).sender : undefined;
  }

  /**
   * A service of another network finds no transaction of this one.
   *
   * @throws HttpError `wrong-network` for such a service, which is not read again
   */
  async #compareNetwork(signal: AbortSignal): Promise<void> {
    const { name, fetch } = this.#source;
    const baseUrl = this.#baseUrl;
    // Only this source is known to have the route.
    if (name !== STACKS_API || baseUrl === undefined) return;
    const service = { baseUrl, network: this.#network, fetch };
    const readInfo = (shared: AbortSignal) => {
      const request = { ...this.#request, timeout: INFO_TIMEOUT, maxBytes: SMALL_ANSWER };
      return this.#reader.send(joinUrl(baseUrl, NODE_INFO), request, shared);
    };
    await assertNetwork(service, { maxAge: 0, signal }, readInfo);
  }

  /** When the host is asked again after a failure: after its pause, else in a minute. */
  get #pauseEnd(): number {
    const until = this.#baseUrl === undefined ? 0 : this.#reader.pauseEnd(this.#baseUrl);
    return until > Date.now() ? until : Date.now() + MINUTE;
  }

  get #request(): ServiceRequest {
    return {
      ...GET,
      rules: BACKGROUND,
      fresh: this.#isOnlineAgain,
      // Bypasses the cache, which may contain an old answer. Without own headers, which would need a preflight.
      cache: 'no-store',
      onSend: () => this.#countRequest(),
    };
  }

  async #get(path: string, signal: AbortSignal, maxBytes?: number): Promise<SourceAnswer> {
    if (this.#baseUrl === undefined) {
      const message = `baseUrl must be ${BASE_URL}; got ${describe(this.#source.baseUrl)}.`;
      throw new ReadError('bad-request', message, Infinity);
    }
    const url = joinUrl(this.#baseUrl, path);
    const answer = await this.#reader.read(
      url,
      { ...this.#request, maxBytes },
      { maxAge: 0, signal },
    );
    const { status, json } = answer;
    if ([200, 404, 410, 501].includes(status)) return { status, json };
    const error = this.#reader.refuse(url, answer);
    throw status === 400 ? new ReadError('bad-request', error.message, Infinity) : error;
  }

  /** @throws ReadError `busy` if the requests of this minute are used up */
  #countRequest(): void {
    const { perMinute } = this.#source;
    const key = perMinute ? this.#host : 'all';
    const limit = perMinute ?? PER_MINUTE;
    const now = Date.now();
    // Forgets hosts without a request in the last minute.
    for (const [host, times] of requests) if (times.at(-1)! <= now - MINUTE) requests.delete(host);
    // The clock of the computer may have been set back.
    const sent = (requests.get(key) ?? []).filter((time) => time > now - MINUTE && time <= now);
    if (sent.length >= limit) {
      throw new ReadError('busy', 'Too many requests.', sent.at(-limit)! + MINUTE);
    }
    requests.set(key, [...sent, now]);
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

/** A depth comes from the tip alone: a source of the page may pass on other fields. */
const NO_DEPTH = { depth: undefined, bitcoinDepth: undefined, final: undefined };

/** Changes what is known, and calls the subscribers if it has changed. */
function update(
  record: TransactionRecord,
  state: TransactionState,
  trouble?: Trouble,
  isHint = false,
): void {
  const before = toText([record.state, record.trouble, record.isHint]);
  record.state = frozen(state);
  record.trouble = trouble;
  record.isHint = isHint;
  if (toText([state, trouble, isHint]) === before) return;
  for (const { changed } of [...record.subscribers]) changed();
}

/** Changes a record as a reading says. Returns its state instead if that needs its depth first. */
function applyReading(record: TransactionRecord, reading: Reading): TransactionState | undefined {
  record.readAt = Date.now();
  const next = nextState(record, reading);
  record.doubt = next ? undefined : reading.status;
  record.seen = reading.seen ?? record.seen;
  const state = next ?? record.state;
  const isHint = record.isHint && !next;
  if (isMined(state) && !isHint && !isDeepEnough(record, state)) return state;
  update(record, state, undefined, isHint);
  return undefined;
}

const fail = (record: TransactionRecord, trouble: Trouble): void =>
  update(record, record.state, trouble, record.isHint);

/** True if no subscriber needs another read. */
const isDone = (record: TransactionRecord): boolean =>
  record.readAt > 0 && !record.isHint && isDeepEnough(record, record.state);

/** True if no subscriber needs a state with more confirmations. 0 confirmations: one read is enough. */
const isDeepEnough = ({ subscribers }: TransactionRecord, state: TransactionState): boolean =>
  [...subscribers].every(({ confirmations }) => !confirmations || isDeep(state, confirmations));

/** True if this stored state would end the reads, or a caller of until() waits: then it is read again at once. */
const needsConfirmation = (record: TransactionRecord): boolean =>
  isDeepEnough(record, record.state) || [...record.subscribers].some(({ isWaiting }) => isWaiting);

const NOT_IN_A_BLOCK: readonly string[] = [
  'submitted',
  'pending',
  'unknown',
  'replaced',
  'dropped',
];

/**
 * The state after a reading; undefined if a second equal reading must come first. A failure, a replacement, a drop and a
 * return to an earlier status need two equal readings in a row: a single one may come from a server that lags behind.
 * Time alone never changes the state.
 */
function nextState(record: TransactionRecord, reading: Reading): TransactionState | undefined {
  const { state, sentAt, readAt } = record;
  const { status } = reading;
  const isGone = state.status === 'replaced' || state.status === 'dropped';
  const isExpected =
    status === state.status ||
    status === 'confirmed' ||
    (status === 'missing' && (isGone || state.status === 'submitted')) ||
    ((status === 'pending' || status === 'unknown') && NOT_IN_A_BLOCK.includes(state.status));
  if (!isExpected && status !== record.doubt) return undefined;
  if (status === 'missing') {
    if (isGone) return state;
    const notFound = state.status !== 'submitted' || readAt - sentAt >= GRACE || undefined;
    return { status: 'submitted', since: sentAt, notFound };
  }
  const since = state.status === 'pending' ? state.since : readAt;
  const next = readState(reading as unknown as Fields, since);
  // A reading has the depth 1 until the tip is read. At the same height, the depth that was read here stays.
  const isSame = isMined(state) && !record.isHint;
  if (!next || !isMined(next) || !isSame || next.block.height !== state.block.height) return next;
  const { depth, bitcoinDepth, final } = state;
  const same = { ...next, depth, bitcoinDepth, final };
  if (next.status !== state.status || next.block.hash !== state.block.hash) return same;
  // Not every route of a service returns these.
  const result = next.result ?? state.result;
  return same.status === 'failed' && state.status === 'failed'
    ? { ...same, result, vmError: same.vmError ?? state.vmError }
    : { ...same, result };
}
