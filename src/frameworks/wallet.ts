/** Code that the modules for frameworks share. Each of them, together with this one, has about 1 kB. */
import '../define/picker.js';
import { getDefaultClient } from '../client/client.js';
import { DISCONNECTED } from '../client/session.js';
import type {
  RequestFunction,
  RequestOptions,
  WalletClient,
  WalletState,
} from '../client/types.js';
import { isDismissed } from '../errors.js';
import { getNetwork } from '../stacks/address.js';
import * as option from '../lib/read-options.js';
import { read } from '../lib/safe-access.js';
import { getFtMetadata, readUseTokenOptions } from '../tokens/metadata-client.js';
import type { FtMetadataAnswer, FtMetadataOptions } from '../tokens/metadata-types.js';
import { readTrackOptions } from '../transactions/options.js';
import { trackTransaction } from '../transactions/track.js';
import type { RecentTransaction, TrackOptions, TransactionState } from '../transactions/types.js';
import type { AddressesResult } from '../methods/addresses.js';
import type { Unsubscribe } from '../lib/store.js';
import type { NetworkName } from '../methods/values.js';

export type { WalletState } from '../client/types.js';
export type { TrackOptions } from '../transactions/types.js';

export interface UseWalletOptions {
  /** The client to follow. Default: the page's. */
  readonly client?: WalletClient | undefined;
}

/** The functions of a client. Their identity changes only with the client. */
export interface WalletActions {
  /** Connects: see the function `connect` of the package. */
  connect(this: void, options?: RequestOptions): Promise<AddressesResult>;
  /**
   * Connects as a listener of an event: `<button onClick={connect}>`. Resolves with undefined if the user closes the
   * picker or rejects in the wallet.
   */
  connect(this: void, event: ListenedEvent): Promise<AddressesResult | undefined>;
  /** Ends the connection: see the function `disconnect` of the package. */
  readonly disconnect: (this: void) => void;
  /** Sends a request to the wallet: see the function `request` of the package. */
  readonly request: RequestFunction;
}

/** A method of every event, including those of React. */
export interface ListenedEvent {
  preventDefault(): void;
}

/** The wallet on a server, and on a page until it is hydrated. */
export const SERVER_SNAPSHOT = DISCONNECTED;

/** The client in the options of `useWallet`, else the page's. @throws TypeError that names a wrong option */
export function clientIn(options: UseWalletOptions | undefined): WalletClient {
  const { client } = option.readOptions('useWallet', options, { client: option.object });
  return client ?? getDefaultClient();
}

export function walletActions(client: WalletClient): WalletActions {
  const connect = (given?: RequestOptions | ListenedEvent) =>
    read(given, 'preventDefault')
      ? client.connect().catch((error: unknown) => {
          if (!isDismissed(error)) throw error;
          return undefined;
        })
      : client.connect(given as RequestOptions | undefined);
  return {
    connect: connect as WalletActions['connect'],
    disconnect: () => client.disconnect(),
    request: ((...args: Parameters<RequestFunction>) => client.request(...args)) as RequestFunction,
  };
}

/** A token, while it loads and afterwards. */
export type TokenSnapshot =
  | { readonly status: 'loading'; readonly token: undefined; readonly error: undefined }
  | { readonly status: 'ready'; readonly token: FtMetadataAnswer; readonly error: undefined }
  | { readonly status: 'error'; readonly token: undefined; readonly error: unknown };

/** Calls `set` with the wallet, now and after every change, in the browser. */
export function watchWallet(client: WalletClient, set: (wallet: WalletState) => void): Unsubscribe {
  let last: WalletState | undefined;
  const call = () => {
    const { state } = client;
    if (state !== last) set((last = state));
  };
  // On a server the state does not change, and the listener would remain after the HTTP request.
  const unsubscribe = typeof document === 'object' ? client.subscribe(call) : () => {};
  call();
  return unsubscribe;
}

export type UseTokenOptions = Omit<FtMetadataOptions, 'signal'>;

export const LOADING: TokenSnapshot = { status: 'loading', token: undefined, error: undefined };

/** Loads a token in the browser, if there is a principal. Calls `set` until the returned function is called. */
export function loadToken(
  principal: string | undefined,
  options: UseTokenOptions | undefined,
  set: (token: TokenSnapshot) => void,
): Unsubscribe {
  const loading = new AbortController();
  const { signal } = loading;
  set(LOADING);
  const load = async () =>
    getFtMetadata(
      principal!,
      option.mergeOptions<FtMetadataOptions>(readUseTokenOptions(options), { signal }),
    );
  if (principal && typeof document === 'object') {
    load().then(
      (token) => signal.aborted || set({ status: 'ready', token, error: undefined }),
      (error: unknown) => signal.aborted || set({ status: 'error', token: undefined, error }),
    );
  }
  return () => loading.abort();
}

/**
 * A transaction to track: its id, the result of the request that sent it, or the `sent` event of a client.
 * Undefined: nothing was sent yet.
 */
export type SentResult = string | object | undefined;

export interface UseTransactionOptions extends Omit<TrackOptions, 'network'> {
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

/** Tracks a transaction in the browser: calls `set` at once and after every change. */
export function watchTransaction(
  transaction: SentResult,
  given: UseTransactionOptions | undefined,
  set: (state: TransactionSnapshot) => void,
): Unsubscribe {
  const options = readTrackOptions<UseTransactionOptions>('useTransaction', given);
  const handle =
    transaction && typeof document === 'object'
      ? trackTransaction(transaction, withDefaults(transaction, options))
      : undefined;
  const undo = handle?.subscribe(() => set(handle.state));
  set(handle?.state);
  return () => undo?.();
}

function withDefaults(transaction: string | object, options: UseTransactionOptions): TrackOptions {
  const { client = getDefaultClient(), ...own } = options;
  const isSent = read(transaction, 'sentAt') !== undefined;
  const sent = option.mergeOptions<Partial<RecentTransaction>>(
    isSent ? (transaction as object) : undefined,
  );
  const { chain, account, method, label, sentAt } = sent;
  const network = options.network ?? sent.network ?? getClientNetwork(client);
  return { chain, account, method, label, sentAt, ...own, network };
}

function getClientNetwork(client: WalletClient): NetworkName | undefined {
  const { network, address } = client.state;
  // A client of the page may have no `network`.
  return (read(client, 'network') as NetworkName | undefined) ?? network ?? getNetwork(address);
}
