import { MAX_SATOSHIS, toDecimal } from '../lib/amount.js';
import type { Amount, NetworkName } from '../wire/values.js';
import * as is from './checks.js';
import type { Method } from './method.js';
import { sendsTransaction, type SendResult } from './results.js';
import { networkField } from './transaction.js';

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

/**
 * Sends bitcoin to one or more recipients. Amounts are in satoshis.
 *
 * @example
 * { "recipients": [{ "address": "bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz", "amount": "1000" }] }
 */
export const sendTransfer: Method<SendTransferParams, SendResult> = {
  check: is.record({
    ...is.network,
    address: 'recipients',
    amount: 'recipients',
    recipients: is.listOf(
      is.record({ address: is.bitcoinAddress, amount: is.amount('satoshis', MAX_SATOSHIS) }),
      'a list of at least one recipient',
      1,
    ),
  }),
  write: (params, network) => ({
    ...params,
    ...networkField(network),
    recipients: params.recipients.map((recipient) => ({
      ...recipient,
      amount: toDecimal(recipient.amount),
    })),
  }),
  ...sendsTransaction,
};
