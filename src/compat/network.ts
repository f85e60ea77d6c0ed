import { networkFamily } from '../lib/network.js';
import { isRecord, read } from '../lib/safe-access.js';

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

/** By the transaction versions of SIP-005. */
const BY_VERSION: Readonly<Record<string, string>> = { [0x00]: 'mainnet', [0x80]: 'testnet' };
const BY_CHAIN_ID: Readonly<Record<string, string>> = { 1: 'mainnet', [0x80000000]: 'testnet' };

/**
 * The name of a network that an app passed as a name, an object or a URL. Undefined if it passed none. An unknown or
 * contradictory value is returned unchanged, so that the request fails with the reason: a wallet may treat an unknown
 * network as mainnet.
 */
export function networkOf(network: unknown): unknown {
  if (typeof network === 'string') return nameOf(network.trim());
  if (!isRecord(network)) return network ?? undefined;
  const url =
    read(network, 'coreApiUrl') ?? read(read(network, 'client'), 'baseUrl') ?? read(network, 'url');
  const version = read(network, 'transactionVersion') ?? read(network, 'version');
  const byUrl = typeof url === 'string' ? nameOf(url) : undefined;
  const names = [
    BY_VERSION[String(version)],
    BY_CHAIN_ID[String(read(network, 'chainId'))],
    // A local node may be of any network.
    isKnownNetwork(byUrl) && byUrl !== 'devnet' ? byUrl : undefined,
  ].filter((name) => name !== undefined);
  const [name] = names;
  if (names.some((other) => other !== name)) return network;
  // Only the URL of its node distinguishes a local test network.
  return name === 'testnet' && byUrl === 'devnet' ? byUrl : (name ?? byUrl ?? network);
}

function nameOf(text: string): string | undefined {
  if (/^mocknet$/i.test(text)) return 'devnet';
  if (!/^https?:/i.test(text)) return text || undefined;
  const host = /^https?:\/\/([^/:]*)/i.exec(text)?.[1] ?? '';
  if (/^(?:localhost|127\.|0\.0\.0\.0|\[)|\.local(?:host)?$/i.test(host)) return 'devnet';
  if (/testnet/i.test(host)) return 'testnet';
  return /mainnet|^api\.hiro\.so$/i.test(host) ? 'mainnet' : text;
}

/** True for the name of a known network. Only such a name is sent with a request for addresses. */
export const isKnownNetwork = (network: unknown): boolean =>
  typeof network === 'string' && networkFamily(network) !== undefined;
