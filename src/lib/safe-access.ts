/**
 * Reads a property of an untrusted object. Undefined if there is none, if reading it throws, or if it is a
 * property that the object inherits from `Object.prototype`.
 */
export function read(target: unknown, key: string): unknown {
  if (Object(target) !== target) return undefined;
  try {
    return readField(target as object, key);
  } catch {
    return undefined;
  }
}

/** Like {@link read}, but throws what reading the property throws. */
export function readField(target: object, key: string): unknown {
  if (key in Object.prototype && !ownsOrInherits(target, key)) return undefined;
  return (target as Record<string, unknown>)[key];
}

/** Whether an object has a property of its own, or from its class: not from an `Object.prototype` of any realm. */
function ownsOrInherits(target: object, key: string): boolean {
  for (let at: object | null = target; at; at = Object.getPrototypeOf(at) as object | null) {
    if (Object.hasOwn(at, key)) return at === target || Object.getPrototypeOf(at) !== null;
  }
  return false;
}

/**
 * A global variable of a page; undefined on a server, also if there is one of that name on `Object.prototype`, from which
 * the global object inherits.
 */
export function getGlobal<
  K extends
    | 'customElements'
    | 'document'
    | 'location'
    | 'navigator'
    | 'requestAnimationFrame'
    | 'window',
>(name: K): (typeof globalThis)[K] | undefined {
  return read(globalThis, name) as (typeof globalThis)[K] | undefined;
}

/**
 * Reads a property or method of a node as the browser defines it. Markup can shadow them: `<img name="body">`
 * becomes `document.body`, and `<input name="parentNode">` becomes the `parentNode` of its form.
 *
 * Methods are bound to the node. Source: HTML, "DOM tree accessors" and "The form element"
 * ([LegacyOverrideBuiltIns]).
 */
export function native<T extends object, K extends keyof T>(node: T, name: K): T[K] {
  const defined = Object.getPrototypeOf(node) as T;
  // The prototype of a stand-in, such as a plain object, defines nothing.
  const isDefined =
    Object.getPrototypeOf(defined) !== null && ownsOrInherits(defined, name as string);
  const value = (isDefined ? Reflect.get(defined, name, node) : read(node, name as string)) as T[K];
  return typeof value === 'function' ? (value.bind(node) as T[K]) : value;
}

/**
 * A method that an object may have, bound to it; undefined if it has none. Unlike `object.method?.()`, this calls no function
 * that a page added to `Object.prototype`.
 */
export function getMethod<T extends object, K extends keyof T & string>(
  object: T,
  name: K,
): T[K] | undefined {
  const value = read(object, name);
  return typeof value === 'function' ? (value.bind(object) as T[K]) : undefined;
}

/**
 * Whether an object itself has a property. Unlike `in`, this does not find what a page added to `Object.prototype`.
 * In a union of types, it tells those with the property from the others.
 */
export function has<T extends object, K extends PropertyKey>(
  object: T,
  name: K,
): object is Extract<T, { readonly [N in K]: unknown }> {
  return Object.hasOwn(object, name);
}

/**
 * A copy without a prototype, so that a property which a page added to `Object.prototype` is not read: of an object that
 * enters through a public function or comes from a wallet or a service, and of options for a function of the browser, which
 * reads inherited ones, too. Code behind it needs no such copy: its objects have every field.
 */
export const bare = <T extends object>(object: T): T => ({ __proto__: null, ...object });

const EMPTY = Object.freeze(bare({}));

/** An object whose fields are all absent. Unlike those of `{}`, also if a page added some to `Object.prototype`. */
export const empty = <T extends object>(): T => EMPTY as T;

export function isObject(value: unknown): value is object {
  return Object(value) === value;
}

/** True for an object that is neither null nor an array. Never throws. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  try {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false; // A revoked proxy.
  }
}

/** The URL in a text, if it is valid and has the scheme https. */
export function httpsUrl(text: string): string | undefined {
  const url = attempt(() => new URL(text));
  return url?.protocol === 'https:' ? url.href : undefined;
}

