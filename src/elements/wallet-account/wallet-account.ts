import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { getMethod } from '../../lib/safe-access.js';
import type { ConnectedState, WalletState, WalletClient } from '../../core/types.js';
import { ClientController } from '../controllers/client-controller.js';
import { CopyController, copyResultIcon, type CopyResult } from '../controllers/copy-controller.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { toIdentity } from '../../lib/to-key.js';
import type { Unsubscribe } from '../../lib/store.js';
import { shortAddress } from '../../accounts/short-address.js';
import { mainAddress } from '../internal/account-address.js';
import { BaseElement, ElementEvent, delegatesFocus } from '../internal/base-element.js';
import { explorerLink } from '../../core/explorer-url.js';
import { explorerIcon, icon, refusedIcon } from '../internal/icons.js';
import { dialogStyles } from '../internal/sheet-drag.js';
import { walletMark, walletMarkStyles } from '../internal/wallet-mark.js';
import { accountMessages } from '../messages/en/account.js';
import { buttonHost, buttons } from '../styles/buttons.js';
import { note } from '../styles/note.js';
import { panel } from '../styles/panel.js';
import { base } from '../styles/base.js';
import { accountAddresses, accountNetwork } from './account-data.js';
import { AccountMenu } from './account-menu.js';
import { avatar } from './avatar.js';
import { walletAccountStyles } from './wallet-account.styles.js';

/** The account was opened or closed. */
export class WalletAccountToggleEvent extends ElementEvent<WalletAccountToggleEvent> {
  static override readonly type = 'wallet-account-toggle';
  declare readonly open: boolean;
}

/** An address was copied, or the browser refused to copy it. */
export class WalletCopyEvent extends ElementEvent<WalletCopyEvent> {
  static override readonly type = 'wallet-copy';
  declare readonly address: string;
  declare readonly copied: boolean;
}

/** The user disconnected with this element. */
export class WalletDisconnectEvent extends ElementEvent<WalletDisconnectEvent> {
  static override readonly type = 'wallet-disconnect';
}

/** What the button that opens the account shows of it. */
export interface AccountSummary {
  /** The wallet is on another network than the page. Else empty. */
  readonly warning: string;
  readonly picture: unknown;
  readonly bnsName: unknown;
  readonly balance: unknown;
}

/** For the element that contains the account, so it does not bubble: what it shows of the account has changed. */
export class AccountSummaryEvent extends Event {
  constructor(readonly summary: AccountSummary) {
    super('wallet-account-summary');
  }
}

/** One address of the account. */
interface Row {
  readonly address: string;
  /** Its purpose; unique in the account. */
  readonly label: string;
  readonly url: string | undefined;
}

const leaveIcon = icon(
  svg`<path d="M10 4.5H6.5a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2H10M10 12h9.5M16 8.5l3.5 3.5-3.5 3.5"/>`,
  'directional',
);

/**
 * The account of the connected wallet: its addresses and their purposes, copy buttons, explorer links and a
 * disconnect button. Opens from a button, or is shown inline. In a window of at most 480 pixels it opens as a modal
 * sheet. Shows nothing while no wallet is connected.
 *
 * @example
 * ```html
 * <wallet-connect-button without-menu></wallet-connect-button>
 * <wallet-account inline></wallet-account>
 * ```
 *
 * @slot trigger - Replaces the short address on the button that opens the account.
 * @slot name - The name of the account, such as a BNS name: the title, above the address.
 * @slot balance - A balance, below the name. With `balance`: instead of that in STX.
 * @slot before - Before the addresses.
 * @slot after - After the addresses, before Disconnect.
 *
 * @csspart trigger - The button that opens the account.
 * @csspart menu - The popover.
 * @csspart close-button - Closes the menu in a small window, where it is a modal sheet.
 * @csspart header - The avatar, the name, the address, the wallet and the network.
 * @csspart avatar - The picture of the account's address.
 * @csspart name - With `names`: the BNS name of the account.
 * @csspart network - The network.
 * @csspart network-warning - The warning that the wallet is on another network than the page.
 * @csspart wallet - The wallet's name.
 * @csspart wallet-icon - The wallet's icon, or the first letter of its name, on the avatar.
 * @csspart balance - With `balance`: the balance.
 * @csspart list - The other addresses.
 * @csspart row - One of the other addresses.
 * @csspart purpose - The purpose of an address.
 * @csspart address - An address.
 * @csspart copy-button - Copies an address.
 * @csspart explorer-link - Links to an address in the explorer.
 * @csspart copy-error - The message that the browser refused to copy.
 * @csspart transactions - With `transactions`: the list of recent transactions.
 * @csspart disconnect-button - Ends the connection.
 *
 * @fires wallet-account-toggle - The account was opened or closed.
 * @fires wallet-copy - An address was copied, or the browser refused to copy it.
 * @fires wallet-disconnect - The user disconnected.
 */
