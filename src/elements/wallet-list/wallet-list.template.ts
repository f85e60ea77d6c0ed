import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { pickerMessages } from '../messages/en/picker.js';
import type { MessagesController } from '../controllers/messages-controller.js';
import { ElementEvent } from '../internal/element.js';
import { walletMark } from '../internal/wallet-mark.js';
import { doneIcon, exclamation, icon as iconOf } from '../internal/icons.js';
import type { WalletRow, WalletRows } from './wallet-rows.js';

/** An icon of the picker. */
export const icon = (path: SVGTemplateResult, className?: string): SVGTemplateResult =>
  iconOf(path, className, 20);

const forwardIcon = icon(svg`<path d="M9 5l7 7-7 7"/>`, 'directional');
const outIcon = icon(svg`<path d="M8 16 16.5 7.5M9 7h8v8"/>`, 'directional');
const scanIcon = icon(
  svg`<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM20 14v2.5M17 20h3v-.5M14 20v-.5"/>`,
);
export const alertIcon = icon(exclamation);
export const declinedIcon = icon(svg`<circle cx="12" cy="12" r="9"/><path d="M8.5 12h7"/>`);

/** The user chose a wallet. Cancel it to keep the element from connecting that wallet. */
export class WalletSelectEvent extends ElementEvent<WalletSelectEvent> {
  static override readonly type = 'wallet-select';
  declare readonly providerId: string;
}

export type PickerTexts = MessagesController<typeof pickerMessages>;

export interface WalletListView {
  readonly rows: WalletRows;
  readonly messages: PickerTexts;
  readonly withoutInstall: boolean;
  /** The id of the wallet that is connecting. */
  readonly busy?: string;
  /** The id of the wallet that has just been connected. */
  readonly connected?: string;
  /** The content below the row of a wallet. */
  readonly below?: { readonly id: string; readonly content: TemplateResult | typeof nothing };
  readonly pick: (row: WalletRow) => void;
  /** Shows the QR code that opens the page on a phone; without it there is no button for it. */
  readonly scan?: (row: WalletRow) => void;
}

/** The groups of wallets, for `<wallet-list>` and for the list view of the modal. */
export function walletList(view: WalletListView): TemplateResult {
  const { rows, messages } = view;
  return html`<div class="wallets">
    ${rows.installed.length ? nothing : intro(view)}
    ${group(view, 'installed', messages.text('installedWallets'), rows.installed)}
    ${group(view, 'others', messages.text('otherWallets'), offered(view))}
    ${group(view, 'late', messages.text('foundWallets'), rows.late)}
  </div>`;
}

/** Without install links, wallets that were installed meanwhile are still shown. */
function offered({
  rows,
  withoutInstall,
}: Pick<WalletListView, 'rows' | 'withoutInstall'>): readonly WalletRow[] {
  return withoutInstall ? rows.others.filter((row) => row.installed) : rows.others;
}

/** The rows in the order in which they are shown. */
export function shownRows(view: Pick<WalletListView, 'rows' | 'withoutInstall'>) {
  return [...view.rows.installed, ...offered(view), ...view.rows.late];
}

export function hasInstalled(rows: WalletRows): boolean {
  return [rows.installed, rows.others, rows.late].some((group) =>
    group.some((row) => row.installed),
  );
}

function intro(view: WalletListView): TemplateResult {
  const { rows, messages } = view;
  const title = hasInstalled(rows) ? 'walletFoundTitle' : 'noWalletsTitle';
  return html`<slot name="empty">
    <div class="intro">
      <p class="intro-title">${messages.text(title)}</p>
      <p class="intro-text">${messages.text(introText(view))}</p>
    </div>
  </slot>`;
}

function introText(view: WalletListView) {
  const others = offered(view);
  if (hasInstalled(view.rows)) return 'walletFoundText';
  if (others.some((row) => row.openUrl)) return 'noWalletsOnPhone';
  return others.length ? 'noWalletsText' : 'noWalletsHere';
}

