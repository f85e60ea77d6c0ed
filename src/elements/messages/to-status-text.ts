import type { TransactionState } from '../../transactions/types.js';
import { getPageLang } from '../../lib/page.js';

/**
 * A user's words for the state of a transaction, such as "Pending", in the eleven languages of the elements: those
 * that `<wallet-transaction>` shows. A state says more than its `status` alone, such as why a transaction failed. Empty for
 * undefined and null: nothing was sent. Never rejects; for a status that it does not know, it says so.
 *
 * The texts load with the first call. If they cannot be loaded, the text is the status.
 *
 * @param state that of `trackTransaction`, of a recent transaction, or of a hook; or its `status`
 * @param locale a BCP 47 tag. Default: the `lang` of the page. A language without texts here, such as `nl`: English
 * @example
 * ```ts
 * import { toStatusText } from 'stacks-wallet-elements';
 * import { recentTransactions } from 'stacks-wallet-elements/transactions';
 *
 * for (const { state } of recentTransactions()) document.body.append(await toStatusText(state));
 * ```
 */
export async function toStatusText(
  state: TransactionState | TransactionState['status'] | undefined | null,
  locale?: string,
): Promise<string> {
  return state ? (await loadStatusText(locale))(state) : '';
}

/** Loads the texts, then reads them at once. */
export async function loadStatusText(
  locale: string = getPageLang() ?? 'en',
): Promise<(state: TransactionState | TransactionState['status']) => string> {
  try {
    const texts = await import('./status-text.js');
    return await texts.loadStatusText(locale);
  } catch {
    return (state) => (typeof state === 'string' ? state : state.status);
  }
}