export class WalletAccount extends BaseElement {
  static override get shadowRootOptions() {
    return delegatesFocus;
  }
  static override get styles() {
    return [
      base,
      buttons,
      buttonHost,
      note,
      panel,
      walletMarkStyles,
      dialogStyles,
      walletAccountStyles,
    ];
  }

  readonly #wallet = new ClientController(this);
  readonly #messages = new MessagesController(this, accountMessages);
  readonly #copying = new CopyController(this);
  /** @internal For the element set as `anchor`. */
  readonly menu = new AccountMenu(this);

  /** The client whose account is shown. Default: the nearest `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: WalletClient | undefined;

  /** The chain of the address on the button: `stacks` or `bitcoin`; in HTML also `stx` or `btc`. Default: `stacks`. */
  @property({
    converter: (value) => (value === 'bitcoin' || value === 'btc' ? 'bitcoin' : 'stacks'),
  })
  chain: 'stacks' | 'bitcoin' = 'stacks';

  /** The number of characters shown at the start of an address. Default: 5. */
  @property({ type: Number, attribute: 'chars-start' }) charsStart = 5;

  /** The number of characters shown at the end of an address. Default: 4. */
  @property({ type: Number, attribute: 'chars-end' }) charsEnd = 4;

  /** Leaves out the copy buttons. Default: false. */
  @property({ type: Boolean, attribute: 'without-copy' }) withoutCopy = false;

  /** Leaves out the explorer links. Default: false. */
  @property({ type: Boolean, attribute: 'without-explorer' }) withoutExplorer = false;

  /** Leaves out Disconnect. Default: false. */
  @property({ type: Boolean, attribute: 'without-disconnect' }) withoutDisconnect = false;

  /**
   * URL of an explorer (https) with `{address}`, and optionally `{network}` and `{chain}`. Default: the Stacks
   * explorer and mempool.space; no link on a network that they do not have.
   */
  @property() explorer = '';

  /** Loads and defines `<wallet-transactions>`, needed only with `transactions`. Set by `define.ts`. */
  static loadTransactions: (() => Promise<unknown>) | undefined;
  /** Loads and defines `<wallet-balance>`, needed only with `balance`. Set by `define.ts`. */
  static loadBalance: (() => Promise<unknown>) | undefined;

  /**
   * Shows the account's recent transactions below its addresses. In the menu of a `<wallet-connect-button>`: the
   * attribute `transactions` of the button. Default: false.
   */
  @property({ type: Boolean }) transactions = false;

  /**
   * Shows the BNS name of the account, such as `alice.btc`, beside its address. It is a label, not a proof: anybody can give
   * an account its first name. Reading it tells the Stacks API the address of the visitor, so it is off by default. In the
   * menu of a `<wallet-connect-button>`: the attribute `names` of the button. Default: false.
   */
  @property({ type: Boolean }) names = false;

  /**
   * Shows what the account can spend in STX. Reading it tells the Stacks API the address of the visitor, so it is off by
   * default. In the menu of a `<wallet-connect-button>`: the attribute `balance` of the button, which shows it, too.
   * Default: false.
   */
  @property({ type: Boolean }) balance = false;

  /**
   * Three letters of a currency, such as `eur`: shows what the balance in the menu is worth, see `<ft-amount>`. Also an
   * attribute of `<wallet-connect-button>`. Default: no value.
   */
  @property() fiat: string | undefined;

  /** Turns on `names`, `balance` and `transactions`. Also an attribute of `<wallet-connect-button>`. Default: false. */
  @property({ type: Boolean }) rich = false;

  /** Shows the account inline, not behind a button. Default: false. */
  @property({ type: Boolean, reflect: true }) inline = false;

  /** An element that opens the account, instead of the button of this element. Default: none. */
  @property({ attribute: false }) anchor: HTMLElement | undefined;

  /** @internal It covers its anchor, so the menu is placed next to it; the anchor announces a disconnect. */
  @property({ attribute: false }) isPartOfAnchor = false;

  /** Whether the account is open. Set it with `show`, `hide` or `toggle`. */
  @property({ type: Boolean, reflect: true }) open = false;

