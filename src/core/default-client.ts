import { createWalletClient } from './client.js';
import type { WalletClient } from './types.js';

/** The number increases with every breaking change of {@link WalletClient}: only compatible copies share a client. */
const KEY = Symbol.for('stacks-wallet-elements/client@1');

/** The default client of the page. Created on first use, and shared by all copies of this package. */
export function getDefaultClient(): WalletClient {
  const shared = globalThis as { [KEY]?: WalletClient };
  return (shared[KEY] ??= createWalletClient());
}
