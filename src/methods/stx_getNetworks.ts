import { read } from '../lib/safe-access.js';
import * as is from './checks.js';
import type { Method } from './method.js';

export interface NetworkEntry {
  readonly id: string;
  readonly chainId?: number;
}

export interface NetworksResult {
  readonly active?: string;
  readonly networks: readonly NetworkEntry[];
}

/** The networks that the wallet knows, and the active one. */
export const stx_getNetworks: Method<undefined, NetworksResult> = {
  check: is.orNothing({}),
  read: (answer) => answer as NetworksResult,
  promise: 'a list of `networks`',
  holds: (result) => Array.isArray(read(result, 'networks')),
};
