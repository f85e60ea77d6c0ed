/** The URL of mempool.space for a Bitcoin network; undefined if it does not have the network. */
export function mempoolSpaceUrl(network: string): string | undefined {
  return /^(?:mainnet|testnet4?|signet)$/.test(network)
    ? `https://mempool.space${network === 'mainnet' ? '' : `/${network}`}`
    : undefined;
}
