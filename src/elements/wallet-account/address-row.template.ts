import { html, nothing, type TemplateResult } from 'lit';
import type { MessagesController } from '../controllers/messages-controller.js';
import type { accountMessages } from '../messages/en/account.js';
import type { CopyAnswer } from './copy-controller.js';
import { copyIcon, doneIcon, explorerIcon, refusedIcon } from '../internal/icons.js';

/** One address as it is shown. */
export interface AddressRow {
  readonly address: string;
  readonly short: string;
  /** What it is for, unique in its list. */
  readonly label: string;
  readonly url: string | undefined;
}

export type AddressTexts = MessagesController<typeof accountMessages>;

export interface AddressRowView {
  readonly messages: AddressTexts;
  readonly answer: CopyAnswer;
  /** Undefined: no copy button. */
  readonly copy: ((row: AddressRow) => void) | undefined;
}

/** What it is for, the address, copy and the explorer; the answer to copying stands where one looks. */
export function addressRow(row: AddressRow, view: AddressRowView): TemplateResult {
  const { messages } = view;
  const answer = view.answer?.text === row.address ? view.answer : undefined;
  const refused = answer?.copied === false;
  return html`<li part="row" class="row">
    <div>
      <div part="purpose" class="purpose ${answer?.copied ? 'copied' : ''}">
        ${answer?.copied ? messages.text('copied') : row.label}
      </div>
      <bdi part="address" class="address" dir="ltr">${refused ? row.address : row.short}</bdi>
    </div>
    ${view.copy ? copyButton(row, view, answer) : nothing}
    ${
      row.url
        ? html`<a
            part="explorer-link"
            class="icon-button"
            href=${row.url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label=${messages.text('viewInExplorer', { purpose: row.label })}
            >${explorerIcon}</a
          >`
        : nothing
    }
    <p part="copy-error" class=${refused ? 'refusal' : 'visually-hidden'} role="alert">
      ${refused ? messages.text('copyRefused') : nothing}
    </p>
  </li>`;
}

function copyButton(row: AddressRow, view: AddressRowView, answer: CopyAnswer): TemplateResult {
  return html`<button
    part="copy-button"
    type="button"
    class="icon-button ${answer?.copied ? 'copied' : ''}"
    aria-label=${view.messages.text('copyAddress', { purpose: row.label })}
    @click=${() => view.copy?.(row)}
  >
    ${!answer ? copyIcon : answer.copied ? doneIcon : refusedIcon}
  </button>`;
}
