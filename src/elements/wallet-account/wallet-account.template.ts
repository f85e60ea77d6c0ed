import { type SVGTemplateResult, type TemplateResult, html, nothing, svg } from 'lit';
import type { WalletClient } from '../../client/types.js';
import type { ProviderDescriptor } from '../../wallets/wallet.js';
import type { CopyResult } from '../controllers/copy-controller.js';
import type { PopoverController } from '../controllers/popover-controller.js';
import {
  closeIcon,
  copyIcon,
  doneIcon,
  explorerIcon,
  icon,
  refusedIcon,
} from '../internal/icons.js';
import { walletMark } from '../internal/wallet-mark.js';
import type { AccountNetwork, AddressRow, AddressTexts } from './account-data.js';

/** The popover with the account, or the sheet in a small window. */
export function accountMenu(
  menu: PopoverController,
  { label, close, away, body, status }: AccountMenu,
): TemplateResult {
  const { isModal } = menu;
  // The click listener needs no key events: Escape closes, and buttons handle their own keys.
  /* eslint lit-a11y/click-events-have-key-events: off */
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
      ${isModal ? nothing : body}
    </div>
    <dialog part=${isModal ? 'menu' : nothing} id="sheet" aria-label=${label}>
      ${isModal && body ? sheet(menu, close, body) : nothing}
      ${isModal && menu.open ? status : nothing}
    </dialog>`;
}

function sheet(menu: PopoverController, close: string, body: TemplateResult): TemplateResult {
  return html`<div class="handle">
      <button
        part="close-button"
        type="button"
        class="icon-button"
        aria-label=${close}
        @click=${() => menu.hide()}
      >
        ${closeIcon}
      </button>
    </div>
    ${body}`;
}

interface AccountMenu {
  readonly label: string;
  /** The name of the button that closes the sheet. */
  readonly close: string;
  /** It is placed next to an element of the page. */
  readonly away: boolean;
  /** Undefined while it is closed. */
  readonly body: TemplateResult | undefined;
  /** The live region. */
  readonly status: TemplateResult;
}

/** The button that opens the menu, if the page has no other. */
export function accountTrigger(
  menu: PopoverController,
  { label, address, short, name }: AccountTrigger,
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
      ${address ? avatar(address) : nothing} ${nameLabel(name)}
      <bdi class="trigger" dir="ltr" translate="no">${short}</bdi>
    </slot>
  </button>`;
}

interface AccountTrigger {
  readonly label: string;
  readonly address: string | undefined;
  readonly short: string;
  readonly name: string | undefined;
}

const nameLabel = (name: string | undefined): TemplateResult | typeof nothing =>
  name ? html`<bdi part="name" class="name" translate="no">${name}</bdi>` : nothing;

export interface AccountBody extends AddressRowView {
  /** Undefined if the wallet is not installed on this page. */
  readonly wallet: ProviderDescriptor | undefined;
  /** The address of the account, which is its title if it has no name. Undefined: the wallet gave no address. */
  readonly main: AddressRow | undefined;
  /** The BNS name of the account. */
  readonly name: string | undefined;
  /** The page gave the account a name. */
  readonly isNamed: boolean;
  readonly nameChanged: (event: Event) => void;
  /** The other addresses. */
  readonly rows: readonly AddressRow[];
  readonly network: AccountNetwork;
  /** The client whose recent transactions are listed. Undefined: no list. */
  readonly transactions: WalletClient | undefined;
  /** Undefined: no button. */
  readonly disconnect: (() => void) | undefined;
}

