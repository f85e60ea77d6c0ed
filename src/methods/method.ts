import type { Refuse } from '../lib/refuse.js';
import type { AddressEntry } from '../wire/addresses.js';
import type { Check } from './checks.js';

/** All that this library knows of one method. A new one is one file and one line in `all.ts`. */
export interface Method<Params, Result> {
  /** Checks the caller's params. Throws -32602 that names the field, shows the value and says what was expected. */
  readonly check: Check;
  /**
   * The params as SIP-030 writes them, on this network; undefined: none. Absent: they are sent as given, and
   * take no network.
   */
  readonly write?: (params: NonNullable<Params>, network: string | undefined) => object | undefined;
  /** A wallet's answer in the form of the result. What is missing in it stays missing. */
  readonly read: (answer: unknown, params: NonNullable<Params>) => Result;
  /** What a result must hold, in words, and whether one does. */
  readonly promise: string;
  readonly holds: (result: unknown, params: NonNullable<Params>) => boolean;
  /** The wallet sends a transaction, always or where `broadcast` is true. Absent: it only reads or signs. */
  readonly sends?: 'always' | 'if asked';
  /** The fields that carry Clarity values, or `postConditions`, and reach a wallet as hex. */
  readonly encoded?: readonly string[];
  /** Checks what is to be signed in `field`, and what was signed in its place. */
  readonly verify?: { readonly field: string; readonly load: () => Promise<Verifier> };
  /** Fetches what a request of this method loads late. */
  readonly preload?: () => Promise<unknown>;
}

/** Refuses a request; what it returns tells what is wrong with an answer, in words. */
export interface Verifier {
  readonly prepare: (
    params: never,
    addresses: readonly AddressEntry[],
    refuse: Refuse,
  ) => (result: unknown) => string | undefined;
}
