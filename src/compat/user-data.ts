import { convertAddress } from '../stacks/stacks-address.js';
import { read } from '../lib/safe-access.js';
import type { AddressEntry } from '../accounts/addresses.js';
import type { UserData } from './session-stores.js';

/** The user data of these addresses. Undefined if there is no Stacks address. */
export function userDataFor(
  addresses: readonly Pick<AddressEntry, 'address'>[],
): UserData | undefined {
  const stacks = addresses.find(({ address }) => address.startsWith('S'))?.address;
  if (stacks === undefined) return undefined;
  const btcAddress = bitcoinAddress(addresses.filter(({ address }) => !address.startsWith('S')));
  const stxAddress = {
    mainnet: convertAddress(stacks, 'mainnet'),
    testnet: convertAddress(stacks, 'testnet'),
  };
  return { profile: { stxAddress, ...(btcAddress && { btcAddress }) } };
}

export function isAddressTaproot(address: string): boolean {
  return /^(bc|tb|bcrt)1p.{58}$/.test(address);
}

/** The payment address; else the first one that is not a Taproot address. */
function bitcoinAddress(rows: readonly Pick<AddressEntry, 'address'>[]): string | undefined {
  return (
    rows.find((row) => read(row, 'purpose') === 'payment') ??
    rows.find(({ address }) => !isAddressTaproot(address)) ??
    rows[0]
  )?.address;
}
