import { getAddressFormat, type NetworkName } from '../stacks/address.js';
import * as is from './fields.js';
import { loadBitcoinVerification, type Method, readFields } from './method.js';

/** How a message is signed with a Bitcoin key: BIP-322 (simple), or ECDSA as in BIP-137. */
export type MessageProtocol = 'BIP322' | 'ECDSA';

export interface SignBitcoinMessageParams {
  /** The text to sign. */
  message: string;
  /**
   * The address whose key signs, one of the connected account (else -32602). Default: its native SegWit or payment
   * address.
   */
  address?: string | undefined;
  /** Default: BIP322, the only one in Leather. No wallet signs ECDSA for a Taproot address. */
  protocol?: MessageProtocol | undefined;
  network?: NetworkName | undefined;
}

export interface SignBitcoinMessageResult {
  /** Base64. */
  readonly signature: string;
  /** The address whose key signed. */
  readonly address: string;
  /** The text that was signed. */
  readonly message: string;
  readonly protocol: MessageProtocol;
}

const TAPROOT = /^(?:bc|tb|bcrt)1p/i;
const fields = is.record({
  ...is.network,
  message: is.text,
  address: is.optional(is.bitcoinAddress),
  protocol: is.optional(
    is.check("'BIP322' or 'ECDSA'", (value) => value === 'BIP322' || value === 'ECDSA'),
  ),
  paymentType: 'address',
});
const bip322 = is.check("'BIP322', as the address is a Taproot one", (value) => value !== 'ECDSA');

/**
 * Signs a text with a Bitcoin key (BIP-322, BIP-137). Supported by Leather and Xverse; not part of SIP-030.
 *
 * @example
 * { "message": "Hello", "address": "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" }
 */
export const signMessage: Method<SignBitcoinMessageParams, SignBitcoinMessageResult> = {
  chain: 'bitcoin',
  kind: 'sign',
  checkParams: (params, ...at) => {
    const encoded = fields(params, ...at) as SignBitcoinMessageParams;
    const { address = '', protocol = 'BIP322' } = encoded;
    if (TAPROOT.test(address)) bip322(protocol, 'protocol', at[1]);
    encoded.protocol = protocol;
    return encoded;
  },
  expected:
    'a `signature` in base64, and the `address`, `message` and `protocol` that were asked for',
  readAnswer(answer, { message, protocol }) {
    const fields = readFields(answer);
    if (!fields) return undefined;
    const result = {
      signature: fields['signature'] as string,
      address: fields['address'] as string,
      // Leather returns neither, and supports only BIP-322.
      message: (fields['message'] ?? message) as string,
      protocol: (fields['protocol'] ?? 'BIP322') as MessageProtocol,
    };
    const isExpected =
      /^[\w+/]{20,}={0,2}$/.test(String(result.signature)) &&
      getAddressFormat(result.address)?.chain === 'bitcoin' &&
      result.message === message &&
      result.protocol === protocol;
    return isExpected ? result : undefined;
  },
  verification: { field: 'signature', load: loadBitcoinVerification('verifyMessage') },
};
