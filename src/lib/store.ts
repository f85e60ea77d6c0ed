import { mustBe, withDocs } from '../errors.js';
import { report } from './safe-access.js';

/** Ends a subscription. A second call does nothing. */
export type Unsubscribe = () => void;

/** A value that is replaced, never mutated, and whose changes can be subscribed to. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

/** @throws TypeError unless the listener is a function, which a change would only show later */
export function checkListener(caller: string, listener: unknown, name = 'listener'): void {
  if (typeof listener === 'function') return;
  throw new TypeError(withDocs(`${caller}: ${mustBe(name, listener, 'a function')}`, 'options'));
}

/**
 * Creates a store.
 *
 * @param start called before the first listener is added; returns a function that is called when the last one
 *   is removed
 */
export function createStore<T>(initial: T, start?: () => Unsubscribe): Store<T> {
  let value = initial;
  let stop: Unsubscribe | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) {
        try {
          if (listeners.has(listener)) listener();
        } catch (error) {
          report(error);
        }
      }
    },
    subscribe(listener) {
      checkListener('subscribe', listener);
      const subscription = () => listener(); // the same function may be subscribed twice
      if (!listeners.size) stop = start?.();
      listeners.add(subscription);
      return () => {
        if (listeners.delete(subscription) && !listeners.size) stop?.();
      };
    },
  };
}
