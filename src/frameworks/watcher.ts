/** What a hook follows: a watcher, kept as long as the arguments are the same. */
// Here, since each hook needs this module: bundlers leave out the picker with a module that a page does not use.
import '../define/development.js';
import '../define/picker.js';
import { isBrowser } from '../lib/page.js';
import type { Watcher as CoreWatcher } from '../lib/read-watcher.js';
import type { Unsubscribe } from '../lib/store.js';

/** Something whose state can be followed. The state is the same object until it changes. */
export interface Watcher<T> {
  /** The state on a server, and on a page until it is hydrated. */
  readonly initial: T;
  readonly get: () => T;
  /** Calls the listener after every change. What is watched is read while there are listeners. */
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

/**
 * What a function of a module watches for its arguments. Other arguments have another watcher, so that no state is shown with
 * arguments that it does not belong to.
 */
export interface Watched<W> {
  /** The arguments as a text, since most callers create them at each render. As long as it is the same, so is the watcher. */
  readonly key: string;
  readonly create: () => W;
}

export const namesIn = (state: object) => Object.entries(state).map(([name]) => name);

/** Keeps the watcher as long as the key is the same. */
export function keepWatcher<W>(): (watched: Watched<W>) => W {
  let kept: { readonly key: string; readonly watcher: W } | undefined;
  return ({ key, create }) => {
    if (kept?.key !== key) kept = { key, watcher: create() };
    return kept.watcher;
  };
}

/** A watcher of the core. On a server nothing is read. */
export function toHook<T>(watcher: Pick<CoreWatcher<T>, 'state' | 'subscribe'>): Watcher<T> {
  const initial = watcher.state;
  return {
    initial,
    get: () => watcher.state,
    subscribe: (listener) => (isBrowser() ? watcher.subscribe(listener) : () => {}),
  };
}

export const nothing = <T>(initial: T): Watcher<T> => ({
  initial,
  get: () => initial,
  subscribe: () => () => {},
});
