import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer';
import type { VerifiedSignature } from './result.js';

const NETWORKS = [
  ['mainnet', NETWORK],
  ['testnet', TEST_NETWORK],
  ['regtest', { ...TEST_NETWORK, bech32: 'bcrt' }],
] as const;

export interface BitcoinAddress {
  /** As this library writes it: Bech32 in lower case. */
  readonly address: string;
  readonly script: Uint8Array;
  readonly network: VerifiedSignature['network'];
}

/** Undefined for anything but an address with a valid checksum. Base58 of regtest is that of testnet. */
export function readBitcoinAddress(address: string): BitcoinAddress | undefined {
  for (const [network, each] of NETWORKS) {
    try {
      const decoded = Address(each).decode(address);
      return { address: Address(each).encode(decoded), script: OutScript.encode(decoded), network };
    } catch {
      /* Not an address of this network. */
    }
  }
  return undefined;
}
