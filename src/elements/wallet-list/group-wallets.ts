import type { WalletList } from '../../core/picker.js';
import type { ProviderDescriptor } from '../../wire/provider.js';
import { walletRow, type RowOptions, type WalletRow } from './wallet-row.js';

/** `recent`: the last used first, then as found; `name`: by name; `none`: as found. */
export type WalletSort = 'recent' | 'name' | 'none';

/** The list in groups, in the order shown. */
export interface WalletRows {
  readonly installed: readonly WalletRow[];
  readonly others: readonly WalletRow[];
  /** Wallets that appeared while the list was open. */
  readonly late: readonly WalletRow[];
}

export interface GroupOptions extends RowOptions {
  readonly sort: WalletSort;
}

/** Of one order for every reader: WebKitGTK's own depends on the machine, and may put capitals first. */
const byName = new Intl.Collator('en');

/** Nobody has more wallets; a page or an extension may still register a thousand. */
const MAX_ROWS = 60;

/**
 * Rows from what the page has. Given the rows `before`, nothing that is on the screen changes its place:
 * a wallet that was just installed turns from a link into a button where it stands, and an unknown one
 * is appended at the very end.
 */
export function groupWallets(
  list: WalletList,
  options: GroupOptions,
  before?: WalletRows,
): WalletRows {
  const rows = readRows(list, options);
  if (!before) {
    const all = [...rows.values()];
    return {
      installed: sorted(
        all.filter((row) => row.installed),
        options.sort,
      ),
      others: all.filter((row) => !row.installed),
      late: [],
    };
  }
  const seen = new Set<string>();
  const keep = (group: readonly WalletRow[]) =>
    group.flatMap(({ id }) => {
      seen.add(id);
      return rows.get(id) ?? [];
    });
  const kept = {
    installed: keep(before.installed),
    others: keep(before.others),
    late: keep(before.late),
  };
  const late = [...rows.values()].filter((row) => !seen.has(row.id));
  return { ...kept, late: [...kept.late, ...late] };
}

/** All rows, one an id, installed ones first: an entry cannot push an installed wallet out. */
function readRows(list: WalletList, options: RowOptions): Map<string, WalletRow> {
  const rows = new Map<string, WalletRow>();
  const read = (entries: readonly ProviderDescriptor[], installed: boolean) => {
    for (const entry of entries) {
      if (rows.size >= MAX_ROWS) return;
      const row = walletRow(entry, installed, options);
      const reachable = row && (row.installed || row.installUrl || row.openUrl);
      if (reachable && !rows.has(row.id)) rows.set(row.id, row);
    }
  };
  read(list.installed, true);
  read(list.others, false);
  return withNotes(rows);
}

/** Adds the id as a note where two wallets carry one name, so that no two buttons sound the same. */
function withNotes(rows: Map<string, WalletRow>): Map<string, WalletRow> {
  const count = new Map<string, number>();
  for (const { name } of rows.values()) count.set(name, (count.get(name) ?? 0) + 1);
  for (const row of rows.values()) {
    if ((count.get(row.name) ?? 0) > 1) rows.set(row.id, { ...row, note: row.id });
  }
  return rows;
}

function sorted(rows: readonly WalletRow[], sort: WalletSort): readonly WalletRow[] {
  if (sort === 'name') return [...rows].sort((a, b) => byName.compare(a.name, b.name));
  if (sort === 'none') return rows;
  return [...rows].sort((a, b) => Number(b.lastUsed) - Number(a.lastUsed));
}
