import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer';
import { attempt } from '../lib/safe-access.js';

/** The formats of addresses, by family of networks. Base58 of regtest is that of testnet. */
const FORMATS = [
  ['mainnet', NETWORK],
  ['testnet', TEST_NETWORK],
  ['regtest', { ...TEST_NETWORK, bech32: 'bcrt' }],
] as const;

export interface BitcoinAddress {
  /** As this library writes it: Bech32 in lower case. */
  readonly address: string;
  readonly script: Uint8Array;
  readonly network: 'mainnet' | 'testnet' | 'regtest';
}

/** Undefined for anything but an address with a valid checksum. */
export function readBitcoinAddress(address: string): BitcoinAddress | undefined {
  for (const [network, format] of FORMATS) {
    const decoded = attempt(() => Address(format).decode(address));
    if (!decoded) continue; // Not an address of this network.
    const written = Address(format).encode(decoded);
    return { address: written, script: OutScript.encode(decoded), network };
  }
  return undefined;
}

/** The addresses of a script, one on each network. None for a script without an address. */
export function getScriptAddresses(
  script: Uint8Array,
): readonly Pick<BitcoinAddress, 'address' | 'network'>[] {
  const decode = () => {
    const decoded = OutScript.decode(script);
    return FORMATS.map(([network, format]) => ({
      network,
      address: Address(format).encode(decoded),
    }));
  };
  return attempt(decode) ?? [];
}
