import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Choice, WalletClient } from '../../core/types.js';
import type { JsonRpcError } from '../../errors.js';
import type { ProviderDescriptor } from '../../wallets/wallet.js';
import { ClientController } from '../controllers/client-controller.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { pickerMessages } from '../messages/en/picker.js';
import { BaseElement, delegatesFocus } from '../internal/base-element.js';
import { buttons } from '../styles/buttons.js';
import { base } from '../styles/base.js';
import { attachedNote } from '../styles/attached-note.js';
import { note } from '../styles/note.js';
import { onPage } from '../styles/tokens.js';
import {
  ChoiceViews,
  declinedIcon,
  viewTexts,
  WalletSelectEvent,
  type ChoiceView,
} from './choice-views.js';
import { getListedWallets, ListController } from './list-controller.js';
import { doneIcon, refusedIcon } from '../internal/icons.js';
import { walletMarkStyles } from '../internal/wallet-mark.js';
import { property, state } from 'lit/decorators.js';
import { walletListStyles } from './wallet-list.styles.js';
import type { WalletRow, WalletSort } from './wallet-rows.js';

export type { WalletSelectEvent } from './choice-views.js';

/** Milliseconds for which the tick of a connected wallet is shown. */
const TICK_SHOWN = 2_000;

/**
 * A list of the page's wallets that connects the one that is clicked; `<wallet-select-modal>` without the
 * dialog.
 *
 * @example
 * ```html
 * <wallet-list></wallet-list>
 * ```
 *
 * @slot empty - Replaces the introduction if no wallet is installed.
 * @csspart search - The search field: from ten wallets on.
 * @csspart clear-button - Empties the search field.
 * @csspart list - The wallets of a group.
 * @csspart group-label - The name of a group.
 * @csspart wallet - One wallet: a button, or a link to install it.
 * @csspart wallet-icon - The wallet's icon, or the first letter of its name.
 * @csspart wallet-name - The wallet's name.
 * @csspart wallet-badge - "Connected" or "Last used".
 * @csspart install-link - Every link to install or open a wallet.
 * @csspart status - The progress of connecting, or why it failed, below the wallet.
 * @csspart cancel-button - Cancels the attempt to connect.
 * @csspart retry-button - Tries again: after a failure, after the user declined, or if a wallet does not answer.
 * @fires wallet-select - Before the wallet is connected, with its `providerId`. Cancel it to connect by yourself.
 */
export class WalletList extends BaseElement {
  static override get shadowRootOptions() {
    return delegatesFocus;
  }
  static override get styles() {
    return [
      base,
      buttons,
      onPage,
      walletMarkStyles,
      walletListStyles,
      note,
      attachedNote,
      css`
        :host {
          display: block;
        }
        .row {
          flex-wrap: wrap;
        }
        /* One box of the wallet and its status. */
        .row:has(> .row-status) {
          gap: 0;
        }
        .row:has(> .row-status) > .wallet {
          border-color: var(--_border);
          border-end-start-radius: 0;
          border-end-end-radius: 0;
        }
        .row:has(> .danger) > .wallet {
          border-color: color-mix(in oklab, var(--_danger) 40%, transparent);
        }
        .row-status {
          --_mark: var(--_icon);
          flex: 1 0 100%;
          min-inline-size: 0;
        }
        /* In two lines, both are as wide as these, and the main button is the first one. */
        .row-actions {
          display: flex;
          flex-wrap: wrap-reverse;
          gap: var(--_space-2);
        }
        .row-actions > .button {
          flex: 1 0 auto;
        }
        @media (max-width: 360px) {
          .row-status {
            --_mark: 32px;
            column-gap: var(--_space-2);
            padding-inline: var(--_space-2);
          }
        }
      `,
    ];
  }

