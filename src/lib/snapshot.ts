import { isRecord } from './guard.js';

const MAX_DEPTH = 64;

/**
 * A copy of arrays and of objects that JSON could carry, all the way down, each property read once; all else by reference.
 * What is checked is then what is sent, whatever getters and later changes do; the copies inherit nothing, so that
 * a field which somebody put on Object.prototype is not taken for one of theirs. Throws a TypeError for what is
 * nested without end, or inherits a field, which no wallet would get; and whatever a getter throws.
 */
export function snapshot(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw new TypeError('Nested too deeply, or within itself.');
  if (Array.isArray(value)) return Array.from(value, (item) => snapshot(item, depth + 1));
  if (value instanceof Uint8Array) return new Uint8Array(value); // a Buffer's slice is no copy
  if (!isPlain(value)) return value;
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const key in value) {
    const inner = value[key];
    if (Object.hasOwn(value, key)) copy[key] = snapshot(inner, depth + 1);
    else if (!(key in Object.prototype) && typeof inner !== 'function') {
      throw new TypeError(`\`${key}\` is inherited: make it the object's own.`);
    }
  }
  return copy;
}

/**
 * True for an object whose own properties are all that JSON would carry: a literal, also of another
 * realm, or an instance of a page's own class; not a Date, which writes itself, nor a Map or a Blob.
 */
export function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    isRecord(value) &&
    Object.prototype.toString.call(value) === '[object Object]' &&
    typeof value['toJSON'] !== 'function'
  );
}
