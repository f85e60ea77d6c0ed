import { describe, type Refuse } from '../errors.js';
import {
  callable,
  checkOptions,
  flag,
  integer,
  LONGEST_TIMER,
  number,
  oneOf,
  text,
  type Accepted,
} from '../lib/check-options.js';
import { isRecord } from '../lib/safe-access.js';
import { millisecondsOf } from './json.js';
import { TransactionError } from './transaction-error.js';
import type {
  RecentFilter,
  SourceOptions,
  TrackOptions,
  TransactionChain,
  TransactionSettings,
  TransactionSource,
  UntilOptions,
} from './types.js';

/** The accepted values of each option. A wrong one would be read as another: NaN as a pause of 0. */
type Table<T> = { readonly [Field in keyof Required<T>]: Accepted };

const SPEED = { pace: number(0.001, 1000), perMinute: integer(1, 1_000_000) };
const CONFIRMATIONS: Accepted = [
  'an integer from 0 to 1000000, or "bitcoin"',
  (value) => value === 'bitcoin' || integer(0, 1_000_000)[1](value),
];
const CHAIN = oneOf('stx', 'btc');

const SOURCE_OPTIONS: Table<SourceOptions> = { baseUrl: text, fetch: callable, ...SPEED };

const SOURCE: Table<TransactionSource> = {
  ...SOURCE_OPTIONS,
  name: text,
  chain: CHAIN,
  isBatched: flag,
  read: callable,
  tip: callable,
};
const OPTIONAL = new Set(['fetch', 'pace', 'perMinute', 'isBatched']);

const TRACK: Table<TrackOptions> = {
  chain: CHAIN,
  network: text,
  confirmations: CONFIRMATIONS,
  followReplacement: flag,
  source: ['a source, such as stacksApi()', isRecord],
  baseUrl: text,
  store: flag,
  account: text,
  method: text,
  label: text,
  sentAt: ['milliseconds since 1970', (value) => millisecondsOf(value) !== undefined],
};

const UNTIL: Table<UntilOptions> = {
  confirmations: CONFIRMATIONS,
  signal: ['an AbortSignal', isRecord],
  timeout: number(0, LONGEST_TIMER),
};

const byNetwork: Accepted = [
  'an object with a URL for each network',
  (value) => isRecord(value) && Object.values(value).every((url) => typeof url === 'string'),
];
const SETTINGS: Table<TransactionSettings> = {
  baseUrls: [
    'an object with `stx` and `btc`, each with a URL for each network',
    (value) =>
      isRecord(value) &&
      Object.entries(value).every(
        ([chain, urls]) => CHAIN[1](chain) && (urls === undefined || byNetwork[1](urls)),
      ),
  ],
  fetch: callable,
  store: flag,
  ...SPEED,
};

const FILTER: Table<RecentFilter> = { account: text, network: text };

const TABLES = {
  trackTransaction: TRACK,
  until: UNTIL,
  configureTransactions: SETTINGS,
  recentTransactions: FILTER,
  clearRecentTransactions: FILTER,
  source: SOURCE_OPTIONS,
} as const;

/** @throws TransactionError `invalid` that names the option, the value and what is expected */
export function checked<T>(call: keyof typeof TABLES, options: T): T {
  checkOptions(options, TABLES[call], refuseIn(call));
  return options;
}

/**
 * Checks a source. It may be an instance of a class, so inherited fields count.
 *
 * @throws TransactionError `invalid`
 */
export function checkSource(given: TransactionSource, chain: TransactionChain): void {
  const refuse = refuseIn('trackTransaction');
  const fields: Table<TransactionSource> = { ...SOURCE, chain: oneOf(chain) };
  for (const [field, [expected, holds]] of Object.entries(fields)) {
    const value: unknown = given[field as keyof TransactionSource];
    const isAbsent = value === undefined && OPTIONAL.has(field);
    if (!isAbsent && !holds(value)) refuse(`source.${field}`, value, expected);
  }
}

/** @throws TransactionError `invalid` */
export function checkStatus(status: unknown): void {
  const [expected, holds] = oneOf('confirmed', 'pending');
  if (!holds(status)) refuseIn('until')('status', status, expected);
}

const refuseIn =
  (call: string): Refuse =>
  (field, value, expected) => {
    throw new TransactionError(
      'invalid',
      `${call}: \`${field}\` must be ${expected}; got ${describe(value)}.`,
    );
  };
