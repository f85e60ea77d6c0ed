import {
  html,
  nothing,
  svg,
  type LitElement,
  type ReactiveController,
  type SVGTemplateResult,
  type TemplateResult,
} from 'lit';
import type { Choice, WalletClient } from '../../core/types.js';
import type { Unsubscribe } from '../../lib/store.js';
import { bare, getMethod } from '../../lib/safe-access.js';
import type { ProviderDescriptor } from '../../wallets/wallet.js';
import type { MessagesController } from '../controllers/messages-controller.js';
import {
  closeIcon,
  explorerIcon,
  icon as iconOf,
  searchIcon,
  walletIcon,
} from '../internal/icons.js';
import { walletMark } from '../internal/wallet-mark.js';
import type { pickerMessages } from '../messages/en/picker.js';
import {
  groupWallets,
  getPlatform,
  type WalletRow,
  type WalletRows,
  type WalletSort,
} from './wallet-rows.js';

/** An icon of the picker. */
export const icon = (path: SVGTemplateResult, className?: string): SVGTemplateResult =>
  iconOf(path, className, 20);

const forwardIcon = icon(svg`<path d="M9 5l7 7-7 7"/>`, 'directional');
const scanIcon = icon(
  svg`<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM20 14v2.5M17 20h3v-.5M14 20v-.5"/>`,
);
/** In a narrow list, instead of the word. */
const installIcon = icon(svg`<path d="M12 4v11M7 10.5l5 5 5-5M5 20h14"/>`);
/** More wallets than a person finds at a glance. */
const MANY = 10;

/** The wallets to list: those of a choice, or of a client. */
export type WalletSource = Pick<Choice, 'wallets' | 'watchWallets' | 'lastProviderId'>;

/** The wallets of a client, for a list before the user has picked one. */
export function getListedWallets(
  client: WalletClient,
  providers?: readonly ProviderDescriptor[],
): WalletSource {
  const options = { defaultProviders: providers };
  return {
    get wallets() {
      return client.wallets(options);
    },
    lastProviderId: client.selectedProviderId,
    watchWallets: (changed) => client.watchWallets(changed, options),
  };
}

type Texts = MessagesController<typeof pickerMessages>;
type Host = LitElement & {
  readonly sort: WalletSort;
  readonly withoutInstall: boolean;
  readonly recommend: string;
};

/** What a view adds to the list. */
interface ListView {
  readonly pick: (row: WalletRow) => void;
  /** Shows the QR code that opens the page on a phone; without it there is no button for it. */
  readonly scan?: (row: WalletRow) => void;
  /** What a wallet is, instead of whether it was used last. */
  readonly badge?: (row: WalletRow) => string | undefined;
  /** What is at the end of the row of a wallet, instead of an arrow. */
  readonly sign?: (row: WalletRow) => TemplateResult | undefined;
  /** The content below the row of a wallet. */
  readonly below?: (row: WalletRow) => TemplateResult | undefined;
}

/** The list of wallets, of `<wallet-list>` and of the modal. */
export class ListController implements ReactiveController {
  readonly #host: Host;
  readonly #messages: Texts;
  #source: WalletSource | undefined;
  /** The URL of the page in the links of the rows. */
  #page = '';
  #unlist: Unsubscribe | undefined;
  #focused: string | undefined;
  #rows: WalletRows = { installed: [], others: [], late: [] };
  /** The text in the search field. */
  #query = '';
  /** On a phone without a wallet in its browser, when the list was opened: a page cannot see wallet apps. */
  #isForApps = false;
  /** The rows for apps lead to the store, not into the app. */
  #isGetting = false;
  /** The user has opened the page of a wallet to install it. */
  #isInstalling = false;
  /** The name of the wallet that was added last, for the live region. */
  #arrived: string | undefined;

  constructor(host: Host, messages: Texts) {
    this.#host = host;
    this.#messages = messages;
    host.addController(this);
  }

