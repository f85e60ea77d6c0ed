import { JsonRpcError, JsonRpcErrorCode, withDocs } from '../errors.js';

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
