import { html, nothing, type TemplateResult } from 'lit';
import type { MessagesController } from '../controllers/messages-controller.js';
import type { accountMessages } from '../messages/en/account.js';
import type { CopyResult } from '../controllers/copy-controller.js';
import { copyIcon, doneIcon, explorerIcon, refusedIcon } from '../internal/icons.js';

/** One address of the list. */
export interface AddressRow {
  readonly address: string;
  readonly short: string;
  /** The purpose of the address; unique in the list. */
  readonly label: string;
  readonly url: string | undefined;
}

export type AddressTexts = MessagesController<typeof accountMessages>;

export interface AddressRowView {
  readonly messages: AddressTexts;
  readonly result: CopyResult;
  /** Undefined: no copy button. */
  readonly copy: ((row: AddressRow) => void) | undefined;
}

/** Purpose, address, copy button and explorer link. Shows the result of copying in the same row. */
export function addressRow(row: AddressRow, view: AddressRowView): TemplateResult {
  const { messages } = view;
  const result = view.result?.text === row.address ? view.result : undefined;
  const refused = result?.copied === false;
  return html`<li part="row" class="row">
    <div>
      <div part="purpose" class="purpose ${result?.copied ? 'copied' : ''}">
        ${result?.copied ? messages.text('copied') : row.label}
      </div>
      <bdi part="address" class="address" dir="ltr" translate="no"
        >${refused ? row.address : row.short}</bdi
      >
    </div>
    ${view.copy ? copyButton(row, view, result) : nothing}
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

function copyButton(row: AddressRow, view: AddressRowView, result: CopyResult): TemplateResult {
  return html`<button
    part="copy-button"
    type="button"
    class="icon-button ${result?.copied ? 'copied' : ''}"
    aria-label=${view.messages.text('copyAddress', { purpose: row.label })}
    @click=${() => view.copy?.(row)}
  >
    ${!result ? copyIcon : result.copied ? doneIcon : refusedIcon}
  </button>`;
}
