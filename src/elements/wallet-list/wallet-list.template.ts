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

/** More wallets than a person finds at a glance. */
const MANY = 10;

/** What a list shows, and how the user changes it. */
export interface ListState {
  readonly rows: WalletRows;
  /** The text in the search field. */
  readonly query: string;
  /** On a phone without a wallet in its browser, when the list was opened: a page cannot see wallet apps. */
  readonly isForApps: boolean;
  /** The rows for apps lead to the store, not into the app. */
  readonly isGetting: boolean;
  change(state: { readonly query?: string; readonly isGetting?: boolean }): void;
}

export interface WalletListView {
  readonly list: ListState;
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
  const { messages, list } = view;
  const { installed, late } = list.rows;
  return html`<div class="wallets">
    ${installed.length ? nothing : intro(view)}
    ${shownRows(view).length < MANY ? nothing : searchField(view)}
    ${group(view, 'installed', messages.text('installedWallets'), installed)}
    ${group(view, 'others', messages.text('otherWallets'), offered(view))}
    ${group(view, 'late', messages.text('foundWallets'), late)}
    ${isWithoutMatch(view) ? html`<p class="no-match">${messages.text('noWalletsTitle')}</p>` : nothing}
    ${list.isForApps && !hasInstalled(list.rows) && offered(view).length ? appsNote(view) : nothing}
  </div>`;
}

/** The text of the live region of a list. */
export function listStatus(
  view: Pick<WalletListView, 'list' | 'withoutInstall' | 'messages'>,
  arrived: string | undefined,
): string {
  if (arrived !== undefined) return view.messages.text('walletReady', { wallet: arrived });
  return isWithoutMatch(view) ? view.messages.text('noWalletsTitle') : '';
}

type Rows = Pick<WalletListView, 'list' | 'withoutInstall'>;

function isWithoutMatch(view: Rows): boolean {
  return view.list.query !== '' && !shownRows(view).some((row) => isMatch(row, view.list));
}

function isMatch({ name }: WalletRow, { query }: ListState): boolean {
  return name.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase());
}

function searchField({ messages, list }: WalletListView): TemplateResult {
  const label = messages.text('searchWallets');
  return html`<input
    part="search"
    class="search"
    type="search"
    autocomplete="off"
    aria-label=${label}
    placeholder=${label}
    .value=${list.query}
    @input=${(event: Event) => list.change({ query: (event.target as HTMLInputElement).value })}
  />`;
}

/** Below the list of apps: changes what its rows do. */
function appsNote({ messages, list }: WalletListView): TemplateResult {
  const { isGetting } = list;
  return html`<p class="apps-note">
    ${isGetting ? nothing : messages.text('noWalletYet')}
    <button
      class="button plain s"
      type="button"
      @click=${() => list.change({ isGetting: !isGetting })}
    >
      ${messages.text(isGetting ? 'back' : 'getOne')}
    </button>
  </p>`;
}

/** Without install links, wallets that were installed meanwhile are still shown. */
function offered({ list, withoutInstall }: Rows): readonly WalletRow[] {
  const { others } = list.rows;
  return withoutInstall ? others.filter((row) => row.installed) : others;
}

/** The rows in the order in which they are shown. */
export function shownRows(view: Rows): readonly WalletRow[] {
  return [...view.list.rows.installed, ...offered(view), ...view.list.rows.late];
}

export function hasInstalled(rows: WalletRows): boolean {
  return [rows.installed, rows.others, rows.late].some((group) =>
    group.some((row) => row.installed),
  );
}

function intro(view: WalletListView): TemplateResult {
  const { list, messages } = view;
  if (list.isForApps) {
    return html`<slot name="empty">
      <p class="intro-text apps-intro">${messages.text(introText(view))}</p>
    </slot>`;
  }
  const title = hasInstalled(list.rows) ? 'walletFoundTitle' : 'noWalletsTitle';
  return html`<slot name="empty">
    <div class="intro">
      <p class="intro-title">${messages.text(title)}</p>
      <p class="intro-text">${messages.text(introText(view))}</p>
    </div>
  </slot>`;
}

function introText(view: WalletListView) {
  if (hasInstalled(view.list.rows)) return 'walletFoundText';
  if (!offered(view).length) return 'noWalletsHere';
  if (!view.list.isForApps) return 'noWalletsText';
  return view.list.isGetting ? 'getAWallet' : 'continueInApp';
}

function group(
  view: WalletListView,
  name: string,
  label: string,
  rows: readonly WalletRow[],
): TemplateResult | typeof nothing {
  const shown = rows.filter((row) => isMatch(row, view.list));
  if (!shown.length) return nothing;
  // Safari removes the role of a list without bullets.
  /* eslint lit-a11y/no-redundant-role: off */
  return html`<div class="group ${name} ${view.list.isForApps ? 'apps' : ''}">
    <p part="group-label" class="group-label" id=${name}>${label}</p>
    <ul part="list" class="list" role="list" aria-labelledby=${name}>
      ${shown.map(
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
  if (id === busy) return html`<span class="spinner"></span>`;
  return html`${id === connected ? html`<span class="row-tick">${doneIcon}</span>` : forwardIcon}`;
}

/** One action: opens the wallet or its web app, or installs it. */
function linkRow(row: WalletRow, view: WalletListView): TemplateResult {
  const { messages, scan, list } = view;
  const { installUrl, scanUrl, webApp } = row;
  const openUrl = list.isGetting && installUrl ? undefined : row.openUrl;
  const install = list.isForApps ? 'get' : 'install';
  const action = html`<span class="wallet-action"
    >${messages.text(openUrl || webApp ? 'open' : install)}</span
  >`;
  if (openUrl) {
    return html`<a part="wallet install-link" class="wallet quiet" href=${openUrl} rel="noopener">
      ${identity(row)} ${action}
    </a>`;
  }
  return html`<a
      part="wallet install-link"
      class="wallet quiet"
      href=${installUrl ?? ''}
      target="_blank"
      rel="noopener noreferrer"
    >
      ${identity(row)} ${action} ${newTab(messages)}
    </a>
    ${
      scanUrl && scan
        ? html`<button
            class="button plain s scan"
            type="button"
            aria-label=${messages.text('openOnPhone', { wallet: row.name })}
            title=${messages.text('continueOnPhone')}
            @click=${() => scan(row)}
          >
            ${scanIcon}${messages.text('phone')}
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
function identity(row: WalletRow, more: TemplateResult | typeof nothing = nothing): TemplateResult {
  return html`${walletMark(row)}<span class="wallet-text"
      ><span part="wallet-name" class="wallet-name" translate="no"><bdi>${row.name}</bdi></span>
      ${row.note ? html`<span class="wallet-note">${row.note}</span>` : nothing} ${more}</span
    >`;
}

/** For screen readers: the link opens a tab. */
export function newTab(messages: PickerTexts): TemplateResult {
  return html`<span class="visually-hidden">${messages.text('newTab')}</span>`;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-select': WalletSelectEvent;
  }
}
