import type { NetworkName } from '../stacks/address.js';
import type { WalletClient } from './types.js';

/**
 * The property of a contract that tells what its answers depend on, for the modules for frameworks. A global symbol: the contract
 * may be that of another copy of this package.
 */
export const BINDING = Symbol.for('stacks-wallet-elements/binding@1');

export interface Binding {
  /** The client that sends the calls, and whose account is the default sender of reads. */
  readonly client: WalletClient;
  /** The network of the contract, if it was created with one. */
  readonly network: NetworkName | undefined;
  /** The node, the default sender of the contract and the types of a function, as a text. */
  describe(this: void, name: string): string;
  /** Whether a function has arguments. Undefined if there is no such function. */
  hasArguments?(this: void, name: string): boolean | undefined;
  /** The sender of a read. */
  getSender(
    this: void,
    options: { readonly sender?: string | undefined } | undefined,
  ): string | undefined;
}
