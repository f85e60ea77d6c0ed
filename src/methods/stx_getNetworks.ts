import { read } from '../lib/safe-access.js';
import * as is from './fields.js';
import type { Method } from './method.js';

export interface NetworkEntry {
  /** The name of the network, such as `mainnet`. */
  readonly id: string;
  /** The chain id of Stacks (SIP-005): 1 on mainnet. */
  readonly chainId?: number;
}

export interface NetworksResult {
  /** The id of the active network. */
  readonly active?: string;
  /** The networks that the wallet supports. */
  readonly networks: readonly NetworkEntry[];
}

/** The networks that the wallet supports, and the active one. */
export const stx_getNetworks: Method<undefined, NetworksResult> = {
  chain: 'stacks',
  kind: 'read',
  checkParams: is.orNothing({}),
  hasNoNetwork: true,
  expected: 'a list of `networks`',
  readAnswer: (answer) =>
    Array.isArray(read(answer, 'networks')) ? (answer as NetworksResult) : undefined,
};
