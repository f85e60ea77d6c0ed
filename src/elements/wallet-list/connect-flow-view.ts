import type { JsonRpcError } from '../../errors.js';
import type { WalletRow } from './wallet-row.js';
import { reasonOf } from '../internal/failure.js';
import type { PickerTexts } from './wallet-list.template.js';

/** The view of a choice: the list, or the connection to the chosen wallet. */
export type ConnectFlowView =
  | { readonly name: 'list' }
  | {
      readonly name: 'connecting';
      readonly wallet: WalletRow;
      /** False for the first 100 ms, so that a fast answer shows no spinner. */
      readonly busy: boolean;
      /** The wallet has not answered for some seconds. */
      readonly slow: boolean;
    }
  | { readonly name: 'connected'; readonly wallet: WalletRow }
  | { readonly name: 'rejected'; readonly wallet: WalletRow; readonly error: JsonRpcError }
  | { readonly name: 'failed'; readonly wallet: WalletRow; readonly error: JsonRpcError };

/** The texts of a view: its title and the texts of its live regions `status` and `alert`. */
export interface ViewTexts {
  readonly title: string;
  readonly status?: string;
  readonly alert?: string;
}

/** A rejection by the user is a status; only a failure is an alert. */
export function connectFlowTexts(view: ConnectFlowView, messages: PickerTexts): ViewTexts {
  if (view.name === 'list') return { title: messages.text('pickerTitle') };
  const wallet = view.wallet.name;
  switch (view.name) {
    case 'connecting':
      return {
        title: messages.text('connectingTo', { wallet }),
        status: messages.text(view.slow ? 'noAnswerYet' : 'confirmInWallet', { wallet }),
      };
    case 'connected':
      return {
        title: messages.text('connectedTitle'),
        status: messages.text('connectedText', { wallet }),
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
