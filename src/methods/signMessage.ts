import { getAddressFormat } from '../stacks/address.js';
import { read } from '../lib/safe-access.js';
import type { NetworkName } from './values.js';
import { canonicalAddress } from './address-methods.js';
import * as is from './checks.js';
import type { Method, Verifier } from './method.js';
import { amend, present } from './results.js';
import { networkField } from './transaction.js';

/** How a message is signed with a Bitcoin key: BIP-322 (simple), or ECDSA as in BIP-137. */
export type MessageProtocol = 'BIP322' | 'ECDSA';

export interface SignBitcoinMessageParams {
  /** The text to sign. */
  message: string;
  /** The address whose key signs. Default: the account's native SegWit or payment address. */
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

/**
 * Signs a text with a Bitcoin key (BIP-322, BIP-137). Supported by Leather and Xverse; not part of SIP-030.
 *
 * @example
 * { "message": "Hello", "address": "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" }
 */
export const signMessage: Method<SignBitcoinMessageParams, SignBitcoinMessageResult> = {
  check: (params, field, method, asIs) => {
    fields(params, field, method, asIs);
    if (TAPROOT.test(String(read(params, 'address')))) {
      is.check("'BIP322', as the address is a Taproot one", (value) => value !== 'ECDSA')(
        read(params, 'protocol'),
        'protocol',
        method,
      );
    }
  },
  write: ({ protocol = 'BIP322', ...params }, network) => ({
    ...params,
    protocol,
    ...networkField(network),
  }),
  effect: 'signs',
  read: (answer, asked) =>
    amend(answer, ({ signature, address, message, protocol }) =>
      // Leather supports only BIP-322, and does not return the protocol.
      present({
        signature,
        address,
        message: message ?? asked.message,
        protocol: protocol ?? 'BIP322',
      }),
    ) as SignBitcoinMessageResult,
  expectedResult:
    'a `signature` in base64, and the `address`, `message` and `protocol` that were asked for',
  isExpectedResult: (result, { address, message, protocol = 'BIP322' }, sent) => {
    const signer = read(result, 'address');
    const asked = address ?? read(sent, 'address');
    return (
      /^[\w+/]{20,}={0,2}$/.test(String(read(result, 'signature'))) &&
      getAddressFormat(signer)?.chain === 'bitcoin' &&
      (asked === undefined ||
        canonicalAddress(asked as string) === canonicalAddress(signer as string)) &&
      read(result, 'message') === message &&
      read(result, 'protocol') === protocol
    );
  },
  verify: {
    field: 'signature',
    load: async (): Promise<Verifier> => ({
      prepare: (await import('../bitcoin/bitcoin-answers.js')).prepareMessage,
    }),
  },
};
