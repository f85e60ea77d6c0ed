import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { QrCode } from './qr-code.js';

/** The QR code of one text at a time; updates the host once it is made. */
export class QrController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #text: string | undefined;
  #code: QrCode | 'none' | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#text = undefined;
  }

  /** Undefined while it is made; `none` where it cannot be: the text is too long, or a part does not load. */
  of(text: string | undefined): QrCode | 'none' | undefined {
    if (text !== this.#text) {
      this.#text = text;
      this.#code = undefined;
      if (text !== undefined) void this.#make(text);
    }
    return this.#code;
  }

  async #make(text: string): Promise<void> {
    const code = await import('./qr-code.js')
      .then(({ qrCode }) => qrCode(text))
      .catch(() => 'none' as const);
    if (text !== this.#text) return;
    this.#code = code;
    this.#host.requestUpdate();
  }
}
