/**
 * A text for a value: equal values have the same, different ones have different texts. For comparing what data belongs to.
 * Unlike JSON, it tells `1n`, `'1n'` and `1` apart, and an absent value from null. Functions are not compared, since callers
 * create them again and again; instances of classes are compared as JSON. Never throws.
 */
export function toKey(value: unknown): string {
  try {
    return JSON.stringify(value, tagged);
  } catch {
    return ''; // It contains itself, or reading it throws: its reader refuses it.
  }
}

/** Writes what is neither an array nor an object as its type and its text. */
function tagged(this: unknown, name: string, json: unknown): unknown {
  // `json` may be what a `toJSON` of the page has returned, such as that of Prototype.js for arrays.
  const value = (this as Record<string, unknown>)[name];
  if (Array.isArray(value)) return value;
  if (value instanceof Uint8Array) return `bytes ${value.join()}`;
  if (typeof value === 'object' && value !== null && typeof json === 'object') return json;
  if (typeof value === 'function') return 'function';
  return `${typeof value} ${String(typeof value === 'object' ? json : value)}`;
}

let count = 0;
const numbers = new WeakMap<object, number>();

/** A text for an object that is compared by its identity, such as a client. */
export function toIdentity(object: object): string {
  const number = numbers.get(object) ?? count++;
  numbers.set(object, number);
  return `object ${number}`;
}
