import { clip, isJsonRpcError, JsonRpcErrorCode } from '../../errors.js';
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

/** The reason to show: the error's message, which a wallet may have written, capped. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? clip(error.message, 300) : '';
}
