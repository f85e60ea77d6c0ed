interface Entry<T> {
  readonly value: T;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
  readonly maxAge: number;
}

/**
 * Keeps answers of services by their keys. Removes the least recently used first, when there are too many entries or bytes.
 * Not the package lru-cache, which would add 6 kB (gzip) to pages.
 */
export class AnswerCache<T> {
  // A Map keeps the order in which entries are added, so the first is the least recently used.
  readonly #entries = new Map<string, Entry<T>>();
  readonly #maxBytes: number;
  readonly #maxEntries: number;
  readonly #clock: (() => number) | undefined;
  #bytes = 0;

  /**
   * @param maxBytes the most bytes of memory of all entries together, by the estimates of those who add them
   * @param clock returns milliseconds since 1970. Default: the clock of the computer
   */
  constructor(maxBytes: number, maxEntries = 500, clock?: () => number) {
    this.#maxBytes = maxBytes;
    this.#maxEntries = maxEntries;
    this.#clock = clock;
  }

  /** @param maxAge milliseconds, for a caller that wants a newer value than others */
  get(key: string, maxAge = Infinity): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const age = this.#now() - entry.addedAt;
    // The clock of the computer may have been set back.
    const isKept = age >= 0 && age < entry.maxAge;
    if (!isKept) this.#remove(key);
    if (!isKept || age >= maxAge) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /**
   * @param size bytes of memory that the value takes, by estimate
   * @param maxAge milliseconds for which it may be used
   */
  set(key: string, value: T, size: number, maxAge = Infinity): void {
    this.#remove(key);
    // A character may take two bytes.
    const bytes = size + key.length * 2 + ENTRY;
    this.#entries.set(key, { value, bytes, addedAt: this.#now(), maxAge });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  #now(): number {
    return (this.#clock ?? Date.now)();
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

/** Bytes of an entry without its key and value. */
const ENTRY = 200;
