import type { AddressEntry } from '../accounts/addresses.js';
import type { MethodName, MethodParams } from '../methods/index.js';
import type { NetworkName } from '../stacks/address.js';
import type { Unsubscribe } from '../lib/store.js';
import type { Reordered } from '../stacks/tuple-order.js';
import type { AbortSignal, Fetch, Window } from '../lib/web-types.js';

/**
 * The object that a wallet injects into the page (SIP-030). `request` takes a method name and params, and
 * resolves with a JSON-RPC response.
 */
export interface WalletProvider {
  request(method: string, params?: unknown): Promise<unknown>;
  /** SIP-030, "Listeners". */
  listen?(event: string, listener: (data: unknown) => void): Unsubscribe;
  /** Xverse and Fordefi. The arguments differ between versions. */
  addListener?(...args: unknown[]): unknown;
}

/** The description of a wallet: in a registry of the page (WBIP-004), or in the page's own list. */
export interface ProviderDescriptor {
  /**
   * Dot path of the provider on `window`, e.g. `XverseProviders.BitcoinProvider`.
   */
  readonly id: string;
  readonly name: string;
  /** A `data:image/…` URL. */
  readonly icon?: string;
  readonly webUrl?: string;
  /** True for a web app at `webUrl` that shows pages in a frame. It is opened, not installed. */
  readonly webApp?: boolean;
  readonly chromeWebStoreUrl?: string;
  readonly mozillaAddOnsUrl?: string;
  readonly iOSAppStoreUrl?: string;
  readonly googlePlayStoreUrl?: string;
  /**
   * Opens a page in the wallet's own browser on a phone; `{url}` stands for the encoded page URL. Must be https,
   * except for known wallets.
   */
  readonly openInWalletUrl?: string;
}

/**
 * A wallet is a function: it gets a checked request, sends what this wallet expects, and returns its answer.
 *
 * @example
 * ```ts
 * import { configure, type Wallet } from 'stacks-wallet-elements';
 *
 * const acme: Wallet = {
 *   info: { id: 'AcmeProvider', name: 'Acme' },
 *   matches: (_provider, id) => id === 'AcmeProvider',
 *   async request(call, send) {
 *     if (!call.isKnown || call.method !== 'stx_signMessage') return send(call.method, call.params);
 *     return send('acme_sign', { text: call.params.message });
 *   },
 * };
 * configure({ wallets: [acme] });
 * ```
 */
export interface Wallet {
  readonly info: ProviderDescriptor;
  /** True if `provider`, which was found at `id` if that is known, is this wallet. Never throws. */
  matches(provider: WalletProvider, id: string | undefined): boolean;
  /**
   * Sends a request, in the wallet's own form, and returns the answer in the form of SIP-030. What the method promises is
   * checked after that.
   *
   * @throws JsonRpcError -32602 for what the wallet would drop, misread or never answer, before anything is sent; -32601
   *   for a method that it does not have; what `send` throws
   */
  request(call: WalletCall, send: Send): Promise<unknown>;
  /**
   * Whether the wallet has a method: yes, no, or the reason why not with this account; undefined if it is not known.
   */
  supports?(method: MethodName, account: WalletAccount): boolean | string | undefined;
  /**
   * Asks for the current account without a window, for a wallet that can be asked so. It is asked before something is signed
   * by an account that the wallet may have changed since: it was connected before the page was loaded, or the wallet sends no
   * events.
   *
   * @returns an answer with the addresses of the account; undefined if it is not known
   * @throws JsonRpcError -32002 if the page may not see the current account
   */
  askAccount?(send: Send): Promise<unknown>;
  /** Tells the wallet that the page has disconnected. Its answer is not waited for, and errors are ignored. */
  disconnect?(send: Send): Promise<unknown>;
  /**
   * Changes the wallet to another network, after the user agreed. Resolves if it is on that network already.
   *
   * @returns an answer with its addresses there, or undefined
   * @throws JsonRpcError -32602 for a network that the wallet does not have
   */
  changeNetwork?(network: NetworkName, send: Send): Promise<unknown>;
  /** The names that `changeNetwork` takes. Default: mainnet and testnet. */
  readonly networks?: readonly NetworkName[];
  /**
   * Makes a provider for a wallet whose own object is not a SIP-030 provider, or that injects none (Asigna, inside its
   * frame). If it returns one, what the page has at the wallet's id is not used.
   */
  create?(window: Window): WalletProvider | undefined;
}

