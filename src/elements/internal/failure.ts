import { isJsonRpcError, JsonRpcErrorCode } from '../../errors.js';
import { read } from '../../lib/safe-access.js';

/** True for what `disconnect()` ended, which is neither an error to the user nor their own choice. */
export const isAborted = (error: unknown): boolean =>
  isJsonRpcError(error) &&
  error.code === JsonRpcErrorCode.UserCanceled &&
  read(error.cause, 'name') === 'AbortError';

/** True where a failure is the user's own choice, which is no error to them. */
export const isRejection = (error: unknown): boolean =>
  isJsonRpcError(error) &&
  (error.code === JsonRpcErrorCode.UserRejection || error.code === JsonRpcErrorCode.UserCanceled) &&
  !isAborted(error);

/** The reason as a sentence to show: the error's message, capped. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message.length > 300 ? `${message.slice(0, 299)}…` : message;
}
