import { bareHex, hexToBytes } from '../lib/bytes.js';
import { isOriginOf, originAddress, originSigned, transactionId } from './stacks-signature.js';
import { readTransaction, type StacksTransaction } from './stacks-transaction.js';
import type { Prepare } from '../methods/verifier.js';

const SPONSORED = '05';

interface Params {
  /** `stx_signTransaction`. */
  readonly transaction?: string;
  /** `stx_signTransactions`. */
  readonly transactions?: readonly string[];
  readonly broadcast?: boolean | undefined;
}

/**
 * Checks `stx_signTransaction` and `stx_signTransactions`: the wallet may change only the nonce, the fee and the
 * sponsor's part, and the origin must have signed. If the session has the wallet's Stacks addresses, the origin
 * must be one of them, because wallets sign with the current account even if it is not the origin.
 */
export const prepare: Prepare<Params> = (params, { addresses }, refuse) => {
  const { transactions } = params;
  const own = addresses.flatMap(({ symbol, address }) => (symbol === 'STX' ? [address] : []));
  const check = (field: string, transaction = '') => {
    const sent = bytesOf(transaction);
    if (sent.authType === SPONSORED && params.broadcast === true) {
      refuse(
        'broadcast',
        true,
        'the transaction is sponsored: its sponsor sends it, after signing it',
      );
    }
    checkOrigin(sent, own, (...refused) => refuse(field, ...refused));
    return sent;
  };
  if (!transactions) {
    const sent = check('transaction', params.transaction);
    return (result, fail) => {
      const isProposed = result['status'] === 'proposed';
      const given = isProposed ? result['proposedTransaction'] : result['transaction'];
      // A proposal may have no transaction.
      if (isProposed && given === undefined) return result;
      const fault =
        faultOf(sent, bytesOf(given)) ?? (isProposed ? undefined : unsigned(sent, bytesOf(given)));
      if (fault) fail(fault);
      return isProposed ? result : withTxid(result, given, fail);
    };
  }
  const all = transactions.map((transaction, at) => check(`transactions[${at}]`, transaction));
  return (result, fail) => {
    const signed = result['transactions'] as readonly unknown[];
    all.forEach((sent, at) => {
      const given = bytesOf(signed[at]);
      const fault = faultOf(sent, given) ?? unsigned(sent, given);
      if (fault) fail(`${fault}, at index ${at}`);
    });
    return result;
  };
};

/** Compares a txid with that of the transaction. The id of a sponsored one is final once its sponsor has signed. */
export function withTxid(
  result: Readonly<Record<string, unknown>>,
  transaction: unknown,
  fail: (fault: string) => never,
): Readonly<Record<string, unknown>> {
  const { txid } = result;
  const id = transactionId(hexToBytes(bareHex(transaction) ?? ''));
  if (txid && bareHex(txid)?.toLowerCase() !== id) {
    fail(`with the txid ${String(txid)}, which is not that of its transaction, ${id}`);
  }
  return result;
}

const unsigned = (sent: StacksTransaction, signed: StacksTransaction) =>
  originSigned(signed, sent) ? undefined : 'with a transaction that its origin has not signed';

const bytesOf = (hex: unknown) => readTransaction(hexToBytes(bareHex(hex) ?? ''));

function checkOrigin(
  { origin }: StacksTransaction,
  own: readonly string[],
  refuse: (value: unknown, reason: string) => never,
): void {
  if (!origin.isSingle || own.length === 0) return;
  // The account has one key, with an address on each network.
  if (own.some((address) => isOriginOf(origin, address))) return;
  const signer = originAddress(origin, own[0] as string);
  const account = `the connected account is ${own.join(', ')}; connect again if it has changed`;
  refuse(signer, `it is to be signed by ${signer}, and ${account}`);
}

/**
 * A wallet that serializes the transaction again with @stacks/transactions sorts tuples by locale, which
 * changes the payload and the txid.
 */
const REORDERED =
  ': it has the same bytes in another order, as from a wallet that sorts the keys of tuples by locale';
const sorted = (bytes: string) => (bytes.match(/../g) ?? []).sort().join('');

function faultOf(sent: StacksTransaction, signed: StacksTransaction): string | undefined {
  const parts = {
    'version or chain id': [sent.header, signed.header],
    'type of authorization': [sent.authType, signed.authType],
    'origin signer': [sent.origin.signer, signed.origin.signer],
    'payload, post-conditions or mode': [sent.rest, signed.rest],
  } as const;
  for (const [part, [before, after]] of Object.entries(parts)) {
    if (before === after) continue;
    const fault = `with a transaction that differs in its ${part}`;
    const isReordered = before === sent.rest && sorted(before) === sorted(after);
    return isReordered ? fault + REORDERED : fault;
  }
  return undefined;
}
