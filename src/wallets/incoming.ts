import { bareHex } from '../lib/bytes.js';
import { isRecord } from '../lib/guard.js';
import { psbtToBase64 } from '../lib/psbt-text.js';
import type {
  SignatureResult,
  SignPsbtResult,
  SignTransactionResult,
  TxidResult,
} from '../wire/methods.js';

/** `txId` is Fordefi's and older wallets' writing. */
export function toTxid(result: unknown): TxidResult {
  return amend(result, ({ txid, txId }) =>
    txid === undefined && txId !== undefined ? { txid: txId } : {},
  ) as TxidResult;
}

/** The signed PSBT in base64 under `psbt`, whether the wallet says `psbt` or `hex`, in either writing. */
export function toSignedPsbt(result: unknown): SignPsbtResult {
  return amend(toTxid(result), ({ psbt, hex }) => {
    const signed = psbt ?? hex;
    return typeof signed === 'string' ? { psbt: psbtToBase64(signed) } : {};
  }) as SignPsbtResult;
}

/** The signed transaction under `transaction`; Leather has said `txHex`. */
export function toSignedTransaction(result: unknown): SignTransactionResult {
  return amend(toTxid(result), ({ transaction, txHex }) =>
    transaction === undefined && txHex !== undefined ? { transaction: txHex } : {},
  ) as SignTransactionResult;
}

/** The signature with `0x` before it, as {@link SignatureResult} promises. */
export function toSignature(result: unknown): SignatureResult {
  return amend(result, ({ signature }) => {
    const hex = bareHex(signature);
    return hex === undefined ? {} : { signature: `0x${hex}` };
  }) as SignatureResult;
}

/** Adds fields to an object; null, lists, strings and booleans are left as they are. */
function amend(result: unknown, fields: (result: Record<string, unknown>) => object): unknown {
  return isRecord(result) ? { ...result, ...fields(result) } : result;
}
