import type { ProviderDescriptor, Undo } from '../wire/provider.js';

/** The wallets of a page: those that can be asked now, and those that could be installed. */
export interface WalletList {
  readonly installed: readonly ProviderDescriptor[];
  readonly others: readonly ProviderDescriptor[];
}

export interface WalletChoice {
  readonly providerId: string;
}

/** What a picker is given. */
export interface WalletSelection extends WalletList {
  /** The caller's signal: close and reject with its reason. */
  readonly signal?: AbortSignal;
  readonly approvedProviderIds?: readonly string[];
  /** The wallet used last, by id: shown first. */
  readonly lastProviderId?: string;
  /** Calls back with a new list whenever a wallet appears later (or goes). */
  watch(changed: (list: WalletList) => void): Undo;
  /**
   * Asks the wallet for its addresses, where connecting is what the choice is for; so that a picker can
   * show progress, the reason of a failure and a Retry. Absent for any other method: nothing that signs
   * or sends is ever tried twice. Resolves when connected; rejects with a JsonRpcError. Aborting
   * `signal` drops a late answer.
   */
  attempt?(providerId: string, signal: AbortSignal): Promise<void>;
}

/**
 * The picker port. Resolves with the user's choice (after a successful `attempt`, where there is one);
 * rejects with -31001 when the user closes it, or, after a failed attempt, with that attempt's error.
 */
export interface SelectWallet {
  (selection: WalletSelection): Promise<WalletChoice>;
  /** Fetches what the picker loads late, ahead of need. */
  preload?(): Promise<unknown>;
  /**
   * The event that comes to the document when the picker opens. Until then an element that asked for a
   * choice can take that back: by Escape, and by its removal.
   */
  openEvent?: string;
}
