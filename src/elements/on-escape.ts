import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { native } from '../lib/native.js';

/**
 * Calls back when Escape is pressed and nothing else on the page took it for itself, by stopping or
 * cancelling the event. Does neither itself: a dialog of the page closes all the same. Ends with the signal.
 */
export function onEscape(page: Document, signal: AbortSignal, pressed: () => void): void {
  const listen = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) pressed();
  };
  native(page, 'addEventListener')('keydown', listen, { signal });
}

/** -31001 for a choice that ended before the picker opened. */
export const canceledChoice = (): JsonRpcError =>
  new JsonRpcError(
    JsonRpcErrorCode.UserCanceled,
    'The choice of a wallet was cancelled before the picker opened.',
  );
