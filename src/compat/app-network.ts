import type { Refuse } from '../errors.js';
import { getNetworkFamily, normalizeNetwork, NETWORK_BYTES } from '../stacks/address.js';
import { isRecord } from '../lib/safe-access.js';
import { readField, unboxed } from './plain.js';

/**
 * A network as the callback functions take it: a name, an object of @stacks/network (version 6 or 7), or the URL
 * of a node.
 */
export type ConnectNetwork =
  | 'mainnet'
  | 'testnet'
  | 'devnet'
  | 'mocknet'
  | (string & {})
  | { chainId: number; transactionVersion: number; client?: { baseUrl: string } }
  | { version: number; chainId: number; coreApiUrl?: string }
  | { url: string };

const { mainnet, testnet } = NETWORK_BYTES;

type Names = Readonly<Record<string, string>>;

/** By the transaction versions of SIP-005. */
const BY_VERSION: Names = { [0x00]: 'mainnet', [0x80]: 'testnet' };
const BY_CHAIN_ID: Names = { 1: 'mainnet', [0x80000000]: 'testnet' };
/** They are in the transaction: an unknown one is of an unknown network. */
const IN_TRANSACTION: readonly (readonly [field: string, names: Names])[] = [
  ['transactionVersion', BY_VERSION],
  ['version', BY_VERSION],
  ['chainId', BY_CHAIN_ID],
];
/** Networks of one's own may have others. The values are those of @stacks/network 7.3. */
const BESIDE: readonly (readonly [field: string, names: Names])[] = [
  ['addressVersion.singleSig', { [mainnet.single]: 'mainnet', [testnet.single]: 'testnet' }],
  ['addressVersion.multiSig', { [mainnet.several]: 'mainnet', [testnet.several]: 'testnet' }],
  ['peerNetworkId', { [0x17000000]: 'mainnet', [0xff000000]: 'testnet' }],
  ['magicBytes', { X2: 'mainnet', T2: 'testnet', id: 'testnet' }],
];

/**
 * The name of a network that an app passed as a name, an object or a URL; a known one in its usual case. Undefined if it passed none. A value that
 * names no network, or two, is returned unchanged, so that the request fails with the reason: a wallet may treat an
 * unknown network as mainnet.
 */
export function readNetworkName(value: unknown): unknown {
  const network = unboxed(value);
  if (typeof network === 'string') return getKnownName(network.trim());
  if (!isRecord(network)) return network ?? undefined;
  try {
    return nameIn(network) ?? network;
  } catch {
    return network; // A getter throws.
  }
}

function nameIn(network: object): string | undefined {
  const at = (path: string) =>
    path.split('.').reduce<unknown>((inner, name) => readField(inner, name, unreadable), network);
  const namesBy = ([field, names]: readonly [string, Names]) => {
    const value = unboxed(at(field));
    return value === undefined || value === null ? [] : [names[String(value)]];
  };
  const urls = ['coreApiUrl', 'client.baseUrl', 'url']
    .map(at)
    .flatMap((url) => (typeof url === 'string' ? (getKnownName(url) ?? []) : []));
  const networksOfUrls = urls.filter(isKnownNetwork);
  const names = [
    ...IN_TRANSACTION.flatMap(namesBy),
    ...BESIDE.flatMap(namesBy).filter((name) => name !== undefined),
    // A local node may be of any network.
    ...networksOfUrls.filter((name) => name !== 'devnet'),
  ];
  const [name] = names;
  const isLocal = networksOfUrls.includes('devnet');
  if (names.some((other) => other === undefined || other !== name)) return undefined;
  const called = ['name', 'network'].map(at).filter(isKnownNetwork).map(toFamily);
  if (name !== undefined && called.some((other) => other !== name)) return undefined;
  // Only the URL of its node distinguishes a local test network.
  if (name === 'testnet' && isLocal) return 'devnet';
  return name ?? (isLocal ? 'devnet' : urls[0]);
}

const unreadable: Refuse = (field) => {
  throw new Error(field);
};
const toFamily = (name: unknown) =>
  getNetworkFamily(String(name)) === 'mainnet' ? 'mainnet' : 'testnet';

function getKnownName(text: string): string | undefined {
  if (/^mocknet$/i.test(text)) return 'devnet';
  if (!/^https?:/i.test(text)) return normalizeNetwork(text) || undefined;
  const host = /^https?:\/\/([^/:]*)/i.exec(text)?.[1] ?? '';
  if (/^(?:localhost|127\.|0\.0\.0\.0|\[)|\.local(?:host)?$/i.test(host)) return 'devnet';
  if (/testnet/i.test(host)) return 'testnet';
  return /mainnet|^api\.hiro\.so$/i.test(host) ? 'mainnet' : text;
}

/** True for the name of a known network. Only such a name is sent with a request for addresses. */
export const isKnownNetwork = (network: unknown): boolean =>
  typeof network === 'string' && getNetworkFamily(network) !== undefined;
