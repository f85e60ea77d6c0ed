import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { WalletClient } from '../../client/types.js';
import { JsonRpcError, JsonRpcErrorCode } from '../../errors.js';
import { native } from '../../lib/page.js';
import type { Unsubscribe } from '../../wallets/provider.js';

/**
 * Preloads the picker when the pointer, a touch or the focus enters the host.
 *
 * Cancels the host's request while the picker loads: on Escape, and when the host is removed from the
 * document. Ends when the picker opens or the request is sent to a wallet.
 *
 * Removing the host before the next frame cancels nothing: a page may replace the host with a spinner
 * while the status is `connecting`. Escape still cancels then.
 */
export class PickerLoadController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #cancel: Unsubscribe | undefined;
  #watching: AbortSignal | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, preload: () => void) {
    this.#host = host;
    host.addController(this);
    for (const type of ['pointerenter', 'touchstart', 'focusin']) {
      host.addEventListener(type, preload, { once: true, passive: true });
    }
  }

  /** True while the picker loads. */
  get isLoading(): boolean {
    return this.#watching?.aborted === false;
  }

  /** Watches from now until the picker opens. Call the returned function when the request is sent to a wallet. */
  watch(client: WalletClient, request: AbortController): Unsubscribe {
    const { openEvent } = client.selectWallet ?? {};
    if (!openEvent) return () => {};
    const page = this.#host.ownerDocument;
    const watching = new AbortController();
    const signal = (this.#watching = watching.signal);
    const stop = () => {
      watching.abort();
      this.#host.requestUpdate();
    };
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
    // Moving an element within the document also disconnects it.
    const cancel = this.#cancel;
    queueMicrotask(() => {
      if (!this.#host.isConnected) cancel?.();
    });
  }
}

/**
 * Calls back when Escape is pressed, unless another listener stopped or canceled the event. Does not cancel the
 * event, so that a dialog of the page still closes. Ends when the signal is aborted.
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
