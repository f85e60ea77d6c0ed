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
