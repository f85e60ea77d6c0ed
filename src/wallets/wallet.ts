import type { JsonRpcErrorCode } from '../errors.js';
import type { AddressEntry } from '../wire/addresses.js';
import type { MethodName, MethodParams, MethodResult } from '../methods/index.js';
import type { NetworkName } from '../wire/values.js';
import type { ProviderDescriptor, WalletProvider } from '../wire/provider.js';

/** What is sent to a provider. */
export interface WireRequest {
  readonly method: string;
  readonly params?: unknown;
}

/** What a table may know beside the params of the call. */
export interface RequestContext {
  /** The wallet that is asked. Builds of one wallet differ, and some say which they are. */
  readonly provider: WalletProvider;
  /** That of the params, the options or an address in the params; undefined: left out, so mainnet. */
  readonly network: NetworkName | undefined;
  /**
   * True where the caller named that network, or the account: wallets may ignore both. Any other address
   * in the params holds the wallet to its network.
   */
  readonly isNamed: boolean;
  /** The network that the wallet reported; where one is named to a wallet that is asked, that of now. */
  readonly walletNetwork: NetworkName | undefined;
  /** The addresses of the session with this wallet; empty before a connection. */
  readonly addresses: readonly AddressEntry[];
}

/** Per method: the caller's checked params, as this wallet wants them. */
export type Outgoing = {
  readonly [M in MethodName]?: (
    params: NonNullable<MethodParams<M>>,
    context: RequestContext,
  ) => WireRequest | Promise<WireRequest>;
};

/** Per method: the wallet's answer to the caller's params, as the specification promises it. */
export type Incoming = {
  readonly [M in MethodName]?: (
    result: unknown,
    params: NonNullable<MethodParams<M>>,
  ) => MethodResult<M> | Promise<MethodResult<M>>;
};

/** How a wallet is asked which network it is on, without opening a window. */
export interface SilentNetwork {
  readonly request: WireRequest;
  /** The methods that have a field for the network all the same, or that no network matters to. */
  readonly unless: RegExp;
  /** The network in the answer; undefined where it is not clear. Never throws. */
  read(answer: unknown): NetworkName | undefined;
}

/** One wallet: data and pure functions. `core` reads it and never asks which wallet it is. */
export interface Wallet {
  readonly info: ProviderDescriptor;
  /** True when `provider`, found under `id` where that is known, is this wallet. Never throws. */
  matches(provider: WalletProvider, id: string | undefined): boolean;
  readonly outgoing: Outgoing;
  readonly incoming: Incoming;
  /** Codes of its errors that mean something else in SIP-030: `{ 4001: -32000 }`. */
  readonly errorCodes: Readonly<Record<number, JsonRpcErrorCode>>;
  /** Asked once, before one more try, when a method that only reads addresses is refused with `code`. */
  readonly gate?: { readonly code: number; readonly request: WireRequest };
  /** For a wallet whose requests have no field for the network. */
  readonly silentNetwork?: SilentNetwork;
  /** The network that its answer to a method names; undefined where it names none. Never throws. */
  reportedNetwork?(method: string, result: unknown): NetworkName | undefined;
  /** Told on disconnect, best effort, without waiting. */
  readonly disconnect?: WireRequest;
  /** Makes a provider where no wallet injects one (Asigna, inside its frame). */
  create?(window: Window): WalletProvider | undefined;
}
