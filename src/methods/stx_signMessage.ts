import type { NetworkName } from '../stacks/address.js';
import * as is from './fields.js';
import { type Method, signsMessage, type SignatureResult } from './method.js';

export interface SignMessageParams {
  /** The text to sign. */
  message: string;
  /** The key that signs, hex. Default: that of the current account. Sent only to Xverse and Fordefi. */
  publicKey?: string | undefined;
  network?: NetworkName | undefined;
}

/**
 * Signs a text with a Stacks key. Sends nothing to a chain.
 *
 * @example
 * { "message": "Hello" }
 */
export const stx_signMessage: Method<SignMessageParams, SignatureResult> = {
  ...signsMessage,
  checkParams: is.record({
    ...is.network,
    message: is.text,
    publicKey: is.optional(is.hex),
  }),
};
