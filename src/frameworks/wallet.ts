/** The wallet of a client, and its functions. */
import { getDefaultClient } from '../core/client.js';
import { DISCONNECTED } from '../core/session.js';
import type {
  RequestFunction,
  RequestOptions,
  WalletClient,
  WalletList,
  WalletState,
} from '../core/types.js';
import { isDismissed, withDocs } from '../errors.js';
import { isBrowser } from '../lib/page.js';
import * as option from '../lib/read-options.js';
import { read } from '../lib/safe-access.js';
import { toIdentity } from '../lib/to-key.js';
import type { AddressesResult } from '../accounts/addresses.js';
import { createStore } from '../lib/store.js';
import { namesIn, toHook, type Watched, type Watcher } from './watcher.js';

export interface UseWalletOptions {
  /** The client to follow, and of `useRequest` the one that sends. Default: the page's. */
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

/** The names of the fields of the states. */
export const WALLET_FIELDS = namesIn(DISCONNECTED);

/** The client in the options of a function, else the page's. @throws TypeError that names a wrong option */
export function getClient(caller: string, options: UseWalletOptions | undefined): WalletClient {
  if (typeof read(options, 'connect') === 'function') {
    throw new TypeError(withDocs(`${caller}: got a client; write \`{ client }\`.`, 'options'));
  }
  const { client } = option.readOptions(caller, options, { client: option.client });
  return client ?? getDefaultClient();
}

/** The wallet of a client. */
export interface WalletWatcher extends Watcher<WalletState> {
  readonly client: WalletClient;
}

/** @throws TypeError that names a wrong option */
export function watchWallet(options: UseWalletOptions | undefined): Watched<WalletWatcher> {
  const client = getClient('useWallet', options);
  return {
    key: toIdentity(client),
    create: () => ({ ...toHook(client), initial: DISCONNECTED, client }),
  };
}

/** The functions of the current client. */
export function walletActions(getCurrent: () => WalletClient): WalletActions {
  const connect = (options?: RequestOptions | ListenedEvent) =>
    read(options, 'preventDefault')
      ? getCurrent()
          .connect()
          .catch((error: unknown) => {
            if (!isDismissed(error)) throw error;
            return undefined;
          })
      : getCurrent().connect(options as RequestOptions | undefined);
  return {
    connect: connect as WalletActions['connect'],
    disconnect: () => getCurrent().disconnect(),
    request: ((...args: Parameters<RequestFunction>) =>
      getCurrent().request(...args)) as RequestFunction,
  };
}

const NO_WALLETS: WalletList = Object.freeze({
  installed: Object.freeze([]),
  others: Object.freeze([]),
});

/** The wallets of the page. @throws TypeError that names a wrong option */
export function watchWallets(options: UseWalletOptions | undefined): Watched<Watcher<WalletList>> {
  const client = getClient('useWallets', options);
  const create = (): Watcher<WalletList> => {
    const store = createStore(NO_WALLETS, () => {
      if (!isBrowser()) return () => {};
      store.set(client.wallets());
      return client.watchWallets((list) => store.set(list));
    });
    return { initial: NO_WALLETS, get: () => store.get(), subscribe: store.subscribe };
  };
  return { key: toIdentity(client), create };
}
