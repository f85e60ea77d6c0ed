import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';

/**
 * Code that a page needs only once it asks a wallet.
 *
 * @throws JsonRpcError -31000 where it cannot be loaded: then no wallet was asked.
 */
async function late<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new JsonRpcError(
      JsonRpcErrorCode.UnknownError,
      'The part of this library that asks wallets could not be loaded; no wallet was asked.',
      { cause },
    );
  }
}

export const requestLine = () => late(() => import('./request.js'));
export const rawLine = () => late(() => import('./request-raw.js'));
