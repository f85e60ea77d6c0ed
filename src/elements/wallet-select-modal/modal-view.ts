import type { JsonRpcError } from '../../errors.js';
import type { WalletRow } from '../wallet-list/wallet-row.js';

/** What the modal shows. `list` is also what is shown, with an introduction, where nothing is installed. */
export type ModalView =
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
  | { readonly name: 'failed'; readonly wallet: WalletRow; readonly error: JsonRpcError }
  | { readonly name: 'help' }
  | { readonly name: 'phone'; readonly wallet: WalletRow; readonly url: string };
