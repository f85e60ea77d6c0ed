import { getAddressFormat } from '../../stacks/address.js';
import { canBeOn } from '../../stacks/network.js';

/**
 * The line `Chain ID`. Stacks: the chain id in its transactions. Bitcoin: the reference of CAIP-2 (`bip122`), the first
 * 32 hex digits of the hash of the first block. No standard defines this line for Bitcoin.
 */
const IDS = {
  'stacks:mainnet': '1',
  'stacks:testnet': '2147483648',
  'bitcoin:mainnet': '000000000019d6689c085ae165831e93',
  'bitcoin:testnet': '000000000933ea01ad0ee984209779ba',
  'bitcoin:testnet4': '00000000da84f2bafbbc53dee25a72ae',
  'bitcoin:signet': '00000008819873e925422c1ff0f99f7c',
  'bitcoin:regtest': '0f9188f13cb7b2c71f2a335e3a4fc328',
} as const;

/** A network on which an account signs in. */
export type SignInChain = keyof typeof IDS;

export const SIGN_IN_CHAINS = Object.entries(IDS).map(([name]) => name as SignInChain);

/** The values in a message that depend only on the chain. */
export const getChainLines = (chain: SignInChain) => ({
  name: chain[0] === 's' ? 'Stacks' : 'Bitcoin',
  id: IDS[chain],
});

/**
 * The chains that have addresses in this format. None for a contract, and for Bech32 in upper case. Test networks of
 * Bitcoin share addresses. Checksums are checked with the signature.
 */
export function getSignInChains(address: string): readonly SignInChain[] {
  const format = getAddressFormat(address);
  if (!format || !/^(?![BT])\w+$/.test(address)) return [];
  return SIGN_IN_CHAINS.filter((name) => {
    const [chain, network] = name.split(':') as [string, string];
    return chain === format.chain && canBeOn(format, network);
  });
}
