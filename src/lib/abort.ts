/**
 * Settles with the promise, or rejects with the signal's reason as soon as it is aborted; what comes
 * later is dropped. Listeners go in either case.
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  // As many steps as with a signal: calls are answered in the order in which they were made.
  if (!signal) return promise.then((value) => value);
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    // First, so that its rejection is handled also where adding the listener throws.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** True where what was thrown is the caller's own signal speaking. */
export function isAbortOf(signal: AbortSignal | undefined, thrown: unknown): boolean {
  return signal?.aborted === true && thrown === signal.reason;
}
