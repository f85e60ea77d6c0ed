import type { LitElement, ReactiveController } from 'lit';
import type { Choice, WalletClient } from '../../client/types.js';
import type { ProviderDescriptor, Unsubscribe } from '../../wallets/provider.js';
import { groupWallets, type WalletRows, type WalletSort } from './group-wallets.js';
import { platformOf } from './wallet-links.js';
import type { WalletRow } from './wallet-row.js';

type RowsHost = LitElement & { readonly sort: WalletSort };

const NONE: WalletRows = { installed: [], others: [], late: [] };

/** What a list shows: the wallets of a choice, or of a client. */
export type WalletSource = Pick<Choice, 'wallets' | 'watchWallets' | 'lastProviderId'>;

/** The rows of a list of wallets, kept up to date from `open` to `close`; the host renders every change. */
export class RowsController implements ReactiveController {
  readonly #host: RowsHost;
  #source: WalletSource | undefined;
  #page = '';
  #undo: Unsubscribe | undefined;
  #focused: string | undefined;
  rows: WalletRows = NONE;
  /** The name of the wallet that was added last, for the live region. */
  arrived: string | undefined;

  readonly #beforeArrival: (() => void) | undefined;

  /** `beforeArrival` is called before a row is added to the shown list. */
  constructor(host: RowsHost, beforeArrival?: () => void) {
    this.#host = host;
    this.#beforeArrival = beforeArrival;
    host.addController(this);
  }

  open(source: WalletSource): void {
    this.close();
    this.#source = source;
    this.rows = this.#groupWallets(source);
    this.#undo = source.watchWallets(() => {
      const before = this.#installedNames();
      this.rows = this.#groupWallets(source, this.rows);
      if (this.rows.late.length) this.#beforeArrival?.();
      this.arrived = [...this.#installedNames()].find((name) => !before.has(name));
      this.#host.requestUpdate();
    });
    this.#host.requestUpdate();
  }

  close(): void {
    this.#undo?.();
    this.#undo = undefined;
    this.arrived = undefined;
  }

  /** A single-page app changes its URL, which links contain, without loading a page. So they follow it when pressed. */
  readonly #followPage = (): void => {
    if (!this.#source || this.#page === this.#host.ownerDocument.location.href) return;
    this.rows = this.#groupWallets(this.#source, this.rows);
    this.#host.requestUpdate();
  };

  hostConnected(): void {
    for (const type of ['pointerdown', 'keydown']) {
      this.#host.renderRoot.addEventListener(type, this.#followPage, { capture: true });
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

  /** The row of a wallet; a plain one for a wallet that is not in the list. */
  row(id: string): WalletRow {
    const { installed, others, late } = this.rows;
    return (
      [...installed, ...others, ...late].find((row) => row.id === id) ?? {
        id,
        name: id,
        installed: true,
        lastUsed: false,
      }
    );
  }

  /** Focuses the wallet with this id, or else the first one. Returns false if the list is hidden or empty. */
  focus(id?: string): boolean {
    const rows = [...(this.#host.shadowRoot?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
    const row = rows.find(({ dataset }) => dataset['id'] === id) ?? rows[0];
    const control = row?.querySelector<HTMLElement>('a, button');
    control?.focus();
    return control !== undefined && control !== null;
  }

  #groupWallets({ wallets, lastProviderId }: WalletSource, before?: WalletRows) {
    const { sort, ownerDocument } = this.#host;
    const platform = platformOf(navigator, matchMedia('(pointer: coarse)').matches);
    const page = (this.#page = ownerDocument.location.href);
    return groupWallets(wallets, { platform, page, lastProviderId, sort }, before);
  }

  #installedNames(): Set<string> {
    const { installed, others, late } = this.rows;
    const rows = [...installed, ...others, ...late].filter((row) => row.installed);
    return new Set(rows.map(({ name }) => name));
  }
}

/** The wallets of a client, for a list before the user has picked one. */
export function walletsOf(
  client: WalletClient,
  providers?: readonly ProviderDescriptor[],
): WalletSource {
  const options = providers && { defaultProviders: providers };
  return {
    get wallets() {
      return client.wallets(options);
    },
    lastProviderId: client.selectedProviderId,
    watchWallets: (changed) => client.watchWallets(changed, options),
  };
}
