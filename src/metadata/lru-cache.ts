/** A cache of limited size that removes the least recently used entry first. Entries expire after `maxAge`. */
export interface LruCache<T> {
  get(key: string): T | undefined;
  /** `maxAge` in milliseconds. */
  set(key: string, value: T, maxAge: number): void;
  delete(key: string): void;
}

export function createLruCache<T>(maxEntries: number, now: () => number): LruCache<T> {
  // A Map keeps the insertion order, so the first key is the least recently used.
  const entries = new Map<string, { value: T; expires: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      if (entry.expires <= now()) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, maxAge) {
      entries.delete(key);
      entries.set(key, { value, expires: now() + maxAge });
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
    },
    delete(key) {
      entries.delete(key);
    },
  };
}
