import type { JsonRpcError } from '../errors.js';
import type { AddressEntry, AddressesResult, StoredAddresses } from '../methods/addresses.js';
import type { MethodName, MethodParams, MethodResult } from '../methods/index.js';
import type { NetworkName } from '../methods/values.js';
import type { ProviderDescriptor, Unsubscribe, WalletProvider } from '../wallets/provider.js';
import type { SelectWallet, WalletList } from './picker.js';

/** The options of requests and of `connect`. */
export interface RequestOptions {
  /** Use this provider. The picker is not shown. */
  provider?: WalletProvider | undefined;
  /**
   * Use the wallet with this id. If it is not installed, the picker is shown, with only this wallet. Fails with
   * -32602 if it is not in `approvedProviderIds`.
   */
  providerId?: string | undefined;
  /** Let the user choose even if a wallet is remembered. Default: false. */
  forceWalletSelect?: boolean | undefined;
  /** Remember the chosen wallet. Default: true. */
  persistWalletSelect?: boolean | undefined;
  /** Apply the adjustments for each wallet. Default: true. */
  enableOverrides?: boolean | undefined;
  /** Store the addresses. Default: true. */
  enableLocalStorage?: boolean | undefined;
  /**
   * Wallets that the picker offers to install. Default: the known wallets. The name and the links of a known wallet
   * are not replaced; its `icon` is used if the wallet has announced none.
   */
  defaultProviders?: readonly ProviderDescriptor[] | undefined;
  /** Offer and use only wallets with these ids. Does not apply to `provider`. Default: all. */
  approvedProviderIds?: readonly string[] | undefined;
  /** The network of requests whose params have none. */
  network?: NetworkName | undefined;
  /**
   * The base URL of a Stacks API. Used only to load the account's next nonce, for a sponsored transaction without
   * `nonce` that this library builds: within 15 seconds, else -31000. Default: the API of Hiro for mainnet or testnet;
   * none for other networks (-32602).
   */
  stacksApiUrl?: string | undefined;
  /** Aborting rejects with the signal's reason, closes the picker and ignores the wallet's answer. */
  signal?: AbortSignal | undefined;
  /**
   * Called before the request is sent to a wallet. No picker opens after that.
   *
   * @internal
   */
  onAsk?: (() => void) | undefined;
  /**
   * Called with the wallet's result before it is converted. Not called if the answer to another caller is used.
   *
   * @internal
   */
  onAnswer?: ((answer: unknown) => void) | undefined;
}

export interface Disconnected {
  readonly status: 'disconnected';
}

export interface Connected {
  readonly status: 'connected';
  /** Undefined if the page passed a provider that is in no registry. */
  readonly providerId: string | undefined;
  /** The addresses of the current account, in the wallet's order. */
  readonly addresses: readonly AddressEntry[];
  /** The network that the wallet last reported. */
  readonly network: NetworkName | undefined;
}

export interface Connecting {
  readonly status: 'connecting';
  /** The state before, which is restored if connecting fails. */
  readonly previous: Disconnected | Connected;
}

export type SessionState = Disconnected | Connecting | Connected;

/** The params argument, which is optional for methods that need no params. */
export type ParamsArgument<M extends MethodName> =
  undefined extends MethodParams<M> ? [params?: MethodParams<M>] : [params: MethodParams<M>];

/** The known methods whose names differ from this one only by capital letters. */
type Near<Name extends string> = {
  [M in MethodName]: Lowercase<M> extends Lowercase<Name> ? M : never;
}[MethodName];

/**
 * The name of an unknown method. A known name is not assignable, so that its params are always type-checked. A name
 * that differs from a known one only by capital letters is not assignable either.
 */
type Unknown<M extends string> = M extends MethodName
  ? { missingParams: MethodParams<M> }
  : string extends M
    ? unknown
    : [Near<M>] extends [never]
      ? unknown
      : { didYouMean: Near<M> };

/** TypeScript reports the error of the last overload, so the usual call is the last. */
export interface RequestFunction {
  /** An unknown method is sent without checks. */
  <M extends string>(
    options: RequestOptions | undefined,
    method: M & Unknown<M>,
    params?: unknown,
  ): Promise<unknown>;
  <M extends MethodName>(
    options: RequestOptions | undefined,
    method: M,
    ...params: ParamsArgument<M>
  ): Promise<MethodResult<M>>;
  /** An unknown method is sent without checks. */
  <M extends string>(method: M & Unknown<M>, params?: unknown): Promise<unknown>;
  <M extends MethodName>(method: M, ...params: ParamsArgument<M>): Promise<MethodResult<M>>;
}