  /** Lists the wallets of `source`, and keeps the rows up to date until `close`. */
  list(source: WalletSource): void {
    this.#unlist?.();
    this.#arrived = undefined;
    this.#query = '';
    this.#isGetting = this.#isInstalling = false;
    this.#source = source;
    this.#rows = this.#groupWallets(source);
    const { installed, others } = this.#rows;
    this.#isForApps = !installed.length && others.some((row) => row.openUrl);
    this.#unlist = source.watchWallets(() => {
      const before = this.#installedNames();
      this.#rows = this.#groupWallets(source, this.#rows);
      this.#arrived = [...this.#installedNames()].find((name) => !before.has(name));
      this.#host.requestUpdate();
    });
    this.#host.requestUpdate();
  }

  close(): void {
    this.#unlist?.();
    this.#unlist = this.#arrived = undefined;
  }

  /** A single-page app changes its URL, which links contain, without loading a page. So they follow it when pressed. */
  readonly #followPage = (): void => {
    if (!this.#source || this.#page === location.href) return;
    this.#rows = this.#groupWallets(this.#source, this.#rows);
    this.#host.requestUpdate();
  };

  hostConnected(): void {
    for (const type of ['pointerdown', 'keydown']) {
      this.#host.renderRoot.addEventListener(type, this.#followPage, bare({ capture: true }));
    }
  }

  /**
   * Keeps the focus on the same wallet when its focused control is removed: a link becomes a button once the
   * wallet is installed, and Cancel (also inside the wallet's `data-id`) disappears.
   */
  hostUpdate(): void {
    const row = this.#host.shadowRoot?.activeElement?.closest<HTMLElement>('[data-id]');
    this.#focused = row?.dataset['id'];
  }

  hostUpdated(): void {
    const { shadowRoot } = this.#host;
    if (this.#focused !== undefined && !shadowRoot?.activeElement) this.focus(this.#focused);
  }

  /** Focuses the wallet with this id, or else the first one. Returns false if the list is hidden or empty. */
  focus(id?: string): boolean {
    const rows = [...(this.#host.shadowRoot?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
    const row = rows.find(({ dataset }) => dataset['id'] === id) ?? rows[0];
    const control = row?.querySelector<HTMLElement>('a, button');
    control?.focus();
    return control !== undefined && control !== null;
  }

  get hasInstalled(): boolean {
    return this.#allRows().some((row) => row.installed);
  }

  /** The first wallet that can be opened on a phone by a code. */
  get forPhone(): WalletRow | undefined {
    return this.#offered().find((row) => row.scanUrl);
  }

  /** Whether the list has a row for this wallet. */
  has(id: string): boolean {
    return this.#shownRows().some((row) => row.id === id);
  }

  /** The row of a wallet; a plain one for a wallet that is not in the list. */
  row(id: string): WalletRow {
    const plain = { id, name: id, installed: true, lastUsed: false, kinds: [] };
    return this.#allRows().find((row) => row.id === id) ?? plain;
  }

  #allRows(): WalletRow[] {
    const { installed, others, late } = this.#rows;
    return [...installed, ...others, ...late];
  }

  /** The rows in the order in which they are shown. */
  #shownRows(): WalletRow[] {
    return [...this.#rows.installed, ...this.#offered(), ...this.#rows.late];
  }

  /** Without install links, wallets that were installed meanwhile are still shown. */
  #offered(): readonly WalletRow[] {
    return this.#rows.others.filter((row) => row.installed || !this.#host.withoutInstall);
  }

  #groupWallets({ wallets, lastProviderId }: WalletSource, before?: WalletRows) {
    const { sort, recommend } = this.#host;
    // jsdom has no media queries.
    const platform = getPlatform(navigator, window.matchMedia?.('(pointer: coarse)').matches);
    const page = (this.#page = location.href);
    return groupWallets(wallets, { platform, page, lastProviderId, sort, recommend }, before);
  }

  #installedNames(): Set<string> {
    const rows = this.#allRows().filter((row) => row.installed);
    return new Set(rows.map(({ name }) => name));
  }

  #isMatch({ name }: WalletRow): boolean {
    return name.toLocaleLowerCase().includes(this.#query.trim().toLocaleLowerCase());
  }

  get #isWithoutMatch(): boolean {
    return this.#query !== '' && !this.#shownRows().some((row) => this.#isMatch(row));
  }

  /** The text for screen readers about what has changed: a wallet that was added, or a search that finds none. */
  get status(): string {
    const wallet = this.#arrived;
    if (wallet !== undefined) return this.#messages.text('walletReady', { wallet });
    return this.#isWithoutMatch ? this.#messages.text('noWalletsTitle') : '';
  }

  /** The groups of wallets. */
  render(view: ListView): TemplateResult {
    const messages = this.#messages;
    const { installed, late } = this.#rows;
    const offered = this.#offered();
    return html`<div class="wallets">
      ${installed.length ? nothing : this.#intro(offered)}
      ${this.#shownRows().length < MANY ? nothing : this.#searchField()}
      ${this.#group(view, 'installed', messages.text('installedWallets'), installed)}
      ${this.#group(view, 'others', messages.text('otherWallets'), offered)}
      ${this.#group(view, 'late', messages.text('foundWallets'), late)}
      ${this.#isWithoutMatch ? this.#noMatch() : nothing}
      ${this.#isForApps && !this.hasInstalled && offered.length ? this.#appsNote() : nothing}
    </div>`;
  }

  #searchField(): TemplateResult {
    const label = this.#messages.text('searchWallets');
    return html`<div class="search">
      ${searchIcon}
      <input
        part="search"
        type="search"
        autocomplete="off"
        aria-label=${label}
        placeholder=${label}
        .value=${this.#query}
        @input=${(event: Event) => this.#search((event.target as HTMLInputElement).value)}
      />
      ${
        this.#query === ''
          ? nothing
          : html`<button
              part="clear-button"
              class="icon-button"
              type="button"
              aria-label=${this.#messages.text('clearSearch')}
              @click=${this.#clearSearch}
            >
              ${closeIcon}
            </button>`
      }
    </div>`;
  }

  #search(query: string): void {
    this.#query = query;
    this.#host.requestUpdate();
  }

  readonly #clearSearch = (): void => {
    this.#search('');
    this.#host.renderRoot.querySelector<HTMLElement>('[part=search]')?.focus();
  };

  #noMatch(): TemplateResult {
    return html`<div class="no-match">
      ${searchIcon}
      <p>${this.#messages.text('noWalletsTitle')}</p>
      <button class="button outlined s" type="button" @click=${this.#clearSearch}>
        ${this.#messages.text('clearSearch')}
      </button>
    </div>`;
  }

  /** Below the list of apps: changes what its rows do. */
  #appsNote(): TemplateResult {
    const isGetting = this.#isGetting;
    return html`<p class="apps-note">
      ${isGetting ? nothing : this.#messages.text('noWalletYet')}
      <button
        class="button plain s"
        type="button"
        @click=${() => {
          this.#isGetting = !isGetting;
          this.#host.requestUpdate();
        }}
      >
        ${this.#messages.text(isGetting ? 'back' : 'getOne')}
      </button>
    </p>`;
  }

  #intro(offered: readonly WalletRow[]): TemplateResult {
    const messages = this.#messages;
    const isFound = this.hasInstalled;
    const without = this.#isForApps
      ? messages.text(this.#isGetting ? 'getAWallet' : 'continueInApp')
      : messages.text(this.#isInstalling ? 'afterInstall' : 'newToWalletsText');
    const missing = offered.length ? without : messages.text('noWalletsHere');
    const text = isFound ? messages.text('walletFoundText') : missing;
    return html`<slot name="empty"
      >${
        this.#isForApps
          ? html`<p class="intro-text apps-intro">${text}</p>`
          : html`<div class="intro">
              ${illustration(offered)}
              <p class="intro-title">
                ${messages.text(isFound ? 'walletFoundTitle' : offered.length ? 'newToWalletsTitle' : 'noWalletsTitle')}
              </p>
              <p class="intro-text">${text}</p>
            </div>`
      }</slot
    >`;
  }

  #group(
    view: ListView,
    name: string,
    label: string,
    rows: readonly WalletRow[],
  ): TemplateResult | typeof nothing {
    const shown = rows.filter((row) => this.#isMatch(row));
    if (!shown.length) return nothing;
    // Safari removes the role of a list without bullets.
    /* eslint lit-a11y/no-redundant-role: off */
    // The introduction says what they are.
    const isHidden = name === 'others' && !this.#rows.installed.length;
    return html`<div class="group ${this.#isForApps ? 'apps' : ''} ${name}">
      <p part="group-label" class=${isHidden ? 'visually-hidden' : 'group-label'} id=${name}>
        ${label}
      </p>
      <ul part="list" class="list" role="list" aria-labelledby=${name}>
        ${shown.map(
          (row) =>
            html`<li class="row" data-id=${row.id}>
              ${row.installed ? this.#connectRow(row, view) : this.#linkRow(row, view)}
              ${getMethod(view, 'below')?.(row)}
            </li>`,
        )}
      </ul>
    </div>`;
  }

  #connectRow(row: WalletRow, view: ListView): TemplateResult {
    const lastUsed = row.lastUsed ? this.#messages.text('lastUsed') : undefined;
    return html`<button part="wallet" class="wallet" type="button" @click=${() => view.pick(row)}>
      ${this.#describe(row, getMethod(view, 'badge')?.(row) ?? lastUsed)}
      ${getMethod(view, 'sign')?.(row) ?? forwardIcon}
    </button>`;
  }

  /** A wallet, with a badge and what it is. */
  #describe(row: WalletRow, mark: string | undefined): TemplateResult {
    const messages = this.#messages;
    const kinds = row.kinds.map((kind) =>
      kind === 'extension' || kind === 'webApp' || kind === 'multisigWebApp'
        ? messages.text(kind)
        : kind,
    );
    return identity(
      row,
      html`${mark === undefined ? nothing : badge(mark)}${
        kinds.length > 0
          ? html`<span class="wallet-kind">${kinds.join('\u00a0· ')}</span>`
          : nothing
      }`,
    );
  }

  /** A wallet that is not installed, and whether the page recommends it. */
  #offer(row: WalletRow): TemplateResult {
    return this.#describe(row, row.recommended ? this.#messages.text('recommended') : undefined);
  }

  /** One action: opens the wallet or its web app, or installs it. */
  #linkRow(row: WalletRow, { scan }: ListView): TemplateResult {
    const messages = this.#messages;
    const { installUrl, scanUrl, webApp } = row;
    const openUrl = this.#isGetting && installUrl ? undefined : row.openUrl;
    const install = this.#isForApps ? 'get' : 'install';
    const isOpening = openUrl !== undefined || webApp;
    const action = html`<span class="wallet-action"
      >${isOpening ? explorerIcon : installIcon}<span
        >${messages.text(isOpening ? 'open' : install)}</span
      ></span
    >`;
    const className = row.recommended ? 'wallet recommended' : 'wallet';
    if (openUrl) {
      return html`<a part="wallet install-link" class=${className} href=${openUrl} rel="noopener">
        ${this.#offer(row)} ${action}
      </a>`;
    }
    return html`<a
        part="wallet install-link"
        class=${className}
        href=${installUrl ?? ''}
        target="_blank"
        rel="noopener noreferrer"
        @click=${() => {
          this.#isInstalling = !webApp;
          this.#host.requestUpdate();
        }}
      >
        ${this.#offer(row)} ${action} ${newTab(messages)}
      </a>
      ${
        scanUrl && scan
          ? html`<button
              class="icon-button scan"
              type="button"
              aria-label=${messages.text('openOnPhone', { wallet: row.name })}
              title=${messages.text('continueOnPhone')}
              @click=${() => scan(row)}
            >
              ${scanIcon}
            </button>`
          : nothing
      }`;
  }
}

/** A wallet between two of those that are offered. */
const illustration = (offered: readonly WalletRow[]): TemplateResult =>
  html`<div class="illustration" aria-hidden="true">
    ${offered.slice(0, 2).map(walletMark)}<span class="wallet-icon">${walletIcon}</span>
  </div>`;

/** A link to the store. If the wallet is not installed, a link with its custom scheme opens nothing. */
export function installLink(
  { name: wallet, installUrl }: WalletRow,
  messages: Texts,
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

/** After a name. */
const badge = (text: string): TemplateResult =>
  html`<span part="wallet-badge" class="wallet-badge">${text}</span>`;

/** Icon and name, with notes below the name, where there is room for long words. */
function identity(row: WalletRow, more: TemplateResult | typeof nothing = nothing): TemplateResult {
  return html`${walletMark(row)}<span class="wallet-text"
      ><span part="wallet-name" class="wallet-name" translate="no"><bdi>${row.name}</bdi></span>
      ${row.note ? html`<span class="wallet-note">${row.note}</span>` : nothing} ${more}</span
    >`;
}

/** For screen readers: the link opens a tab. */
export function newTab(messages: Texts): TemplateResult {
  return html`<span class="visually-hidden">${messages.text('newTab')}</span>`;
}
