import { keepArrays } from '../errors.js';
import { attempt, isRecord } from '../lib/safe-access.js';
import { parseJson } from '../lib/json.js';

/** A pause of a host: until when, the number of pauses since its last answer, and whether it began with a 429. */
export interface Pause {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly pauses: number;
  readonly isLimited: boolean;
}

/** The pauses that all tabs of the page's origin share. Never throws. */
export interface SharedPauses {
  read(host: string): Pause | undefined;
  /** Undefined: the pause has ended. */
  write(host: string, pause: Pause | undefined): void;
}

const KEY = 'stacks-wallet-elements/metadata-pause/';

/** Stores pauses in `localStorage`, so that tabs opened later also read them. Without a window, stores nothing. */
export function sharedPauses(): SharedPauses {
  const storage = () => globalThis.window?.localStorage;
  return {
    // Fails in a sandboxed frame, on a full disk, or for a value that something else has written.
    read: (host) => attempt(() => toPause(parseJson(String(storage()?.getItem(KEY + host))))),
    write(host, pause) {
      attempt(() =>
        pause
          ? storage()?.setItem(KEY + host, JSON.stringify(pause, keepArrays))
          : storage()?.removeItem(KEY + host),
      );
    },
  };
}

function toPause(value: unknown): Pause | undefined {
  if (!isRecord(value)) return undefined;
  const { until, pauses, isLimited } = value;
  const isPause = Number.isFinite(until) && Number.isInteger(pauses) && (pauses as number) >= 0;
  return isPause
    ? { until: until as number, pauses: pauses as number, isLimited: isLimited === true }
    : undefined;
}
