import { JsonRpcError, JsonRpcErrorCode, markNotAsked, withDocs } from '../errors.js';

/**
 * Settles like the promise, or rejects with the signal's reason as soon as the signal is aborted. Removes its
 * listener in both cases.
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  // As many microtasks as with a signal, so that calls settle in the order in which they were made.
  if (!signal) return promise.then((value) => value);
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      signal.removeEventListener('abort', abort);
      reject(signal.reason as Error);
    };
    // First, so that a rejection is handled even if addEventListener throws.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}

/**
 * A signal that is aborted as soon as one of these is, with its reason; `release` removes its listeners from them. Safari
 * before 17.4 and Next's edge runtime have no `AbortSignal.any`, whose signals cannot be released either.
 */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): {
  readonly signal: AbortSignal;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const sources = signals.filter((each) => each !== undefined);
  const release = () => {
    for (const each of sources) each.removeEventListener('abort', abort);
  };
  const abort = () => {
    release();
    controller.abort(sources.find(({ aborted }) => aborted)?.reason);
  };
  for (const each of sources) each.addEventListener('abort', abort);
  if (sources.some(({ aborted }) => aborted)) abort();
  return { signal: controller.signal, release };
}

/** Settles like the promise, or rejects after `ms` milliseconds. Safari before 16 has no `AbortSignal.timeout`. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`No answer in ${ms} ms.`)), ms);
  try {
    return await abortable(promise, late.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** A task that runs once and that several callers wait for. */
export interface SharedTask<T> {
  /**
   * Settles like the task, or rejects with the reason of the caller's signal once that is aborted. When the
   * last caller has aborted, the task is aborted too.
   */
  join(signal?: AbortSignal): Promise<T>;
  /** Aborts the task and rejects every caller with this reason. */
  abort(reason: unknown): void;
}

/** Starts a task. Calls `onEnd` once, when the task has settled or was aborted. */
export function shareTask<T>(
  start: (signal: AbortSignal) => Promise<T>,
  onEnd: () => void,
): SharedTask<T> {
  const controller = new AbortController();
  const { signal } = controller;
  let callers = 0;
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) onEnd();
    hasEnded = true;
  };
  const task = abortable((async () => start(signal))(), signal).finally(end);
  task.catch(() => {}); // the callers handle the rejection
  const shared: SharedTask<T> = {
    async join(caller) {
      callers++;
      try {
        return await abortable(task, caller);
      } finally {
        if (!--callers && caller?.aborted) shared.abort(caller.reason);
      }
    },
    abort(reason) {
      end();
      controller.abort(reason);
    },
  };
  return shared;
}

/** The pending task with a key, such as a URL; else starts one. */
export function shareByKey<T>(
  tasks: Map<string, SharedTask<unknown>>,
  key: string,
  start: (signal: AbortSignal) => Promise<T>,
): SharedTask<T> {
  const pending = tasks.get(key) as SharedTask<T> | undefined;
  if (pending) return pending;
  const task = shareTask(start, () => tasks.delete(key));
  tasks.set(key, task);
  return task;
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
    const message = `The part of this library that ${does} could not be loaded; no wallet was asked.`;
    throw markNotAsked(
      new JsonRpcError(JsonRpcErrorCode.UnknownError, withDocs(message, 'files'), { cause }),
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
