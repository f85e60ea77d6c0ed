import { getAddressFormat, getNetwork } from '../stacks/address.js';
import { read } from '../lib/safe-access.js';
import { canBeOn, normalizeNetwork } from '../stacks/network.js';

/**
 * The network in a wallet's answer or event, under the name that this package uses: `active` of SIP-030, or
 * Xverse's `network: { stacks: { name }, bitcoin: { name } }`, with or without the outer key. In its `networks`
 * (sats-connect 0.17), the user has chosen `name`, and `mode` is the network.
 */
export function networkIn(data: unknown): string | undefined {
  const network = read(data, 'network') ?? data;
  const name = [
    read(data, 'active'),
    read(read(read(data, 'networks'), 'stacks'), 'mode'),
    read(read(network, 'stacks'), 'name'),
    read(read(network, 'bitcoin'), 'name'),
    network,
  ].find((candidate) => typeof candidate === 'string' && /^[\w-]{1,32}$/.test(candidate));
  return typeof name === 'string' ? normalizeNetwork(name) : undefined;
}

/**
 * The network of the addresses in an answer: `named` if they can be on it, else the network of the Stacks
 * address or, without one, of the first address. The addresses decide because Xverse 0.54 reports the name of
 * its Bitcoin network for Stacks, too. Undefined if there is no address.
 */
export function provenNetwork(rows: unknown, named: string | undefined): string | undefined {
  const addresses = (Array.isArray(rows) ? (rows as unknown[]) : [])
    .map((row) => read(row, 'address'))
    .filter((address) => getAddressFormat(address));
  const address =
    addresses.find((each) => getAddressFormat(each)?.chain === 'stacks') ?? addresses[0];
  const format = getAddressFormat(address);
  return format && named !== undefined && canBeOn(format, named) ? named : getNetwork(address);
}

/**
 * The network that a wallet reports with an answer that has addresses or networks. Without a name, a mainnet address
 * shows that it is mainnet; an address of a test network does not show which one.
 */
export function reportedNetwork(result: unknown): string | undefined {
  const named = networkIn(result);
  const proven = provenNetwork(rowsIn(result), named);
  return named === undefined && proven !== 'mainnet' ? undefined : (proven ?? named);
}

/** The list of addresses in an answer or an event, if it has one. */
export function rowsIn(data: unknown): unknown {
  return Array.isArray(data) ? data : (read(data, 'addresses') ?? read(data, 'accounts'));
}
