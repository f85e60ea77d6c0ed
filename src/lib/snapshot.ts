const MAX_DEPTH = 64;

/**
 * A copy of arrays and plain objects, all the way down, each property read once; all else by reference.
 * What is checked is then what is sent, whatever getters and later changes do. Throws a TypeError for
 * what is nested without end, and whatever a getter throws.
 */
export function snapshot(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw new TypeError('Nested too deeply, or within itself.');
  if (Array.isArray(value)) return Array.from(value, (item) => snapshot(item, depth + 1));
  if (value instanceof Uint8Array) return value.slice();
  if (!isPlain(value)) return value;
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value)) {
    copy[key] = snapshot((value as Record<string, unknown>)[key], depth + 1);
  }
  return { ...copy };
}

/** True for what a literal makes, in this realm or in that of a frame. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
