import type { Refuse } from '../errors.js';
import type { Kind } from '../stacks/stacks-transaction.js';
import type { AddressEntry } from './addresses.js';
import type { Field } from './fields.js';

/** The definition of one method. A new method is one file and one line in `all.ts`. */
export interface Method<Params, Result> {
  readonly chain: 'stacks' | 'bitcoin';
  /**
   * What the wallet does: it gives addresses, for which it may require permission first; it reads something else; it
   * signs; it sends a transaction; or it signs, and sends if `broadcast` is true.
   */
  readonly kind: 'addresses' | 'read' | 'sign' | 'send' | 'sign-or-send';
  /** Checks the caller's params, and returns them in the form of SIP-030, without the network. */
  readonly params: Field;
  /** True if SIP-030 has no field for the network. */
  readonly hasNoNetwork?: true;
  /** The params with Clarity values, post-conditions or transactions. Each is read and written again, as hex. */
  readonly values?: Readonly<Record<string, Kind>>;
  /** What a wallet must answer with, for errors. */
  readonly expected: string;
  /** Reads the result in a wallet's answer. Undefined if the answer is not what was expected. */
  readonly read: (answer: unknown, params: NonNullable<Params>) => Result | undefined;
  /** Loads the module that checks `field` before it is signed, and compares the answer with the request. */
  readonly verify?: { readonly field: string; readonly load: () => Promise<Prepare<never>> };
}

/** What is known of a request besides its params. */
export interface MethodContext {
  readonly method: string;
  /** The addresses of the wallet in the session. Empty if it is not connected. */
  readonly addresses: readonly AddressEntry[];
  /** The network of the request; undefined if no network is named. */
  readonly network: string | undefined;
}

/** Throws the error about an answer that is not what was asked. `fault` follows "the wallet answered". */
export type Fail = (fault: string) => never;

/** Compares a wallet's answer with the request. Returns the result, which has only what was verified. */
export type Verify = (result: Readonly<Record<string, unknown>>, fail: Fail) => object;

/**
 * Checks a request before the wallet is asked.
 *
 * @param refuse called if the request must not be sent to any wallet
 */
export type Prepare<Params> = (params: Params, context: MethodContext, refuse: Refuse) => Verify;