/** The part of a wallet that pages load before the first request: `catalog.ts`. */
export type KnownWallet = Pick<Wallet, 'info' | 'create'>;

/** Sends a request to the wallet. Rejects with a JsonRpcError for every failure, or with the reason of the signal. */
export type Send = (method: string, params?: unknown, about?: AboutRequest) => Promise<unknown>;

/** What is known of a request that is sent. */
export interface AboutRequest {
  /** The fields of the call that the wallet does not use: they are not sent, or it has its own values. */
  readonly ignores?: readonly string[];
  /** The wallet's error codes that mean something else in SIP-030, such as `{ 16: -32002 }`. */
  readonly errorCodes?: Readonly<Record<number, number>>;
  /** For a question about the network that opens no window: the answer with which `explain` goes on. */
  readonly assumed?: { readonly network: NetworkName | undefined };
}

/** What is known of the connected account. */
export interface WalletAccount {
  /** The addresses of this wallet in the session. Empty before a connection. */
  readonly addresses: readonly AddressEntry[];
  /**
   * The network of the request: from the params, the options or an address in the params. Undefined means mainnet; for a
   * method that this library does not have, also that the params had their own.
   */
  readonly network: NetworkName | undefined;
  /** The network that the wallet last reported. It may change while a request is prepared. */
  readonly reportedNetwork: () => NetworkName | undefined;
}

interface CallContext extends WalletAccount {
  /** Some versions of a wallet can be recognized by their provider. */
  readonly provider: WalletProvider;
  /**
   * True if the caller named the network or the account, both of which wallets may ignore. They do not ignore other
   * addresses in the params, and refuse those of another network.
   */
  readonly isNetworkOrAccountNamed: boolean;
  /** True if the reported network is the current one: the wallet reports changes, or was asked just now. */
  readonly isReportedNetworkCurrent: boolean;
  /**
   * The first tuple in the params whose names `localeCompare` does not sort like the chain, in a language of the browser.
   * A wallet that reads Clarity values with @stacks/transactions writes other bytes for it.
   */
  readonly reordered: Reordered | undefined;
  /** The base URL of the Stacks API of the network: that of the page, else the public one, if there is one. */
  readonly stacksApi: string | undefined;
  /** Sends requests to it. Undefined: the browser's. */
  readonly fetch: Fetch | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A request of a known method: its params are checked, and in the form of SIP-030. */
export type KnownCall<M extends MethodName = MethodName> = M extends MethodName
  ? CallContext & { readonly isKnown: true; readonly method: M; readonly params: EncodedParams<M> }
  : never;

/** A request of a method that this library does not have. */
export interface UnknownCall extends CallContext {
  readonly isKnown: false;
  readonly method: string;
  /** With the network of the options, unless they had their own. */
  readonly params: unknown;
}

/** A checked request. If `isKnown`, `switch (call.method)` narrows its params. */
export type WalletCall = KnownCall | UnknownCall;

/** The params of a method after the check, in the form of SIP-030, with the network. */
export type EncodedParams<M extends MethodName> = Encoded<MethodParams<M>>;

/** Fields that change: amounts are decimal digits, and values of a chain are hex. */
interface Changed {
  amount: string;
  fee: string;
  nonce: string;
  message: string;
  domain: string;
  assetId: string;
  functionArgs: readonly string[];
  postConditions: readonly string[];
  postConditionMode: 'allow' | 'deny' | 'originator';
  clarityVersion: number;
  recipients: readonly { readonly address: string; readonly amount: string }[];
}

type Encoded<P> = P extends object
  ? {
      readonly [K in keyof P]: K extends keyof Changed
        ? Changed[K] | Extract<P[K], undefined>
        : P[K];
    }
  : P;
