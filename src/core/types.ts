import type { JsonRpcError } from '../errors.js';
import type { AddressEntry, AddressesResult, StoredAddresses } from '../accounts/addresses.js';
import type { MethodName, MethodParams, MethodResult } from '../methods/index.js';
import type { SentAmount } from '../methods/sent-amount.js';
import type { NetworkName } from '../stacks/address.js';
import type { ProviderDescriptor, WalletProvider } from '../wallets/wallet.js';
import type { Unsubscribe } from '../lib/store.js';
import type { AbortSignal, Element } from '../lib/web-types.js';

/** A wallet of the page: its provider, and the id under which it is found, if it has one. */
export interface PageWallet {
  readonly provider: WalletProvider;
  readonly id: string | undefined;
}

/**
 * The base URL of a service, or an object with one for each network. A URL alone is that of the network in the same options,
 * else of mainnet: on other networks the default is used. The query of a URL, such as a key, is part of every request.
 */
export type ServiceUrl = string | Readonly<Record<string, string>>;

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
  /**
   * Remember the chosen wallet. Default: true. With false, the user chooses again for each request; a connection ends if that
   * is another wallet.
   */
  persistWalletSelect?: boolean | undefined;
  /** Apply the adjustments for each wallet. Default: true. */
  enableOverrides?: boolean | undefined;
  /**
   * Leave out fields of the params that no method has, with a warning in the console. A misspelled field, and one of another
   * method, are refused nevertheless. Default: false, so all are refused.
   */
  ignoreUnknownFields?: boolean | undefined;
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
   * The base URL of a Stacks API, see `configure`. Used only to load the account's next nonce, for a sponsored transaction without
   * `nonce` that this library builds: within 15 seconds, else -31000. A URL in the options of one request is that of its
   * network. Default: the API of Hiro for mainnet or testnet; none for other networks (-32602).
   */
  stacksApi?: ServiceUrl | undefined;
  /**
   * The element that the user pressed. The picker opens in its document, which may be that of a frame or of another window.
   * Default: none, so it opens in the document of this library.
   */
  opener?: Element | undefined;
  /**
   * A text of the page about the transaction that the request sends, such as "Swap STX": for the event `sent` and the list of recent
   * transactions, which keeps 200 characters. The wallet does not get it. Default: none.
   */
  label?: string | undefined;
  /** Aborting rejects with the signal's reason, closes the picker and ignores the wallet's answer. */
  signal?: AbortSignal | undefined;
}

/**
 * The connection of a page, as one flat object: it is replaced, never changed, so that states can be compared with `===`.
 * `connecting`: nothing is connected, and a wallet is asked for its addresses. While a connected user connects again, the
 * state stays the previous connection until a wallet answers. `disconnected`: also after the wallet has changed its account or
 * its network without telling the new addresses. Frozen at every depth.
 */
export type WalletState = ConnectedState | NotConnectedState;

export interface ConnectedState {
  readonly status: 'connected';
  /** The first Stacks address, or the first address if the wallet has no Stacks address. */
  readonly address: string;
  /** The first Stacks address. */
  readonly stxAddress: string | undefined;
  /** All addresses of the current account, in the wallet's order, with known fields only. */
  readonly addresses: readonly AddressEntry[];
  /**
   * The network that the wallet last reported, also after a reload, or mainnet if the addresses are of mainnet. Undefined if
   * it has reported none. Requests rely only on what the wallet reported to this page.
   */
  readonly network: NetworkName | undefined;
  /** Undefined if the page passed a provider that is in no registry. */
  readonly providerId: string | undefined;
}

export interface NotConnectedState {
  readonly status: 'disconnected' | 'connecting';
  readonly address: undefined;
  readonly stxAddress: undefined;
  readonly addresses: readonly [];
  readonly network: undefined;
  readonly providerId: undefined;
}

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

/**
 * The usual call is the first overload, from which editors complete the params, and the last, whose error TypeScript
 * reports.
 */
