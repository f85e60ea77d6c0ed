import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { WalletClient } from '../../core/types.js';
import { JsonRpcError, JsonRpcErrorCode } from '../../errors.js';
import { native } from '../../lib/native.js';
import type { Undo } from '../../wire/provider.js';

/**
 * Cancels what the host asked for until a picker opens or a wallet is asked: on Escape, and when the host
 * is removed from the document. Once the picker is open it is the picker that the user closes.
 *
 * A host that is removed before the next frame cancels nothing: a page that shows a spinner in its place
 * while the status is `connecting` does so because of the press. Escape still cancels then.
 */
export class PickerLoadController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #cancel: Undo | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** From now until the picker opens, or until the undo: call that when a wallet is asked. */
  watch(client: WalletClient, request: AbortController): Undo {
    const { openEvent } = client.selectWallet ?? {};
    if (!openEvent) return () => {};
    const page = this.#host.ownerDocument;
    const watching = new AbortController();
    const { signal } = watching;
    const stop = () => watching.abort();
    const cancel = () => {
      if (!signal.aborted) request.abort(canceledChoice());
      stop();
    };
    onEscape(page, signal, cancel);
    native(page, 'addEventListener')(openEvent, stop, { capture: true, signal });
    this.#cancel = undefined;
    requestAnimationFrame(() => setTimeout(() => (this.#cancel = cancel)));
    return stop;
  }

  hostDisconnected(): void {
    // A move in the document removes and attaches at once.
    const cancel = this.#cancel;
    queueMicrotask(() => {
      if (!this.#host.isConnected) cancel?.();
    });
  }
}

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
