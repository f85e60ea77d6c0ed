import { invalidParams } from '../errors.js';
import { addressKind, type AddressKind } from './address.js';
import { isRecord } from './guard.js';

/** The networks that an address of a kind can be used on, among the names known here. */
const NETWORKS: Record<AddressKind['network'], readonly string[]> = {
  mainnet: ['mainnet'],
  testnet: ['testnet', 'testnet4', 'signet', 'sbtcTestnet'],
  regtest: ['regtest', 'devnet', 'mocknet', 'sbtcDevenv'],
  test: [],
};
const TEST_NETWORKS = [...NETWORKS.testnet, ...NETWORKS.regtest];
const KNOWN = [...NETWORKS.mainnet, ...TEST_NETWORKS];

/**
 * The network that a request means: that of its params, else `fallback`, else what an address in the
 * params proves, else undefined (which means mainnet). Throws -32602 where an address contradicts it.
 * A name that is not known here contradicts nothing.
 */
export function resolveNetwork(
  method: string,
  params: unknown,
  fallback: string | undefined,
): string | undefined {
  if (!isRecord(params)) return fallback;
  const named = typeof params['network'] === 'string' ? params['network'] : fallback;
  let network = named;
  for (const [field, address] of addressesIn(params)) {
    const kind = addressKind(address);
    if (!kind) continue;
    network ??= kind.network === 'test' ? undefined : kind.network;
    if (network !== undefined && !canBeOn(kind, network)) {
      throw invalidParams(method, field, address, `an address on ${network}`);
    }
  }
  return network;
}

/** True unless the form of an address rules out a network. */
export function canBeOn(kind: AddressKind, network: string): boolean {
  if (!KNOWN.includes(network)) return true;
  if (kind.network === 'mainnet' || network === 'mainnet') {
    return (kind.network === 'mainnet') === (network === 'mainnet');
  }
  // Every test network of Stacks shares one address format; base58 of Bitcoin's does, too.
  return (
    kind.chain === 'stx' || kind.network === 'test' || NETWORKS[kind.network].includes(network)
  );
}

function* addressesIn(params: Record<string, unknown>): Iterable<[field: string, value: unknown]> {
  for (const field of ['recipient', 'contract', 'asset', 'address']) yield [field, params[field]];
  for (const list of ['recipients', 'signInputs']) {
    const entries: unknown = params[list];
    if (!Array.isArray(entries)) continue;
    for (const [index, entry] of entries.entries()) {
      if (isRecord(entry)) yield [`${list}[${index}].address`, entry['address']];
    }
  }
}

/**
 * True when a wallet that reports one network, and has no field to ask for another, can be sent a
 * request that means `meant`. A wallet that never reported any is trusted. Test networks are told apart
 * as public or local, no further: a wallet reports one name for two chains, which name them differently
 * (Bitcoin's signet goes with Stacks' testnet).
 */
export function agrees(meant: string | undefined, reported: string | undefined): boolean {
  if (reported === undefined || meant === undefined) return true;
  return family(meant) === family(reported);
}

function family(network: string): string {
  const name = network.toLowerCase();
  const known = Object.entries(NETWORKS).find(([, names]) =>
    names.some((each) => each.toLowerCase() === name),
  );
  return known?.[0] ?? name;
}