  /** `disconnected`, `connecting` or `connected`, for style sheets. Set by the element. */
  @property() status: WalletState['status'] = 'disconnected';

  @state() private announcement = '';
  /** The BNS name of the account. Undefined if it has none, and until it has loaded. */
  @state() private bnsName: string | undefined;
  /** The account whose name is read. */
  #named = '';
  #unwatchName: Unsubscribe | undefined;

  /** What the last summary was made of. */
  #summarized = '';
  /** The slots that the page has filled. */
  readonly #slots = new Set<string>();
  /** Opens the account next to its button. */
  show(): void {
    this.menu.show();
  }

  /** Closes the account. */
  hide(): void {
    this.menu.hide();
  }

  /** Opens or closes the account. */
  toggle(): void {
    this.menu.toggle();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.open = false;
    this.#unwatchName?.();
    this.#named = '';
  }

  protected override willUpdate(): void {
    const { client, state } = this.#wallet;
    const { status } = state;
    this.#followName(client, state.stxAddress);
    if (this.status === 'connected' && status !== 'connected') this.menu.hide();
    this.status = status;
    this.open = this.menu.open;
    // Clear an announcement that is no longer true: a screen reader can still reach its text.
    if (status === 'connected' && !this.#copying.result) this.announcement = '';
  }

  /** Whether the page wants it. */
  #has(name: 'names' | 'balance' | 'transactions'): boolean {
    return this[name] || this.rich;
  }

  /** Reads the name only if the page wants it: a service sees the address. */
  #followName(client: WalletClient, address: string | undefined): void {
    const isWanted = this.isConnected && this.#has('names') && this.chain !== 'bitcoin';
    const named = address && isWanted ? `${toIdentity(client)} ${address}` : '';
    if (named === this.#named) return;
    this.#unwatchName?.();
    this.#unwatchName = this.bnsName = undefined;
    this.#named = named;
    if (named) void this.#watchName(named, address!, client);
  }

  async #watchName(named: string, address: string, client: WalletClient): Promise<void> {
    // Without the file, the rest of the menu works.
    const file = await import('../../contracts/watch-name.js').catch(() => undefined);
    if (!file || this.#named !== named) return;
    const watcher = file.watchName(address, { client });
    this.#unwatchName = watcher.subscribe(() => (this.bnsName = watcher.state.name));
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#summarize();
    if (changed.get('open') !== undefined) {
      this.dispatchEvent(new WalletAccountToggleEvent({ open: this.open }));
    }
  }

  #summarize(): void {
    const current = this.#wallet.state;
    if (current.status !== 'connected') return;
    const { page } = accountNetwork(current, this.#wallet.client.network);
    const warning = page ? this.#messages.text('wrongNetwork') : '';
    const main = mainAddress(current.addresses, this.chain);
    const hasBalance = this.#has('balance');
    const summarized = `${warning} ${main} ${this.bnsName} ${hasBalance}`;
    if (this.#summarized === summarized) return;
    this.#summarized = summarized;
    const picture = main && avatar(main);
    const balance = hasBalance ? this.#balance() : undefined;
    this.dispatchEvent(
      new AccountSummaryEvent({ warning, picture, bnsName: this.#name('line'), balance }),
    );
  }

  async #copy({ address, label }: Row): Promise<void> {
    const copied = await this.#copying.copy(address);
    this.announcement = copied ? this.#messages.text('addressCopied', { purpose: label }) : '';
    this.dispatchEvent(new WalletCopyEvent({ address, copied }));
  }

  readonly #disconnect = (): void => {
    this.menu.hide();
    this.#wallet.client.disconnect();
    if (!this.isPartOfAnchor) this.announcement = this.#messages.text('disconnected');
    this.dispatchEvent(new WalletDisconnectEvent({}));
  };

  protected override render(): TemplateResult {
    const current = this.#wallet.state;
    const account = current.status === 'connected' ? current : undefined;
    const status = html`<span class="visually-hidden" role="status">${this.announcement}</span>`;
    return html`<div class="all" lang=${this.#messages.language}>
      ${account && (this.inline ? this.#body(account) : this.#disclosure(account, status))}
      ${this.menu.isSheetOpen ? nothing : status}
    </div>`;
  }

  #disclosure(account: ConnectedState, status: TemplateResult): TemplateResult {
    const label = this.#messages.text('account');
    const texts = { label, close: this.#messages.text('close') };
    return html`${this.anchor ? nothing : this.#trigger(account, label)}
    ${this.menu.render(texts, () => this.#body(account), status)}`;
  }

  /** The button that opens the menu, if the page has no other. */
  #trigger({ addresses }: ConnectedState, label: string): TemplateResult {
    const address = mainAddress(addresses, this.chain);
    return html`<button
      part="trigger"
      id="trigger"
      type="button"
      class="button outlined"
      aria-expanded=${String(this.open)}
      @pointerdown=${this.menu.pressed}
      @click=${this.menu.toggle}
    >
      <slot name="trigger">
        <span class="visually-hidden">${label}</span>
        ${address ? avatar(address) : nothing} ${this.#name('name')}
        <bdi class="trigger" dir="ltr" translate="no"
          >${address ? this.#short(address) : '\u2026'}</bdi
        >
      </slot>
    </button>`;
  }

