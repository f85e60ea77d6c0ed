import type { Refuse } from '../errors.js';

const MAX_DEPTH = 64;

/** The fields of the methods and their entries. A method of a class with such a name is not left out: it is refused. */
export const FIELDS: readonly string[] = [
  ...['address', 'allowedSighash', 'amount', 'asset', 'assetId'],
  ...['broadcast', 'clarityCode', 'clarityVersion', 'contract', 'contractAddress', 'contractName'],
  ...['descriptor', 'domain', 'fee', 'functionArgs', 'functionName', 'index', 'memo', 'message'],
  ...['network', 'nonce', 'postConditionMode', 'postConditions', 'profile'],
  ...['psbt', 'publicKey', 'recipient', 'recipients', 'signInputs', 'sponsored', 'stxAddress'],
  ...['transaction', 'transactions'],
];

/**
 * The names of the fields that an object has or inherits, also those of getters, but not those of `Object.prototype`,
 * of methods of its class, of what is hidden by its name (such as `__ob__` of Vue 2), and of what a getter returns (such as
 * `_memo` of `memo`).
 */
export function fieldNames(object: object): Set<string> {
  const names = new Set<string>();
  const behindGetters: string[] = [];
  for (let level = object; level !== null; level = Object.getPrototypeOf(level) as object) {
    if (level !== object && Object.hasOwn(level, 'isPrototypeOf')) break; // Object.prototype, of any realm.
    for (const name of Object.getOwnPropertyNames(level)) {
      const property = Object.getOwnPropertyDescriptor(level, name);
      const isShown = level === object && property?.enumerable;
      const isMethod = typeof property?.value === 'function' && !FIELDS.includes(name);
      if (isShown || !(isMethod || name.startsWith('_'))) names.add(name);
      if (property?.get) behindGetters.push(`_${name}`);
    }
  }
  for (const name of behindGetters) names.delete(name);
  return names;
}

/** Reads a field, also one that is inherited, but not from `Object.prototype`. Refuses one whose getter throws. */
export function readField(object: unknown, name: string, refuse: Refuse, at = name): unknown {
  if (Object(object) !== object) return undefined;
  if (name in Object.prototype && !fieldNames(object as object).has(name)) return undefined;
  try {
    return (object as Record<string, unknown>)[name];
  } catch (error) {
    return refuse(at, error, 'a value that can be read');
  }
}

/** The primitive value in an object such as `Object(1n)`, as JSON writes it. Other values are returned unchanged. */
export function unboxed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const { prototype } of [String, Number, Boolean, BigInt]) {
    try {
      return Reflect.apply(prototype.valueOf, value, []);
    } catch {
      // It is of another kind.
    }
  }
  return value;
}

/** True for an object whose fields are all that it holds. False for a Map, a Date, a typed array. */
export const hasOnlyFields = (value: object): boolean =>
  Object.prototype.toString.call(value) === '[object Object]';

/**
 * A deep copy in plain objects, with bigints and bytes, of what objects have, inherit or return from getters. Refuses
 * what has no such copy: functions, symbols, and objects of built-in classes.
 */
export function toPlain(value: unknown, field: string, refuse: Refuse, depth = 0): unknown {
  const plain = unboxed(value);
  if (typeof plain === 'function' || typeof plain === 'symbol') {
    return refuse(field, plain, 'a value, not a function or a symbol');
  }
  if (typeof plain !== 'object' || plain === null) return plain;
  if (depth > MAX_DEPTH) return refuse(field, '…', 'nested less deeply');
  if (plain instanceof Uint8Array) return new Uint8Array(plain);
  return copyPlain(plain, field, refuse, (inner, at) => toPlain(inner, at, refuse, depth + 1));
}

/**
 * A deep copy of a profile as JSON writes it: a date, and what has a `toJSON`, as its text, and functions and symbols in
 * objects left out. Refuses what JSON cannot write, or would write as an empty object or null.
 */
export function toJsonValue(value: unknown, field: string, refuse: Refuse, depth = 0): unknown {
  const plain = unboxed(value);
  if (typeof plain === 'bigint' || plain === undefined || isNoData(plain)) {
    return refuse(field, plain, 'a value that JSON can represent');
  }
  if (typeof plain !== 'object' || plain === null) return plain;
  if (depth > MAX_DEPTH) return refuse(field, '…', 'nested less deeply');
  const inside = (inner: unknown, at: string) => toJsonValue(inner, at, refuse, depth + 1);
  // Prototype.js gives dates and arrays a `toJSON` of its own.
  if (plain instanceof Date) {
    return isNaN(plain.getTime()) ? refuse(field, plain, 'a valid date') : plain.toISOString();
  }
  const toJSON = Array.isArray(plain) ? undefined : readField(plain, 'toJSON', refuse, field);
  if (typeof toJSON === 'function') return inside(Reflect.apply(toJSON, plain, [field]), field);
  return copyPlain(plain, field, refuse, inside, (inner) => inner === undefined || isNoData(inner));
}

const isNoData = (value: unknown) => typeof value === 'function' || typeof value === 'symbol';

function copyPlain(
  value: object,
  field: string,
  refuse: Refuse,
  copy: (inner: unknown, at: string) => unknown,
  isLeftOut: (inner: unknown) => boolean = () => false,
): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (let index = 0; index < value.length; index++) {
      items.push(copy(value[index] as unknown, `${field}[${index}]`));
    }
    return items;
  }
  if (!hasOnlyFields(value))
    return refuse(field, value, 'a plain object, a list or a single value');
  // Without a prototype: what a page adds to Object.prototype is no field.
  const fields = Object.create(null) as Record<string, unknown>;
  for (const name of fieldNames(value)) {
    const at = `${field}.${name}`;
    const inner = readField(value, name, refuse, at);
    if (!isLeftOut(inner)) fields[name] = copy(inner, at);
  }
  return fields;
}
