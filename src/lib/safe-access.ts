/**
 * Reads one property of an object that is not ours. Undefined where there is none, where reading it throws,
 * and where a page added one of that name to `Object.prototype`.
 */
export function read(target: unknown, key: string): unknown {
  if ((typeof target !== 'object' && typeof target !== 'function') || target === null) {
    return undefined;
  }
  try {
    if (key in Object.prototype && !Object.hasOwn(target, key)) return undefined;
    return (target as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** True for an object that is neither null nor an array. Never throws. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  try {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false; // A revoked proxy.
  }
}

/** Calls a function of the page or of a wallet; what it throws, or rejects with, is dropped. */
export function attempt<T>(call: () => T): T | undefined {
  try {
    const result = call();
    if (result instanceof Promise) result.catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}
