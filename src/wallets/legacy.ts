import { read } from '../lib/safe-access.js';
import type { WalletProvider } from '../wire/provider.js';

/**
 * Paths where wallets leave objects that do not speak JSON-RPC, or deprecated copies of one that does:
 * never a provider of their own. Xverse's `StacksProvider` has a `request` that only throws.
 */
export const LEGACY_IDS: readonly string[] = [
  'StacksProvider',
  'XverseProviders.StacksProvider',
  'HiroWalletProvider',
  'btc',
  'okxwallet.stacks',
  'okxwallet.bitcoin',
  'okxwallet.bitcoinTestnet',
  'unisat',
];

/**
 * True for an object that can be asked by JSON-RPC: it has a `request`, and is none of the JWT-based
 * providers whose `request` is a stub (only Leather's answers beside the old methods). Never throws.
 */
export function isUsableProvider(value: unknown): value is WalletProvider {
  return (
    typeof read(value, 'request') === 'function' &&
    (typeof read(value, 'transactionRequest') !== 'function' || read(value, 'isLeather') === true)
  );
}
