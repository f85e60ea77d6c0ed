import { decodeAddress, encodeAddress } from '../stacks/principal.js';
import { read } from '../lib/safe-access.js';
import type { AddressEntry } from '../methods/addresses.js';
import type { UserData } from './session-stores.js';

/** The user data of these addresses. Undefined if there is no Stacks address. */
export function userDataFor(
  addresses: readonly Pick<AddressEntry, 'address'>[],
): UserData | undefined {
  const stacks = addresses.find(({ address }) => address.startsWith('S'))?.address;
  if (stacks === undefined) return undefined;
  const btcAddress = bitcoinAddress(addresses.filter(({ address }) => !address.startsWith('S')));
  return { profile: { stxAddress: onBothNetworks(stacks), ...(btcAddress && { btcAddress }) } };
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

/** The version bytes of SP and ST, and of SM and SN. */
const VERSIONS: Readonly<Record<number, { mainnet: number; testnet: number }>> = {
  22: { mainnet: 22, testnet: 26 },
  26: { mainnet: 22, testnet: 26 },
  20: { mainnet: 20, testnet: 21 },
  21: { mainnet: 20, testnet: 21 },
};

/** The address of the same key on mainnet and on the test networks. */
function onBothNetworks(address: string): { mainnet: string; testnet: string } {
  const bytes = decodeAddress(address) ?? '';
  const versions = VERSIONS[parseInt(bytes.slice(0, 2), 16)];
  const on = (version: number | undefined) =>
    version === undefined ? address : encodeAddress(version, bytes.slice(2));
  return { mainnet: on(versions?.mainnet), testnet: on(versions?.testnet) };
}
