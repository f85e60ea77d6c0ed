import type { AddressEntry, AddressesResult, StoredAddresses } from '../wire/addresses.js';
import type { MethodName, MethodParams, MethodResult } from '../methods/index.js';
import type { NetworkName } from '../wire/values.js';
import type { ProviderDescriptor, Undo, WalletProvider } from '../wire/provider.js';
import type { SelectWallet, WalletList } from './picker.js';

/** B4, with the network and a signal. */
export interface RequestOptions {
  /** Ask this provider; the picker is not shown. */
  provider?: WalletProvider | undefined;
  /**
   * Ask the wallet with this id; the picker is shown only where it is not installed, with this one wallet.
   * Refused with -32602 where `approvedProviderIds` lacks it.
   */
  providerId?: string | undefined;
  /** Ask the user to choose even if a wallet is remembered. Default: false. */
  forceWalletSelect?: boolean | undefined;
  /** Remember the chosen wallet. Default: true. */
  persistWalletSelect?: boolean | undefined;
  /** Apply the adjustments for each wallet. Default: true. */
  enableOverrides?: boolean | undefined;
  /** Store the addresses. Default: true. */
  enableLocalStorage?: boolean | undefined;
  /** Wallets that the picker offers to install. Default: those this library knows. */
  defaultProviders?: readonly ProviderDescriptor[] | undefined;
  /** Only wallets with these ids are offered and asked, save for a `provider` object. Default: all. */
  approvedProviderIds?: readonly string[] | undefined;
  /** The network of requests whose params name none. */
  network?: NetworkName | undefined;
  /** Aborting rejects with the signal's reason, closes the picker and drops a late answer. */
  signal?: AbortSignal | undefined;
  /**
   * Called when it is known which wallet is asked, before that is asked: no picker opens after it.
   *
   * @internal
   */
  onAsk?: (() => void) | undefined;
}

export interface Disconnected {
  readonly status: 'disconnected';
}

export interface Connected {
  readonly status: 'connected';
  /** Undefined where a page passed a provider that no registry names. */
  readonly providerId: string | undefined;
  /** The current account's, in the wallet's order. */
  readonly addresses: readonly AddressEntry[];
  /** As the wallet last reported it. */
  readonly network: NetworkName | undefined;
}

export interface Connecting {
  readonly status: 'connecting';
  /** What holds until the wallet answers, and again if it does not. */
  readonly previous: Disconnected | Connected;
}

export type SessionState = Disconnected | Connecting | Connected;

/** Params may be left out where a method needs none. */
export type ParamsArgument<M extends MethodName> =
  undefined extends MethodParams<M> ? [params?: MethodParams<M>] : [params: MethodParams<M>];

/** Nothing for a method that is typed here: its params are not to slip through. */
type Unknown<M extends string> = M extends MethodName ? never : unknown;

export interface RequestFunction {
  <M extends MethodName>(method: M, ...params: ParamsArgument<M>): Promise<MethodResult<M>>;
  <M extends MethodName>(
    options: RequestOptions | undefined,
    method: M,
    ...params: ParamsArgument<M>
  ): Promise<MethodResult<M>>;
  /** A method that this library does not know passes through untouched. */
  <M extends string>(method: M & Unknown<M>, params?: unknown): Promise<unknown>;
  <M extends string>(
    options: RequestOptions | undefined,
    method: M & Unknown<M>,
    params?: unknown,
  ): Promise<unknown>;
}

/** Everything that a page does with wallets. The free functions are those of the page-wide client. */
export interface WalletClient {
  readonly state: SessionState;
  /** Calls back after every change of `state`. */
  subscribe(listener: () => void): Undo;
  connect(options?: RequestOptions): Promise<AddressesResult>;
  /** Also ends what is connecting, and closes the picker: see the function `disconnect`. */
  disconnect(): void;
  isConnected(): boolean;
  getLocalStorage(): StoredAddresses | null;
  request: RequestFunction;
  requestRaw(
    provider: WalletProvider,
    method: string,
    params?: unknown,
    options?: { signal?: AbortSignal },
  ): Promise<unknown>;
  /** The wallets of the page now, filtered by `approvedProviderIds`. */
  wallets(options?: RequestOptions): WalletList;
  /** Calls back with a new list whenever a wallet appears later (or goes). */
  watchWallets(changed: (list: WalletList) => void, options?: RequestOptions): Undo;
  /** The id of the remembered wallet. */
  readonly selectedProviderId: string | undefined;
  /** A client with the same session whose calls take these options where they give none. */
  with(options: RequestOptions): WalletClient;
  /**
   * Fetches what is loaded late, when a request is likely: the picker while no wallet is remembered, the
   * line of a request, and what `method` needs beside. Does nothing where the user saves data.
   */
  preload(method?: string): void;
  /** How the user chooses a wallet; undefined: see `connect`. */
  selectWallet: SelectWallet | undefined;
}
