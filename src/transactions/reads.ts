import type { Unsubscribe } from '../lib/store.js';
import { advance } from './advance.js';
import { ReadError, sender } from './requests.js';
import { changeRows, readRows, watchRows, type Row } from './rows.js';
import { isDeep, isMined, tell, type Progress, type Tracked } from './tracked.js';
import type {
  Tip,
  TransactionChain,
  TransactionSource,
  TransactionState,
  Trouble,
} from './types.js';

/** A hidden page reads for this long. Milliseconds. */
const HIDDEN = 30_000;
/** Milliseconds after a read in which an event of the page does not cause another one. */
const JUST_READ = 3_000;
/** In a later visit, a state is read again after this time at the latest. Milliseconds. */
const HOUR = 3_600_000;
const UNCLEAR: Trouble = { code: 'bad-response', message: 'The answer is not about it.' };
/** Blocks until a state is `final`. Stacks: Bitcoin blocks (inferred). Bitcoin: Esplora's own limit. */
const FINAL = { stx: 6, btc: 10 };

/** [age, milliseconds until the next read]: the first row whose age is not reached applies. */
const DELAYS: Readonly<Record<TransactionChain, readonly (readonly [number, number])[]>> = {
  stx: [
    [1e3, 1e3],
    [4e3, 3e3],
    [9e3, 5e3],
    [17e3, 8e3],
    [12e4, 1e4],
    [6e5, 2e4],
    [36e5, 6e4],
    // A Stacks node drops a transaction after 256 times 10 minutes.
    [43 * 36e5, 3e5],
  ],
  btc: [
    [6e4, 1e4],
    [36e5, 3e4],
    // Bitcoin Core drops a transaction after 336 hours.
    [337 * 36e5, 12e4],
  ],
};

/** Reads what is watched when it is due. */
export interface Reads {
  watcherAdded(): void;
  stop(): void;
}

/** Whose rows a poller reads and writes in the list of recent transactions. */
export interface StoredAs {
  readonly network: string;
  readonly sourceName: string;
  /** The source has its own `fetch`: it writes rows, and reads none. */
  readonly isOwn: boolean;
}

