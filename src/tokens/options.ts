import * as read from '../lib/read-options.js';
import { MetadataError } from './metadata-error.js';
import type { FtMetadataOptions, FtQuery, MetadataClientOptions, TokensOptions } from './types.js';

/** Reads the options of a function for tokens. @throws MetadataError `invalid-params` */
export function readTokenOptions<T extends object>(
  caller: string,
  given: T | undefined,
  known: read.OptionsOf<T>,
  argument = 'options',
): T {
  const toError = (message: string) => new MetadataError('invalid-params', message);
  return read.readOptions(caller, given, known, toError, false, argument);
}

const SIZE = read.number(0, Number.MAX_SAFE_INTEGER);

export const CLIENT_OPTIONS: read.OptionsOf<MetadataClientOptions> = {
  baseUrl: read.url,
  fetch: read.func,
  headers: read.option(
    'an object with a text for each header',
    (value) => Object(value) === value && Object.entries(value as object).every(([, text]) => typeof text === 'string'), // prettier-ignore
  ),
  timeout: read.duration,
  maxBytes: SIZE,
  maxEntries: SIZE,
  // `Infinity`: as long as the page is open.
  maxAge: read.option('a number, 0 or more', (value) => typeof value === 'number' && value >= 0),
  maxConcurrent: read.integer(1, Number.MAX_SAFE_INTEGER),
  now: read.func,
  wait: read.func,
};

const CALL_OPTIONS = { locale: read.text, baseUrl: read.url, fresh: read.flag };

const USE_TOKEN_OPTIONS = {
  ...CALL_OPTIONS,
  awaitReady: read.flag,
  localeFallback: read.flag,
  onlyListed: read.flag,
};

/** Options of `useToken` in the modules for frameworks. @throws MetadataError `invalid-params` */
export const readUseTokenOptions = (
  given: Omit<FtMetadataOptions, 'signal'> | undefined,
): Omit<FtMetadataOptions, 'signal'> => readTokenOptions('useToken', given, USE_TOKEN_OPTIONS);

export const FT_OPTIONS: read.OptionsOf<FtMetadataOptions> = {
  ...USE_TOKEN_OPTIONS,
  signal: read.signal,
};

export const TOKENS_OPTIONS: read.OptionsOf<TokensOptions> = {
  ...CALL_OPTIONS,
  signal: read.signal,
  prefetch: read.func,
};

/** The most rows of a page, a limit of the service. */
export const MOST_ROWS = 60;

/** A parameter of the URL, which is left out if it is empty. */
const param = (expected: string, accepts: (value: unknown) => boolean): read.Option =>
  read.option(expected, (value) => value === '' || accepts(value));
const shortText = param(
  'a text of at most 200 characters',
  (value) => typeof value === 'string' && value.length <= 200,
);
const integer = (min: number, max: number): read.Option =>
  param(
    `an integer from ${min} to ${max}`,
    (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  );

export const QUERY_OPTIONS: read.OptionsOf<FtQuery> = {
  name: shortText,
  symbol: shortText,
  address: param(
    'an address, or a start of one with at least 28 characters',
    (value) =>
      typeof value === 'string' && /^[0-9A-HJKMNP-TV-Z]{28,41}(\.[\w-]{0,40})?$/.test(value),
  ),
  limit: integer(1, MOST_ROWS),
  offset: integer(0, 999_999_999),
  orderBy: param('"name" or "symbol"', (value) => value === 'name' || value === 'symbol'),
  order: param('"asc" or "desc"', (value) => value === 'asc' || value === 'desc'),
  baseUrl: read.url,
  signal: read.signal,
  fresh: read.flag,
};
