import { abortable, anySignal } from '../lib/promises.js';
import type { SignInCall } from './types.js';

/** Milliseconds for each answer of the server. */
const SERVER_TIMEOUT = 30_000;

/**
 * Calls the server. Rejects if there is no answer in time, and when `cancelled` is aborted.
 *
 * @param timeout the option of this name
 */
export async function callServer<T>(
  server: (call: SignInCall) => T | Promise<T>,
  timeout: number | undefined,
  cancelled?: AbortSignal,
): Promise<T> {
  cancelled?.throwIfAborted();
  const late = new AbortController();
  const time = Math.min(timeout ?? SERVER_TIMEOUT, SERVER_TIMEOUT);
  const timer = setTimeout(() => late.abort(new Error(`No answer in ${time} ms.`)), time);
  const { signal, release } = anySignal(late.signal, cancelled);
  try {
    return await abortable(Promise.resolve(server({ signal })), signal);
  } finally {
    clearTimeout(timer);
    release();
  }
}
