import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { QrCode } from './qr-code.js';

interface QrView {
  readonly url: string;
}

/** The QR code of one view at a time; updates the host once it is made. */
export class QrController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #view: QrView | undefined;
  #code: QrCode | 'none' | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#view = undefined;
  }

  /**
   * Undefined while it is made; `none` where it cannot be: the URL is too long, or a part does not load. A
   * view that is opened anew is another object, for which it is tried again.
   */
  of(view: QrView): QrCode | 'none' | undefined {
    if (view !== this.#view) {
      this.#view = view;
      this.#code = undefined;
      void this.#make(view);
    }
    return this.#code;
  }

  async #make(view: QrView): Promise<void> {
    const code = await import('./qr-code.js')
      .then(({ qrCode }) => qrCode(view.url))
      .catch(() => 'none' as const);
    if (view !== this.#view) return;
    this.#code = code;
    this.#host.requestUpdate();
  }
}
