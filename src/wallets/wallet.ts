import type { JsonRpcErrorCode } from '../errors.js';
import type { AddressEntry } from '../methods/addresses.js';
import type { MethodName, MethodParams, MethodResult } from '../methods/index.js';
import type { TransactionParams } from '../methods/transaction.js';
import type { NetworkName } from '../methods/values.js';
import type { ProviderDescriptor, WalletProvider } from './provider.js';

/** A request to a provider. */
export interface WireRequest {
  readonly method: string;
  readonly params?: unknown;
}

/** What a wallet definition can use besides the params of the call. */
export interface RequestContext {
  /** The provider of the wallet. Some versions of a wallet can be recognized by it. */
  readonly provider: WalletProvider;
  /** From the params, the options or an address in the params. Undefined means mainnet. */
  readonly network: NetworkName | undefined;
  /**
   * True if the caller named that network or the account, both of which wallets may ignore. They do not ignore
   * other addresses in the params, and refuse those of another network.
   */
  readonly isNamed: boolean;
  /** The network that the wallet reported: its current one, if it was asked for this request. */
  readonly walletNetwork: NetworkName | undefined;
  /** The addresses of this wallet in the session. Empty before a connection. */
  readonly addresses: readonly AddressEntry[];
}

/** For each method: converts the caller's checked params to the request that this wallet expects. */
export type Outgoing = {
  readonly [M in MethodName]?: (
    params: NonNullable<MethodParams<M>>,
    context: RequestContext,
  ) => WireRequest | Promise<WireRequest>;
};

/** For each method: converts the wallet's answer to the result that the specification defines. */
export type Incoming = {
  readonly [M in MethodName]?: (
    result: unknown,
    params: NonNullable<MethodParams<M>>,
  ) => MethodResult<M> | Promise<MethodResult<M>>;
};

/** How to ask a wallet for its current network without opening a window. */
export interface SilentNetwork {
  readonly request: WireRequest;
  /** The methods that have a field for the network, or for which the network does not matter. */
  readonly unless: RegExp;
  /** The network in the answer; undefined if it is not clear. Never throws. */
  read(answer: unknown): NetworkName | undefined;
}

/** The definition of one wallet: data and pure functions. Code in `core` is the same for every wallet. */
export interface Wallet {
  readonly info: ProviderDescriptor;
  /** True if `provider`, which was found at `id` if that is known, is this wallet. Never throws. */
  matches(provider: WalletProvider, id: string | undefined): boolean;
  readonly outgoing: Outgoing;
  readonly incoming: Incoming;
  /** The methods that no version of the wallet is known to have. */
  readonly lacks?: readonly MethodName[];
  /** The methods of which it is not known whether the wallet has them. */
  readonly unknownSupport?: readonly MethodName[];
  /** The fields of each method that the wallet does not use: they are not sent, or it has its own values. */
  readonly ignores?: { readonly [M in MethodName]?: readonly string[] };
  /** Why the connected account cannot use a method that the wallet has; undefined if it can. */
  unable?(method: string, context: RequestContext): string | undefined;
  /** Error codes of the wallet that mean something else in SIP-030, such as `{ 4001: -32000 }`. */
  readonly errorCodes: Readonly<Record<number, JsonRpcErrorCode>>;
  /** If a method that only reads addresses fails with `code`, this request is sent, and then the method again. */
  readonly gate?: { readonly code: number; readonly request: WireRequest };
  /** Set for a wallet whose requests have no field for the network. */
  readonly silentNetwork?: SilentNetwork;
  /** The request for the current account, which never opens a window: for `restore`. */
  readonly silentAccount?: WireRequest;
  /**
   * The request that changes the wallet to another network, after the user agreed.
   *
   * @throws JsonRpcError -32602 for a network that the wallet does not have
   */
  changeNetwork?(network: NetworkName): WireRequest;
  /** The network in an answer to a method; undefined if there is none. Never throws. */
  reportedNetwork?(method: string, result: unknown): NetworkName | undefined;
  /**
   * The method with which this wallet signs a sponsored transaction that was built here, since its own way to
   * sponsor is missing or makes the user pay. Undefined: `sponsored` is sent to the wallet, or refused.
   *
   * @throws JsonRpcError -32602 if it cannot sign one
   */
  signsSponsored?(
    method: string,
    params: TransactionParams,
    context: RequestContext,
  ): 'stx_signTransaction' | 'stx_signTransactions' | undefined;
  /**
   * Called before a method that this library does not have is sent.
   *
   * @throws JsonRpcError if the wallet would never answer
   */
  checkUnknown?(method: string, context: RequestContext): void;
  /** Sent on disconnect. Its answer is not waited for, and errors are ignored. */
  readonly disconnect?: WireRequest;
  /**
   * Makes a provider for a wallet whose own object is not a SIP-030 provider, or that injects none (Asigna, inside its
   * frame). If it returns one, what the page has at the wallet's id is not used.
   */
  create?(window: Window): WalletProvider | undefined;
}

/** The part of a wallet's definition that pages load before the first request: `<wallet>-info.ts`. */
export type KnownWallet = Pick<Wallet, 'info' | 'create'>;