  readonly #client = new ClientController(this);
  readonly #messages = new MessagesController(this, pickerMessages);
  readonly #list: ListController = new ListController(this, this.#messages);
  readonly #views = new ChoiceViews({
    getRow: (id) => this.#list.row(id),
    show: (view) => (this.view = view),
    ended: () => this.#ended(),
  });
  /** Set when a wallet is clicked, which loads the code of choices. Undefined if that was canceled. */
  #choosing: Promise<Choice> | undefined;
  /** The choice that is shown, once its code has loaded. */
  #choice: Choice | undefined;
  #offered: WalletClient | undefined;

  /** Offers only wallets that are installed. */
  @property({ type: Boolean, attribute: 'without-install' }) withoutInstall = false;
  /** The id of a wallet, such as `LeatherProvider`, to recommend to a user without one: it is the first. Default: none. */
  @property() recommend = '';
  /** Order of the installed wallets: the last used first (default), by name, or in the order of discovery. */
  @property() sort: WalletSort = 'recent';
  /** The wallets to offer in addition to the installed ones. Default: those that this library lists. */
  @property({ attribute: false }) providers: readonly ProviderDescriptor[] | undefined;
  /** The client whose wallets are offered and connected. Default: the nearest context's, else the page-wide client. */
  @property({ attribute: false }) client: WalletClient | undefined;

  @state() private view: ChoiceView = { name: 'list' };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#cancel();
    this.#list.close();
    this.#offered = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.isConnected) return;
    const { client } = this.#client;
    if (client === this.#offered && !changed.has('providers') && !changed.has('sort')) return;
    this.#list.list(getListedWallets(client, this.providers));
    if (client === this.#offered) return;
    this.#cancel();
    this.#offered = client;
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has('view') || this.view.name !== 'rejected') return;
    const root = this.shadowRoot;
    // The modal focuses this button too. Here, only if the focus is still in the list.
    if (root?.activeElement) root.querySelector<HTMLElement>('[part=retry-button]')?.focus();
  }

  #pick(wallet: WalletRow): void {
    const client = this.#offered;
    if (!client || this.view.name === 'connecting') return;
    // A listener may remove the list.
    if (!this.#select(wallet.id) || this.#offered !== client) return;
    if (this.#choice) this.#choice.pick(wallet.id);
    else void this.#start(client, wallet);
  }

  #tryAgain(wallet: WalletRow): void {
    if (!this.#choice) this.#pick(wallet);
    else if (this.#select(wallet.id)) this.#choice.retry();
  }

  /** Before each attempt to connect. */
  #select(providerId: string): boolean {
    return this.dispatchEvent(new WalletSelectEvent({ providerId, cancelable: true }));
  }

  async #start(client: WalletClient, wallet: WalletRow): Promise<void> {
    this.#cancel();
    const choosing = (this.#choosing = client.choose({ defaultProviders: this.providers }));
    try {
      const choice = await choosing;
      if (this.#choosing === choosing) return this.#follow(choice, wallet);
      // It was canceled while the code loaded. If a wallet was clicked again, that may wait for the same choice.
      const next = await this.#choosing?.catch(() => undefined);
      if (choice !== next) choice.close();
    } catch (error) {
      if (this.#choosing !== choosing) return;
      this.view = { name: 'failed', wallet, error: error as JsonRpcError };
    }
  }

  #follow(choice: Choice, wallet: WalletRow): void {
    this.#choice = choice;
    this.#views.follow(choice);
    choice.pick(wallet.id);
  }

  #ended(): void {
    this.#choice = undefined;
    const { view } = this;
    if (view.name !== 'connected') this.view = { name: 'list' };
    else setTimeout(() => this.view === view && (this.view = { name: 'list' }), TICK_SHOWN);
  }

  /** Ends the choice without a wallet. */
  #cancel(): void {
    this.#views.unfollow();
    this.#choice?.close();
    this.#choosing = this.#choice = undefined;
    this.view = { name: 'list' };
  }

  protected override render(): TemplateResult {
    const { view } = this;
    const texts = viewTexts(view, this.#messages, this.#list.status);
    const id = view.name === 'list' ? undefined : view.wallet.id;
    const progress = this.#progress(texts.alert ?? texts.status);
    const { state } = this.#client;
    const connected = state.status === 'connected' ? state.providerId : undefined;
    return html`<div lang=${this.#messages.language}>
      ${this.#list.render({
        pick: (row) => this.#pick(row),
        sign: (row) => (row.id === id ? this.#sign() : undefined),
        badge: (row) =>
          row.id === connected || (row.id === id && view.name === 'connected')
            ? this.#messages.text('connectedTitle')
            : undefined,
        below: (row) => (row.id === id ? progress : undefined),
      })}
      ${id === undefined || this.#list.has(id) ? nothing : progress}
      <div class="visually-hidden">
        <p role="status">${texts.status}</p>
        <p role="alert">${texts.alert}</p>
      </div>
    </div>`;
  }

  #sign(): TemplateResult | undefined {
    const { view } = this;
    if (view.name === 'connected') return html`<span class="row-tick">${doneIcon}</span>`;
    return view.name === 'connecting' ? html`<span class="spinner"></span>` : undefined;
  }

  /** Hidden from screen readers, except the buttons: the live regions announce the text. */
  #progress(text: string | undefined): TemplateResult | undefined {
    const { view } = this;
    if (view.name === 'list' || view.name === 'connected') return undefined;
    const connecting = view.name === 'connecting';
    const failed = view.name === 'failed';
    const place = this.#list.has(view.wallet.id) ? 'attached' : '';
    return html`<div part="status" class="note row-status ${place} ${failed ? 'danger' : ''}">
      ${connecting ? nothing : failed ? refusedIcon : declinedIcon}
      <div class="texts">
        <p aria-hidden="true">${text}</p>
        <div class="row-actions">
          ${
            connecting
              ? html`<button
                  part="cancel-button"
                  class="button outlined s"
                  type="button"
                  @click=${() => this.#choice?.back()}
                >
                  ${this.#messages.text('cancel')}
                </button>`
              : nothing
          }
          ${
            connecting && !view.slow
              ? nothing
              : html`<button
                  part="retry-button"
                  class="button filled s"
                  type="button"
                  @click=${() => this.#tryAgain(view.wallet)}
                >
                  ${this.#messages.text('tryAgain')}
                </button>`
          }
        </div>
      </div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-list': WalletList;
  }
}
