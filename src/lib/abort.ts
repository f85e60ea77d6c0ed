/**
 * Settles with the promise, or rejects with the signal's reason as soon as it is aborted; what comes
 * later is dropped. Listeners go in either case.
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** True where what was thrown is the caller's own signal speaking. */
export function isAbortOf(signal: AbortSignal | undefined, thrown: unknown): boolean {
  return signal?.aborted === true && thrown === signal.reason;
}
