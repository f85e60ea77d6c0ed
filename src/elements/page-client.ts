import type { WalletClient } from '../core/types.js';

/** The page-wide client, for elements outside every `<wallet-context>`. */
export function pageClient(): WalletClient {
  throw new Error('The page-wide client is not there yet: set the property `client`.');
}
