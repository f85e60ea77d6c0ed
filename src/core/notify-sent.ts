import { addressKind, networkOfKind } from '../lib/address.js';
import { read } from '../lib/safe-access.js';
import { methodOf } from '../methods/index.js';
import type { RequestContext } from '../wallets/wallet.js';
import type { SentTransaction } from './types.js';

/**
 * Calls the listeners of `sent` if the result has a transaction id. Calls each in a later task, so that no listener
 * delays the request, and code that awaits the request can still add a listener.
 */
export function notifySent(
  listeners: ReadonlySet<(sent: SentTransaction) => void>,
  method: string,
  result: unknown,
  { network, walletNetwork, addresses }: RequestContext,
): void {
  const txid = read(result, 'txid') || read(result, 'txId');
  if (typeof txid !== 'string' || !methodOf(method)?.effect.startsWith('sends')) return;
  const chain = method.startsWith('stx_') ? 'stx' : 'btc';
  const account = addresses.find(({ symbol }) => symbol.toLowerCase() === chain)?.address;
  const sent: SentTransaction = {
    txid,
    chain,
    network: network ?? walletNetwork ?? networkOfKind(addressKind(account)),
    method,
    account,
    sentAt: Date.now(),
  };
  setTimeout(() => [...listeners].forEach((listener) => setTimeout(listener, 0, sent)));
}
