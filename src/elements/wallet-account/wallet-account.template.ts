import { type SVGTemplateResult, type TemplateResult, html, nothing, svg } from 'lit';
import type { WalletClient } from '../../client/types.js';
import type { ProviderDescriptor } from '../../wallets/wallet.js';
import type { CopyResult } from '../controllers/copy-controller.js';
import type { PopoverController } from '../controllers/popover-controller.js';
import { copyIcon, doneIcon, explorerIcon, refusedIcon } from '../internal/icons.js';
import { walletMark } from '../internal/wallet-mark.js';
import type { AccountNetwork, AddressRow, AddressTexts } from './account-data.js';

/** The popover with the account, and its handle on a small screen. `body` renders the content while it is open. */
export function accountMenu(
  menu: PopoverController,
  { label, away, drag, body }: AccountMenu,
): TemplateResult {
  return html`<div
    part="menu"
    id="menu"
    class="panel ${away ? 'away' : ''}"
    popover
    role="group"
    aria-label=${label}
    @beforetoggle=${menu.beforeToggle}
    @toggle=${menu.toggled}
    @focusout=${menu.focusLeft}
  >
    <div
      class="handle"
      @touchstart=${drag}
      @touchmove=${drag}
      @touchend=${drag}
      @touchcancel=${drag}
    ></div>
    ${menu.open ? body() : nothing}
  </div>`;
}

interface AccountMenu {
  readonly label: string;
  /** It is placed next to an element of the page. */
  readonly away: boolean;
  /** Moves the menu with the finger that drags its handle. */
  readonly drag: (event: TouchEvent) => void;
  readonly body: () => TemplateResult;
}

/** The button that opens the menu, if the page has no other. */
export function accountTrigger(
  menu: PopoverController,
  { label, address, short }: { label: string; address: string | undefined; short: string },
): TemplateResult {
  return html`<button
    part="trigger"
    id="trigger"
    type="button"
    class="button outlined"
    aria-expanded=${String(menu.open)}
    @pointerdown=${menu.pressed}
    @click=${menu.toggle}
  >
    <slot name="trigger">
      <span class="visually-hidden">${label}</span>
      ${address ? avatar(address) : nothing}
      <bdi class="trigger" dir="ltr" translate="no">${short}</bdi>
    </slot>
  </button>`;
}

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

/**
 * A picture of an address: a symmetrical pattern of squares in two colors, always the same for the same address. It
 * helps to distinguish accounts, but proves nothing: other addresses may have the same picture.
 */
export function avatar(address: string): SVGTemplateResult {
  // FNV-1a, then xorshift.
  let state = 2_166_136_261;
  for (const character of address)
    state = Math.imul(state ^ character.charCodeAt(0), 16_777_619) || 1;
  const random = (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 8) % below;
  };
  const hue = random(360);
  const fills = ['', ''];
  for (let cell = 0; cell < 15; cell++) {
    const [x, y] = [cell % 3, Math.floor(cell / 3)];
    const color = random(3);
    if (color < 2) fills[color] += `M${x} ${y}h1v1h-1zM${4 - x} ${y}h1v1h-1z`;
  }
  return svg`<svg class="avatar" part="avatar" viewBox="-2 -2 9 9" shape-rendering="crispEdges" aria-hidden="true" focusable="false"
    ><path fill="hsl(${hue} 70% 92%)" d="M-2-2h9v9h-9z"
    /><path fill="hsl(${hue} 65% 40%)" d=${fills[0]}
    /><path fill="hsl(${hue + 70} 65% 55%)" d=${fills[1]} /></svg>`;
}
