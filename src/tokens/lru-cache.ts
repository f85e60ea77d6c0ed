/**
 * A cache that removes the least recently used entry first: when there are more than `maxEntries`, or when they
 * take more than `maxBytes` by estimate. Entries expire after `maxAge`. Not the package lru-cache, which would add 6 kB
 * (gzip) to pages.
 */
export interface LruCache<T> {
  get(key: string): T | undefined;
  /** `maxAge` in milliseconds. */
  set(key: string, value: T, maxAge: number): void;
}

export function createLruCache<T>(
  maxEntries: number,
  maxBytes: number,
  now: () => number,
): LruCache<T> {
  // A Map keeps the insertion order, so the first key is the least recently used.
  const entries = new Map<string, { value: T; expires: number; bytes: number }>();
  let total = 0;
  const remove = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.expires <= now()) {
        remove(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, maxAge) {
      remove(key);
      const bytes = sizeOf(value) + sizeOf(key);
      entries.set(key, { value, expires: now() + maxAge, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && total <= maxBytes) break;
        remove(oldest);
      }
    },
  };
}

/** Estimates the bytes of a JSON value in the heap. The estimate is rather too high. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length * (/[^\0-\xff]/.test(value) ? 2 : 1);
  if (typeof value !== 'object' || value === null) return 16;
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + 32 + sizeOf(key) + sizeOf(inner),
    100,
  );
}
