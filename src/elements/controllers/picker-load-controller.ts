import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { WalletClient } from '../../core/types.js';
import { native } from '../../lib/native.js';
import type { Undo } from '../../wire/provider.js';
import { canceledChoice, onEscape } from '../on-escape.js';

/**
 * Cancels what the host asked for while the picker that it needs is being loaded: on Escape, and when the
 * host is removed from the document. Once the picker is there it is the picker that the user closes.
 */
export class PickerLoadController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #cancel: Undo | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** From now until the picker opens, or until the undo. A remembered wallet is asked with no picker. */
  watch(client: WalletClient, request: AbortController): Undo {
    const { openEvent } = client.selectWallet ?? {};
    const isRemembered = () => client.selectedProviderId !== undefined;
    if (!openEvent || isRemembered()) return () => {};
    const page = this.#host.ownerDocument;
    const cancel = () => {
      stop();
      // Another tab may have connected one; then it has been asked.
      if (!isRemembered()) request.abort(canceledChoice());
    };
    const ignoreEscape = onEscape(page, cancel);
    const stop = () => {
      ignoreEscape();
      native(page, 'removeEventListener')(openEvent, stop, true);
      if (this.#cancel === cancel) this.#cancel = undefined;
    };
    native(page, 'addEventListener')(openEvent, stop, true);
    this.#cancel = cancel;
    return stop;
  }

  hostDisconnected(): void {
    // A move in the document removes and attaches at once.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#cancel?.();
    });
  }
}
