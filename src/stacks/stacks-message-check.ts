import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { encodeAddress } from './c32.js';
import { hash160 } from './signed-bytes.js';
import { isMultisig } from './chains.js';
import { stacksMessageHash, verifyStacks } from './message-signature.js';
import { structuredHash } from './structured.js';
import type { Prepare } from '../methods/verifier.js';

interface StacksParams {
  /** A text; for `stx_signStructuredMessage`, a Clarity value as `readValues` wrote it. */
  readonly message: string;
  /** `stx_signStructuredMessage`: a Clarity value in hex. */
  readonly domain?: string | undefined;
  readonly publicKey?: string | undefined;
}

/**
 * Checks `stx_signMessage` and `stx_signStructuredMessage`: the signature must be of the connected account, over exactly
 * this message. If no account is known, or only ones of several keys, it must be of the public key in the answer.
 */
export const prepare: Prepare<StacksParams> = (params, { method, addresses }) => {
  const isText = method === 'stx_signMessage';
  const hash = isText
    ? stacksMessageHash(params.message)
    : structuredHash(params.domain ?? '', params.message);
  const connected = addresses.flatMap(({ symbol, address }) =>
    symbol === 'STX' && !isMultisig(address) ? [address] : [],
  );
  return (result, fail) => {
    const { signature, publicKey } = result as { signature: string; publicKey: string };
    const key = bareHex(publicKey)?.toLowerCase() ?? '';
    const asked = params.publicKey && bareHex(params.publicKey)?.toLowerCase();
    if (asked && asked !== key) fail(`with the public key ${publicKey}, not the requested one`);
    const signers =
      connected.length > 0 ? connected : [encodeAddress(22, bytesToHex(hash160(hexToBytes(key))))];
    const isSigned = signers.some(
      (address) =>
        verifyStacks(hash, signature, address, publicKey, isText ? 'stacks' : 'sip-018').ok,
    );
    if (!isSigned) fail(`with a signature that is not of ${signers.join(' or ')} over the message`);
    return { signature: inRsv(signature), publicKey };
  };
};

/** The signature with its recovery id, 0 to 3, at the end. */
function inRsv(signature: string): string {
  const hex = bareHex(signature) ?? '';
  return parseInt(hex.slice(-2), 16) > 3 ? `0x${hex.slice(2)}${hex.slice(0, 2)}` : signature;
}