/** The content of the popover, or of the inline account. */
export function accountBody(body: AccountBody): TemplateResult {
  const { main, messages, network } = body;
  const result = main && resultFor(main, body);
  return html`<div class="body">
    <div part="header" class="head ${body.isNamed ? 'named' : ''}">
      ${main ? avatar(main.address) : nothing}
      <slot name="name" @slotchange=${body.nameChanged}></slot>
      ${
        main
          ? html`<div class="main">
              ${addressText(main, result)} ${explorerButton(main, messages)}
            </div>`
          : html`<p class="none">${messages.text('noAddress')}</p>`
      }
      ${nameLabel(body.name)}
      <div class="where">
        ${walletName(body)}
        ${network.name ? html`<bdi part="network" class="network">${network.name}</bdi>` : nothing}
      </div>
    </div>
    ${warning(body)}
    <slot name="balance"></slot>
    <div class="actions">
      ${
        main && body.copy
          ? html`<button
              part="copy-button"
              type="button"
              class="button action ${result?.copied ? 'copied' : ''}"
              @click=${() => body.copy?.(main)}
            >
              ${copyResultIcon(result)}${messages.text(result?.copied ? 'copied' : 'copyMain')}
            </button>`
          : nothing
      }
      ${
        body.disconnect
          ? html`<button
              part="disconnect-button"
              type="button"
              class="button action"
              @click=${body.disconnect}
            >
              ${leaveIcon}${messages.text('disconnect')}
            </button>`
          : nothing
      }
    </div>
    ${main ? copyError(result, messages) : nothing}
    <slot name="before"></slot>
    ${
      // Safari removes the role of a list without bullets.
      /* eslint lit-a11y/no-redundant-role: off */
      body.rows.length
        ? html`<ul part="list" class="addresses" role="list">
            ${body.rows.map((row) => addressRow(row, body))}
          </ul>`
        : nothing
    }
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

function walletName({ wallet }: AccountBody): TemplateResult | typeof nothing {
  if (!wallet) return nothing;
  return html`<span part="wallet" class="wallet"
    >${walletMark(wallet)}<bdi>${wallet.name}</bdi></span
  >`;
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
  const result = resultFor(row, view);
  return html`<li part="row" class="row">
    <div part="purpose" class="purpose ${result?.copied ? 'copied' : ''}">
      ${result?.copied ? messages.text('copied') : row.label}
    </div>
    ${addressText(row, result)}
    ${
      view.copy
        ? html`<button
            part="copy-button"
            type="button"
            class="icon-button ${result?.copied ? 'copied' : ''}"
            aria-label=${messages.text('copyAddress', { purpose: row.label })}
            @click=${() => view.copy?.(row)}
          >
            ${copyResultIcon(result)}
          </button>`
        : nothing
    }
    ${explorerButton(row, messages)} ${copyError(result, messages)}
  </li>`;
}

const resultFor = (row: AddressRow, { result }: AddressRowView): CopyResult =>
  result?.text === row.address ? result : undefined;

const copyResultIcon = (result: CopyResult): SVGTemplateResult =>
  !result ? copyIcon : result.copied ? doneIcon : refusedIcon;

/** The whole address if the browser refused to copy it. */
function addressText(row: AddressRow, result: CopyResult): TemplateResult {
  return html`<bdi part="address" class="address" dir="ltr" translate="no"
    >${result?.copied === false ? row.address : row.short}</bdi
  >`;
}

function explorerButton(
  { url, label }: AddressRow,
  messages: AddressTexts,
): TemplateResult | typeof nothing {
  if (!url) return nothing;
  return html`<a
    part="explorer-link"
    class="icon-button"
    href=${url}
    target="_blank"
    rel="noopener noreferrer"
    aria-label=${messages.text('viewInExplorer', { purpose: label })}
    >${explorerIcon}</a
  >`;
}

function copyError(result: CopyResult, messages: AddressTexts): TemplateResult {
  const isRefused = result?.copied === false;
  return html`<p part="copy-error" class=${isRefused ? 'refusal' : 'visually-hidden'} role="alert">
    ${isRefused ? messages.text('copyRefused') : nothing}
  </p>`;
}

const leaveIcon = icon(
  svg`<path d="M14 4.5h3.5a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H14M4.5 12h10M11 8.5l3.5 3.5-3.5 3.5"/>`,
  'directional',
);

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
