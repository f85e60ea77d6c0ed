import type { PickingView } from '../wallet-list/picking-view.js';
import type { WalletRow } from '../wallet-list/wallet-row.js';

/** What the modal shows. `list` begins with an introduction where nothing is installed. */
export type ModalView =
  | PickingView
  | { readonly name: 'help' }
  | { readonly name: 'phone'; readonly wallet: WalletRow; readonly url: string };
