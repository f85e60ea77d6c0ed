/**
 * Reads a property of an untrusted object. Undefined if there is none, if reading it throws, or if it is a
 * property that the object inherits from `Object.prototype`.
 */
export function read(target: unknown, key: string): unknown {
  if (Object(target) !== target) return undefined;
  try {
    if (key in Object.prototype && !Object.hasOwn(target as object, key)) return undefined;
    return (target as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** True for an object or a function. */
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
