import { networkName } from '../core/network-option.js';
import { mustBe } from '../errors.js';
import * as option from '../lib/read-options.js';
import { bare, isRecord, read } from '../lib/safe-access.js';
import { readSentAmount, SENT_AMOUNT } from '../methods/sent-amount.js';
import { getAddressFormat } from '../stacks/address.js';
import { milliseconds } from './states.js';
import { TransactionError } from './transaction-error.js';
import type {
  RecentFilter,
  SourceOptions,
  TrackOptions,
  TransactionChain,
  TransactionSource,
} from './types.js';

const BLOCKS = option.integer(0, 1_000_000);
const CONFIRMATIONS = option.custom(
  `${BLOCKS.expected}, or "bitcoin"`,
  (value) => value === 'bitcoin' || BLOCKS.accepts(value),
);
const CHAIN = option.oneOf('stacks', 'bitcoin');

/** An empty text, such as that of an attribute, is no network. */
const NETWORK = option.custom(
  networkName.expected,
  (value) => value === '' || networkName.accepts(value),
);

const SOURCE_OPTIONS: option.OptionTable<SourceOptions> = {
  baseUrl: option.text,
  fetch: option.func,
  pace: option.number(0.001, 1000),
  perMinute: option.integer(1, 1_000_000),
};
const SOURCE: option.OptionTable<TransactionSource> = {
  ...SOURCE_OPTIONS,
  name: option.text,
  chain: CHAIN,
  isBatched: option.flag,
  read: option.func,
  tip: option.func,
};
const OPTIONAL = new Set(['fetch', 'pace', 'perMinute', 'isBatched']);

const TRACK: option.OptionTable<TrackOptions> = {
  chain: CHAIN,
  network: NETWORK,
  confirmations: CONFIRMATIONS,
  followReplacement: option.flag,
  source: option.shared('a source, such as stacksApi()', isRecord),
  baseUrl: option.text,
  store: option.flag,
  account: option.text,
  method: option.text,
  label: option.text,
  amount: option.custom(SENT_AMOUNT, (value) => readSentAmount(value) !== undefined),
  sentAt: option.custom('milliseconds since 1970', (value) => milliseconds(value) !== undefined),
};

const FILTER: option.OptionTable<RecentFilter> = {
  account: option.custom(
    'an address of Stacks or Bitcoin',
    (value) => value === '' || getAddressFormat(value) !== undefined,
  ),
  network: NETWORK,
};

const TABLES = {
  trackTransaction: TRACK,
  trackSent: TRACK,
  /** In the modules for frameworks. */
  useTransaction: { ...TRACK, client: option.client },
  until: { confirmations: CONFIRMATIONS, signal: option.signal, timeout: option.duration },
  useRecentTransactions: { ...FILTER, client: option.client },
  recentTransactions: FILTER,
  clearRecentTransactions: FILTER,
  source: SOURCE_OPTIONS,
} as const;

/** Reads the options of a function. @throws TransactionError `invalid` */
export function readTrackOptions<T extends object>(
  caller: keyof typeof TABLES,
  options: T | undefined,
): T {
  const table = TABLES[caller] as unknown as option.OptionTable<T>;
  const toError = (message: string) => new TransactionError('invalid', message);
  const argument = TABLES[caller] === FILTER ? 'filter' : 'options';
  return option.readOptions(caller, options, table, toError, argument);
}

/** The name of the source for Stacks nodes. */
export const STACKS_API = 'stacks-api';

/**
 * Reads a source. It may be an instance of a class, so inherited fields count, but not those of `Object.prototype`.
 *
 * @throws TransactionError `invalid`
 */
export function readSource(
  pageSource: TransactionSource,
  chain: TransactionChain,
): TransactionSource {
  const source = bare<Record<string, unknown>>({});
  const fields: option.OptionTable<TransactionSource> = { ...SOURCE, chain: option.oneOf(chain) };
  for (const [field, { expected, accepts }] of Object.entries(fields)) {
    const value = read(pageSource, field);
    const isAbsent = value === undefined && OPTIONAL.has(field);
    if (!isAbsent && !accepts(value)) {
      refuse('trackTransaction', `source.${field}`, value, expected);
    }
    source[field] = value;
  }
  source['read'] = pageSource.read.bind(pageSource);
  source['tip'] = pageSource.tip.bind(pageSource);
  return source as unknown as TransactionSource;
}

/** @throws TransactionError `invalid` */
export function checkStatus(status: unknown): void {
  if (status !== 'confirmed' && status !== 'pending') {
    refuse('until', 'status', status, '"confirmed" or "pending"');
  }
}

function refuse(caller: string, field: string, value: unknown, expected: string): never {
  throw new TransactionError('invalid', `${caller}: ${mustBe(field, value, expected)}`);
}
