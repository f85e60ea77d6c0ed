import { html, nothing, type TemplateResult } from 'lit';
import { native } from '../../lib/native.js';
import { backIcon, closeIcon } from '../wallet-list/icons.js';
import { newTab } from '../wallet-list/wallet-list.template.js';
import { type ModalModel, viewActions, viewHead, viewTexts } from './modal-views.template.js';

/**
 * The dialog around every view; `modal-views.template.ts` has the content of the views. Its live regions always exist,
 * so that a new text is announced. A changed text gets a new text node (`textContent`): texts are centered, so the
 * browser would count a changed text node as a layout shift.
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
