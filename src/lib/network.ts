import { invalidParams } from '../errors.js';
import { addressKind, type AddressKind } from './address.js';
import { isRecord } from './guard.js';

/** The networks whose Bitcoin addresses look the same, by the name of the first. */
const FAMILIES = {
  mainnet: ['mainnet'],
  testnet: ['testnet', 'testnet4', 'signet', 'sbtctestnet'],
  regtest: ['regtest', 'devnet', 'mocknet', 'sbtcdevenv'],
} as const;

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
  const shown = [...addressesIn(params)].flatMap(([field, address]) => {
    const kind = addressKind(ownerOf(address));
    return kind ? [{ field, address, kind }] : [];
  });
  // Some forms show a test network, but not which.
  const network = named ?? shown.find(({ kind }) => kind.network !== 'test')?.kind.network;
  if (network === undefined) return undefined;
  const wrong = shown.find(({ kind }) => !canBeOn(kind, network));
  if (wrong) throw invalidParams(method, wrong.field, wrong.address, `an address on ${network}`);
  return network;
}

/** True unless the form of an address rules out a network. */
export function canBeOn(kind: AddressKind, network: string): boolean {
  if (!isKnown(network)) return true;
  const there = family(network);
  if (kind.network === 'mainnet' || there === 'mainnet') return kind.network === there;
  // Every test network of Stacks shares one address format; base58 of Bitcoin's does, too.
  return kind.chain === 'stx' || kind.network === 'test' || kind.network === there;
}

/** True for a name that is known here, in whichever letters. */
export function isKnown(network: string): boolean {
  return Object.hasOwn(FAMILIES, family(network));
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
 * Of a contract or an asset, the address that it begins with: that one shows the network, also of what
 * is no principal, in params that this library does not know.
 */
function ownerOf(value: unknown): unknown {
  return typeof value === 'string' ? value.split(/[.:]/, 1)[0] : value;
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
  const known = Object.entries(FAMILIES).find(([, names]) =>
    (names as readonly string[]).includes(name),
  );
  return known?.[0] ?? name;
}
