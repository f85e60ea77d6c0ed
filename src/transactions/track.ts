import { clip } from '../errors.js';
import { getMethodChain, normalizeNetwork } from '../stacks/network.js';
import { mergeOptions } from '../lib/read-options.js';
import { attempt, read, report } from '../lib/safe-access.js';
import type { Unsubscribe } from '../lib/store.js';
import { checkStatus, readSource, readTrackOptions } from './options.js';
import { followingOf } from './poller.js';
import { changeRows, isOf } from './rows.js';
import { shared } from './shared.js';
import { sourceOf } from './sources.js';
import type { Tracked } from './tracked.js';
import { TransactionError } from './transaction-error.js';
import type {
  Confirmations,
  TrackOptions,
  TransactionChain,
  TransactionHandle,
  TransactionState,
  Untracked,
} from './types.js';
import { states, untilReached, type Waited } from './wait.js';

/** The maximum number of replacements that are followed: a replacement may be replaced, too. */
const LONGEST_CHAIN = 10;

/** A handle whose subscribers each ask for a number of confirmations. */
interface Followed extends TransactionHandle {
  subscribe(listener: () => void, confirmations?: Confirmations): Unsubscribe;
}

/**
 * Tracks a transaction: its id, or the result of the request that sent it. Reads nothing before the first
 * subscriber. A result without an id is `untracked`.
 *
 * @throws TransactionError `invalid` if the id is not 32 bytes in hex, or for a wrong option, which it names
 */
export function trackTransaction(
  transaction: string | object,
  options?: TrackOptions,
): TransactionHandle {
  return track(transaction, readTrackOptions('trackTransaction', options), LONGEST_CHAIN);
}

function track(given: unknown, options: TrackOptions, left: number): Followed {
  const { method, confirmations: asked = 1, followReplacement, account, label } = options;
  const chain = options.chain ?? options.source?.chain ?? getMethodChain(method);
  const own = options.source && readSource(options.source, chain);
  const network = normalizeNetwork(options.network || networkOf(given, account));
  const isText = typeof given === 'string';
  const txid: unknown = isText ? given : read(given, 'txid') || read(given, 'txId');
  const id = txid ? transactionId(txid, chain) : undefined;
  const source = id ? (own ?? sourceOf(chain, network, options.baseUrl)) : undefined;
  const following = source && followingOf(source, network);
  const untracked: Untracked = { status: 'untracked', reason: id ? 'no-source' : reasonOf(given) };
  const ends = new Set<() => void>();
  let tracked: Tracked | undefined;
  let stopped = new AbortController();
  /** The replacement that is followed, and its id from the source. */
  let next: Followed | undefined;
  let nextId: string | undefined;

  if (id && following) {
    const { sourceName } = following;
    tracked = following.track(id, options.sentAt ?? (isText ? undefined : Date.now()));
    if (options.store ?? shared().settings.store ?? true) {
      tracked.isStored = true;
      const { sentAt, readAt, progress } = tracked;
      const { state, seen } = progress;
      const about = { id, chain, network, source: sourceName, account, method, label };
      const row = { ...about, sentAt, readAt, state, seen };
      changeRows((rows) => (rows.some(isOf(id, network, sourceName)) ? rows : [row, ...rows]));
    }
  }

  function state(): TransactionState {
    const own = tracked?.progress.state ?? untracked;
    return next && own.status === 'replaced' ? { ...own, byState: next.state } : own;
  }

  /** Also tracks the replacement, while there is one. */
  function follow(): void {
    const own = tracked?.progress.state;
    const by = own?.status === 'replaced' && own.by !== id ? own.by : undefined;
    if (by === nextId) return;
    nextId = by;
    next =
      by && followReplacement && left
        ? attempt(() =>
            track(
              by,
              mergeOptions<TrackOptions>(options, {
                ...{ chain, network, source },
                store: false,
                sentAt: undefined,
              }),
              left - 1,
            ),
          )
        : undefined;
  }

  function subscribe(listener: () => void, confirmations: Confirmations = asked): Unsubscribe {
    let followed: Followed | undefined;
    let unfollow: Unsubscribe | undefined;
    const join = (): void => {
      follow();
      if (followed === next) return;
      unfollow?.();
      followed = next;
      unfollow = next?.subscribe(changed, confirmations);
    };
    const changed = (): void => {
      join();
      try {
        listener();
      } catch (error) {
        report(error);
      }
    };
    const watch = tracked && following?.watch(tracked, { changed, confirmations });
    tracked = watch?.live;
    join();
    const end = (): void => {
      if (!ends.delete(end)) return;
      unfollow?.();
      watch?.undo();
    };
    ends.add(end);
    return end;
  }

  const waitedFor = (confirmations?: Confirmations): Waited => {
    const depth = confirmations || asked || 1;
    return { id, state, subscribe, confirmations: depth, stopped: stopped.signal };
  };

  return {
    id,
    chain,
    network,
    source: following?.sourceName,
    get state() {
      return state();
    },
    get trouble() {
      return tracked?.trouble;
    },
    subscribe,
    async until(wanted, given) {
      checkStatus(wanted);
      const options = readTrackOptions('until', given);
      const waited = waitedFor(options.confirmations);
      return untilReached(waited, wanted, options);
    },
    stop() {
      for (const end of [...ends]) end();
      stopped.abort();
      stopped = new AbortController();
    },
    async *[Symbol.asyncIterator]() {
      yield* states(waitedFor());
    },
  };
}

/**
 * The network of the sender, else of the signed transaction, whose version is its first byte (SIP-005). Reads only the
 * first characters: `getAddressFormat` would make this module a tenth larger.
 */
function networkOf(given: unknown, account = ''): string {
  if (/^bcrt/i.test(account)) return 'regtest';
  return /^(?:S[TN]|tb|[2mn])/i.test(account) ||
    (!account && /^(?:0x)?80/.test(String(read(given, 'transaction'))))
    ? 'testnet'
    : 'mainnet';
}

function reasonOf(result: unknown): Untracked['reason'] {
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
function transactionId(text: unknown, chain: TransactionChain): string {
  const isStacks = chain === 'stx';
  const hex = /^(0x)?([0-9a-f]{64})$/i.exec(typeof text === 'string' ? text : '');
  if (!hex || (hex[1] && !isStacks)) {
    throw new TransactionError(
      'invalid',
      `A transaction id has 64 hex digits; got “${clip(String(text), 80)}”.`,
    );
  }
  return (isStacks ? '0x' : '') + hex[2]!.toLowerCase();
}
