import { isJsonRpcError, JsonRpcErrorCode } from '../errors.js';

/** True where a failure is the user's own choice, which is no error to them. */
export function isRejection(error: unknown): boolean {
  return (
    isJsonRpcError(error) &&
    (error.code === JsonRpcErrorCode.UserRejection || error.code === JsonRpcErrorCode.UserCanceled)
  );
}

/** The reason as a sentence to show: the error's message, capped. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message.length > 300 ? `${message.slice(0, 299)}…` : message;
}
