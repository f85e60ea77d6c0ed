import type { Undo } from '../wire/provider.js';

/** One value that is replaced, never mutated, and told about. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): Undo;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) if (listeners.has(listener)) callGuarded(listener);
    },
    subscribe(listener) {
      const own = () => listener(); // the same function may subscribe twice
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** A listener of the page that throws is reported, and does not stop the rest. */
function callGuarded(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    // Node and jsdom have no reportError.
    const { reportError: report = console.error } = globalThis as Partial<typeof globalThis>;
    report(error);
  }
}
