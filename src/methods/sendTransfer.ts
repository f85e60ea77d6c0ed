import { invalidParams } from '../errors.js';
import { MAX_SATOSHIS } from '../lib/amount.js';
import type { Amount } from '../lib/amount.js';
import type { NetworkName } from '../stacks/address.js';
import * as is from './fields.js';
import {
  bitcoinTxid,
  isTxid,
  checkInBitcoin,
  loadBitcoinVerification,
  readSigned,
  type Method,
  type SendResult,
} from './method.js';

export interface TransferRecipient {
  /** A Bitcoin address of the network. */
  address: string;
  /** Satoshis. */
  amount: Amount;
}

export interface SendTransferParams {
  /** At least one. */
  recipients: readonly TransferRecipient[];
  network?: NetworkName | undefined;
}

const eachRecipient = is.listOf(
  is.record({ address: is.bitcoinAddress, amount: is.amount('satoshis', MAX_SATOSHIS) }),
  'a list of at least one recipient',
  1,
);

const sum = (each: readonly { readonly amount: string }[]): bigint =>
  each.reduce((total, { amount }) => total + BigInt(amount), 0n);

/** The total, too, is at most all bitcoin that can exist. */
const recipients: is.FieldCheck = (value, field, method, asIs) => {
  const each = eachRecipient(value, field, method, asIs) as readonly { amount: string }[];
  const total = sum(each);
  if (total > MAX_SATOSHIS) {
    throw invalidParams(method, field, total, `at most ${MAX_SATOSHIS} satoshis in total`);
  }
  return each;
};

/**
 * Sends bitcoin to one or more recipients. Amounts are in satoshis.
 *
 * @example
 * { "recipients": [{ "address": "bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz", "amount": "1000" }] }
 */
export const sendTransfer: Method<SendTransferParams, SendResult> = {
  chain: 'bitcoin',
  kind: 'send',
  checkParams: is.record({
    ...is.network,
    address: 'recipients',
    amount: 'recipients',
    recipients,
  }),
  getAmount: (params: { readonly recipients: readonly { readonly amount: string }[] }) => ({
    value: sum(params.recipients).toString(),
    asset: 'btc',
  }),
  expected: 'a `txid`',
  readAnswer: (answer) =>
    readSigned(
      answer,
      'proposedTransaction',
      // Newer versions of Leather return the transaction, too.
      ({ transaction, hex, txHex }) => transaction || hex || txHex || undefined,
      (transaction, id) => {
        const txid = bitcoinTxid(id);
        return isTxid(txid) ? { txid, transaction } : undefined;
      },
    ),
  checkCall: checkInBitcoin('checkRecipients'),
  verification: { field: 'transaction', load: loadBitcoinVerification('verifyTransfer') },
};