  #name(className: string): TemplateResult | undefined {
    const name = this.bnsName;
    return name
      ? html`<bdi part="name" class=${className} translate="no">${name}</bdi>`
      : undefined;
  }

  /** The content of the menu, or of the inline account. */
  #body(account: ConnectedState): TemplateResult {
    const texts = this.#messages;
    const { client } = this.#wallet;
    const { name, page: wanted } = accountNetwork(account, client.network);
    const [network, page] = [name, wanted].map((each) => this.#networkName(each));
    const wallet = client.wallets().installed.find(({ id }) => id === account.providerId);
    const rows = this.#rows(account);
    const address = mainAddress(account.addresses, this.chain);
    const main = rows.find((row) => row.address === address);
    const others = rows.filter((row) => row !== main);
    const result = main && this.#resultFor(main);
    const isNamed = this.#slots.has('name') || this.bnsName !== undefined;
    return html`<div class="body">
      <div part="header" class="head">
        <span class="picture">
          ${main ? avatar(main.address) : nothing} ${wallet ? walletMark(wallet) : nothing}
        </span>
        <slot name="name" @slotchange=${this.#slotted}></slot>
        ${this.#slots.has('name') ? nothing : this.#name('title')}
        ${main && !isNamed ? html`<div class="title">${this.#addressText(main)}</div>` : nothing}
        ${main ? nothing : html`<p class="none">${texts.text('noAddress')}</p>`}
        <div class="where">
          ${
            main && isNamed
              ? this.#addressText(main)
              : wallet && html`<bdi part="wallet" class="wallet">${wallet.name}</bdi>`
          }
          ${network && (wallet || isNamed) ? html`<span aria-hidden="true">${'\u00b7'}</span>` : nothing}
          ${network ? html`<bdi part="network" class="network">${network}</bdi>` : nothing}
          ${
            wallet && main && isNamed
              ? html`<bdi part="wallet" class="visually-hidden">${wallet.name}</bdi>`
              : nothing
          }
        </div>
      </div>
      ${
        // A request would fail, or use another chain than expected.
        network && page
          ? html`<p part="network-warning" class="note warning danger">
              ${refusedIcon}<span
                >${texts.text('networkDiffers', { network, page })}
                <strong>${texts.text('networkRemedy', { page })}</strong></span
              >
            </p>`
          : nothing
      }
      <slot name="balance" @slotchange=${this.#slotted}></slot>
      ${
        this.#has('balance') && !page && !this.#slots.has('balance')
          ? this.#balance(this.fiat)
          : nothing
      }
      <div class="actions">
        ${
          main && !this.withoutCopy
            ? html`<button
                part="copy-button"
                type="button"
                class="button action ${result?.copied ? 'copied' : ''}"
                aria-label=${texts.text(result?.copied ? 'copied' : 'copyMain')}
                @click=${() => this.#copy(main)}
              >
                ${copyResultIcon(result)}${texts.text(result?.copied ? 'copied' : 'copy')}
              </button>`
            : nothing
        }
        ${main && this.#explorerLink(main, true)}
        ${
          this.withoutDisconnect
            ? nothing
            : html`<button
                part="disconnect-button"
                type="button"
                class="button action"
                @click=${this.#disconnect}
              >
                ${leaveIcon}${texts.text('disconnect')}
              </button>`
        }
      </div>
      ${main ? this.#copyError(main) : nothing}
      <slot name="before"></slot>
      ${
        // Safari removes the role of a list without bullets.
        /* eslint lit-a11y/no-redundant-role: off */
        others.length
          ? html`<ul part="list" class="addresses" role="list">
              ${others.map((row) => this.#row(row))}
            </ul>`
          : nothing
      }
      ${this.#transactions()}
      <slot name="after"></slot>
    </div>`;
  }

  #balance(fiat?: string): TemplateResult {
    getMethod(WalletAccount, 'loadBalance')?.().catch(() => {}); // the rest of the menu works
    return html`<wallet-balance
      part="balance"
      class="balance"
      .client=${this.#wallet.client}
      .fiat=${fiat}
    ></wallet-balance>`;
  }

  #transactions(): TemplateResult | undefined {
    if (!this.#has('transactions')) return undefined;
    getMethod(WalletAccount, 'loadTransactions')?.().catch(() => {}); // the rest of the menu works
    return html`<wallet-transactions
      part="transactions"
      class="transactions"
      .client=${this.#wallet.client}
      .rowsAreLinks=${true}
    ></wallet-transactions>`;
  }

  /** In the language of the page, if it is one of the two that everybody has. */
  #networkName(name: string | undefined): string | undefined {
    return name === 'mainnet' || name === 'testnet' ? this.#messages.text(name) : name;
  }

  /** Further addresses of the same purpose are numbered, so that accessible names are unique. */
  #rows({ addresses, network }: ConnectedState): Row[] {
    const all = accountAddresses(addresses);
    return all.map((entry) => {
      const { address, chain, purpose } = entry;
      const number = all.filter((other) => other.purpose === purpose).indexOf(entry) + 1;
      const label = this.#messages.text(purpose);
      return {
        address,
        label: number > 1 ? `${label} ${number}` : label,
        url: this.withoutExplorer
          ? undefined
          : explorerLink({ chain, network, address }, this.explorer),
      };
    });
  }

  /** Purpose, address, copy button and explorer link. Shows the result of copying in the same row. */
  #row(row: Row): TemplateResult {
    const texts = this.#messages;
    const result = this.#resultFor(row);
    const copied = result?.copied ? 'copied' : '';
    return html`<li part="row" class="row">
      <div part="purpose" class="purpose ${copied}">
        ${copied ? texts.text('copied') : row.label}
      </div>
      ${this.#addressText(row)}
      ${
        this.withoutCopy
          ? nothing
          : html`<button
              part="copy-button"
              type="button"
              class="icon-button ${copied}"
              aria-label=${texts.text('copyAddress', { purpose: row.label })}
              @click=${() => this.#copy(row)}
            >
              ${copyResultIcon(result)}
            </button>`
      }
      ${this.#explorerLink(row)} ${this.#copyError(row)}
    </li>`;
  }

  #resultFor({ address }: Row): CopyResult {
    const { result } = this.#copying;
    return result?.text === address ? result : undefined;
  }

  /** The whole address if the browser refused to copy it. */
  #addressText(row: Row): TemplateResult {
    const isRefused = this.#resultFor(row)?.copied === false;
    return html`<bdi
      part="address"
      class="address ${isRefused ? 'whole' : ''}"
      dir="ltr"
      translate="no"
      >${isRefused ? row.address : this.#short(row.address)}</bdi
    >`;
  }

  /** `isTile`: as a tile with a label, like the actions. */
  #explorerLink({ url, label }: Row, isTile = false): TemplateResult | undefined {
    if (!url) return undefined;
    return html`<a
      part="explorer-link"
      class=${isTile ? 'button action' : 'icon-button'}
      href=${url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label=${this.#messages.text('viewInExplorer', { purpose: label })}
      >${explorerIcon}${isTile ? this.#messages.text('explorer') : nothing}</a
    >`;
  }

  #copyError(row: Row): TemplateResult {
    const isRefused = this.#resultFor(row)?.copied === false;
    return html`<p
      part="copy-error"
      class=${isRefused ? 'note refusal danger' : 'visually-hidden'}
      role="alert"
    >
      ${isRefused ? html`${refusedIcon}<span>${this.#messages.text('copyRefused')}</span>` : nothing}
    </p>`;
  }

  readonly #slotted = ({ target }: Event): void => {
    const slot = target as HTMLSlotElement;
    if (slot.assignedNodes({ flatten: true }).length > 0) this.#slots.add(slot.name);
    else this.#slots.delete(slot.name);
    this.requestUpdate();
  };

  #short(address: string): string {
    return shortAddress(address, this.charsStart, this.charsEnd);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-account-toggle': WalletAccountToggleEvent;
    'wallet-copy': WalletCopyEvent;
    'wallet-disconnect': WalletDisconnectEvent;
  }
  interface HTMLElementTagNameMap {
    'wallet-account': WalletAccount;
  }
}
