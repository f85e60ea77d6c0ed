/** Recent transactions, and one that is followed. */
import { getClientNetwork } from '../core/client-network.js';
import { getDefaultClient } from '../core/client.js';
import type { WalletClient } from '../core/types.js';
import { getMethodChain, type NetworkName } from '../stacks/address.js';
import { isBrowser } from '../lib/page.js';
import * as option from '../lib/read-options.js';
import { bare, read } from '../lib/safe-access.js';
import { toIdentity, toKey } from '../lib/to-key.js';
import { readTrackOptions } from '../transactions/options.js';
import { recentTransactions, watchRecentTransactions } from '../transactions/recent.js';
import { checkTransaction, trackTransaction } from '../transactions/track.js';
import type {
  RecentFilter,
  RecentTransaction,
  TrackOptions,
  TransactionChain,
  TransactionState,
} from '../transactions/types.js';
import { watchSettled } from '../transactions/watch-settled.js';
import { createStore } from '../lib/store.js';
import type { Watched, Watcher } from './watcher.js';

export interface UseRecentTransactionsOptions extends RecentFilter {
  /** The client whose transactions are stored. Default: the page's. */
  readonly client?: WalletClient | undefined;
}

const NO_TRANSACTIONS: readonly RecentTransaction[] = Object.freeze([]);

/**
 * The recent transactions of this browser. As long as they are shown, what the client sends is stored, and the states of those
 * that are not settled are read.
 *
 * @throws TransactionError `invalid` for a wrong option, which it names
 */
export function watchRecent(
  options: UseRecentTransactionsOptions | undefined,
): Watched<Watcher<readonly RecentTransaction[]>> {
  const settings = readTrackOptions<UseRecentTransactionsOptions>('useRecentTransactions', options);
  const { client = getDefaultClient(), account, network } = settings;
  const filter: RecentFilter = { account, network };
  const create = (): Watcher<readonly RecentTransaction[]> => ({
    initial: NO_TRANSACTIONS,
    get: () => recentTransactions(filter),
    subscribe: (listener) => {
      if (!isBrowser()) return () => {};
      const ends = [watchRecentTransactions(listener), watchSettled(client, filter, () => {})];
      return () => ends.forEach((end) => end());
    },
  });
  return { key: toKey([filter, toIdentity(client)]), create };
}

/**
 * A transaction to track: its id, the result of the request that sent it, or the `sent` event of a client.
 * Undefined: nothing was sent yet.
 */
export type SentResult =
  | string
  | (object & {
      readonly txid?: unknown;
      readonly transaction?: unknown;
      /** Not what `useRequest` or `useContractCall` returned: its `transaction` is the state already. */
      readonly send?: never;
    })
  | undefined;

export interface UseTransactionOptions extends Omit<TrackOptions, 'network' | 'account'> {
  /** For the list of recent transactions. Default: the account that sent it; of a result, the connected one. */
  readonly account?: string | undefined;
  /**
   * The network of the transaction. Default: that of the `sent` event; else that of the client's options, of the
   * connected wallet or of its address when the tracking begins; else mainnet.
   */
  readonly network?: NetworkName | undefined;
  /** The client whose network is the default. Default: the page's. */
  readonly client?: WalletClient | undefined;
}

/** The state of a transaction. Undefined before one is sent, on a server, and until the page is hydrated. */
export type TransactionSnapshot = TransactionState | undefined;

/** Tracks a transaction in the browser. @throws TransactionError `invalid` for a wrong option, which it names */
export function watchTransaction(
  transaction: SentResult,
  options: UseTransactionOptions | undefined,
): Watched<Watcher<TransactionSnapshot>> {
  if (transaction !== undefined) checkTransaction('useTransaction', transaction);
  const checked = readTrackOptions<UseTransactionOptions>('useTransaction', options);
  const { client, ...rest } = checked;
  const create = (): Watcher<TransactionSnapshot> => {
    const store = createStore<TransactionSnapshot>(undefined, () => {
      if (!transaction || !isBrowser()) return () => {};
      const handle = trackTransaction(transaction, withDefaults(transaction, checked));
      store.set(handle.state);
      return handle.subscribe(() => store.set(handle.state));
    });
    return { initial: undefined, get: () => store.get(), subscribe: store.subscribe };
  };
  return { key: toKey([transaction, rest, client && toIdentity(client)]), create };
}

function withDefaults(transaction: string | object, options: UseTransactionOptions): TrackOptions {
  const { client = getDefaultClient(), ...trackOptions } = options;
  const isSent = read(transaction, 'sentAt') !== undefined;
  const sent = bare<Partial<RecentTransaction>>(isSent ? (transaction as object) : {});
  const { chain, method, label, sentAt } = sent;
  const network = options.network ?? sent.network ?? getClientNetwork(client);
  // An id may be that of anybody's transaction. What the wallet answered was sent by its account.
  const isAnswer = typeof transaction === 'object' && !isSent;
  const account = isAnswer ? getSender(client, options.chain, options.method) : sent.account;
  return {
    ...option.withDefaults(trackOptions, { chain, account, method, label, sentAt }),
    network,
  };
}

/** The address of the connected account on the chain of a method. */
function getSender(
  { state }: WalletClient,
  chain: TransactionChain | undefined,
  method: string | undefined,
): string | undefined {
  const symbol = (chain ?? getMethodChain(method)) === 'bitcoin' ? 'BTC' : 'STX';
  return state.addresses.find((entry) => entry.symbol === symbol)?.address;
}