export interface RequestFunction {
  /**
   * Sends a request to the wallet that is connected or remembered. If there is none, the user chooses one, which is then
   * remembered; only a method that answers with addresses connects it.
   */
  <M extends MethodName>(method: M, params: MethodParams<M>): Promise<MethodResult<M>>;
  /** With options: the same, see {@link RequestOptions}. */
  <M extends MethodName>(
    options: RequestOptions | undefined,
    method: M,
    ...params: ParamsArgument<M>
  ): Promise<MethodResult<M>>;
  /** A method that this library does not know is sent without checks. */
  <M extends string>(
    options: RequestOptions | undefined,
    method: M & Unknown<M>,
    params?: unknown,
  ): Promise<unknown>;
  /** A method that this library does not know is sent without checks. */
  <M extends string>(method: M & Unknown<M>, params?: unknown): Promise<unknown>;
  /**
   * Sends a request to the wallet that is connected or remembered. If there is none, the user chooses one, which is then
   * remembered; only a method that answers with addresses connects it.
   */
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

/** A transaction that a wallet has sent. */
export interface SentTransaction {
  readonly txid: string;
  readonly chain: 'stacks' | 'bitcoin';
  /** The network of the request; else the one that the wallet reported, or that of the account's address. */
  readonly network: NetworkName | undefined;
  readonly method: string;
  /** The connected account's address on that chain. */
  readonly account: string | undefined;
  /**
   * What a transfer moves out of the account: of `stx_transferStx`, `stx_transferSip10Ft` and `sendTransfer`, as it was requested,
   * without the fee. Undefined for other methods, and with `enableOverrides: false`.
   */
  readonly amount?: SentAmount | undefined;
  /** The `label` of the options of the request. */
  readonly label?: string | undefined;
  /** When the wallet answered, milliseconds since 1970. */
  readonly sentAt: number;
}

/** The wallets of a page: those that are installed, and others that can be installed. */
export interface WalletList {
  readonly installed: readonly ProviderDescriptor[];
  readonly others: readonly ProviderDescriptor[];
}

/**
 * `opening`: the picker loads. `choosing`: it shows the list. `connecting`: the picked wallet is asked for its addresses.
 * `failed`: it refused or failed. `done`: the choice has ended; without a `providerId`, no wallet was chosen.
 */
export type ChoiceState =
  | { readonly status: 'opening' | 'choosing' }
  | { readonly status: 'connecting'; readonly providerId: string }
  | { readonly status: 'failed'; readonly providerId: string; readonly error: JsonRpcError }
  | { readonly status: 'done'; readonly providerId: string | undefined };

/**
 * A choice of a wallet by the user: its state, and what the user can do. Pickers and lists are views of it. Requests that
 * need a wallet at the same time share one.
 */
export interface Choice {
  readonly state: ChoiceState;
  /** Calls the listener after every change of `state`. */
  subscribe(listener: () => void): Unsubscribe;
  /** The wallets to choose from, now. */
  readonly wallets: WalletList;
  /** Calls `changed` with a new list when a wallet is injected later or removed. */
  watchWallets(changed: (list: WalletList) => void): Unsubscribe;
  /** The id of the wallet that was used last, to be shown first. */
  readonly lastProviderId: string | undefined;
  /** The element that the user pressed: the option `opener` of the call that began the choice. */
  readonly opener: Element | undefined;
  /**
   * True once the user has closed the picker, which has shown the error, if there was one: nobody needs to tell the user how
   * the choice ended.
   */
  readonly shown: boolean;
  /** Resolves with the id of the wallet, or rejects with the error, when the choice has ended. */
  readonly finished: Promise<string>;
  /** The user picks a wallet. Ignored while another one is connecting. */
  pick(providerId: string): void;
  /** Asks the same wallet again; a late answer to the first request is ignored. */
  retry(): void;
  /** Back to the list; an answer of the wallet is ignored. */
  back(): void;
  /** The user closes the picker: the callers get the error that was shown, else -31001. */
  close(): void;
}

/**
 * Shows a choice to the user: calls `pick`, `retry`, `back` and `close`, and ends with the state `done`. The promise
 * resolves when it is shown. If it throws or rejects, the callers get that error.
 *
 * @example
 * ```ts
 * import type { Picker } from 'stacks-wallet-elements';
 *
 * const picker: Picker = (choice) => {
 *   const [wallet] = choice.wallets.installed;
 *   if (wallet && confirm(`Connect ${wallet.name}?`)) choice.pick(wallet.id);
 *   else choice.close();
 *   choice.subscribe(() => choice.state.status === 'failed' && choice.close());
 * };
 * ```
 */
export interface Picker {
  (choice: Choice): void | Promise<void>;
  /** Loads the picker's code in advance. */
  preload?(): Promise<unknown>;
}

/** The price of one whole unit of an asset, such as of one STX. */
export interface Price {
  /**
   * Decimal digits above zero, such as `0.5712`, also as JavaScript writes a number: `1.2e-8`. A text, since a number has lost
   * digits before it can be checked.
   */
  readonly price: string;
  /** When it was the price: milliseconds since 1970. Default: when the function answered. */
  readonly time?: number | undefined;
}

/**
 * Gets a price from a source of the page. It is called when an amount that shows a value comes into view, and then about once a
 * minute while one does: once for all amounts of an asset. Return undefined for an asset that the source does not know.
 *
 * @param asset what the page wrote: `stx`, the asset identifier of a token, or the principal of its contract
 * @param currency three lower-case letters, such as `eur`
 * @param options `signal` is aborted when no amount shows the value any more, and after 30 seconds
 * @example
 * ```ts
 * import { configure, type PriceSource } from 'stacks-wallet-elements';
 *
 * const prices: PriceSource = async (asset, currency, { signal }) => {
 *   const answer = await fetch(`/prices/${asset}/${currency}`, { signal });
 *   return answer.ok ? { price: await answer.text() } : undefined;
 * };
 * configure({ prices });
 * ```
 */
export type PriceSource = (
  asset: string,
  currency: string,
  options: { readonly signal: AbortSignal },
) => Price | undefined | Promise<Price | undefined>;

/** A wallet client. The exported functions (`connect`, `request`, …) are those of the default client. */
export interface WalletClient {
  readonly state: WalletState;
  /** Calls the listener after every change of `state`, `choice` and `isOpening`, by this page, by other tabs or by the wallet. */
  subscribe(listener: () => void): Unsubscribe;
  /**
   * Calls the listener after a wallet has sent a transaction and returned its id. Includes requests of elements, of
   * other code, and of clients from `with`. The request does not wait for the listener, and ignores its errors.
   *
   * @throws TypeError if `type` is not `sent`
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
    options?: { signal?: AbortSignal | undefined },
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
   * Changes the wallet to another network. Xverse opens a window for it. Resolves if it is already on that network.
   *
   * @throws JsonRpcError -32601 for other wallets, with what to do; -32602 for a network that the wallet does not
   *   have; -32000 if the user rejects; -31000 if no wallet is connected
   */
  switchNetwork(network: NetworkName, options?: RequestOptions): Promise<void>;
  /**
   * The networks that `switchNetwork` can ask the connected wallet for. Empty if no wallet is connected, and for wallets that
   * cannot be asked: there the user chooses the network in the wallet. Asks no wallet.
   */
  availableNetworks(options?: RequestOptions): Promise<readonly NetworkName[]>;
  /** The current wallets of the page, filtered by `approvedProviderIds`. */
  wallets(options?: RequestOptions): WalletList;
  /** Calls `changed` with a new list when a wallet is injected later or removed. */
  watchWallets(changed: (list: WalletList) => void, options?: RequestOptions): Unsubscribe;
  /** The network of requests whose params have none: the option `network` of this client. */
  readonly network: NetworkName | undefined;
  /** The id of the remembered wallet. */
  readonly selectedProviderId: string | undefined;
  /**
   * Returns a client with the same session that uses these options as defaults. For the same options, without `provider` and
   * `signal`, it is the same client.
   */
  with(options: RequestOptions): WalletClient;
  /**
   * Loads code in advance when a request is likely: the code of requests if a wallet is remembered, else the picker, since
   * the code of requests loads while the user chooses. With `method`, also the code of requests and what verifies the answers
   * to this method. Does nothing if the user has enabled data saving, or on a 2g connection.
   */
  preload(method?: string): void;
  /** True while the picker loads: from a call that needs the user's choice until it is shown. */
  readonly isOpening: boolean;
  /** The choice of a wallet that is pending, such as in an open picker. Of several, the one that began last. */
  readonly choice: Choice | undefined;
  /**
   * Starts a choice for a view of your own, without the picker, or returns the pending one with the same options. The wallet that
   * is picked is connected. A choice belongs to its options: it connects no wallet that is not in their `approvedProviderIds`.
   *
   * @throws JsonRpcError -32602 if the options have a `provider`, or a `providerId` that is not in `approvedProviderIds`; the
   *   signal's reason once the signal is aborted, which also ends the choice
   */
  choose(options?: RequestOptions): Promise<Choice>;
  /** Shows the user the wallets to choose from. If undefined, the only installed wallet is used. */
  picker: Picker | undefined;
}
