import { isRecord, read } from '../../lib/safe-access.js';
import { verifyBitcoin } from '../../bitcoin/message-signature.js';
import { chainsOf } from '../../stacks/chains.js';
import { LONGEST_SIGNED, refused, type SignatureResult } from '../../stacks/verification.js';
import { stacksMessageHash, verifyStacks } from '../../stacks/message-signature.js';

/** What a page sends to its server. No field is trusted. */
export interface SignedMessage {
  /** At most 65,536 UTF-16 units. */
  readonly message: string;
  /** Stacks: 65 bytes as hex. Bitcoin: base64. */
  readonly signature: string;
  readonly address: string;
  /** Stacks: if given, the signature must be of this key, as hex. Bitcoin: not used, since the address is enough. */
  readonly publicKey?: string | undefined;
}

/**
 * Verifies the signature of a text: `stx_signMessage` for a Stacks address, `signMessage` for a Bitcoin address.
 * Never throws. Says only that the owner of the address signed this text at some time: for signing in, use
 * `verifySignIn`.
 */
export function verifyMessage(input: SignedMessage): SignatureResult {
  const given: unknown = isRecord(input) ? input : {};
  const message = read(given, 'message');
  const address = read(given, 'address');
  const signature = read(given, 'signature');
  if (typeof message !== 'string' || message.length > LONGEST_SIGNED) return refused('message');
  // Half a surrogate pair cannot be encoded as UTF-8, and would be signed as another character.
  if (/\p{Surrogate}/u.test(message)) return refused('message');
  if (typeof address !== 'string' || address.length > 100) return refused('address');
  if (chainsOf(address)[0]?.startsWith('stacks:')) {
    const hash = stacksMessageHash(message);
    return verifyStacks(hash, signature, address, read(given, 'publicKey'), 'stacks');
  }
  return verifyBitcoin(message, signature, address);
}
