import type { ConnectFlowView } from '../wallet-list/connect-flow-view.js';
import type { WalletRow } from '../wallet-list/wallet-row.js';

/** What the modal shows. `list` begins with an introduction where nothing is installed. */
export type ModalView =
  | ConnectFlowView
  | { readonly name: 'help' }
  | { readonly name: 'phone'; readonly wallet: WalletRow; readonly url: string };
