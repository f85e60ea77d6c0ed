import { mustBe } from '../errors.js';
import * as read from '../lib/read-options.js';
import { isRecord, read as readProperty } from '../lib/safe-access.js';
import { milliseconds } from './fields.js';
import { TransactionError } from './transaction-error.js';
import type {
  RecentFilter,
  SourceOptions,
  TrackOptions,
  TransactionChain,
  TransactionSource,
  UntilOptions,
} from './types.js';

// A wrong value would be read as another: NaN as a pause of 0.
const SPEED = { pace: read.number(0.001, 1000), perMinute: read.integer(1, 1_000_000) };
const BLOCKS = read.integer(0, 1_000_000);
const CONFIRMATIONS = read.option(
  `${BLOCKS.expected}, or "bitcoin"`,
  (value) => value === 'bitcoin' || BLOCKS.accepts(value),
);
const CHAIN = read.oneOf('stacks', 'bitcoin');

const SOURCE_OPTIONS: read.OptionTable<SourceOptions> = {
  baseUrl: read.text,
  fetch: read.func,
  ...SPEED,
};

const SOURCE: read.OptionTable<TransactionSource> = {
  ...SOURCE_OPTIONS,
  name: read.text,
  chain: CHAIN,
  isBatched: read.flag,
  read: read.func,
  tip: read.func,
};
const OPTIONAL = new Set(['fetch', 'pace', 'perMinute', 'isBatched']);

const TRACK: read.OptionTable<TrackOptions> = {
  chain: CHAIN,
  network: read.text,
  confirmations: CONFIRMATIONS,
  followReplacement: read.flag,
  source: read.shared('a source, such as stacksApi()', isRecord),
  baseUrl: read.text,
  store: read.flag,
  account: read.text,
  method: read.text,
  label: read.text,
  sentAt: read.option('milliseconds since 1970', (value) => milliseconds(value) !== undefined),
};

/** Options of `useTransaction` in the modules for frameworks. */
const USE: read.OptionTable<TrackOptions & { readonly client?: unknown }> = {
  ...TRACK,
  client: read.object,
};

const UNTIL: read.OptionTable<UntilOptions> = {
  confirmations: CONFIRMATIONS,
  signal: read.signal,
  timeout: read.duration,
};

const FILTER: read.OptionTable<RecentFilter> = { account: read.text, network: read.text };

const TABLES = {
  trackTransaction: TRACK,
  trackSent: TRACK,
  useTransaction: USE,
  until: UNTIL,
  recentTransactions: FILTER,
  clearRecentTransactions: FILTER,
  source: SOURCE_OPTIONS,
} as const;

/** Reads the options of a function. @throws TransactionError `invalid` */
export function readTrackOptions<T extends object>(
  caller: keyof typeof TABLES,
  given: T | undefined,
): T {
  const known = TABLES[caller] as unknown as read.OptionTable<T>;
  const toError = (message: string) => new TransactionError('invalid', message);
  const argument = TABLES[caller] === FILTER ? 'filter' : 'options';
  return read.readOptions(caller, given, known, toError, false, argument);
}

/** Creates a source with the options of the caller. @throws TransactionError `invalid` */
export function createSource(
  name: string,
  chain: TransactionChain,
  baseUrl: string,
  given: SourceOptions | undefined,
  reads: Pick<TransactionSource, 'isBatched' | 'read' | 'tip'>,
): TransactionSource {
  const options = readTrackOptions('source', given) as Partial<TransactionSource>;
  return read.mergeOptions<TransactionSource>({ baseUrl }, options, { name, chain }, reads);
}

/**
 * Reads a source. It may be an instance of a class, so inherited fields count, but not those of `Object.prototype`.
 *
 * @throws TransactionError `invalid`
 */
export function readSource(given: TransactionSource, chain: TransactionChain): TransactionSource {
  const source: Record<string, unknown> = read.mergeOptions();
  const fields: read.OptionTable<TransactionSource> = { ...SOURCE, chain: read.oneOf(chain) };
  for (const [field, { expected, accepts }] of Object.entries(fields)) {
    const value = readProperty(given, field);
    const isAbsent = value === undefined && OPTIONAL.has(field);
    if (!isAbsent && !accepts(value)) {
      refuse('trackTransaction', `source.${field}`, value, expected);
    }
    source[field] = value;
  }
  source['read'] = (...args: Parameters<TransactionSource['read']>) => given.read(...args);
  source['tip'] = (...args: Parameters<TransactionSource['tip']>) => given.tip(...args);
  return source as unknown as TransactionSource;
}

/** @throws TransactionError `invalid` */
export function checkStatus(status: unknown): void {
  const { expected, accepts } = read.oneOf('confirmed', 'pending');
  if (!accepts(status)) refuse('until', 'status', status, expected);
}

function refuse(caller: string, field: string, value: unknown, expected: string): never {
  throw new TransactionError('invalid', `${caller}: ${mustBe(field, value, expected)}`);
}
