import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';

/**
 * Loads code that only some requests need, before any wallet is asked.
 *
 * @param does what that part of the library does, for the message, which users see: what the browser says
 *   is its `cause`
 * @throws JsonRpcError -31000 where it cannot be loaded
 */
export async function loadModule<T>(does: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new JsonRpcError(
      JsonRpcErrorCode.UnknownError,
      `The part of this library that ${does} could not be loaded; no wallet was asked.`,
      { cause },
    );
  }
}
