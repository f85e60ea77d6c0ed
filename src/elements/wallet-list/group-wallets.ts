import type { WalletList } from '../../client/types.js';
import type { ProviderDescriptor } from '../../wallets/provider.js';
import { isPhone } from './wallet-links.js';
import { walletRow, type RowOptions, type WalletRow } from './wallet-row.js';

/** `recent`: the last used wallet first; `name`: by name; `none`: in the order of discovery. */
export type WalletSort = 'recent' | 'name' | 'none';

/** The groups of the list, in display order. */
export interface WalletRows {
  readonly installed: readonly WalletRow[];
  readonly others: readonly WalletRow[];
  /** Wallets that appeared while the list was open. */
  readonly late: readonly WalletRow[];
}

export interface GroupOptions extends RowOptions {
  readonly sort: WalletSort;
}

/** More wallets than any user has; a page or an extension may register a thousand. */
const MAX_ROWS = 60;

/**
 * The rows of a list of wallets. With the rows `before`, no visible row moves: a newly installed wallet
 * changes from a link to a button in its place, and a new wallet is added at the end.
 */
export function groupWallets(
  list: WalletList,
  options: GroupOptions,
  before?: WalletRows,
): WalletRows {
  // A provider injected on a phone means that the page is in that wallet's browser: no other wallet can open it.
  const isInWallet = isPhone(options.platform) && list.installed.length > 0;
  const rows = readRows(list, { ...options, withoutOpen: isInWallet });
  if (!before) {
    const all = [...rows.values()].filter((row) => row.installed || !isInWallet);
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

/** All rows, one per id. Reads installed wallets first, so that `MAX_ROWS` drops other wallets first. */
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

/** Adds the id as a note to wallets of the same name, so that accessible names are unique. */
function withNotes(rows: Map<string, WalletRow>): Map<string, WalletRow> {
  const count = new Map<string, number>();
  for (const { name } of rows.values()) count.set(name, (count.get(name) ?? 0) + 1);
  for (const row of rows.values()) {
    if ((count.get(row.name) ?? 0) > 1) rows.set(row.id, { ...row, note: row.id });
  }
  return rows;
}

function sorted(rows: readonly WalletRow[], sort: WalletSort): readonly WalletRow[] {
  if (sort === 'name') {
    // A fixed locale: the default one of WebKitGTK depends on the machine, and may sort capitals first. Only here,
    // since the first collator of a page takes 15 ms.
    const { compare } = new Intl.Collator('en');
    return [...rows].sort((a, b) => compare(a.name, b.name));
  }
  if (sort === 'none') return rows;
  return [...rows].sort((a, b) => Number(b.lastUsed) - Number(a.lastUsed));
}
