import { invalidParams } from '../errors.js';
import { getAddressFormat, type AddressFormat } from './address.js';
import { isRecord } from '../lib/safe-access.js';

/** The known networks. Networks with the same format of Bitcoin addresses form a family. */
const FAMILIES = {
  mainnet: ['mainnet'],
  testnet: ['testnet', 'testnet4', 'signet', 'sbtcTestnet'],
  regtest: ['regtest', 'devnet', 'mocknet', 'sbtcDevenv'],
} as const;
type NetworkFamily = keyof typeof FAMILIES;

/** By name, in lower case. */
const KNOWN = new Map(
  Object.entries(FAMILIES).flatMap(([family, names]) =>
    names.map((name) => [name.toLowerCase(), { name, family: family as NetworkFamily }] as const),
  ),
);

/** A known name in its usual case; an unknown name unchanged. */
export function normalizeNetwork(network: string): string {
  return KNOWN.get(network.toLowerCase())?.name ?? network;
}

/** The family of a network name, in upper or lower case. Undefined for an unknown name. */
export function getNetworkFamily(network: string): NetworkFamily | undefined {
  return KNOWN.get(network.toLowerCase())?.family;
}

/**
 * The network of a request: the one in its params, else `fallback`, else the network of an address in the
 * params, else undefined (which means mainnet). A known name is returned in its usual case. Throws -32602 if
 * an address in the params belongs to another network. Addresses are not checked against an unknown name.
 */
export function resolveNetwork(
  method: string,
  params: unknown,
  fallback: string | undefined,
): string | undefined {
  const given = isRecord(params) ? params['network'] : undefined;
  const shown = isRecord(params) ? listAddresses(params) : [];
  let network = typeof given === 'string' ? given : fallback;
  // Some formats are shared by all test networks.
  for (const { format } of shown) if (format.network !== 'test') network ??= format.network;
  if (network === undefined) return undefined;
  for (const { field, address, format } of shown) {
    if (canBeOn(format, network)) continue;
    throw invalidParams(method, field, address, `an address on ${network}`);
  }
  return normalizeNetwork(network);
}

/** True unless the format of the address is that of another network. */
export function canBeOn(format: AddressFormat, network: string): boolean {
  const there = getNetworkFamily(network);
  if (there === undefined) return true;
  if (format.network === 'mainnet' || there === 'mainnet') return format.network === there;
  // All test networks share one format for Stacks addresses, and one for base58 addresses of Bitcoin.
  return format.chain === 'stacks' || format.network === 'test' || format.network === there;
}

interface ShownAddress {
  readonly field: string;
  readonly address: unknown;
  readonly format: AddressFormat;
}

function listAddresses(params: Record<string, unknown>): readonly ShownAddress[] {
  const shown: ShownAddress[] = [];
  const add = (field: string, address: unknown) => {
    // The address at the beginning of a contract or asset identifier shows the network even if the rest is not valid, as
    // params of unknown methods may be.
    const owner = typeof address === 'string' ? address.split(/[.:]/, 1)[0] : undefined;
    const format = getAddressFormat(owner);
    if (format) shown.push({ field, address, format });
  };
  for (const field of ['recipient', 'contract', 'asset', 'address']) add(field, params[field]);
  for (const list of ['recipients', 'signInputs']) {
    const entries: unknown = params[list];
    if (!Array.isArray(entries)) continue;
    for (let index = 0; index < entries.length; index += 1) {
      const entry: unknown = entries[index];
      if (isRecord(entry)) add(`${list}[${index}].address`, entry['address']);
    }
  }
  return shown;
}

/**
 * True if a request for `requested` can be sent to a wallet that is on `reported` and whose requests have no
 * field for the network. Also true if either is unknown. Test networks are only distinguished as public or
 * local: a wallet reports one name for two chains, whose names may differ (Bitcoin's signet is used with
 * Stacks' testnet).
 */
export function isSameNetwork(
  requested: string | undefined,
  reported: string | undefined,
): boolean {
  if (reported === undefined || requested === undefined) return true;
  return getFamilyOrName(requested) === getFamilyOrName(reported);
}

const getFamilyOrName = (network: string) => getNetworkFamily(network) ?? network.toLowerCase();

/**
 * The public Stacks APIs, which also have the metadata of tokens. Their rate limits: site/guide/tokens.md. A local chain
 * has none: the nonces and transactions of another chain would be wrong there.
 */
export const STACKS_APIS = {
  mainnet: 'https://api.hiro.so',
  testnet: 'https://api.testnet.hiro.so',
  regtest: undefined,
} as const;

/** The public Stacks API of a network, if it has one. */
export function getStacksApi(network: string): string | undefined {
  const family = getNetworkFamily(network);
  return family && STACKS_APIS[family];
}

/** The URL of mempool.space for a Bitcoin network; undefined if it does not have the network. */
export function getMempoolSpaceUrl(network: string): string | undefined {
  return /^(?:mainnet|testnet4?|signet)$/.test(network)
    ? `https://mempool.space${network === 'mainnet' ? '' : `/${network}`}`
    : undefined;
}

/** The chain of the transactions that a method sends. Stacks for an unknown method, and without one. */
export function getMethodChain(method: string | undefined): 'stx' | 'btc' {
  return method === 'sendTransfer' || method === 'signPsbt' ? 'btc' : 'stx';
}
