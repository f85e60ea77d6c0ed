import { read } from '../../lib/safe-access.js';
import type { TransactionState } from '../../transactions/types.js';
import { errorMessages } from './en/errors.js';
import { transactionMessages } from './en/transaction.js';
import { findMessage, loadMessages } from './registry.js';
import { statusKey } from './status-key.js';

const english = { ...errorMessages, ...transactionMessages };

/** See `toStatusText`. Loads the language first, if there is one. */
export async function loadStatusText(locale: string): Promise<(state: unknown) => string> {
  await loadMessages(locale);
  return (state) => {
    const status = typeof state === 'string' ? state : read(state, 'status');
    const fields = typeof state === 'string' ? { status } : state;
    const found: unknown = statusKey(fields as TransactionState);
    // Without its reason, it is not known why a transaction failed.
    const other = status === 'failed' ? 'errorTxFailed' : 'txUnknown';
    const key = typeof found === 'string' ? (found as keyof typeof english) : other;
    return findMessage(locale, key) ?? english[key];
  };
}
