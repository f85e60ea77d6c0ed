import {
  html,
  nothing,
  svg,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { CopyController } from '../controllers/copy-controller.js';
import { closeIcon, copyIcon, doneIcon } from '../internal/icons.js';
import { walletMark } from '../internal/wallet-mark.js';
import {
  choiceTexts,
  type ChoiceController,
  type ChoiceView,
  type ViewTexts,
} from '../wallet-list/choice-controller.js';
import {
  alertIcon,
  declinedIcon,
  icon,
  installLink,
  listStatus,
  newTab,
  type PickerTexts,
  walletList,
} from '../wallet-list/wallet-list.template.js';
import type { WalletRow } from '../wallet-list/wallet-rows.js';
import type { QrCode } from './qr-code.js';

const backIcon = icon(svg`<path d="M15 5l-7 7 7 7"/>`, 'directional');
const walletIcon = icon(
  svg`<path d="M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5V16.5A2.5 2.5 0 0 0 6.5 19H20V8H4.5M16 13.5h.01"/>`,
);
const keyIcon = icon(
  svg`<circle cx="8" cy="15" r="4"/><path d="M11 12l8-8M16 7l2.5 2.5M14 9l1.5 1.5"/>`,
);
const handIcon = icon(
  svg`<path d="M12 3l8 3v6c0 4.5-3.3 7.8-8 9-4.7-1.2-8-4.5-8-9V6z M9 12l2.2 2.2L15.5 10"/>`,
);

/** The view with a QR code, which opens the page in the wallet of a phone. */
export interface PhoneView {
  readonly name: 'phone';
  readonly wallet: WalletRow;
  readonly url: string;
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

/** The view of the modal. `list` starts with an introduction if no wallet is installed. */
export type ModalView = ChoiceView | { readonly name: 'help' } | PhoneView;

/** The data and actions of the modal's templates. */
interface ModalModel {
  readonly messages: PickerTexts;
  readonly qr: QrController;
  /** Copies the link of the QR code. */
  readonly link: CopyController;
  readonly view: ModalView;
  readonly choice: ChoiceController;
  readonly label: string;
  readonly withoutInstall: boolean;
  readonly withoutHelp: boolean;
  readonly helpHref: string;
  readonly show: (view: ModalView) => void;
  readonly pick: (wallet: WalletRow) => void;
  readonly cancel: () => void;
  readonly retry: () => void;
  readonly close: () => void;
}

/**
 * The dialog with the current view. Its live regions always exist, so that a new text is announced. A changed text gets
 * a new text node (`textContent`): texts are centered, so the browser would count a changed text node as a layout shift.
 */
export function modalFrame(model: ModalModel): TemplateResult {
  const { view, messages, choice } = model;
  const texts = viewTexts(view, messages);
  const { result } = model.link;
  const alert = result?.copied === false ? messages.text('copyLinkRefused') : texts.alert;
  // Visually hidden, since the button shows the text.
  const copied = result?.copied
    ? html`<span class="visually-hidden">${messages.text('linkCopied')}</span>`
    : nothing;
  const list = view.name === 'list';
  /** A new element in each view, which fades in. */
  const fresh = (text?: string) => keyed(view.name, html`<span .textContent=${text}></span>`);
  const status = list ? listStatus({ ...model, list: choice }, choice.arrived) : texts.status;
  return html`<dialog
    part="dialog"
    class="${view.name}-view"
    lang=${messages.language}
    aria-labelledby="title"
  >
    <div class="frame" tabindex="-1">
      <div part="header" class="header">
        ${list || view.name.startsWith('connect') ? nothing : backButton(model)}
        <h2 part="title" class="title" id="title" tabindex="-1">
          ${fresh((list && model.label) || texts.title)}
        </h2>
        <button
          part="close-button"
          class="icon-button"
          type="button"
          aria-label=${messages.text('close')}
          @click=${model.close}
        >
          ${closeIcon}
        </button>
        <slot name="header"></slot>
      </div>
      <div part="body" class="body">
        ${viewHead(model)}
        <div part="status" class="messages">
          <p role="status">${fresh(status)}${copied}</p>
          <p role="alert">${fresh(alert)}</p>
        </div>
        ${keyed(view.name, html`<div class="actions">${viewActions(model)}</div>`)}
      </div>
      <div part="footer" class="footer">
        ${list && !model.withoutHelp ? helpLink(model) : nothing}
        <slot name="footer"></slot>
      </div>
    </div>
  </dialog>`;
}

function backButton({ messages, show }: ModalModel): TemplateResult {
  return html`<button
    part="back-button"
    class="icon-button back"
    type="button"
    aria-label=${messages.text('back')}
    @click=${() => show({ name: 'list' })}
  >
    ${backIcon}
  </button>`;
}

function helpLink({ messages, helpHref, show }: ModalModel): TemplateResult {
  const text = messages.text('whatIsAWallet');
  const href = httpUrl(helpHref);
  return html`<div class="help">
    ${
      href
        ? html`<a class="button plain s" href=${href} target="_blank" rel="noopener"
            >${text} ${newTab(messages)}</a
          >`
        : html`<button class="button plain s" type="button" @click=${() => show({ name: 'help' })}>
            ${text}
          </button>`
    }
  </div>`;
}

/** The texts of a view. */
function viewTexts(view: ModalView, messages: PickerTexts): ViewTexts {
  switch (view.name) {
    case 'help':
      return { title: messages.text('whatIsAWallet') };
    case 'phone':
      return {
        title: messages.text('continueOnPhone'),
        status: messages.text('scanCode', { wallet: view.wallet.name }),
      };
    default:
      return choiceTexts(view, messages);
  }
}

/** The content of a view above its texts. */
function viewHead(model: ModalModel): TemplateResult | typeof nothing {
  const { view, messages } = model;
  switch (view.name) {
    case 'list':
      return walletList({
        list: model.choice,
        messages,
        withoutInstall: model.withoutInstall,
        pick: model.pick,
        scan: (wallet) => {
          if (wallet.scanUrl) model.show({ name: 'phone', wallet, url: wallet.scanUrl });
        },
      });
    case 'help':
      return help(messages);
    case 'phone':
      return html`<div class="code">${phoneCode(view, model)}</div>`;
    case 'connecting':
      return mark(view.wallet, view.busy ? html`<span class="spinner"></span>` : nothing);
    case 'connected':
      return mark(view.wallet, html`<span class="sign success">${doneIcon}</span>`);
    case 'rejected':
      return mark(view.wallet, html`<span class="sign">${declinedIcon}</span>`);
    case 'failed':
      return mark(view.wallet, html`<span class="sign danger">${alertIcon}</span>`);
  }
}

/** The buttons of a view, below its texts. */
function viewActions(model: ModalModel): TemplateResult | typeof nothing {
  const { view, messages } = model;
  switch (view.name) {
    case 'list':
      return nothing;
    case 'phone':
      return phoneActions(view, model);
    case 'help':
      return html`<button
        type="button"
        class="button filled"
        @click=${() => model.show({ name: 'list' })}
      >
        ${messages.text('getAWallet')}
      </button>`;
    // Hidden while connected, so that the tick does not move.
    case 'connected':
    case 'connecting':
      return html`<button
          part="cancel-button"
          type="button"
          class="button outlined"
          @click=${model.cancel}
        >
          ${messages.text('cancel')}
        </button>
        ${view.name === 'connecting' && view.slow ? retryButton(messages, model.retry) : nothing}`;
    case 'rejected':
    case 'failed':
      return retryButton(messages, () => model.pick(view.wallet));
  }
}

function retryButton(messages: PickerTexts, retry: () => void): TemplateResult {
  return html`<button part="retry-button" type="button" class="button filled" @click=${retry}>
    ${messages.text('retry')}
  </button>`;
}

function mark(wallet: WalletRow, sign: TemplateResult | typeof nothing): TemplateResult {
  return html`<div class="mark">${walletMark(wallet)}${sign}</div>`;
}

function help(messages: PickerTexts): TemplateResult {
  return html`<slot name="help">
    <dl class="facts">
      ${[
        [keyIcon, messages.text('walletKeysTitle'), messages.text('walletKeysText')],
        [walletIcon, messages.text('walletSignInTitle'), messages.text('walletSignInText')],
        [handIcon, messages.text('walletApproveTitle'), messages.text('walletApproveText')],
      ].map(
        ([icon, title, text]) =>
          html`<div class="fact">
            <dt>${icon}${title}</dt>
            <dd>${text}</dd>
          </div>`,
      )}
    </dl>
  </slot>`;
}

/** Dark on white in every color scheme: many phones cannot read an inverted code. */
function phoneCode(view: PhoneView, { qr, messages }: ModalModel): unknown {
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
function phoneActions({ wallet, url }: PhoneView, { messages, link }: ModalModel): TemplateResult {
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
    ${refused ? html`<p class="link" dir="ltr" translate="no">${url}</p>` : nothing}
    ${
      wallet.installUrl
        ? html`<p class="get">
            ${messages.text('withoutWallet', { wallet: wallet.name })}
            ${installLink(wallet, messages)}
          </p>`
        : nothing
    }`;
}

/** The URL if it is http or https: a page may fill the attribute from untrusted data (`javascript:`). */
function httpUrl(text: string): string | undefined {
  if (!text) return undefined;
  try {
    const url = new URL(text, document.baseURI);
    return /^https?:$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
