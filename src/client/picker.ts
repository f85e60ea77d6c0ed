import type { JsonRpcError } from '../errors.js';
import type { ProviderDescriptor, Unsubscribe } from '../wallets/provider.js';

/** The wallets of a page: those that are installed, and others that can be installed. */
export interface WalletList {
  readonly installed: readonly ProviderDescriptor[];
  readonly others: readonly ProviderDescriptor[];
}

/** What a picker shows. */
export interface WalletSelection extends WalletList {
  /** The id of the wallet that was used last, to be shown first. */
  readonly lastProviderId?: string;
  /** Calls `changed` with a new list when a wallet is injected later or removed. */
  watch(changed: (list: WalletList) => void): Unsubscribe;
  /** Aborted when no caller waits for the choice any more. `close` is called then, too. */
  readonly signal: AbortSignal;
}

/**
 * Opens a picker, which shows the wallets and reports what the user chooses. It does not send requests to
 * wallets. If it rejects or throws, the request fails with that error.
 */
export interface SelectWallet {
  (selection: WalletSelection): OpenPicker | Promise<OpenPicker>;
  /** Loads the picker's code in advance. */
  preload?(): Promise<unknown>;
  /**
   * The name of the event that the document receives when the picker opens. Before that event, the element that
   * requested the picker cancels it if Escape is pressed or the element is removed.
   */
  openEvent?: string;
}

/** An open picker. */
export interface OpenPicker {
  /** Shows the list. Resolves with the id of the chosen wallet, or with undefined if the user closed the picker. */
  choice(): Promise<string | undefined>;
  /**
   * Shows that the wallet is being connected. Resolves if the user stops waiting or asks again; the answer is then
   * ignored. Optional: without it the user cannot stop waiting.
   */
  connecting?(providerId: string): Promise<'list' | 'retry' | 'close'>;
  /**
   * Shows why the wallet could not be connected. Resolves with what the user chooses to do. Optional: without
   * it the picker closes, and the request fails with this error.
   */
  failed?(providerId: string, error: JsonRpcError): Promise<'retry' | 'list' | 'close'>;
  /** Closes the picker. `connected`: the user chose a wallet and, if it was to be connected, it answered. */
  close(reason: 'connected' | 'api'): void;
}
