import { invalidParams } from '../errors.js';
import { addressKind, type AddressKind } from './address.js';
import { isRecord } from './safe-access.js';

/** The networks that are known here. Those whose Bitcoin addresses look the same are one family. */
const FAMILIES = {
  mainnet: ['mainnet'],
  testnet: ['testnet', 'testnet4', 'signet', 'sbtcTestnet'],
  regtest: ['regtest', 'devnet', 'mocknet', 'sbtcDevenv'],
} as const;
export type NetworkFamily = keyof typeof FAMILIES;

/** By the name in small letters. */
const KNOWN = new Map(
  Object.entries(FAMILIES).flatMap(([family, names]) =>
    names.map((name) => [name.toLowerCase(), { name, family: family as NetworkFamily }] as const),
  ),
);

/** A name that is known in other letters, as it is usually written; any other as it is. */
export function networkName(network: string): string {
  return KNOWN.get(network.toLowerCase())?.name ?? network;
}

/** The family of a name, in any letters; undefined for a name that is not known here. */
export function networkFamily(network: string): NetworkFamily | undefined {
  return KNOWN.get(network.toLowerCase())?.family;
}

/**
 * The network that a request means: that of its params, else `fallback`, else what an address in the
 * params proves, else undefined (which means mainnet). A known name is returned in its usual letters.
 * Throws -32602 where an address contradicts it. A name that is not known here contradicts nothing.
 */
export function resolveNetwork(
  method: string,
  params: unknown,
  fallback: string | undefined,
): string | undefined {
  const given = isRecord(params) ? params['network'] : undefined;
  const named = typeof given === 'string' ? given : fallback;
  if (!isRecord(params)) return named && networkName(named);
  const shown = [...addressesIn(params)].flatMap(([field, address]) => {
    const kind = addressKind(ownerOf(address));
    return kind ? [{ field, address, kind }] : [];
  });
  // Some forms show a test network, but not which.
  const network = named ?? shown.find(({ kind }) => kind.network !== 'test')?.kind.network;
  if (network === undefined) return undefined;
  const wrong = shown.find(({ kind }) => !canBeOn(kind, network));
  if (wrong) throw invalidParams(method, wrong.field, wrong.address, `an address on ${network}`);
  return networkName(network);
}

/** True unless the form of an address rules out a network. */
export function canBeOn(kind: AddressKind, network: string): boolean {
  const there = networkFamily(network);
  if (there === undefined) return true;
  if (kind.network === 'mainnet' || there === 'mainnet') return kind.network === there;
  // Every test network of Stacks shares one address format; base58 of Bitcoin's does, too.
  return kind.chain === 'stx' || kind.network === 'test' || kind.network === there;
}

function* addressesIn(params: Record<string, unknown>): Iterable<[field: string, value: unknown]> {
  for (const field of ['recipient', 'contract', 'asset', 'address']) yield [field, params[field]];
  for (const list of ['recipients', 'signInputs']) {
    const entries: unknown = params[list];
    if (!Array.isArray(entries)) continue;
    for (let index = 0; index < entries.length; index += 1) {
      const entry: unknown = entries[index];
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
  return familyOrName(meant) === familyOrName(reported);
}

const familyOrName = (network: string) => networkFamily(network) ?? network.toLowerCase();
