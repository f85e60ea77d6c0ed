import { LONGEST_TIMER } from './read-options.js';
import { bare, getGlobal, native } from './safe-access.js';
import { createStore, type Store, type Unsubscribe } from './store.js';
import type { AbortSignal } from './web-types.js';

/** Something that is read while there are listeners. */
export interface Watcher<State> {
  /** Frozen, and the same object until it changes: a snapshot for `useSyncExternalStore`. */
  readonly state: State;
  /** Calls the listener after every change of `state`. The first one starts to read, the last one to leave ends it. */
  readonly subscribe: (this: void, listener: () => void) => Unsubscribe;
  /** Reads again, while there are listeners. A pending read is waited for: it may have been answered before the change. */
  readonly reload: (this: void) => void;
}

/** What a {@link ReadWatcher} reads, when, and the states that it has. */
export interface ReadRules<Value, State extends object> {
  /** The state before the first read. */
  readonly empty: State;
  /** The state in place of `empty`, such as one from a server. The first read keeps it until there is an answer. */
  readonly initial?: State | undefined;
  /** @param isFresh an answer that was kept is not wanted */
  read(signal: AbortSignal, isFresh: boolean): Promise<Value>;
  /** Not for a read that is repeated after a time: its state stays until there is an answer. */
  toReading(before: State): State;
  toReady(value: Value): State;
  toFailed(error: unknown, before: State): State;
  /**
   * Milliseconds until a read that failed is repeated. Undefined: it is not.
   *
   * @param attempt the failures in a row before this one
   */
  getDelay(error: unknown, attempt: number): number | undefined;
  /**
   * Milliseconds after which it is read again when the user returns to the page. `Infinity`: only for a new first listener.
   * Undefined: what was read is not read again.
   */
  readonly maxAge?: number | undefined;
  /** Milliseconds after which it is read again in any case; the state stays meanwhile. Default: never. */
  readonly interval?: number | undefined;
  /** True if the first read wants no answer that was kept. */
  readonly isFresh?: boolean | undefined;
  /**
   * Subscribes to what changes the value.
   *
   * @param again reads again, and keeps the value meanwhile
   * @param restart the value is now that of something else: forgets it, and reads
   */
  watch?(again: () => void, restart: () => void): Unsubscribe;
  /** Each read waits for it. */
  readonly beforeRead?: (() => Promise<unknown> | undefined) | undefined;
  /** Aborting ends it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads while there are listeners: at first, after a failure that may be temporary, after a change, and when the user returns.
 * A page in the background reads nothing again until it is visible. All watchers of tokens, balances, names and contracts
 * are of this class.
 */
export class ReadWatcher<Value, State extends object> implements Watcher<State> {
  readonly #rules: ReadRules<Value, State>;
  readonly #store: Store<State>;
  readonly subscribe: (this: void, listener: () => void) => Unsubscribe;
  readonly reload: (this: void) => void;
  /** Aborted when a read is ended: by the last listener, or because the value is now that of something else. */
  #reading: AbortController | undefined;
  #isWatched = false;
  #isWanted = false;
  /** No answer that was kept is wanted. */
  #isFresh: boolean;
  /** The time of a read has come while the page was hidden. */
  #isDue = false;
  #endedAt: number | undefined;
  /** When the next read is due, by `performance.now()`. Kept without listeners, so that the next one continues. */
  #dueAt: number | undefined;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(rules: ReadRules<Value, State>) {
    this.#rules = rules;
    this.#isFresh = rules.isFresh ?? false;
    this.#store = createStore<State>(Object.freeze(rules.initial ?? rules.empty), () =>
      this.#start(),
    );
    this.subscribe = (listener) => this.#store.subscribe(listener);
    this.reload = () => {
      this.#failures = 0;
      this.#again(true);
    };
  }

  get state(): State {
    return this.#store.get();
  }

  #start(): Unsubscribe {
    const rules = this.#rules;
    if (rules.signal?.aborted) return () => {};
    this.#isWatched = true;
    const ended = new AbortController();
    const end = (): void => {
      ended.abort();
      rules.signal?.removeEventListener('abort', end);
      this.#isWatched = this.#isDue = false;
      this.#endRead();
      unwatch?.();
    };
    rules.signal?.addEventListener('abort', end);
    const options = bare({ signal: ended.signal });
    const page = getGlobal('document');
    if (page) native(page, 'addEventListener')('visibilitychange', this.#returned, options);
    getGlobal('window')?.addEventListener('focus', this.#returned, options);
    let unwatch: Unsubscribe | undefined;
    try {
      unwatch = rules.watch?.(
        () => this.#again(true),
        () => this.#restart(),
      );
    } catch (error) {
      end(); // the client may be one of the page
      throw error;
    }
    const isFirst = this.#endedAt === undefined;
    const hasInitial = isFirst && rules.initial !== undefined;
    if ((isFirst && !hasInitial) || rules.maxAge !== undefined)
      this.#again(this.#isFresh, hasInitial);
    else if (this.#dueAt !== undefined) this.#plan(this.#dueAt - performance.now());
    return end;
  }

  #endRead(): void {
    if (this.#reading) this.#dueAt = 0;
    this.#reading?.abort();
    this.#reading = undefined;
    clearTimeout(this.#timer);
  }

  #restart(): void {
    this.#endRead();
    this.#failures = 0;
    this.#endedAt = undefined;
    this.#set(this.#rules.empty);
    this.#again(true);
  }

  readonly #returned = (): void => {
    if (isHidden() || this.#reading) return;
    const { maxAge = Infinity } = this.#rules;
    const age = Date.now() - (this.#endedAt ?? Date.now());
    // The clock of the computer may have been set back.
    if (this.#isDue || age < 0 || age > maxAge) this.#again(true);
  };

  #plan(delay: number | undefined): void {
    clearTimeout(this.#timer);
    this.#dueAt = undefined;
    if (delay === undefined) return;
    this.#dueAt = performance.now() + delay;
    const due = (): void => {
      if (isHidden()) this.#isDue = true;
      else this.#again(false, true);
    };
    this.#timer = setTimeout(due, Math.min(delay, LONGEST_TIMER));
  }

  /** @param isQuiet the state stays until there is an answer */
  #again(isFresh: boolean, isQuiet = false): void {
    if (!this.#isWatched) return;
    this.#isWanted = true;
    this.#isFresh ||= isFresh;
    this.#isDue = false;
    if (!isQuiet) this.#set(this.#rules.toReading(this.state));
    if (!this.#reading) void this.#read();
  }

  async #read(): Promise<void> {
    const rules = this.#rules;
    const reading = (this.#reading = new AbortController());
    const { signal } = reading;
    let delay = rules.interval;
    while (this.#isWanted) {
      this.#plan(undefined);
      try {
        const value = await this.#readWanted(signal);
        if (signal.aborted) return;
        this.#failures = 0;
        delay = rules.interval;
        this.#set(rules.toReady(value));
      } catch (error) {
        if (signal.aborted) return;
        delay = rules.getDelay(error, this.#failures) ?? rules.interval;
        this.#failures += 1;
        this.#set(rules.toFailed(error, this.state));
      }
      this.#endedAt = Date.now();
      if (this.#isWanted) this.#set(rules.toReading(this.state));
    }
    this.#reading = undefined;
    this.#plan(delay);
  }

  /** Waits for `beforeRead`, which may be a function of the page, and reads what is wanted then. */
  async #readWanted(signal: AbortSignal): Promise<Value> {
    const rules = this.#rules;
    try {
      await rules.beforeRead?.();
    } finally {
      if (!signal.aborted) this.#isWanted = false;
    }
    signal.throwIfAborted();
    try {
      return await rules.read(signal, this.#isFresh);
    } finally {
      // A read that was ended is repeated.
      this.#isFresh &&= this.#isWanted || signal.aborted;
    }
  }

  #set(state: State): void {
    const before = Object.entries(this.state);
    const isSame =
      before.length === Object.entries(state).length &&
      before.every(([name, value]) => Object.is(value, Reflect.get(state, name)));
    if (!isSame) this.#store.set(Object.freeze(state));
  }
}

function isHidden(): boolean {
  const page = getGlobal('document');
  return page !== undefined && native(page, 'hidden');
}
