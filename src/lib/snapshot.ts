const MAX_DEPTH = 64;

/**
 * A copy of arrays and of objects that JSON could carry, all the way down, each property read once; all else by reference.
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

/**
 * True for an object whose own properties are all that JSON would carry: a literal, also of another
 * realm, or an instance of a page's own class; not a Date, which writes itself, nor a Map or a Blob.
 */
export function isPlain(value: object): boolean {
  return (
    Object.prototype.toString.call(value) === '[object Object]' &&
    typeof (value as { toJSON?: unknown }).toJSON !== 'function'
  );
}
