import type { JsonRpcError } from '../errors.js';
import type { ProviderDescriptor, Undo } from '../wire/provider.js';

/** The wallets of a page: those that can be asked now, and those that could be installed. */
export interface WalletList {
  readonly installed: readonly ProviderDescriptor[];
  readonly others: readonly ProviderDescriptor[];
}

/** What a picker offers. */
export interface WalletSelection extends WalletList {
  /** The wallet used last, by id: shown first. */
  readonly lastProviderId?: string;
  /** Calls back with a new list whenever a wallet appears later (or goes). */
  watch(changed: (list: WalletList) => void): Undo;
  /** Aborted when nobody waits for the choice any more. `close` is called then, too. */
  readonly signal: AbortSignal;
}

/**
 * The picker port: shows the wallets, and reports what the user does. It asks no wallet itself. A picker
 * that rejects or throws fails the request with that error.
 */
export interface SelectWallet {
  (selection: WalletSelection): OpenPicker | Promise<OpenPicker>;
  /** Fetches what the picker loads late, ahead of need. */
  preload?(): Promise<unknown>;
  /**
   * The event that comes to the document when the picker opens. Until then an element that asked for a
   * choice can take that back: by Escape, and by its removal.
   */
  openEvent?: string;
}

/** A picker that is shown. The request goes on as the user says. */
export interface OpenPicker {
  /** Shows the list. Resolves with the id of the wallet that the user chooses; undefined: they closed it. */
  choice(): Promise<string | undefined>;
  /**
   * Shows that the wallet is asked for its addresses. Resolves once the user does not want to wait: the
   * wallet's late answer is dropped then. Absent: the user cannot stop waiting.
   */
  connecting?(providerId: string): Promise<'list' | 'close'>;
  /**
   * Shows why the wallet could not be connected. Resolves with what the user does next. Absent: the
   * picker closes, and the request fails with this error.
   */
  failed?(providerId: string, error: JsonRpcError): Promise<'retry' | 'list' | 'close'>;
  /** Closes it. `connected`: the choice is made and, where connecting was asked for, the wallet answered. */
  close(reason: 'connected' | 'api'): void;
}
