import type { JsonRpcError } from '../../errors.js';
import type { WalletRow } from './wallet-row.js';
import { reasonOf } from '../internal/failure.js';
import type { PickerTexts } from './wallet-list.template.js';

/** How far a choice has come. */
export type ConnectFlowView =
  | { readonly name: 'list' }
  | {
      readonly name: 'connecting';
      readonly wallet: WalletRow;
      /** False for the first 100 ms: what answers at once needs no spinner. */
      readonly busy: boolean;
      /** The wallet has not answered for some seconds. */
      readonly slow: boolean;
    }
  | { readonly name: 'rejected'; readonly wallet: WalletRow; readonly error: JsonRpcError }
  | { readonly name: 'failed'; readonly wallet: WalletRow; readonly error: JsonRpcError };

/** The texts of a view: its title, and what stands in its regions `status` and `alert`. */
export interface ViewTexts {
  readonly title: string;
  readonly status?: string;
  readonly alert?: string;
}

/** A rejection is the user's own choice: a status. Only a failure is an alert. */
export function connectFlowTexts(view: ConnectFlowView, messages: PickerTexts): ViewTexts {
  if (view.name === 'list') return { title: messages.text('pickerTitle') };
  const wallet = view.wallet.name;
  switch (view.name) {
    case 'connecting':
      return {
        title: messages.text('connectingTo', { wallet }),
        status: messages.text(view.slow ? 'noAnswerYet' : 'confirmInWallet', { wallet }),
      };
    case 'rejected':
      return {
        title: messages.text('rejectedTitle'),
        status: messages.text('rejectedText', { wallet }),
      };
    case 'failed':
      return {
        title: messages.text('failedTitle'),
        alert: messages.text('failedText', { wallet, reason: reasonOf(view.error) }),
      };
  }
}
