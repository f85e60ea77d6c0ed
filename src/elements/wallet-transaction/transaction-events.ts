import type { TransactionState } from '../../transactions/types.js';
import { NativeEvent, bubbling } from '../internal/element.js';

/** The state of the transaction changed. */
export class WalletTransactionChangeEvent extends NativeEvent {
  readonly txid: string;
  readonly state: TransactionState;
  readonly previous: TransactionState;

  constructor(txid: string, state: TransactionState, previous: TransactionState) {
    super('wallet-transaction-change', bubbling);
    this.txid = txid;
    this.state = state;
    this.previous = previous;
  }
}

/** The transaction is in a block. */
export class WalletTransactionConfirmedEvent extends NativeEvent {
  readonly txid: string;
  readonly state: TransactionState;

  constructor(txid: string, state: TransactionState) {
    super('wallet-transaction-confirmed', bubbling);
    this.txid = txid;
    this.state = state;
  }
}

/** The transaction failed, was replaced or was dropped: see `state`. */
export class WalletTransactionFailedEvent extends NativeEvent {
  readonly txid: string;
  readonly state: TransactionState;

  constructor(txid: string, state: TransactionState) {
    super('wallet-transaction-failed', bubbling);
    this.txid = txid;
    this.state = state;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-transaction-change': WalletTransactionChangeEvent;
    'wallet-transaction-confirmed': WalletTransactionConfirmedEvent;
    'wallet-transaction-failed': WalletTransactionFailedEvent;
  }
}
