import { type AddressRow, accountAddresses, accountNetwork, addressRows } from './account-data.js';
import {
  html,
  nothing,
  render,
  type LitElement,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { ConnectedState, WalletState, WalletClient } from '../../client/types.js';
import { ClientController } from '../controllers/client-controller.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { PopoverController } from '../controllers/popover-controller.js';
import { getReadNetwork, mainAddress, shortAddress } from '../internal/account-address.js';
import { accountMessages } from '../messages/en/account.js';
import { BaseElement } from '../internal/base-element.js';
import { ElementEvent, delegatesFocus, isOurs } from '../internal/element.js';
import { sheetDragStyles } from '../internal/sheet-drag.js';
import { buttonHost, buttons } from '../styles/buttons.js';
import { panel } from '../styles/panel.js';
import { reset } from '../styles/reset.js';
import { tokens } from '../styles/tokens.js';
import { explorerLink } from '../internal/explorer-links.js';
import { accountBody, accountMenu, accountTrigger, avatar } from './wallet-account.template.js';
import { walletMarkStyles } from '../internal/wallet-mark.js';
import { animationsOver } from '../wallet-select-modal/modal-dialog.js';
import { property, query, state } from 'lit/decorators.js';
import { CopyController } from '../controllers/copy-controller.js';
import { NameController } from './name-controller.js';
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

/** What the account sets on a connect button. */
interface ConnectButton {
  warning?: string;
  avatar?: unknown;
  bnsName?: unknown;
}

/** The parts of the account that a page may style in a connect button. */
const EXPORTED =
  'menu, close-button, header, avatar, name, network, network-warning, wallet, wallet-icon, list, row, purpose, copy-button, explorer-link, disconnect-button';

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
 * @slot balance - A balance, below the wallet's name.
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
 * @csspart wallet - The wallet's icon and name.
 * @csspart wallet-icon - The wallet's icon, or the first letter of its name.
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
  static override shadowRootOptions = delegatesFocus;
  static override styles = [
    tokens,
    reset,
    buttons,
    buttonHost,
    panel,
    walletMarkStyles,
    walletAccountStyles,
    sheetDragStyles,
  ];

  readonly #wallet = new ClientController(this);
  readonly #messages = new MessagesController(this, accountMessages);
  readonly #copying = new CopyController(this);
  readonly #names = new NameController(this);
  readonly #menu = new PopoverController(this, {
    anchor: () => this.anchor ?? this.trigger,
    away: () => this.#away,
    panel: () => this.panel,
    sheet: () => this.sheet,
  });

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

  /** Shows the account inline, not behind a button. Default: false. */
  @property({ type: Boolean, reflect: true }) inline = false;

  /** An element that opens the account, instead of the button of this element. Default: none. */
  @property({ attribute: false }) anchor: HTMLElement | undefined;

  /** Whether the account is open. Set it with `show`, `hide` or `toggle`. */
  @property({ type: Boolean, reflect: true }) open = false;

  /**
   * The status of the session: `disconnected`, `connecting` or `connected`. Reflected for style sheets. Set by the
   * element.
   */
  @property() status: WalletState['status'] = 'disconnected';

  @state() private announcement = '';

  /** The address whose picture the connect button shows, and its name. */
  #shown = '';
  /** The page gave the account a name. */
  #isNamed = false;
  /** The content is shown: the menu is open, or its animation has not ended. */
  #hasContent = false;

  @query('#trigger') private trigger!: HTMLElement | null;
  @query('#menu') private panel!: HTMLElement | null;
  @query('#sheet') private sheet!: HTMLDialogElement | null;

  /** Opens the account next to its button. */
  show(): void {
    this.#menu.show();
  }

  /** Closes the account. */
  hide(): void {
    this.#menu.hide();
  }

  /** Opens or closes the account. */
  toggle(): void {
    this.#menu.toggle();
  }

  /** @internal For the element set as `anchor`. */
  get menu(): PopoverController {
    return this.#menu;
  }

  get #isInButton(): boolean {
    return this.anchor !== undefined && this.getRootNode() === this.anchor.shadowRoot;
  }

  /** An anchor elsewhere in the page. */
  get #away(): HTMLElement | undefined {
    return this.#isInButton ? undefined : this.anchor;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.open = false;
  }

  /**
   * In a connect button: exposes the slots and parts on the button. Not in the module of the button, to keep the first
   * load small.
   */
  protected override firstUpdated(): void {
    if (!this.#isInButton) return;
    this.setAttribute('exportparts', EXPORTED);
    render(
      html`<slot name="name" slot="name"></slot><slot name="balance" slot="balance"></slot>`,
      this,
    );
  }

  protected override willUpdate(): void {
    const { client, state } = this.#wallet;
    const { status } = state;
    const isNamed = (this.names || this.anchor?.hasAttribute('names')) && this.chain !== 'bitcoin';
    this.#names.follow(isNamed ? state.stxAddress : undefined, getReadNetwork(client, state));
    if (this.status === 'connected' && status !== 'connected') this.#menu.hide();
    this.status = status;
    this.open = this.#menu.open;
    this.#hasContent ||= this.open;
    // Clear an announcement that is no longer true: a screen reader can still reach its text.
    if (status === 'connected' && !this.#copying.result) this.announcement = '';
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#updateButton();
    if (changed.get('open') !== undefined) {
      if (!this.open) void this.#removeContent();
      this.dispatchEvent(new WalletAccountToggleEvent({ open: this.open }));
    }
  }

  async #removeContent(): Promise<void> {
    await (this.sheet && animationsOver(this.sheet));
    if (this.open) return;
    this.#hasContent = false;
    this.requestUpdate();
  }

  /**
   * In a connect button: shows the picture and the name of the account on the button, and a wrong network before anything
   * is signed.
   */
  #updateButton(): void {
    const current = this.#wallet.state;
    if (!this.anchor || !isOurs(this.anchor.localName) || current.status !== 'connected') return;
    const { page } = accountNetwork(current, this.#wallet.client.network);
    const button = this.anchor as LitElement & ConnectButton;
    const warning = page ? this.#messages.text('wrongNetwork') : '';
    const main = mainAddress(current.addresses, this.chain);
    const { name } = this.#names;
    const shown = `${main} ${name}`;
    if (button.warning === warning && this.#shown === shown) return;
    this.#shown = shown;
    button.warning = warning;
    button.avatar = main && avatar(main);
    button.bnsName = name && html`<bdi part="name" class="line" translate="no">${name}</bdi>`;
    button.requestUpdate();
  }

  readonly #copy = (row: AddressRow): void => {
    void this.#copying.copy(row.address).then((copied) => this.#reportCopy(row, copied));
  };

  #reportCopy(row: AddressRow, copied: boolean): void {
    this.announcement = copied ? this.#messages.text('addressCopied', { purpose: row.label }) : '';
    this.dispatchEvent(new WalletCopyEvent({ address: row.address, copied }));
  }

  readonly #disconnect = (): void => {
    this.#menu.hide();
    this.#wallet.client.disconnect();
    // A `<wallet-connect-button>` announces the disconnect itself.
    if (!isOurs(this.anchor?.localName ?? '')) {
      this.announcement = this.#messages.text('disconnected');
    }
    this.dispatchEvent(new WalletDisconnectEvent({}));
  };

  protected override render(): TemplateResult {
    const current = this.#wallet.state;
    const account = current.status === 'connected' ? current : undefined;
    return html`<div class="all" lang=${this.#messages.language}>
      ${account && (this.inline ? this.#body(account) : this.#disclosure(account))}
      ${this.open && this.#menu.isModal ? nothing : this.#status()}
    </div>`;
  }

  /** Inside a modal sheet while it is open: screen readers do not announce what is outside. */
  #status(): TemplateResult {
    return html`<span class="visually-hidden" role="status">${this.announcement}</span>`;
  }

  readonly #nameChanged = ({ target }: Event): void => {
    this.#isNamed = (target as HTMLSlotElement).assignedNodes({ flatten: true }).length > 0;
    this.requestUpdate();
  };

  #disclosure(account: ConnectedState): TemplateResult {
    const label = this.#messages.text('account');
    const address = mainAddress(account.addresses, this.chain);
    const short = address ? this.#short(address) : '…';
    return html`${this.anchor ? nothing : accountTrigger(this.#menu, { label, address, short, name: this.#names.name })}
    ${accountMenu(this.#menu, {
      label,
      close: this.#messages.text('close'),
      away: !!this.#away,
      body: this.#hasContent ? this.#body(account) : undefined,
      status: this.#status(),
    })}`;
  }

  #body(account: ConnectedState): TemplateResult {
    const { providerId, addresses, network } = account;
    const listsTransactions = this.transactions || this.anchor?.hasAttribute('transactions');
    if (listsTransactions) WalletAccount.loadTransactions?.().catch(() => {}); // the rest of the menu works
    const main = mainAddress(addresses, this.chain);
    const rows = addressRows(accountAddresses(addresses), this.#messages, ({ address, chain }) => ({
      address,
      short: this.#short(address),
      url: this.withoutExplorer
        ? undefined
        : explorerLink({ chain, network, address }, this.explorer),
    }));
    return accountBody({
      messages: this.#messages,
      main: rows.find(({ address }) => address === main),
      name: this.#names.name,
      isNamed: this.#isNamed,
      nameChanged: this.#nameChanged,
      network: accountNetwork(account, this.#wallet.client.network),
      wallet: this.#wallet.client.wallets().installed.find(({ id }) => id === providerId),
      rows: rows.filter(({ address }) => address !== main),
      transactions: listsTransactions ? this.#wallet.client : undefined,
      result: this.#copying.result,
      copy: this.withoutCopy ? undefined : this.#copy,
      disconnect: this.withoutDisconnect ? undefined : this.#disconnect,
    });
  }

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
