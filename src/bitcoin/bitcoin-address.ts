import { NETWORK, TEST_NETWORK } from '@scure/btc-signer';

/** The formats of Bitcoin addresses, by family of networks. Base58 of regtest is that of testnet. */
export const BITCOIN_NETWORKS = [
  ['mainnet', NETWORK],
  ['testnet', TEST_NETWORK],
  ['regtest', { ...TEST_NETWORK, bech32: 'bcrt' }],
] as const;