function group(
  view: WalletListView,
  name: string,
  label: string,
  rows: readonly WalletRow[],
): TemplateResult | typeof nothing {
  if (!rows.length) return nothing;
  // Safari removes the role of a list without bullets.
  /* eslint lit-a11y/no-redundant-role: off */
  return html`<div class="group ${name}">
    <p part="group-label" class="group-label" id=${name}>${label}</p>
    <ul part="list" class="list" role="list" aria-labelledby=${name}>
      ${rows.map(
        (row) =>
          html`<li class="row" data-id=${row.id}>
            ${row.installed ? connectRow(row, view) : linkRow(row, view)}
            ${row.id === view.below?.id ? view.below.content : nothing}
          </li>`,
      )}
    </ul>
  </div>`;
}

function connectRow(row: WalletRow, view: WalletListView): TemplateResult {
  const badge = html`<span part="wallet-badge" class="wallet-badge"
    >${view.messages.text('lastUsed')}</span
  >`;
  return html`<button part="wallet" class="wallet" type="button" @click=${() => view.pick(row)}>
    ${identity(row, row.lastUsed ? badge : nothing)} ${rowSign(row, view)}
  </button>`;
}

function rowSign({ id }: WalletRow, { busy, connected }: WalletListView): TemplateResult {
  if (id === busy) return html`<span class="row-spinner"></span>`;
  return html`${id === connected ? html`<span class="row-tick">${doneIcon}</span>` : forwardIcon}`;
}

function linkRow(row: WalletRow, { messages, scan }: WalletListView): TemplateResult {
  const wallet = row.name;
  const { openUrl, installUrl, scanUrl, webApp } = row;
  const main = openUrl
    ? html`<a part="wallet install-link" class="wallet quiet" href=${openUrl} rel="noopener">
        ${identity(row, action(messages.text('open')))}
      </a>`
    : html`<a
        part="wallet install-link"
        class="wallet quiet"
        href=${installUrl ?? ''}
        target="_blank"
        rel="noopener noreferrer"
      >
        ${identity(row, html`${action(messages.text(webApp ? 'open' : 'install'))} ${newTab(messages)}`)}
      </a>`;
  return html`${main} ${openUrl && installUrl ? installLink(row, messages) : nothing}
  ${
    scanUrl && scan
      ? html`<button
          class="icon-button"
          type="button"
          aria-label=${messages.text('openOnPhone', { wallet })}
          title=${messages.text('continueOnPhone')}
          @click=${() => scan(row)}
        >
          ${scanIcon}
        </button>`
      : nothing
  }`;
}

/** A link to the store. If the wallet is not installed, a link with its custom scheme opens nothing. */
export function installLink(
  { name: wallet, installUrl }: WalletRow,
  messages: PickerTexts,
): TemplateResult {
  return html`<a
    part="install-link"
    class="button plain s"
    href=${installUrl ?? ''}
    target="_blank"
    rel="noopener noreferrer"
    aria-label=${`${messages.text('installWallet', { wallet })} ${messages.text('newTab')}`}
    >${messages.text('install')}</a
  >`;
}

/** Icon and name, with notes below the name, where there is room for long words. */
function identity(row: WalletRow, more: TemplateResult | typeof nothing): TemplateResult {
  return html`${walletMark(row)}<span class="wallet-text"
      ><span part="wallet-name" class="wallet-name" translate="no"><bdi>${row.name}</bdi></span>
      ${row.note ? html`<span class="wallet-note">${row.note}</span>` : nothing} ${more}</span
    >`;
}

/** For screen readers: the link opens a tab. */
export function newTab(messages: PickerTexts): TemplateResult {
  return html`<span class="visually-hidden">${messages.text('newTab')}</span>`;
}

function action(text: string): TemplateResult {
  return html`<span class="wallet-action">${text}${outIcon}</span>`;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-select': WalletSelectEvent;
  }
}
