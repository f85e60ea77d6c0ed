import {
  html,
  nothing,
  svg,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { CopyController } from '../controllers/copy-controller.js';
import { copyIcon, doneIcon } from '../internal/icons.js';
import { walletMark } from '../internal/wallet-mark.js';
import { installLink, type PickerTexts } from '../wallet-list/wallet-list.template.js';
import type { WalletRow } from '../wallet-list/wallet-row.js';
import type { QrCode } from './qr-code.js';

/** The view with a QR code, which opens the page in the wallet of a phone. */
export interface PhoneView {
  readonly name: 'phone';
  readonly wallet: WalletRow;
  readonly url: string;
}

/** The data of the view with a QR code. */
export interface PhoneModel {
  readonly messages: PickerTexts;
  readonly qr: QrController;
  /** Copies the link of the QR code. */
  readonly link: CopyController;
}

/** Creates the QR code of one view at a time; updates the host when it is ready. */
export class QrController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #view: PhoneView | undefined;
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
  of(view: PhoneView): QrCode | 'none' | undefined {
    if (view !== this.#view) {
      this.#view = view;
      this.#code = undefined;
      void this.#make(view);
    }
    return this.#code;
  }

  async #make(view: PhoneView): Promise<void> {
    const code = await import('./qr-code.js')
      .then(({ qrCode }) => qrCode(view.url))
      .catch(() => 'none' as const);
    if (view !== this.#view) return;
    this.#code = code;
    this.#host.requestUpdate();
  }
}

/** The QR code. */
export function phoneCode(view: PhoneView, model: PhoneModel): TemplateResult {
  return html`<div class="code">${code(view, model)}</div>`;
}

/** Dark on white in every color scheme: many phones cannot read an inverted code. */
function code(view: PhoneView, { qr, messages }: PhoneModel): unknown {
  const code = qr.of(view);
  if (code === 'none') return html`<p class="no-code">${messages.text('scanFailed')}</p>`;
  // Until the code has loaded, only the mark of the wallet is shown.
  if (!code) return walletMark(view.wallet);
  return html`<svg
      class="qr"
      viewBox="0 0 ${code.size} ${code.size}"
      shape-rendering="crispEdges"
      role="img"
      aria-label=${messages.text('qrCodeFor', { wallet: view.wallet.name })}
    >
      ${svg`<path fill="#000" d=${code.path} />`}</svg
    >${code.hasRoom ? walletMark(view.wallet) : nothing}`;
}

/** Alternatives to the QR code: a button that copies the link, and a link to install the wallet. */
export function phoneActions(
  { wallet, url }: PhoneView,
  { messages, link }: PhoneModel,
): TemplateResult {
  const { result } = link;
  const refused = result?.copied === false;
  return html`<button
      part="copy-button"
      type="button"
      class="button outlined"
      @click=${() => void link.copy(url)}
    >
      ${result?.copied ? doneIcon : copyIcon}${messages.text(result?.copied ? 'linkCopied' : 'copyLink')}
    </button>
    ${refused ? html`<p class="link" dir="ltr">${url}</p>` : nothing}
    ${
      wallet.installUrl
        ? html`<p class="get">
            ${messages.text('withoutWallet', { wallet: wallet.name })}
            ${installLink(wallet, messages)}
          </p>`
        : nothing
    }`;
}
