import { invalidParams } from '../errors.js';
import { MAX_SATOSHIS, parseBaseUnits, toDecimal } from '../lib/amount.js';
import type { Amount, NetworkName } from './values.js';
import * as is from './checks.js';
import type { Method } from './method.js';
import { sendsBitcoin, type SendResult } from './results.js';
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

const eachRecipient = is.listOf(
  is.record({ address: is.bitcoinAddress, amount: is.amount('satoshis', MAX_SATOSHIS) }),
  'a list of at least one recipient',
  1,
);

/** The total, too, is at most all bitcoin that can exist. */
const recipients: is.Check = (value, field, method, ...more) => {
  eachRecipient(value, field, method, ...more);
  let total = 0n;
  for (const { amount } of value as readonly TransferRecipient[]) {
    total += parseBaseUnits(amount) ?? 0n;
  }
  if (total > MAX_SATOSHIS) {
    throw invalidParams(method, field, total, `at most ${MAX_SATOSHIS} satoshis in total`);
  }
};

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
    recipients,
  }),
  write: (params, network) => ({
    ...params,
    ...networkField(network),
    recipients: params.recipients.map((recipient) => ({
      ...recipient,
      amount: toDecimal(recipient.amount),
    })),
  }),
  ...sendsBitcoin,
};