/** `all`: what is watched, by id. */
export function createReads(
  source: TransactionSource,
  { network, sourceName, isOwn }: StoredAs,
  all: ReadonlyMap<string, Tracked>,
): Reads {
  const { chain, pace = 1 } = source;
  const page = (globalThis as { document?: Document }).document;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading: AbortController | undefined;
  let hiddenAt = Date.now();
  /** Milliseconds that the system clock is ahead of the monotonic clock. */
  let ahead = Date.now() - performance.now();
  const undo = listen();

  const isStoredHere = (row: Row) => row.network === network && row.source === sourceName;
  const watched = () => [...all.values()];
  const mayRead = () =>
    !(page?.hidden && Math.abs(Date.now() - hiddenAt) >= HIDDEN) &&
    globalThis.navigator?.onLine !== false;
  const delay = ({ progress, sentAt }: Tracked) =>
    delayOf(progress.state, Math.abs(Date.now() - sentAt), chain) * pace;

  function isDone({ progress: { state }, readAt, watchers }: Tracked): boolean {
    return (
      readAt > 0 &&
      [...watchers].every(({ confirmations: asked }) => !asked || isDeep(state, asked))
    );
  }

  /** Moves the times of the next reads when the system clock is set back. */
  function followClock(): void {
    const before = ahead;
    ahead = Date.now() - performance.now();
    if (before - ahead > 1e3) for (const one of watched()) one.due -= before - ahead;
  }

  function schedule(tracked: Tracked): void {
    followClock();
    const isDoubtful = tracked.progress.doubt;
    const ms = isDoubtful ? 1e3 * pace : isDone(tracked) ? Infinity : delay(tracked);
    tracked.due = Date.now() + ms * (0.8 + Math.random() * 0.4);
  }

  /** Sets the timer for the next read. */
  function plan(): void {
    clearTimeout(timer);
    followClock();
    if (reading || !mayRead()) return;
    const next = Math.min(...watched().map(({ due }) => due));
    if (next === Infinity) return;
    timer = setTimeout(() => void cycle(), Math.min(Math.max(next - Date.now(), 0), 2 ** 31 - 1));
    // In Node, the timer does not keep the process alive.
    (timer as { unref?: () => void }).unref?.();
  }

  function watcherAdded(): void {
    for (const one of watched()) {
      // Read in an earlier visit.
      if (!one.due && one.readAt) one.due = Math.min(one.readAt + delay(one), one.readAt + HOUR);
      // More confirmations are requested than before, or the last read is long ago.
      else if (one.due === Infinity && (!isDone(one) || Date.now() - one.readAt > HOUR))
        one.due = 0;
    }
    plan();
  }

  async function cycle(): Promise<void> {
    if (!mayRead()) return;
    const own = (reading = new AbortController());
    try {
      await readDue(own.signal);
    } catch (error) {
      // The URL is invalid.
      for (const one of watched()) fail(one, 'bad-request', String(error), Infinity);
    } finally {
      reading = undefined;
      if (!own.signal.aborted) plan();
    }
  }

  async function readDue(signal: AbortSignal): Promise<void> {
    adopt();
    followClock();
    const now = Date.now();
    if (signal.aborted || !watched().some(({ due }) => due <= now)) return;
    // What is due soon is read in the same request.
    const due = watched()
      .filter((one) => one.due - (source.isBatched ? delay(one) / 2 : 0) <= now)
      .sort((a, b) => a.readAt - b.readAt);
    const queries = due.map(({ id, progress: { state, seen } }) => ({
      id,
      seen,
      asksNonce: state.status === 'pending' && now - state.since > HIDDEN * pace,
    }));
    const read = new Set<Tracked>();
    const get = sender(source, signal);
    try {
      for await (const [id, reading] of source.read(queries, get)) {
        const one = all.get(id);
        if (!one) continue;
        one.readAt = Date.now();
        read.add(one);
        tell(one, advance(one.progress, reading, one.readAt, one.sentAt));
      }
      const mined = [...read].filter((one) => isMined(one.progress.state) && !isDone(one));
      const tip = mined.length ? await source.tip(get) : undefined;
      for (const one of tip ? mined : []) tell(one, deepened(one.progress, tip!));
      for (const one of due) {
        if (!read.has(one)) tell(one, one.progress, UNCLEAR);
        schedule(one);
      }
    } catch (error) {
      if (signal.aborted) return;
      read.forEach(schedule);
      const { code, message, until } =
        error instanceof ReadError
          ? error
          : new ReadError('bad-response', String(error), Date.now() + 6e4);
      // Nothing was read about these.
      for (const one of due.filter((each) => !read.has(each))) {
        fail(one, code, message, until + Math.random() * 1e3 * pace);
      }
    }
    save([...read]);
  }

  /** Sets the trouble and the time of the next read. The state stays the same. */
  function fail(one: Tracked, code: ReadError['code'], message: string, due: number): void {
    one.due = due;
    if (code !== 'busy') tell(one, one.progress, { code, message });
  }

  function deepened({ state, ...rest }: Progress, tip: Tip): Progress {
    if (!isMined(state)) return { state, ...rest };
    const { height, burnHeight } = state.block;
    const depth = Math.max(tip.height - height + 1, 1);
    const bitcoinDepth =
      burnHeight === undefined || tip.burnHeight === undefined
        ? undefined
        : Math.max(tip.burnHeight - burnHeight, 0);
    const final = (chain === 'btc' ? depth : (bitcoinDepth ?? 0)) >= FINAL[chain];
    return { ...rest, state: { ...state, depth, bitcoinDepth, final } };
  }

  /** Takes over what another tab has read from the same source. */
  function adopt(): void {
    for (const row of isOwn ? [] : readRows()) {
      const one = isStoredHere(row) && all.get(row.id);
      if (!one || row.readAt <= one.readAt) continue;
      one.readAt = row.readAt;
      tell(one, { state: row.state, seen: row.seen });
      schedule(one);
    }
    plan();
  }

  function save(read: readonly Tracked[]): void {
    const stored = new Map(read.filter(({ isStored }) => isStored).map((one) => [one.id, one]));
    if (!stored.size) return;
    changeRows((rows) =>
      rows.map((row) => {
        const own = isStoredHere(row) && stored.get(row.id);
        if (!own || own.readAt < row.readAt) return row;
        const { state, seen } = own.progress;
        return { ...row, state, seen, readAt: own.readAt };
      }),
    );
  }

  /** Called when the page is hidden, shown or online. A visible page reads at once what was not read just now. */
  function wake({ type, persisted }: Event & { persisted?: boolean }): void {
    if (type === 'pageshow' && !persisted) return; // only from the back/forward cache
    if (page?.hidden && type === 'visibilitychange') hiddenAt = Date.now();
    for (const one of page?.hidden ? [] : watched()) {
      if (!isDone(one)) one.due = Math.min(one.due, Math.max(Date.now(), one.readAt + JUST_READ));
    }
    plan();
  }

  function listen(): Unsubscribe {
    const events = ['online', 'pageshow'];
    const unwatch = watchRows(adopt);
    page?.addEventListener('visibilitychange', wake);
    for (const type of events) globalThis.window?.addEventListener(type, wake);
    return () => {
      unwatch();
      page?.removeEventListener('visibilitychange', wake);
      for (const type of events) globalThis.window?.removeEventListener(type, wake);
    };
  }

  return {
    watcherAdded,
    stop() {
      undo();
      clearTimeout(timer);
      reading?.abort();
    },
  };
}

/**
 * Milliseconds until the next read; Infinity once the transaction can no longer be mined. One that is in a block,
 * replaced or dropped changes only with the next blocks.
 */
function delayOf({ status }: TransactionState, age: number, chain: TransactionChain): number {
  const isSlow = /^(?:confirmed|failed|replaced|dropped)$/.test(status);
  const delay = DELAYS[chain].find(([end]) => age < end)?.[1] ?? Infinity;
  return Math.max(delay, isSlow ? 2e4 : 0);
}
