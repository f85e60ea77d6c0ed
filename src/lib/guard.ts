/** Reads one property of a stranger's object. Undefined where there is none or reading it throws. */
export function read(target: unknown, key: string): unknown {
  if ((typeof target !== 'object' && typeof target !== 'function') || target === null) {
    return undefined;
  }
  try {
    return (target as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** Reads one property that the object has itself: what it inherits was put there by somebody else. */
export function readOwn(target: unknown, key: string): unknown {
  const has = attempt(() => isRecord(target) && Object.hasOwn(target, key));
  return has ? read(target, key) : undefined;
}

/** True for an object that is neither null nor an array. Never throws. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  try {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false; // A revoked proxy.
  }
}

/** Calls a stranger's function; what it throws, or rejects with, is dropped. */
export function attempt<T>(call: () => T): T | undefined {
  try {
    const result = call();
    if (result instanceof Promise) result.catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}
