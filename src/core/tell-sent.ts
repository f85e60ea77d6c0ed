import { addressKind } from '../lib/address.js';
import { read } from '../lib/safe-access.js';
import { methodOf } from '../methods/index.js';
import type { RequestContext } from '../wallets/wallet.js';
import type { SentTransaction } from './types.js';

/** Calls the listeners of `sent` if the result names a transaction. In a later task, so that none delays a request. */
export function tellSent(
  listeners: ReadonlySet<(sent: SentTransaction) => void>,
  method: string,
  result: unknown,
  { network, walletNetwork, addresses }: RequestContext,
): void {
  const txid = read(result, 'txid') || read(result, 'txId');
  if (typeof txid !== 'string' || !methodOf(method)?.sends) return;
  const chain = method.startsWith('stx_') ? 'stx' : 'btc';
  const account = addresses.find(({ symbol }) => symbol.toLowerCase() === chain)?.address;
  const kind = addressKind(account)?.network;
  const sent: SentTransaction = {
    txid,
    chain,
    network: network ?? walletNetwork ?? (kind === 'test' ? 'testnet' : kind),
    method,
    account,
    sentAt: Date.now(),
  };
  for (const listener of [...listeners]) setTimeout(listener, 0, sent);
}
