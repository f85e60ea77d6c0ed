import { addressKind } from '../lib/address.js';
import { read } from '../lib/safe-access.js';
import { canBeOn, networkName } from '../lib/network.js';

/**
 * The network that a wallet's answer or event names, in the names of this package: `active` of SIP-030,
 * or Xverse's `network: { stacks: { name }, bitcoin: { name } }`, with or without the outer key. In its
 * `networks` (sats-connect 0.17) a name is what its user wrote, and `mode` is the network.
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
  return typeof name === 'string' ? networkName(name) : undefined;
}

/**
 * The network that address rows prove, the Stacks address before any other; `named` where the rows can
 * be on it. Xverse 0.54 takes the name of its Stacks network from the Bitcoin one, so that the address
 * decides. Undefined where no row is an address.
 */
export function provenNetwork(rows: unknown, named: string | undefined): string | undefined {
  const kinds = (Array.isArray(rows) ? (rows as unknown[]) : []).flatMap(
    (row) => addressKind(read(row, 'address')) ?? [],
  );
  const kind = kinds.find(({ chain }) => chain === 'stx') ?? kinds[0];
  if (!kind) return undefined;
  if (named !== undefined && canBeOn(kind, named)) return named;
  return kind.network === 'test' ? 'testnet' : kind.network;
}

/**
 * The network that a wallet reports with its answer to a request; where it names none, mainnet is also
 * told by an address (a test network is not: several share one format).
 */
export function reportedNetwork(method: string, result: unknown): string | undefined {
  if (!/^(stx_)?get(Addresses|Accounts|Networks)$/.test(method)) return undefined;
  const named = networkIn(result);
  const proven = provenNetwork(rowsIn(result), named);
  return named === undefined && proven !== 'mainnet' ? undefined : (proven ?? named);
}

/** The address rows of an answer or an event, where it has any. */
export function rowsIn(data: unknown): unknown {
  return Array.isArray(data) ? data : (read(data, 'addresses') ?? read(data, 'accounts'));
}
