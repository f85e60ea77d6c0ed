import { html, nothing, type TemplateResult } from 'lit';
import { native } from '../../lib/page.js';
import { doneIcon } from '../internal/icons.js';
import {
  alertIcon,
  backIcon,
  closeIcon,
  declinedIcon,
  handIcon,
  keyIcon,
  walletIcon,
} from '../wallet-list/icons.js';
import { choiceTexts, type ChoiceView, type ViewTexts } from '../wallet-list/choice-view.js';
import { walletMark } from '../internal/wallet-mark.js';
import {
  newTab,
  type PickerTexts,
  walletList,
  type WalletListView,
} from '../wallet-list/wallet-list.template.js';
import type { WalletRow } from '../wallet-list/wallet-row.js';
import type { RowsController } from '../wallet-list/rows-controller.js';
import type { ModalDialog } from './modal-dialog.js';
import { phoneActions, phoneCode, type PhoneModel, type PhoneView } from './phone-view.js';

/** The view of the modal. `list` starts with an introduction if no wallet is installed. */
export type ModalView = ChoiceView | { readonly name: 'help' } | PhoneView;

/** The data and actions of the modal's templates. */
interface ModalModel extends PhoneModel {
  readonly view: ModalView;
  readonly rows: RowsController;
  readonly modal: ModalDialog;
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
  const { view, messages, modal, rows } = model;
  const texts = viewTexts(view, messages);
  const { result } = model.link;
  const alert = result?.copied === false ? messages.text('copyLinkRefused') : texts.alert;
  // Visually hidden, since the button shows the text.
  const copied = result?.copied
    ? html`<span class="visually-hidden">${messages.text('linkCopied')}</span>`
    : nothing;
  const list = view.name === 'list';
  const status =
    list && rows.arrived ? messages.text('walletReady', { wallet: rows.arrived }) : texts.status;
  // Both click listeners need no key events: Escape closes, and buttons handle their own keys.
  /* eslint lit-a11y/click-events-have-key-events: off */
  return html`<dialog
    part="dialog"
    class="${messages.dir} ${view.name === 'connected' ? view.name : ''}"
    lang=${messages.language}
    aria-labelledby="title"
    @keydown=${modal.keydown}
    @cancel=${modal.cancel}
    @close=${modal.nativeClose}
    @pointerdown=${modal.pointerdown}
    @click=${modal.click}
    @wheel=${modal.ownScroll}
    @touchmove=${modal.ownScroll}
  >
    <div class="frame" tabindex="-1" @click=${modal.cancelClick}>
      <div
        part="header"
        class="header"
        @touchstart=${modal.drag}
        @touchmove=${modal.drag}
        @touchend=${modal.drag}
        @touchcancel=${modal.drag}
      >
        ${list || view.name.startsWith('connect') ? nothing : backButton(model)}
        <h2 part="title" class="title" id="title" tabindex="-1">
          <span .textContent=${(list && model.label) || texts.title}></span>
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
      <div part="body" class="body ${view.name}-view">
        ${viewHead(model)}
        <div part="status" class="messages">
          <p role="status"><span .textContent=${status}></span>${copied}</p>
          <p role="alert" .textContent=${alert}></p>
        </div>
        <div class="actions">${viewActions(model)}</div>
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
      return walletList(listOf(model));
    case 'help':
      return help(messages);
    case 'phone':
      return phoneCode(view, model);
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

/** The URL if it is http or https: a page may fill the attribute from untrusted data (`javascript:`). */
function httpUrl(text: string): string | undefined {
  if (!text) return undefined;
  try {
    const url = new URL(text, native(document, 'baseURI'));
    return /^https?:$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