/** What a request would do with one wallet. */
export interface Explanation {
  readonly providerId: string;
  readonly name: string;
  readonly installed: boolean;
  /** True for the wallet of the session. */
  readonly connected: boolean;
  /**
   * `sent`: the wallet would be sent `request`. `refused`: it would not be asked, because of `error`. `unsupported`: it
   * does not have the method, and fails with -32601.
   */
  readonly outcome: 'sent' | 'refused' | 'unsupported';
  /** What the wallet would receive. Absent if it would not be asked. */
  readonly request?: { readonly method: string; readonly params?: unknown };
  readonly error?: JsonRpcError;
  /** The given fields that the wallet would not use. */
  readonly ignores: readonly string[];
  /** Set if the request would first ask the wallet, without a window, whether it is on this network. */
  readonly assumedNetwork?: NetworkName;
}

/** Whether a wallet supports a method. */
export interface Support {
  /** Undefined if no wallet is connected, the method is unknown, or it is not known whether the wallet has it. */
  readonly supported: boolean | undefined;
  /** Why `supported` is false or undefined. For developers, in English. */
  readonly reason?: string;
  /** The wallet, if there is one. */
  readonly providerId?: string;
  readonly name?: string;
}

/**
 * `verified`: the stored account is the current account of the wallet. `stale`: the wallet has another current account,
 * or denies access. `remembered`: the wallet is not installed, cannot be asked without a window, or returned no account.
 * `disconnected`: nothing is stored.
 */
export type Restored = 'verified' | 'stale' | 'remembered' | 'disconnected';

/** A transaction that a wallet has sent. */
export interface SentTransaction {
  readonly txid: string;
  readonly chain: 'stx' | 'btc';
  /** The network of the request; else the one that the wallet reported, or that of the account's address. */
  readonly network: NetworkName | undefined;
  readonly method: string;
  /** The connected account's address on that chain. */
  readonly account: string | undefined;
  /** When the wallet answered, milliseconds since 1970. */
  readonly sentAt: number;
}

/** A wallet client. The exported functions (`connect`, `request`, …) are those of the default client. */
export interface WalletClient {
  readonly state: SessionState;
  /** Calls the listener after every change of `state`. */
  subscribe(listener: () => void): Unsubscribe;
  /**
   * Calls the listener after a wallet has sent a transaction and returned its id. Includes requests of elements, of
   * other code, and of clients from `with`. The request does not wait for the listener, and ignores its errors.
   */
  on(type: 'sent', listener: (sent: SentTransaction) => void): Unsubscribe;
  connect(options?: RequestOptions): Promise<AddressesResult>;
  /** Also cancels pending attempts to connect and closes the picker: see the function `disconnect`. */
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
  /**
   * For every known wallet: the request that it would receive, or why it would receive none. Asks no wallet. Uses the
   * same code as a request, and the current session.
   *
   * The nonce of a sponsored transaction that this library builds is loaded from the Stacks API, as for a request.
   */
  explain(
    method: string,
    params?: unknown,
    options?: RequestOptions,
  ): Promise<readonly Explanation[]>;
  /** Whether the wallet of the session supports a method, and if not, why. Asks no wallet. */
  supports(method: string, options?: RequestOptions): Promise<Support>;
  /**
   * Checks a stored session after a reload. Never opens a window. Does not change the addresses: if the session is
   * stale, connect again on the user's next click.
   */
  restore(): Promise<Restored>;
  /**
   * Changes the wallet to another network. Xverse opens a window for it. Resolves if it is already on that network.
   *
   * @throws JsonRpcError -32601 for other wallets, with what to do; -32602 for a network that the wallet does not
   *   have; -32000 if the user rejects; -31000 if no wallet is connected
   */
  switchNetwork(network: NetworkName, options?: RequestOptions): Promise<void>;
  /**
   * The current wallets of the page, filtered by `approvedProviderIds`. Wallets that announce themselves only by the
   * Wallet Standard are included after the first request or `watchWallets`, which load the code for it.
   */
  wallets(options?: RequestOptions): WalletList;
  /** Calls `changed` with a new list when a wallet is injected later or removed. */
  watchWallets(changed: (list: WalletList) => void, options?: RequestOptions): Unsubscribe;
  /** The network of requests whose params have none: the option `network` of this client. */
  readonly network: NetworkName | undefined;
  /** The id of the remembered wallet. */
  readonly selectedProviderId: string | undefined;
  /** Returns a client with the same session that uses these options as defaults. */
  with(options: RequestOptions): WalletClient;
  /**
   * Loads code in advance when a request is likely: the picker if no wallet is remembered, the code of requests,
   * and what `method` needs in addition. Does nothing if the user has enabled data saving, or on a
   * 2g connection.
   */
  preload(method?: string): void;
  /** The picker with which the user chooses a wallet. If undefined, the only installed wallet is used. */
  selectWallet: SelectWallet | undefined;
}
