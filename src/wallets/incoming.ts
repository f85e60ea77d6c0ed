import { bareHex } from '../lib/bytes.js';
import { isRecord } from '../lib/safe-access.js';
import { psbtToBase64 } from '../lib/psbt-text.js';
import type {
  SendResult,
  SignatureResult,
  SignPsbtParams,
  SignPsbtResult,
  SignTransactionParams,
  SignTransactionResult,
} from '../wire/methods.js';

/**
 * The result of a method that sends. Without a txid the transaction was not sent: a multisig account of
 * Leather answers `status: 'proposed'`, and a transaction alone is only signed (Leather, sponsored).
 */
export function toSendResult(result: unknown): SendResult {
  return amend(result, (answer) => {
    const { transaction, ...rest } = answer;
    if (isProposed(answer)) return { ...rest, proposedTransaction: transaction };
    const sent = { ...answer };
    delete sent['status'];
    return sent['txid'] || bareHex(transaction) === undefined
      ? sent
      : { ...sent, status: 'signed' };
  }) as SendResult;
}

/** Sent is sent, whatever the status says. */
const isProposed = ({ status, txid }: Record<string, unknown>) => status === 'proposed' && !txid;

/** The signed PSBT in base64 under `psbt`, whether the wallet says `psbt` or `hex`, in either encoding. */
export function toSignedPsbt(result: unknown, params: SignPsbtParams): SignPsbtResult {
  return amend(result, (answer) => {
    const { psbt, hex, ...rest } = answer;
    const given = psbt ?? hex;
    const base64 = typeof given === 'string' ? psbtToBase64(given) : given;
    return isProposed(answer)
      ? { ...rest, proposedPsbt: base64 }
      : signed({ ...answer, psbt: base64 }, params);
  }) as SignPsbtResult;
}

/** The signed transaction under `transaction`; Leather has said `txHex`. */
export function toSignedTransaction(
  result: unknown,
  params: SignTransactionParams,
): SignTransactionResult {
  return amend(result, (answer) => {
    const { transaction, txHex, ...rest } = answer;
    const given = transaction ?? txHex;
    return isProposed(answer)
      ? { ...rest, proposedTransaction: given }
      : signed({ ...answer, transaction: given }, params);
  }) as SignTransactionResult;
}

/** Of what was to be broadcast, nothing but a txid says that it was. */
function signed(
  { status: _, ...answer }: Record<string, unknown>,
  { broadcast }: { broadcast?: boolean | undefined },
): object {
  if (broadcast !== true || bareHex(answer['txid']) !== undefined) return answer;
  delete answer['txid'];
  return { ...answer, status: 'possibly-sent' };
}

/** The signature with `0x` before it, as {@link SignatureResult} promises. */
export function toSignature(result: unknown): SignatureResult {
  return amend(result, (answer) => {
    const hex = bareHex(answer['signature']);
    return hex === undefined ? answer : { ...answer, signature: `0x${hex}` };
  }) as SignatureResult;
}

/**
 * What an object becomes; null, lists, strings and booleans are left as they are. `txId` is Fordefi's and
 * older wallets' spelling of `txid`; an empty one says that nothing was sent.
 */
function amend(result: unknown, change: (result: Record<string, unknown>) => object): unknown {
  if (!isRecord(result)) return result;
  const { txid, ...rest } = result;
  const sent = txid || result['txId'];
  return change(sent ? { ...rest, txid: sent } : rest);
}
