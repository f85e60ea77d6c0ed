import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { WalletClient } from '../../client/types.js';
import { openingCancelled } from '../../errors.js';

let pressedIn: Document | undefined;

/** Where the picker opens: in the document of the button whose request is pending, which may be a frame or a window. */
export const getPickerDocument = (): Document => pressedIn ?? document;

/**
 * Preloads the picker when the pointer, a touch or the focus enters the host. Cancels the host's request if the host is
 * removed from the document while the picker loads.
 *
 * Removing the host before the next frame cancels nothing: a page may replace the host with a spinner when it is pressed.
 */
export class PickerLoadController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #pending: { readonly client: WalletClient; readonly request: AbortController } | undefined;
  #isFrameOver = false;

  constructor(host: ReactiveControllerHost & HTMLElement, preload: () => void) {
    this.#host = host;
    host.addController(this);
    for (const type of ['pointerenter', 'touchstart', 'focusin']) {
      host.addEventListener(type, preload, { once: true, passive: true });
    }
  }

  /** True while the picker loads for the host's request. */
  get isLoading(): boolean {
    return this.#pending?.client.isOpening === true;
  }

  /** Call before the request. Call the returned function when it has ended. */
  start(client: WalletClient, request: AbortController): () => void {
    const pending = { client, request };
    this.#pending = pending;
    const { ownerDocument } = this.#host;
    pressedIn = ownerDocument;
    this.#isFrameOver = false;
    requestAnimationFrame(() => setTimeout(() => (this.#isFrameOver = true)));
    return () => {
      if (this.#pending === pending) this.#pending = undefined;
      if (pressedIn === ownerDocument) pressedIn = undefined;
      this.#host.requestUpdate();
    };
  }

  hostDisconnected(): void {
    const mayCancel = this.#isFrameOver;
    // Moving an element within the document also disconnects it.
    queueMicrotask(() => {
      if (!mayCancel || this.#host.isConnected || !this.isLoading) return;
      this.#pending?.request.abort(openingCancelled());
    });
  }
}
