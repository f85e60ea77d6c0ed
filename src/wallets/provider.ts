import { read } from '../lib/safe-access.js';
import type { Unsubscribe } from '../lib/store.js';

export type { Unsubscribe };

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
 * Paths of objects that do not support JSON-RPC, or are deprecated copies of a provider. They are never used.
 * Xverse's `StacksProvider`, for example, has a `request` that only throws.
 */
export const LEGACY_IDS: readonly string[] = [
  'StacksProvider',
  'XverseProviders.StacksProvider',
  'HiroWalletProvider',
  'btc',
  'okxwallet.bitcoin',
  'okxwallet.bitcoinTestnet',
  'unisat',
];

/**
 * True for an object that supports JSON-RPC: it has a `request`, and is not a JWT-based provider whose
 * `request` is a stub. Leather has the JWT-based methods and a working `request`. Never throws.
 */
export function isUsableProvider(value: unknown): value is WalletProvider {
  return (
    typeof read(value, 'request') === 'function' &&
    (typeof read(value, 'transactionRequest') !== 'function' || read(value, 'isLeather') === true)
  );
}
