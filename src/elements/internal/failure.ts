import { clip, isDismissed, isJsonRpcError, JsonRpcErrorCode } from '../../errors.js';
import { read } from '../../lib/safe-access.js';

/** True if `disconnect()` ended the request: neither an error to show, nor a rejection by the user. */
export const isAborted = (error: unknown): boolean =>
  isDismissed(error) &&
  error.code === JsonRpcErrorCode.UserCanceled &&
  read(error.cause, 'name') === 'AbortError';

/** True if the user rejected the request or closed the picker: not an error to show. */
export const isRejection = (error: unknown): boolean => isDismissed(error) && !isAborted(error);

/** Logs a mistake of the page, which the text for the user does not name. */
export function logMistake(element: Element, error: unknown): void {
  if (!isJsonRpcError(error)) return;
  const { InvalidParams, InvalidRequest, MethodNotFound } = JsonRpcErrorCode;
  const isOfPage = error.code === InvalidParams || error.code === InvalidRequest;
  const isMisnamed = error.code === MethodNotFound && error.message.includes(' Did you mean "');
  if (!isMisnamed && !(isOfPage && error.cause === undefined)) return;
  console.error(`<${element.localName}>:`, error.message, element);
}

/** The error's message without the link for developers. Shortened, since a wallet may have written it. */
export function getReason(error: unknown): string {
  return error instanceof Error
    ? clip(error.message.replace(/ See node_modules\S+$/, ''), 300)
    : '';
}
