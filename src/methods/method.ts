import type { Prepare } from './verifier.js';
import type { Kind } from '../stacks/stacks-transaction.js';
import type { Check } from './checks.js';

/** The definition of one method. A new method is one file and one line in `all.ts`. */
export interface Method<Params, Result> {
  /** Checks the caller's params. Throws -32602 that names the field, shows the value and says what was expected. */
  readonly check: Check;
  /**
   * Returns the params in the format of SIP-030, with the network; undefined means no params. Absent for a
   * method whose params are sent unchanged and have no network.
   */
  readonly write?: (params: NonNullable<Params>, network: string | undefined) => object | undefined;
  /** Converts a wallet's answer to the result. Does not add missing fields. */
  readonly read: (answer: unknown, params: NonNullable<Params>) => Result;
  /** Describes what a result must contain, for error messages; `isExpectedResult` checks it. */
  readonly expectedResult: string;
  /** `sent`: the params that the wallet received, which may contain what the caller left out. */
  readonly isExpectedResult: (
    result: unknown,
    params: NonNullable<Params>,
    sent?: unknown,
  ) => boolean;
  /**
   * What the wallet does: it reads something, or addresses, for which it may require permission first; it signs; or it
   * sends a transaction, always or only if `broadcast` is true.
   */
  readonly effect: 'reads' | 'reads addresses' | 'signs' | 'sends' | 'sends if broadcast';
  /** True if a wallet that reports a failure may have sent some of the transactions. */
  readonly sendsInPart?: true;
  /** The fields with Clarity values, post-conditions or transactions. What they hold is read and written again, as hex. */
  readonly encoded?: Readonly<Record<string, Kind>>;
  /** Checks `field` before it is signed, and compares the answer with the request. Its result has only what was verified. */
  readonly verify?: { readonly field: string; readonly load: () => Promise<Verifier> };
  /** Loads in advance the modules that a request of this method needs. */
  readonly preload?: () => Promise<unknown>;
}

/** The module that checks a request before it is sent, and compares the answer with it. */
export interface Verifier {
  readonly prepare: Prepare<never>;
}
