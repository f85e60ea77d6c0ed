import type { ReactiveControllerHost } from 'lit';
import type { WalletList, WalletSelection } from '../../core/picker.js';
import type { Undo } from '../../wire/provider.js';
import { arrange, type WalletRows, type WalletSort } from './arrange.js';
import { platformOf } from './platform.js';

interface RowsHost extends ReactiveControllerHost, HTMLElement {
  readonly sort: WalletSort;
}

const NONE: WalletRows = { installed: [], others: [], late: [] };

/** The rows of a selection, kept up to date from `open` to `close`; the host renders every change. */
export class RowsController {
  readonly #host: RowsHost;
  #undo: Undo | undefined;
  rows: WalletRows = NONE;
  /** The wallet that arrived last, for the live region. */
  arrived: string | undefined;

  constructor(host: RowsHost) {
    this.#host = host;
  }

  open(selection: Omit<WalletSelection, 'attempt' | 'signal'>): void {
    this.close();
    this.rows = this.#arrange(selection, selection);
    this.#undo = selection.watch((list) => {
      const before = this.#installedNames();
      this.rows = this.#arrange(list, selection, this.rows);
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

  #arrange(list: WalletList, { lastProviderId }: { lastProviderId?: string }, before?: WalletRows) {
    const { sort, ownerDocument } = this.#host;
    const platform = platformOf(navigator);
    const page = ownerDocument.location.href;
    return arrange(list, { platform, page, lastProviderId, sort }, before);
  }

  #installedNames(): Set<string> {
    const { installed, others, late } = this.rows;
    const rows = [...installed, ...others, ...late].filter((row) => row.installed);
    return new Set(rows.map(({ name }) => name));
  }
}
