import type { JsonRpcError } from '../../errors.js';
import type { WalletRow } from './wallet-row.js';

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
