import { createContext } from '@lit/context';
import type { WalletClient } from '../core/types.js';

/** The client for what a `<wallet-context>` holds. `Symbol.for`: two copies of the package share it. */
export const clientContext = createContext<WalletClient>(
  Symbol.for('stacks-wallet-elements/client'),
);
