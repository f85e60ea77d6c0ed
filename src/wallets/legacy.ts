import { read } from '../lib/safe-access.js';
import type { WalletProvider } from './provider.js';

/**
 * Paths of objects that do not support JSON-RPC, or are deprecated copies of a provider. They are never used.
 * Xverse's `StacksProvider`, for example, has a `request` that only throws.
 */
export const LEGACY_IDS: readonly string[] = [
  'StacksProvider',
  'XverseProviders.StacksProvider',
  'HiroWalletProvider',
  'btc',
  'okxwallet.bitcoin',
  'okxwallet.bitcoinTestnet',
  'unisat',
];

/**
 * True for an object that supports JSON-RPC: it has a `request`, and is not a JWT-based provider whose
 * `request` is a stub. Leather has the JWT-based methods and a working `request`. Never throws.
 */
export function isUsableProvider(value: unknown): value is WalletProvider {
  return (
    typeof read(value, 'request') === 'function' &&
    (typeof read(value, 'transactionRequest') !== 'function' || read(value, 'isLeather') === true)
  );
}
