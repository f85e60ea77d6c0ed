import { html, nothing, type TemplateResult } from 'lit';
import type { ProviderDescriptor } from '../../wire/provider.js';
import { walletMark } from '../internal/wallet-mark.js';
import { addressRow, type AddressRow, type AddressRowView } from './address-row.template.js';

export interface AccountBody extends AddressRowView {
  /** Undefined if the wallet is not installed on this page. */
  readonly wallet: ProviderDescriptor | undefined;
  readonly rows: readonly AddressRow[];
  /** Undefined: no button. */
  readonly disconnect: (() => void) | undefined;
}

/** The content of the popover, or of the inline account. */
export function accountBody(body: AccountBody): TemplateResult {
  return html`<div class="body">
    ${walletName(body)}
    <slot name="before"></slot>
    ${addresses(body)}
    <slot name="after"></slot>
    ${
      body.disconnect
        ? html`<div class="end">
            <button
              part="disconnect-button"
              type="button"
              class="button plain"
              @click=${body.disconnect}
            >
              ${body.messages.text('disconnect')}
            </button>
          </div>`
        : nothing
    }
  </div>`;
}

function walletName({ wallet, messages }: AccountBody): TemplateResult | typeof nothing {
  if (!wallet) return nothing;
  return html`<div part="wallet" class="wallet">
    ${walletMark(wallet)}
    <span>${messages.text('connectedWith', { wallet: wallet.name })}</span>
  </div>`;
}

function addresses(body: AccountBody): TemplateResult {
  if (!body.rows.length)
    return html`<p class="addresses none">${body.messages.text('noAddress')}</p>`;
  // Safari removes the role of a list without bullets.
  // eslint-disable-next-line lit-a11y/no-redundant-role
  return html`<ul part="list" class="addresses" role="list">
    ${body.rows.map((row) => addressRow(row, body))}
  </ul>`;
}
