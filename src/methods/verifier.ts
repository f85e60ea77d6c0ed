import type { Refuse } from '../errors.js';
import type { AddressEntry } from './addresses.js';

/** What is known of a request besides its params. */
export interface AskedContext {
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
export type Prepare<Params> = (params: Params, context: AskedContext, refuse: Refuse) => Verify;
