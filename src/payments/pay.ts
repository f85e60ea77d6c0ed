import { getDefaultClient } from '../core/client.js';
import { networkName } from '../core/network-option.js';
import { readOptions } from '../core/configure.js';
import type { RequestOptions, WalletClient } from '../core/types.js';
import { cannotSend, invalidParams, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { cannotSendOn } from '../wallets/network-remedy.js';
import { MAX_U64 } from '../lib/amount.js';
import { bytesToHex } from '../lib/bytes.js';
import * as option from '../lib/read-options.js';
import type { CallContractParams } from '../methods/stx_callContract.js';
import type { SendResult } from '../methods/method.js';
import { canBeOn, getAddressFormat, isSameSigner } from '../stacks/address.js';
import { PAYMENT, readId, readPayment, type Payment, type PaymentParams } from './payment.js';
import type { AbortSignal } from '../lib/web-types.js';

/** The params of {@link pay}. */
export interface PayParams extends PaymentParams {
  /** Default: that of the page. */
  readonly client?: WalletClient | undefined;
  /** Aborting rejects with the signal's reason. A transaction that the wallet has sent stays sent. */
  readonly signal?: AbortSignal | undefined;
}

export interface PayResult {
  /** `0x` and 64 hex digits in lower case. */
  readonly txid: string;
  /** What was asked of the wallet. */
  readonly payment: Payment;
}

const PARAMS: option.OptionTable<PayParams> = {
  ...PAYMENT,
  network: networkName,
  client: option.client,
  signal: option.signal,
};

const refuse = (field: string, value: unknown, expected: string): never => {
  throw invalidParams('pay', field, value, expected);
};

/**
 * Checks the params of a payment in a page.
 *
 * @throws JsonRpcError -32602 with the name of the field, the value and what was expected
 */
export function checkPayment(params: PaymentParams, network: string | undefined): Payment {
  const payment = readPayment(params, refuse, network);
  const { asset, amount } = payment;
  if (asset !== 'stx' && amount > MAX_U64) {
    // The chain has 64 bits for the amount of a post-condition (SIP-005).
    refuse('amount', params.amount, `at most ${MAX_U64}, the most of a post-condition`);
  }
  checkTime(payment, params);
  return payment;
}

function checkTime({ expires }: Payment, params: PaymentParams): void {
  if (expires !== undefined && expires <= Date.now()) {
    refuse('expires', params.expires, 'in the future');
  }
}

/**
 * Asks the user for one exact payment: a transfer in the mode `deny`, with the condition that exactly this amount is sent, and
 * with the order as its memo. Connects a wallet first if none is connected. Everything is checked before a wallet opens, and a
 * wallet that would lose the memo or the condition is not asked.
 *
 * That a wallet has sent the transaction does not mean that the order is paid: that is what `verifyPayment` on your server says.
 * Keep the `txid`, and do not pay again while it is pending.
 *
 * @throws JsonRpcError -32602 with the name of the field, before a wallet is asked; -32000 if the user rejects; -31001 if the
 *   picker is closed; -31000 if the wallet answers without the id of a transaction, with its answer in `data.result`; else the
 *   wallet's own error. The signal's reason once the signal is aborted.
 * @example
 * ```ts
 * import { pay } from 'stacks-wallet-elements/payments';
 *
 * const { txid } = await pay({
 *   to: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
 *   asset: 'sbtc',
 *   amount: 2500n, // satoshis
 *   order: 'A-1042',
 * });
 * ```
 */
export async function pay(params: PayParams): Promise<PayResult> {
  const checked = readOptions('pay', params, PARAMS);
  const { client = getDefaultClient(), signal } = checked;
  const payment = checkPayment(checked, client.network);
  const { network } = payment;
  const options: RequestOptions = { signal, network };
  if (!client.isConnected()) await client.connect(options);
  // Choosing a wallet may have taken an hour.
  checkTime(payment, checked);
  const sender = client.state.stxAddress;
  if (sender === undefined) {
    throw cannotSend('pay', 'asset', payment.asset, 'the connected account has no Stacks address');
  }
  if (isSameSigner(sender, payment.to)) {
    refuse('to', payment.to, `another account than ${sender}, which pays`);
  }
  const result: SendResult =
    payment.asset === 'stx'
      ? await client.request({ signal }, 'stx_transferStx', {
          recipient: payment.to,
          amount: payment.amount,
          network,
          ...(payment.order !== undefined && { memo: payment.order }),
        })
      : await client.request({ signal }, 'stx_callContract', createTransfer(payment, sender));
  const txid = readId(result.txid);
  if (txid !== undefined) return { txid, payment };
  const status = result.status ?? 'unknown';
  throw new JsonRpcError(
    JsonRpcErrorCode.UnknownError,
    `pay: the wallet answered without the id of a transaction (status "${status}"): it is not known to be sent. Your server finds it with findPayment if it is sent later.`,
    { data: { result, payment } },
  );
}

/** The call of `transfer` (SIP-010), of which exactly the amount must be sent. */
function createTransfer(
  { to, asset, amount, order, network }: Payment,
  sender: string,
): CallContractParams {
  const format = getAddressFormat(sender);
  if (!format || !canBeOn(format, network)) {
    const reason = `the connected account is ${sender}; connect on ${network} first`;
    throw cannotSendOn('pay', network, reason);
  }
  const [contract = ''] = asset.split('::', 1);
  const principal = (value: string) =>
    ({ type: value.includes('.') ? 'contract' : 'address', value }) as const;
  const memo = order === undefined ? '' : bytesToHex(new TextEncoder().encode(order));
  return {
    contract,
    functionName: 'transfer',
    functionArgs: [
      { type: 'uint', value: amount },
      principal(sender),
      principal(to),
      memo ? { type: 'some', value: { type: 'buffer', value: memo } } : { type: 'none' },
    ],
    postConditions: [
      {
        type: 'ft-postcondition',
        address: sender,
        condition: 'eq',
        amount: amount.toString(),
        asset: asset as `${string}.${string}::${string}`,
      },
    ],
    postConditionMode: 'deny',
    network,
  };
}
