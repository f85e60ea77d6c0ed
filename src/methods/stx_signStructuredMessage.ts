import type { NetworkName } from '../stacks/address.js';
import type { ClarityInput } from './values.js';
import * as is from './fields.js';
import { type Method, signsMessage, type SignatureResult } from './method.js';

export interface SignStructuredMessageParams {
  /** The value to sign. */
  message: ClarityInput;
  /** A tuple of `name`, `version` and `chain-id` (SIP-018). */
  domain: ClarityInput;
  /** The key that signs, hex. Default: that of the current account. Sent only to Xverse and Fordefi. */
  publicKey?: string | undefined;
  network?: NetworkName | undefined;
}

/**
 * Signs a Clarity value together with the domain of an app (SIP-018).
 *
 * @example
 * {
 *   "message": {
 *     "type": "tuple",
 *     "value": { "action": { "type": "ascii", "value": "vote" }, "proposal": { "type": "uint", "value": "12" } }
 *   },
 *   "domain": {
 *     "type": "tuple",
 *     "value": {
 *       "name": { "type": "ascii", "value": "My app" },
 *       "version": { "type": "ascii", "value": "1.0.0" },
 *       "chain-id": { "type": "uint", "value": "1" }
 *     }
 *   }
 * }
 */
export const stx_signStructuredMessage: Method<SignStructuredMessageParams, SignatureResult> = {
  ...signsMessage,
  checkParams: is.record({
    ...is.network,
    message: is.clarity,
    domain: is.clarity,
    publicKey: is.optional(is.hex),
  }),
  values: { message: 'clarity', domain: 'clarity' },
};
