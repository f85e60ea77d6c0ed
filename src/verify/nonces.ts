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

/** 26 random letters and digits, 130 bits, from `crypto.getRandomValues`. */
export function createNonce(): string {
  // 256 is a multiple of 32, so every letter is as likely as another.
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return [...bytes].map((byte) => LETTERS.charAt(byte % 32)).join('');
}

/** A store in memory, with the method `create`. For tests and for one process: it loses its nonces at a restart. */
export interface MemoryNonceStore extends NonceStore {
  /** Makes a nonce and stores it. */
  create(): string;
}

/**
 * Creates a {@link MemoryNonceStore}.
 *
 * @param lifetime milliseconds in which a nonce can be used. Default: 10 minutes.
 * @param now for tests. Default: `Date.now`.
 */
export function memoryNonceStore(
  lifetime = 600_000,
  now: () => number = Date.now,
): MemoryNonceStore {
  const expiries = new Map<string, number>();
  return {
    create() {
      // In the order in which they expire.
      for (const [nonce, expiry] of expiries) {
        if (expiry > now()) break;
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
