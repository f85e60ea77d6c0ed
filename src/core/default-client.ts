import { createWalletClient } from './client.js';
import type { WalletClient } from './types.js';

/** Grows with every break of {@link WalletClient}, so that two copies share only what both understand. */
const KEY = Symbol.for('stacks-wallet-elements/client@1');

/** The client of this page, made when it is first needed and shared by all copies of this package. */
export function getDefaultClient(): WalletClient {
  const shared = globalThis as { [KEY]?: WalletClient };
  return (shared[KEY] ??= createWalletClient());
}
