import type { LitElement, ReactiveController } from 'lit';
import type { Choice, WalletClient } from '../../client/types.js';
import { JsonRpcErrorCode, type JsonRpcError } from '../../errors.js';
import type { Unsubscribe } from '../../lib/store.js';
import type { ProviderDescriptor } from '../../wallets/wallet.js';
import { getReason } from '../internal/failure.js';
import type { ListState, PickerTexts } from './wallet-list.template.js';
import {
  groupWallets,
  getPlatform,
  type WalletRow,
  type WalletRows,
  type WalletSort,
} from './wallet-rows.js';

/** Milliseconds. A faster answer shows no spinner; a shown spinner stays long enough to be seen. */
const SPINNER_AFTER = 100;
const SPINNER_AT_LEAST = 400;
const HINT_AFTER = 5_000;

/** The view of a choice: the list, or the connection to the chosen wallet. */
export type ChoiceView =
  | { readonly name: 'list' }
  | {
      readonly name: 'connecting';
      readonly wallet: WalletRow;
      /** False for the first 100 ms, so that a fast answer shows no spinner. */
      readonly busy: boolean;
      /** The wallet has not answered for some seconds. */
      readonly slow: boolean;
    }
  | { readonly name: 'connected'; readonly wallet: WalletRow }
  | { readonly name: 'rejected'; readonly wallet: WalletRow; readonly error: JsonRpcError }
  | { readonly name: 'failed'; readonly wallet: WalletRow; readonly error: JsonRpcError };

/** The texts of a view: its title and the texts of its live regions `status` and `alert`. */
export interface ViewTexts {
  readonly title: string;
  readonly status?: string;
  readonly alert?: string;
}

/** A rejection by the user is a status; only a failure is an alert. */
export function choiceTexts(view: ChoiceView, messages: PickerTexts): ViewTexts {
  if (view.name === 'list') return { title: messages.text('pickerTitle') };
  const wallet = view.wallet.name;
  switch (view.name) {
    case 'connecting':
      return {
        title: messages.text('connectingTo', { wallet }),
        status: messages.text(view.slow ? 'noAnswerYet' : 'confirmInWallet', { wallet }),
      };
    case 'connected':
      return {
        title: messages.text('connectedTitle'),
        status: messages.text('connectedText', { wallet }),
      };
    case 'rejected':
      return {
        title: messages.text('rejectedTitle'),
        status: messages.text('rejectedText', { wallet }),
      };
    case 'failed':
      return {
        title: messages.text('failedTitle'),
        alert: messages.text('failedText', { wallet, reason: getReason(view.error) }),
      };
  }
}

/** The wallets to list: those of a choice, or of a client. */
export type WalletSource = Pick<Choice, 'wallets' | 'watchWallets' | 'lastProviderId'>;

