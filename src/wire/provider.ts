/** Stops what the call that returned it had started. Calling it twice does no harm. */
export type Undo = () => void;

/**
 * What a wallet puts on the page (SIP-030): one function that takes a method name with params and
 * answers, by promise, with a JSON-RPC response.
 */
export interface WalletProvider {
  request(method: string, params?: unknown): Promise<unknown>;
  /** SIP-030, "Listeners". */
  listen?(event: string, listener: (data: unknown) => void): Undo;
  /** Xverse and Fordefi; the argument forms differ between builds. */
  addListener?(...args: unknown[]): unknown;
}

/** How a wallet describes itself in a registry of the page (WBIP-004), and how a page describes one. */
export interface ProviderDescriptor {
  /** Dot path of the provider on `window`, e.g. `XverseProviders.BitcoinProvider`. */
  readonly id: string;
  readonly name: string;
  /** A `data:image/…` URL. */
  readonly icon?: string;
  readonly webUrl?: string;
  /** A web app at `webUrl` that shows pages inside itself: it is opened, there is nothing to install. */
  readonly webApp?: boolean;
  readonly chromeWebStoreUrl?: string;
  readonly mozillaAddOnsUrl?: string;
  readonly iOSAppStoreUrl?: string;
  readonly googlePlayStoreUrl?: string;
  /** Opens a page in the wallet's own browser on a phone; `{url}` stands for the encoded page URL. */
  readonly openInWalletUrl?: string;
}
