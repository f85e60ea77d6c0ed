import { explorerLink } from '../internal/explorer-links.js';

/** The URL of a transaction in an explorer: see {@link explorerLink}. */
export function transactionUrl(
  txid: string,
  chain: 'stx' | 'btc',
  network: string,
  template: string,
): string | undefined {
  return explorerLink({ txid, chain, network }, template);
}
