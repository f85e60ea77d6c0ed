import { addressKind } from '../lib/address.js';
import { read } from '../lib/guard.js';

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
  return typeof name === 'string' ? lowerFirst(name) : undefined;
}

/** `Mainnet` is Xverse's writing of `mainnet`; `sbtcTestnet` keeps its capital. */
function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/**
 * The network that a wallet reports with its answer to a request; where it names none, mainnet is also
 * told by an address (a test network is not: several share one format).
 */
export function reportedNetwork(method: string, result: unknown): string | undefined {
  if (!/^(stx_)?get(Addresses|Accounts|Networks)$/.test(method)) return undefined;
  const rows = Array.isArray(result) ? (result as unknown[]) : read(result, 'addresses');
  const named = networkIn(result);
  if (named !== undefined || !Array.isArray(rows)) return named;
  return rows.some((row) => addressKind(read(row, 'address'))?.network === 'mainnet')
    ? 'mainnet'
    : undefined;
}
