import { html, nothing, svg, type TemplateResult } from 'lit';
import { copyIcon, doneIcon, refusedIcon, walletIcon } from '../internal/icons.js';
import { walletMark } from '../internal/wallet-mark.js';
import {
  declinedIcon,
  viewTexts,
  type ChoiceView,
  type Texts,
  type ViewTexts,
} from '../wallet-list/choice-views.js';
import { icon, installLink } from '../wallet-list/list-controller.js';
import type { WalletRow } from '../wallet-list/wallet-rows.js';
import type { QrCode } from './qr-code.js';

/** The view with a QR code, which opens the page in the wallet of a phone. */
export interface PhoneView {
  readonly name: 'phone';
  readonly wallet: WalletRow;
  readonly url: string;
}

/** `list` starts with an introduction if no wallet is installed. */
export type ModalView = ChoiceView | { readonly name: 'help' } | PhoneView;

/** A view of an attempt to connect a wallet. */
type WalletView = Extract<ChoiceView, { readonly wallet: WalletRow }>;

const keyIcon = icon(
  svg`<circle cx="8" cy="15" r="4"/><path d="M11 12l8-8M16 7l2.5 2.5M14 9l1.5 1.5"/>`,
);
const handIcon = icon(
  svg`<path d="M12 3l8 3v6c0 4.5-3.3 7.8-8 9-4.7-1.2-8-4.5-8-9V6z M9 12l2.2 2.2L15.5 10"/>`,
);

export function modalTexts(view: ModalView, messages: Texts, listStatus: string): ViewTexts {
  switch (view.name) {
    case 'help':
      return { title: messages.text('whatIsAWallet') };
    case 'phone':
      return {
        title: messages.text('continueOnPhone'),
        status: messages.text('scanCode', { wallet: view.wallet.name }),
      };
    default:
      return viewTexts(view, messages, listStatus);
  }
}

/** What a wallet is, in three facts. */
export function walletFacts(messages: Texts): TemplateResult {
  const facts = [
    [keyIcon, messages.text('walletKeysTitle'), messages.text('walletKeysText')],
    [walletIcon, messages.text('walletSignInTitle'), messages.text('walletSignInText')],
    [handIcon, messages.text('walletApproveTitle'), messages.text('walletApproveText')],
  ];
  return html`<dl class="facts">
    ${facts.map(
      ([glyph, title, text]) =>
        html`<div class="fact">
          <dt>${glyph}${title}</dt>
          <dd>${text}</dd>
        </div>`,
    )}
  </dl>`;
}

/**
 * The QR code. Dark on white in every color scheme: many phones cannot read an inverted code. `code` is undefined while it
 * loads, and `none` if the URL is too long, or the module did not load.
 */
export function phoneCode(
  wallet: WalletRow,
  code: QrCode | 'none' | undefined,
  messages: Texts,
): TemplateResult {
  if (code === 'none') return html`<p class="no-code">${messages.text('scanFailed')}</p>`;
  // Until the code has loaded, only the mark of the wallet is shown.
  if (!code) return walletMark(wallet);
  return html`<svg
      class="qr"
      viewBox="0 0 ${code.size} ${code.size}"
      shape-rendering="crispEdges"
      role="img"
      aria-label=${messages.text('qrCodeFor', { wallet: wallet.name })}
    >
      ${svg`<path fill="#000" d=${code.path} />`}</svg
    >${code.hasRoom ? walletMark(wallet) : nothing}`;
}

/** Alternatives to the QR code: a button that copies the link, and a link to install the wallet. */
export function phoneActions(
  { wallet, url }: PhoneView,
  messages: Texts,
  copied: boolean | undefined,
  copy: () => void,
): TemplateResult {
  return html`<button part="copy-button" type="button" class="button outlined" @click=${copy}>
      ${copied ? doneIcon : copyIcon}${messages.text(copied ? 'linkCopied' : 'copyLink')}
    </button>
    ${
      copied === false
        ? html`<p class="refused" aria-hidden="true">${messages.text('copyLinkRefused')}</p>
            <input
              class="link"
              dir="ltr"
              readonly
              aria-label=${messages.text('copyLinkRefused')}
              .value=${url}
              @focus=${selectAll}
            />`
        : nothing
    }
    ${
      wallet.installUrl
        ? html`<p class="get">
            ${messages.text('withoutWallet', { wallet: wallet.name })}
            ${installLink(wallet, messages)}
          </p>`
        : nothing
    }`;
}

const selectAll = ({ target }: Event): void => (target as HTMLInputElement).select();

/** Closes around the icon of a connected wallet. */
const ring = html`<svg class="ring" viewBox="0 0 96 96" aria-hidden="true" focusable="false">
  ${svg`<circle cx="48" cy="48" r="46" pathLength="1" transform="rotate(-90 48 48)" />`}
</svg>`;

/** The icon of the wallet, with a sign of how far its attempt is. */
export function walletProgress({ name, wallet }: WalletView): TemplateResult {
  return html`<div class="mark">${walletMark(wallet)}${SIGNS[name]}</div>`;
}

const SIGNS: Readonly<Record<WalletView['name'], TemplateResult>> = {
  connecting: html`<span class="spinner"></span>`,
  connected: html`${ring}<span class="sign success">${doneIcon}</span>`,
  rejected: html`<span class="sign">${declinedIcon}</span>`,
  failed: html`<span class="sign danger">${refusedIcon}</span>`,
};
