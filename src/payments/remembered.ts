/** What a browser remembers of orders: the transaction that was sent, or that a wallet was asked. All tabs share it. */
import { keepArrays } from '../errors.js';
import { attempt, bare, getGlobal, isRecord, parseJson } from '../lib/safe-access.js';
import { readId } from './payment.js';

export const isId = (value: unknown): value is string =>
  value !== undefined && readId(value) === value;

/** Instead of the id of a transaction: a wallet was asked, and may have sent one. */
export interface Ask {
  /** Milliseconds since 1970: when it was asked, and when it failed. */
  readonly asked: number;
  readonly ended: number;
  /** The accounts that were asked, the last one last. */
  readonly accounts: readonly string[];
  readonly isProposal: boolean;
}

/** The most accounts that are remembered of an order. */
export const MAX_ACCOUNTS = 3;

/** The text that is stored of one. */
export const formatAsk = ({ asked, ended, accounts, isProposal: isProposed }: Ask): string =>
  `${isProposed ? 'proposed' : 'asked'} ${asked} ${ended} ${accounts.join()}`;

/** Undefined for the id of a transaction, and for another text. */
export function parseAsk(stored: string): Ask | undefined {
  const [, kind, asked, ended, accounts = ''] =
    /^(asked|proposed) (\d+) (\d+) ([\w,]*)$/.exec(stored) ?? [];
  if (kind === undefined) return undefined;
  return {
    asked: Number(asked),
    ended: Number(ended),
    accounts: accounts.split(',').filter(Boolean).slice(-MAX_ACCOUNTS),
    isProposal: kind === 'proposed',
  };
}

/** The key of the storage. Its events have it, and the names of locks begin with it. */
export const KEY = 'stacks-wallet-elements/payments@1';
/** The most transactions that are remembered, the newest. */
const MAX_STORED = 50;

/** The transactions that were sent, or an {@link Ask} as a text, by endpoint and order. */
function readAll(): readonly (readonly [key: string, stored: string])[] {
  const stored = attempt(() => parseJson(getGlobal('window')?.localStorage.getItem(KEY) ?? '{}'));
  return Object.entries(isRecord(stored) ? stored : {}).filter(
    (entry): entry is [string, string] =>
      isId(entry[1]) || (typeof entry[1] === 'string' && parseAsk(entry[1]) !== undefined),
  );
}

/** The id of a transaction, or an {@link Ask} as a text. */
export const readStored = (key: string): string | undefined =>
  readAll().find(([name]) => name === key)?.[1];

/** Tells the other elements of the page, too. A full or missing storage remembers nothing. */
export function writeStored(key: string, value: string | undefined): void {
  const others = readAll().filter(([name]) => name !== key);
  const all = value === undefined ? others : [...others, [key, value] as const];
  const page = getGlobal('window');
  attempt(() => {
    page?.localStorage.setItem(
      KEY,
      JSON.stringify(Object.fromEntries(all.slice(-MAX_STORED)), keepArrays),
    );
    page?.dispatchEvent(new StorageEvent('storage', bare({ key: KEY })));
  });
}