/** What a function returns; undefined if it throws. Ignores what it throws or rejects with. */
export function attempt<T>(call: () => T): T | undefined {
  try {
    const result = call();
    if (result instanceof Promise) result.catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}

/** Reports the error of a listener like an uncaught error, so that the other listeners are still called. */
export function report(error: unknown): void {
  // Node and jsdom have no reportError.
  const { reportError = console.error } = globalThis as Partial<typeof globalThis>;
  reportError(error);
}

/**
 * Characters that are invisible or change the direction of text (Default_Ignorable_Code_Point and a few more), and
 * noncharacters. Joiners and variation selectors are not included, because some scripts and emoji need them;
 * neither are control characters.
 */
export const INVISIBLE =
  /(?![\u200c-\u200d]|[\ufe00-\ufe0f])[\p{DI}\p{NChar}\u2800\ufff9-\ufffb]/gu;

const MAX_DEPTH = 64;

/** Called for a value that is not plain data. Throws the caller's error, with the field and the reason. */
export type NotPlain = (field: string, reason: string) => never;

/**
 * Makes a deep copy of plain data: primitive values, `Uint8Array`, and arrays and plain objects of enumerable
 * data properties. Reads each property once. Calls `notPlain` for anything else (an accessor, an inherited or
 * non-enumerable property, a class instance, a function, a sparse array), which JSON would drop or change.
 *
 * The copies have no prototype, so that properties which a page added to `Object.prototype` are not read. A
 * proxy of plain data is read like the data.
 */
export function copyPlainData(
  value: unknown,
  field: string,
  notPlain: NotPlain,
  depth = 0,
): unknown {
  if (typeof value === 'function') return notPlain(field, 'it is a function; call it');
  if (typeof value === 'symbol') return notPlain(field, 'it is a symbol');
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return notPlain(field, 'it is nested too deeply, or contains itself');
  if (isBytes(value)) return new Uint8Array(value);
  if (Array.isArray(value)) return copyArray(value, field, notPlain, depth);
  const copy = bare<Record<string, unknown>>({});
  for (const [name, inner, at] of plainProperties(value, field, notPlain)) {
    copy[name] = copyPlainData(inner, at, notPlain, depth + 1);
  }
  return copy;
}

/** The properties of a plain object, each read once, with their paths. Calls `notPlain` like {@link copyPlainData}. */
export function plainProperties(
  object: object,
  field: string,
  notPlain: NotPlain,
): readonly (readonly [name: string, value: unknown, path: string])[] {
  if (!hasPlainPrototype(object)) return notPlain(field, instanceReason(object));
  const [symbol] = Object.getOwnPropertySymbols(object);
  if (symbol)
    return notPlain(field, `it has the property ${String(symbol)}, whose name is a symbol`);
  return Object.getOwnPropertyNames(object).map((name) => {
    const at = path(field, name);
    return [name, readProperty(object, name, at, notPlain), at];
  });
}

/** True for an object that is neither an array nor bytes, such as a plain object that {@link copyPlainData} made. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !ArrayBuffer.isView(value);
}

function copyArray(
  array: readonly unknown[],
  field: string,
  notPlain: NotPlain,
  depth: number,
): unknown[] {
  // In every realm `Array.prototype` is itself an array; the prototype of a subclass is not.
  if (!Array.isArray(Object.getPrototypeOf(array))) return notPlain(field, instanceReason(array));
  const copy: unknown[] = [];
  const { length } = array;
  for (let index = 0; index < length; index++) {
    const at = `${field}[${index}]`;
    const inner = readProperty(array, String(index), at, notPlain);
    copy.push(copyPlainData(inner, at, notPlain, depth + 1));
  }
  const names = Object.getOwnPropertyNames(array);
  if (names.length > length + 1) {
    const extra = names.find((name) => name !== 'length' && !(Number(name) < length)) ?? '';
    return notPlain(path(field, extra), 'it is a named property of an array');
  }
  return copy;
}

function readProperty(object: object, name: string, field: string, notPlain: NotPlain): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(object, name);
  if (!descriptor) return notPlain(field, 'it is missing');
  if (!Object.hasOwn(descriptor, 'value')) {
    return notPlain(field, 'it is an accessor; pass its value');
  }
  if (!descriptor.enumerable) return notPlain(field, 'it is not enumerable');
  return (object as Record<string, unknown>)[name];
}

/** True if the prototype is null or the `Object.prototype` of any realm. */
function hasPlainPrototype(object: object): boolean {
  const prototype = Object.getPrototypeOf(object) as object | null;
  if (prototype === null || prototype === Object.prototype) return true;
  if (Object.getPrototypeOf(prototype) !== null) return false;
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  return (
    typeof constructor === 'function' &&
    Object.getOwnPropertyDescriptor(constructor, 'prototype')?.value === prototype &&
    Function.prototype.toString.call(constructor) === Function.prototype.toString.call(Object)
  );
}

function instanceReason(object: object): string {
  if (read(object, 'then')) return 'it is a promise; use `await`';
  if (typeof read(object, 'href') === 'string') return 'it is a URL object; pass its `href`';
  for (const name in object) {
    if (!Object.hasOwn(object, name) && !(name in Object.prototype)) {
      return `it inherits \`${name}\`; pass a plain object that holds it`;
    }
  }
  return 'it is an instance of a class; pass a plain object or array';
}

/** Works in every realm: the getter that typed arrays inherit returns their kind. An own property cannot shadow it. */
function isBytes(value: object): value is Uint8Array {
  return Reflect.get(Uint8Array.prototype, Symbol.toStringTag, value) === 'Uint8Array';
}

const path = (field: string, name: string) =>
  field === 'params' || field === 'options' ? name : `${field}.${name}`;

/**
 * Gives the objects of a JSON value the ordinary prototype, and freezes them and its lists, at every depth: for what a caller
 * gets. React passes only such objects from a Server Component to a Client Component.
 */
export function toPlain<T>(json: T): T {
  const left: unknown[] = [json];
  while (left.length > 0) {
    const value = left.pop();
    if (!isObject(value)) continue;
    if (!Array.isArray(value)) Object.setPrototypeOf(value, Object.prototype);
    for (const [, inner] of Object.entries(Object.freeze(value))) left.push(inner);
  }
  return json;
}

/**
 * Parses JSON. Its objects have no prototype, at every depth: properties that a page added to `Object.prototype` are not
 * read as fields. Do not convert such an object to text with `String` or a template, which would throw.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseJson(text: string): unknown {
  const json = JSON.parse(text) as unknown;
  // Not a reviver: it is slower, and its recursion has a limit.
  const left = [json];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) if (isObject(item)) left.push(item);
    } else if (isObject(value)) {
      Object.setPrototypeOf(value, null);
      // Only its own names, since it has no prototype. Not `Object.entries`, which takes most of the time.
      for (const name in value) {
        const inner = (value as Record<string, unknown>)[name];
        if (isObject(inner)) left.push(inner);
      }
    }
  }
  return json;
}
