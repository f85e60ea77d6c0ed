import type { Undo } from '../wire/provider.js';

/** Milliseconds before what could not be loaded is tried again; twice as long each time. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 64_000;

/**
 * Calls `load` a few times after a pause, and when the browser is online again.
 *
 * @returns `failed`, to be called whenever `load` has failed, and `stop`
 */
export function tryAgain(load: () => void): { readonly failed: () => void; readonly stop: Undo } {
  let pause = FIRST_PAUSE;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    removeEventListener('online', online);
  }
  function again(): void {
    stop();
    load();
  }
  function online(): void {
    pause = FIRST_PAUSE;
    again();
  }
  return {
    stop,
    failed() {
      addEventListener('online', online);
      if (pause > LONGEST_PAUSE || timer !== undefined) return;
      timer = setTimeout(again, pause);
      pause *= 2;
    },
  };
}
