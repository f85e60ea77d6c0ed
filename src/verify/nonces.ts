import { mustBe, withDocs } from '../errors.js';

/** The result of a store for a nonce. `unknown`: it was not made here, or not for this browser, or it has expired. */
export type NonceAnswer = 'consumed' | 'used' | 'unknown';

/** Where the nonces of a server are kept. */
export interface NonceStore {
  /**
   * Uses up a nonce atomically: of two calls with the same nonce, at most one returns `consumed`. A store that
   * deletes used nonces may return `unknown` instead of `used`.
   */
  consume(nonce: string): NonceAnswer | Promise<NonceAnswer>;
}

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';

/**
 * 26 random letters and digits, 130 bits, from `crypto.getRandomValues`.
 *
 * @example
 * ```ts
 * import { createNonce } from 'stacks-wallet-elements/verify';
 *
 * console.log(createNonce()); // such as 7K2M…
 * ```
 */
export function createNonce(): string {
  // 256 is a multiple of 32, so every letter is as likely as another.
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return [...bytes].map((byte) => LETTERS.charAt(byte % 32)).join('');
}

/** The most nonces that a {@link MemoryNonceStore} keeps, about 10 MB: anyone can ask a server for nonces. */
const MOST = 100_000;

/** A store in memory, with the method `create`. For tests and for one process: it loses its nonces at a restart. */
export interface MemoryNonceStore extends NonceStore {
  /** Makes a nonce and stores it. */
  create(): string;
}

/**
 * Creates a {@link MemoryNonceStore}. It keeps at most 100,000 nonces: each more removes the oldest one, which is then
 * `unknown`. Limit how often a client may ask for a nonce.
 *
 * @example
 * ```ts
 * import { memoryNonceStore } from 'stacks-wallet-elements/verify';
 *
 * const nonces = memoryNonceStore(300_000);
 * const nonce = nonces.create();
 * console.log(await nonces.consume(nonce)); // consumed
 * ```
 *
 * @param lifetime milliseconds in which a nonce can be used, from 1 to 2^53 - 1. Default: 10 minutes.
 * @param now for tests. Default: `Date.now`.
 * @throws TypeError for another lifetime
 */
export function memoryNonceStore(
  lifetime = 600_000,
  now: () => number = Date.now,
): MemoryNonceStore {
  if (!Number.isSafeInteger(lifetime) || lifetime < 1) {
    const text = mustBe('lifetime', lifetime, 'an integer from 1 to 2^53 - 1');
    throw new TypeError(withDocs(`memoryNonceStore: ${text}`, 'verify'));
  }
  const expiries = new Map<string, number>();
  return {
    create() {
      // In the order in which they expire.
      for (const [nonce, expiry] of expiries) {
        if (expiry > now() && expiries.size < MOST) break;
        expiries.delete(nonce);
      }
      const nonce = createNonce();
      expiries.set(nonce, now() + lifetime);
      return nonce;
    },
    consume(nonce) {
      const expiry = expiries.get(nonce);
      expiries.delete(nonce);
      return expiry !== undefined && expiry > now() ? 'consumed' : 'unknown';
    },
  };
}
