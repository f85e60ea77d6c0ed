import { JsonRpcError, JsonRpcErrorCode, withDocs } from '../errors.js';

/**
 * Settles like the promise, or rejects with the signal's reason as soon as the signal is aborted. Removes its
 * listener in both cases.
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  // As many microtasks as with a signal, so that calls settle in the order in which they were made.
  if (!signal) return promise.then((value) => value);
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    // First, so that a rejection is handled even if addEventListener throws.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}

/**
 * Loads a module that only some requests need, before any wallet is asked.
 *
 * @param does what the module does, for the error message that users see
 * @throws JsonRpcError -31000 if it cannot be loaded; `cause` is the browser's error
 */
export async function loadModule<T>(does: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new JsonRpcError(
      JsonRpcErrorCode.UnknownError,
      withDocs(
        `The part of this library that ${does} could not be loaded; no wallet was asked.`,
        'files',
      ),
      { cause },
    );
  }
}

/** Loads once; again after a failure. Keeps the result: `import()` of a loaded module takes another task. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}
