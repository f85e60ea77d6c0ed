import { html, nothing, type TemplateResult } from 'lit';
import type { WalletClient } from '../../client/types.js';
import type { ProviderDescriptor } from '../../wallets/provider.js';
import { refusedIcon } from '../internal/icons.js';
import { walletMark } from '../internal/wallet-mark.js';
import type { AccountNetwork } from './account-network.js';
import { avatar } from './avatar.js';
import { addressRow, type AddressRow, type AddressRowView } from './address-row.template.js';

export interface AccountBody extends AddressRowView {
  /** Undefined if the wallet is not installed on this page. */
  readonly wallet: ProviderDescriptor | undefined;
  readonly rows: readonly AddressRow[];
  /** The address whose avatar is shown. */
  readonly main: string | undefined;
  readonly network: AccountNetwork;
  /** The client whose recent transactions are listed. Undefined: no list. */
  readonly transactions: WalletClient | undefined;
  /** Undefined: no button. */
  readonly disconnect: (() => void) | undefined;
}

/** The content of the popover, or of the inline account. */
export function accountBody(body: AccountBody): TemplateResult {
  return html`<div class="body">
    <div part="header" class="head">
      ${body.main ? avatar(body.main) : nothing}
      <div class="who">
        <slot name="name"></slot>
        ${walletName(body)}
        ${body.network.name ? html`<bdi part="network" class="network">${body.network.name}</bdi>` : nothing}
      </div>
    </div>
    ${warning(body)}
    <slot name="balance"></slot>
    <slot name="before"></slot>
    ${addresses(body)}
    ${
      body.transactions
        ? html`<wallet-transactions
            part="transactions"
            class="transactions"
            .client=${body.transactions}
          ></wallet-transactions>`
        : nothing
    }
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

/** The warning that the wallet is on another network: a request would fail, or use another chain than expected. */
function warning({ network, messages }: AccountBody): TemplateResult | typeof nothing {
  const { name, page } = network;
  if (!page || !name) return nothing;
  return html`<p part="network-warning" class="warning">
    ${refusedIcon}<span>${messages.text('networkDiffers', { network: name, page })}</span>
  </p>`;
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
  /* eslint lit-a11y/no-redundant-role: off */
  return html`<ul part="list" class="addresses" role="list">
    ${body.rows.map((row) => addressRow(row, body))}
  </ul>`;
}
