import { css, html, nothing, svg, type TemplateResult } from 'lit';
import type { WalletClient } from '../../core/types.js';
import { recentTransactions, watchRecentTransactions } from '../../transactions/recent.js';
import { trackSent } from '../../transactions/track.js';
import type { Confirmations, RecentTransaction } from '../../transactions/types.js';
import type { Unsubscribe } from '../../lib/store.js';
import { ClientController } from '../controllers/client-controller.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { BaseElement } from '../internal/base-element.js';
import { icon } from '../internal/icons.js';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { transactionMessages } from '../messages/en/transaction.js';
import { base } from '../styles/base.js';
import { onPage } from '../styles/tokens.js';

const STANDARD_LIMIT = 5;
const limitFrom = (value: string | null): number =>
  /^\s*\d{1,2}\s*$/.test(value ?? '') ? Number(value) : STANDARD_LIMIT;

const clockIcon = icon(svg`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>`);

/** Each transaction keeps its row: a screen reader announces a status that changes in a row. */
const getKey = ({ network, id }: RecentTransaction): string => `${network} ${id}`;

/**
 * The recent transactions of the connected account, newest first, with their statuses. While the element is in the
 * page, it also stores every transaction that the client sends. Transactions are stored only in this browser.
 *
 * @example
 * ```html
 * <wallet-connect-button></wallet-connect-button>
 * <wallet-transactions></wallet-transactions>
 * ```
 *
 * @slot empty - Shown while there are no transactions.
 *
 * @csspart title - The title of the list.
 * @csspart list - The list.
 * @csspart transaction - One transaction: a `<wallet-transaction>`.
 * @csspart status - The status of a transaction.
 * @csspart detail - Further information about a transaction.
 * @csspart amount - The amount of a transfer that this page sent: a `<ft-amount>`.
 * @csspart explorer-link - Links to a transaction in the explorer.
 * @csspart empty - The text while there are no transactions.
 *
 * @cssstate empty - There is no recent transaction.
 */
export class WalletTransactions extends BaseElement {
  static override get styles() {
    return [
      base,
      onPage,
      css`
        :host {
          display: block;
        }
        .title {
          color: var(--_text-muted);
          font-size: var(--_text-s);
          font-weight: var(--_weight-medium);
        }
        li + li {
          border-block-start: 1px solid var(--_border);
        }
        .links > li + li {
          border: 0;
        }
        /* Where the first transaction will be. */
        .none {
          display: flex;
          align-items: center;
          gap: var(--_space-3);
          padding-block: var(--_space-2);
          color: var(--_text-muted);
          font-size: var(--_text-s);
        }
        .mark {
          display: grid;
          flex: none;
          place-items: center;
          inline-size: 32px;
          block-size: 32px;
          border-radius: var(--_radius-round);
          background: var(--_surface-hover);
        }
        @media (forced-colors: active) {
          .mark {
            border: 1px solid;
          }
        }
      `,
    ];
  }

  readonly #wallet = new ClientController(this);
  readonly #messages = new MessagesController(this, transactionMessages);
  #client: WalletClient | undefined;
  #undo: Unsubscribe[] = [];

  /** The client whose transactions are shown. Default: the nearest `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: WalletClient | undefined;

  /** The number of transactions to show, at most 50. Default: 5. */
  @property({ converter: limitFrom }) limit: number = STANDARD_LIMIT;

  /** Hides the title of the list, below a heading of the page. Screen readers still read it. Default: false. */
  @property({ type: Boolean, attribute: 'without-title' }) withoutTitle = false;

  /** URL of an explorer (https) with `{txid}`: see `<wallet-transaction>`. */
  @property() explorer = '';

  /** Reads each transaction until it is this many blocks deep, or `bitcoin`. Default: 1. */
  @property({ converter: (value) => (value === 'bitcoin' ? value : Number(value) || 1) })
  confirmations: Confirmations = 1;

  /** @internal For a narrow menu: see `isRowLink` of `<wallet-transaction>`. */
  @property({ attribute: false }) rowsAreLinks = false;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const undo of this.#undo.splice(0)) undo();
    this.#client = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  protected override willUpdate(): void {
    const { client } = this.#wallet;
    if (!this.isConnected || client === this.#client) return;
    for (const undo of this.#undo.splice(0)) undo();
    this.#client = client;
    this.#undo = [trackSent(client), watchRecentTransactions(() => this.requestUpdate())];
  }

  #rows(): readonly RecentTransaction[] {
    const { state } = this.#wallet;
    if (!this.isConnected || state.status !== 'connected') return [];
    const accounts = new Set<string | undefined>(state.addresses.map(({ address }) => address));
    // A transaction that was read from two sources has two rows. The element reads it from the page's source.
    const rows = recentTransactions().filter(({ account }) => accounts.has(account));
    const byId = new Map(rows.map((row) => [getKey(row), row]));
    return [...byId.values()].slice(0, this.limit);
  }

  protected override render(): TemplateResult {
    const rows = this.#rows();
    const text = this.#messages;
    this.setState('empty', !rows.length);
    return html`<div lang=${text.language}>
      <div part="title" class=${this.withoutTitle ? 'visually-hidden' : 'title'} id="title">
        ${text.text('txRecent')}
      </div>
      ${
        rows.length
          ? // Safari removes the role of a list without bullets.
            /* eslint lit-a11y/no-redundant-role: off */
            html`<ul
              part="list"
              class=${this.rowsAreLinks ? 'links' : ''}
              role="list"
              aria-labelledby="title"
            >
              ${repeat(rows, getKey, (row) => this.#row(row))}
            </ul>`
          : html`<slot name="empty"
              ><div part="empty" class="none">
                <span class="mark">${clockIcon}</span>${text.text('txNone')}
              </div></slot
            >`
      }
    </div>`;
  }

  #row(row: RecentTransaction): TemplateResult {
    return html`<li>
      <wallet-transaction
        part="transaction"
        exportparts="status, detail, explorer-link, amount"
        .transaction=${row}
        .txid=${row.id}
        .explorer=${this.explorer}
        .confirmations=${this.confirmations}
        .isRowLink=${this.rowsAreLinks}
        >${row.label ? html`<span slot="label">${row.label}</span>` : nothing}</wallet-transaction
      >
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-transactions': WalletTransactions;
  }
}
