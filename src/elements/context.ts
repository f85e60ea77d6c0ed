import { createContext } from '@lit/context';
import type { WalletClient } from '../core/types.js';
import type { MetadataClient } from '../metadata/metadata-types.js';

/*
 * The entry point `stacks-wallet-elements/elements/context`. `Symbol.for`: two copies of the package share a context.
 */

/** The wallet client that a `<wallet-context>` provides to its descendants. */
export const clientContext = createContext<WalletClient>(
  Symbol.for('stacks-wallet-elements/client'),
);

/** The metadata client that a `<wallet-context>` provides to its descendants. */
export const metadataClientContext = createContext<MetadataClient>(
  Symbol.for('stacks-wallet-elements/metadata-client'),
);
