import { html, nothing, svg, type TemplateResult } from 'lit';
import { copyIcon, doneIcon } from '../internal/icons.js';
import { alertIcon, declinedIcon, handIcon, keyIcon, walletIcon } from '../wallet-list/icons.js';
import {
  connectFlowTexts,
  type ConnectFlowView,
  type ViewTexts,
} from '../wallet-list/connect-flow-view.js';
import { walletMark } from '../internal/wallet-mark.js';
import {
  installLink,
  type PickerTexts,
  walletList,
  type WalletListView,
} from '../wallet-list/wallet-list.template.js';
import type { WalletRow } from '../wallet-list/wallet-row.js';
import type { RowsController } from '../wallet-list/rows-controller.js';
import type { ModalDialog } from './modal-dialog.js';
import type { CopyController } from '../controllers/copy-controller.js';
import type { QrController } from './qr-controller.js';

/** The view of the modal. `list` starts with an introduction if no wallet is installed. */
export type ModalView = ConnectFlowView | { readonly name: 'help' } | PhoneView;

interface PhoneView {
  readonly name: 'phone';
  readonly wallet: WalletRow;
  readonly url: string;
}

/** The texts of a view. */
export function viewTexts(view: ModalView, messages: PickerTexts): ViewTexts {
  switch (view.name) {
    case 'help':
      return { title: messages.text('whatIsAWallet') };
    case 'phone':
      return {
        title: messages.text('continueOnPhone'),
        status: messages.text('scanCode', { wallet: view.wallet.name }),
      };
    default:
      return connectFlowTexts(view, messages);
  }
}

/** The content of a view above its texts. */
export function viewHead(model: ModalModel): TemplateResult | typeof nothing {
  const { view, messages } = model;
  switch (view.name) {
    case 'list':
      return walletList(listOf(model));
    case 'help':
      return help(messages);
    case 'phone':
      return html`<div class="code">
        ${code(view, messages.text('qrCodeFor', { wallet: view.wallet.name }), model)}
      </div>`;
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
export function viewActions(model: ModalModel): TemplateResult | typeof nothing {
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

function listOf({ rows, messages, withoutInstall, pick, show }: ModalModel): WalletListView {
  return {
    rows: rows.rows,
    messages,
    withoutInstall,
    pick,
    scan: (wallet) => {
      if (wallet.scanUrl) show({ name: 'phone', wallet, url: wallet.scanUrl });
    },
  };
}

/** Dark on white in every color scheme: many phones cannot read an inverted code. */
function code(view: PhoneView, label: string, { qr, messages }: ModalModel): unknown {
  const code = qr.of(view);
  if (code === 'none') return html`<p class="no-code">${messages.text('scanFailed')}</p>`;
  // Until the code has loaded, only the mark of the wallet is shown.
  if (!code) return walletMark(view.wallet);
  return html`<svg
      class="qr"
      viewBox="0 0 ${code.size} ${code.size}"
      shape-rendering="crispEdges"
      role="img"
      aria-label=${label}
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

/** The data and actions of the modal's templates. */
export interface ModalModel {
  readonly view: ModalView;
  readonly rows: RowsController;
  readonly messages: PickerTexts;
  readonly modal: ModalDialog;
  readonly label: string;
  readonly withoutInstall: boolean;
  readonly withoutHelp: boolean;
  readonly helpHref: string;
  readonly qr: QrController;
  /** Copies the link of the QR code. */
  readonly link: CopyController;
  readonly show: (view: ModalView) => void;
  readonly pick: (wallet: WalletRow) => void;
  readonly cancel: () => void;
  readonly retry: () => void;
  readonly close: () => void;
}
