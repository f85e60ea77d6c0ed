import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { QrCode } from './qr-code.js';

interface QrView {
  readonly url: string;
}

/** Creates the QR code of one view at a time; updates the host when it is ready. */
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
   * The code; undefined while it loads; `none` if it failed: the URL is too long, or the module did not load.
   * Tries again for another view object, that is, each time the view is opened.
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
