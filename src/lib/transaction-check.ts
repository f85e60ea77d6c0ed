import type { Refuse } from '../errors.js';
import type { AddressEntry } from '../wire/addresses.js';
import { bareHex, hexToBytes } from './bytes.js';
import { read } from './safe-access.js';
import { originAddress, originSigned } from './stacks-signature.js';
import { readTransaction, type StacksTransaction } from './stacks-transaction.js';

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
 *
 * @param refuse called if the request must not be sent to any wallet
 * @returns a function that describes what is wrong with an answer; undefined if nothing is
 */
export function prepare(
  params: Params,
  addresses: readonly AddressEntry[],
  refuse: Refuse,
): (result: unknown) => string | undefined {
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
    return (result) => faultOf(sent, bytesOf(read(result, 'transaction')));
  }
  const all = transactions.map((transaction, at) => check(`transactions[${at}]`, transaction));
  return (result) => {
    const signed = read(result, 'transactions') as readonly unknown[];
    const faults = all.map((sent, at) => {
      const fault = faultOf(sent, bytesOf(signed[at]));
      return fault && `${fault}, at index ${at}`;
    });
    return faults.find((fault) => fault !== undefined);
  };
}

const bytesOf = (hex: unknown) => readTransaction(hexToBytes(bareHex(hex) ?? ''));

function checkOrigin(
  { origin }: StacksTransaction,
  own: readonly string[],
  refuse: (value: unknown, reason: string) => never,
): void {
  if (!origin.isSingle || own.length === 0) return;
  // The account has one key, with an address on each network.
  const signers = own.map((address) => originAddress(origin, address));
  if (signers.some((signer, at) => signer === own[at])) return;
  const account = `the connected account is ${own.join(', ')}; connect again if it has changed`;
  refuse(signers[0], `it is to be signed by ${signers[0]}, and ${account}`);
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
  return originSigned(sent, signed)
    ? undefined
    : `with a transaction that its origin has not signed`;
}
