import { bytesToHex } from './bytes.js';

/** The origin of a transaction: single-signature or multisig (SIP-005, SIP-027). */
export interface Origin {
  readonly isSingle: boolean;
  /** The hash mode byte. */
  readonly mode: number;
  /** The hash mode and the hash of the keys, hex. */
  readonly signer: string;
  readonly nonce: Uint8Array;
  readonly fee: Uint8Array;
  /** The key encoding byte of a single-signature origin. */
  readonly keyEncoding: number;
  /** One signature for a single-signature origin, else those of the authorization fields. */
  readonly signatures: readonly Uint8Array[];
}

/** The parts of a Stacks transaction, in hex except for the origin. */
export interface StacksTransaction {
  /** Version and chain id. */
  readonly header: string;
  readonly authType: string;
  readonly origin: Origin;
  /** From the anchor mode to the end: modes, post-conditions and payload. */
  readonly rest: string;
}

const SPONSORED = 5;
const SINGLE_MODES = [0, 2];
const MULTI_MODES = [1, 3, 5, 7];
/** The minimum bytes after the authorization: anchor mode, post-condition mode and count, payload type. */
const SHORTEST_REST = 7;

/**
 * Reads a serialized transaction up to its authorization. The rest is only compared, not parsed, so that
 * post-conditions and payloads of later SIPs are accepted. Throws a RangeError for invalid bytes.
 */
export function readTransaction(bytes: Uint8Array): StacksTransaction {
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('The transaction ends too early.');
    return bytes.subarray(at, (at += length));
  };
  const byte = (): number => take(1)[0] as number;
  const condition = (): Origin => {
    const mode = byte();
    const isSingle = SINGLE_MODES.includes(mode);
    if (!isSingle && !MULTI_MODES.includes(mode)) {
      throw new RangeError(`The transaction has the hash mode ${mode}, which is not known.`);
    }
    const signer = bytesToHex(Uint8Array.of(mode, ...take(20)));
    const [nonce, fee] = [take(8), take(8)];
    if (isSingle) {
      return { isSingle, mode, signer, nonce, fee, keyEncoding: byte(), signatures: [take(65)] };
    }
    const signatures: Uint8Array[] = [];
    const count = take(4).reduce((sum, digit) => sum * 256 + digit, 0);
    for (let field = 0; field < count; field++) {
      const id = byte();
      if (id > 3) throw new RangeError(`The transaction has an authorization field ${id}.`);
      const content = take(id < 2 ? 33 : 65);
      if (id >= 2) signatures.push(content);
    }
    take(2);
    return { isSingle, mode, signer, nonce, fee, keyEncoding: 0, signatures };
  };

  const header = bytesToHex(take(5));
  const authType = byte();
  if (authType !== 4 && authType !== SPONSORED) {
    throw new RangeError(`The transaction has the authorization ${authType}, which is not known.`);
  }
  const origin = condition();
  if (authType === SPONSORED) condition();
  if (bytes.length - at < SHORTEST_REST) throw new RangeError('The transaction ends too early.');
  const rest = bytesToHex(bytes.subarray(at));
  return { header, authType: bytesToHex(Uint8Array.of(authType)), origin, rest };
}