/** The wallets of a client, for a list before the user has picked one. */
export function getListedWallets(
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

type Host = LitElement & { readonly sort: WalletSort };

interface Follower {
  readonly show: (view: ChoiceView) => void;
  /** The choice has ended. `connected`: with a wallet. */
  readonly ended: (connected: boolean) => void;
}

/** What `<wallet-list>` and the modal show of a choice: the rows of its wallets, then its views. */
export class ChoiceController implements ReactiveController, ListState {
  readonly #host: Host;
  #source: WalletSource | undefined;
  /** The URL of the page in the links of the rows. */
  #page = '';
  #unlist: Unsubscribe | undefined;
  #unfollow: Unsubscribe | undefined;
  #focused: string | undefined;
  rows: WalletRows = { installed: [], others: [], late: [] };
  query = '';
  isForApps = false;
  isGetting = false;
  /** The name of the wallet that was added last, for the live region. */
  arrived: string | undefined;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /** Lists the wallets of `source`, and keeps the rows up to date until `close`. */
  list(source: WalletSource): void {
    this.#unlist?.();
    this.arrived = undefined;
    this.query = '';
    this.isGetting = false;
    this.#source = source;
    this.rows = this.#groupWallets(source);
    this.isForApps = !this.rows.installed.length && this.rows.others.some((row) => row.openUrl);
    this.#unlist = source.watchWallets(() => {
      const before = this.#installedNames();
      this.rows = this.#groupWallets(source, this.rows);
      this.arrived = [...this.#installedNames()].find((name) => !before.has(name));
      this.#host.requestUpdate();
    });
    this.#host.requestUpdate();
  }

  change({
    query = this.query,
    isGetting = this.isGetting,
  }: Parameters<ListState['change']>[0]): void {
    this.query = query;
    this.isGetting = isGetting;
    this.#host.requestUpdate();
  }

  /** Shows the state of a choice in its views, until it has ended, or until `unfollow`. */
  follow(choice: Choice, { show, ended }: Follower): void {
    this.unfollow();
    let timers: ReturnType<typeof setTimeout>[] = [];
    let busySince: number | undefined;
    let isConnecting = false;

    const update = (): void => {
      timers.forEach(clearTimeout);
      const { state } = choice;
      const wallet =
        'providerId' in state && state.providerId ? this.#row(state.providerId) : undefined;
      if (state.status === 'connecting') {
        isConnecting = true;
        busySince = undefined;
        const connecting = (busy: boolean, slow: boolean) =>
          show({ name: 'connecting', wallet: wallet!, busy, slow });
        timers = [
          setTimeout(() => {
            busySince = Date.now();
            connecting(true, false);
          }, SPINNER_AFTER),
          setTimeout(() => connecting(true, true), HINT_AFTER),
        ];
        connecting(false, false);
      } else if (state.status === 'failed') {
        const { error } = state;
        const name = error.code === JsonRpcErrorCode.UserRejection ? 'rejected' : 'failed';
        const left = busySince === undefined ? 0 : busySince + SPINNER_AT_LEAST - Date.now();
        timers = [setTimeout(() => show({ name, wallet: wallet!, error }), left)];
      } else if (state.status === 'done') {
        this.unfollow();
        if (wallet && isConnecting) show({ name: 'connected', wallet });
        ended(wallet !== undefined);
      } else if (isConnecting) {
        isConnecting = false;
        show({ name: 'list' });
      }
    };

    const unsubscribe = choice.subscribe(update);
    this.#unfollow = () => {
      timers.forEach(clearTimeout);
      unsubscribe();
    };
    update();
  }

  unfollow(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
  }

  close(): void {
    this.unfollow();
    this.#unlist?.();
    this.#unlist = this.arrived = undefined;
  }

  /** A single-page app changes its URL, which links contain, without loading a page. So they follow it when pressed. */
  readonly #followPage = (): void => {
    if (!this.#source || this.#page === location.href) return;
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

  /** Focuses the wallet with this id, or else the first one. Returns false if the list is hidden or empty. */
  focus(id?: string): boolean {
    const rows = [...(this.#host.shadowRoot?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
    const row = rows.find(({ dataset }) => dataset['id'] === id) ?? rows[0];
    const control = row?.querySelector<HTMLElement>('a, button');
    control?.focus();
    return control !== undefined && control !== null;
  }

  /** The row of a wallet; a plain one for a wallet that is not in the list. */
  #row(id: string): WalletRow {
    const plain = { id, name: id, installed: true, lastUsed: false };
    return this.#allRows().find((row) => row.id === id) ?? plain;
  }

  #allRows(): WalletRow[] {
    const { installed, others, late } = this.rows;
    return [...installed, ...others, ...late];
  }

  #groupWallets({ wallets, lastProviderId }: WalletSource, before?: WalletRows) {
    const { sort } = this.#host;
    // jsdom has no media queries.
    const platform = getPlatform(navigator, window.matchMedia?.('(pointer: coarse)').matches);
    const page = (this.#page = location.href);
    return groupWallets(wallets, { platform, page, lastProviderId, sort }, before);
  }

  #installedNames(): Set<string> {
    const rows = this.#allRows().filter((row) => row.installed);
    return new Set(rows.map(({ name }) => name));
  }
}
