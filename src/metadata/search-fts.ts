import { describe } from '../errors.js';
import { MetadataError } from './metadata-error.js';
import { isRecord } from '../lib/safe-access.js';
import { badResponse, parseListItem } from './parse-summary.js';
import { serviceUrl } from './request-url.js';
import type { Requests } from './requests.js';
import type { FtListItem, FtPage, FtQuery, TokenLists } from './types.js';

/** The most rows of a page, a limit of the service. */
const MOST_ROWS = 60;

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 200;
const integer =
  (min: number, max: number) =>
  (value: unknown): boolean =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);

/** Each parameter: its name in the URL, what is accepted, and how an error says that. */
const PARAMS: readonly (readonly [keyof FtQuery, string, (value: unknown) => boolean, string])[] = [
  ['name', 'name', isText, 'a text of at most 200 characters'],
  ['symbol', 'symbol', isText, 'a text of at most 200 characters'],
  [
    'address',
    'address',
    (value) =>
      typeof value === 'string' && /^[0-9A-HJKMNP-TV-Z]{28,41}(\.[\w-]{0,40})?$/.test(value),
    'an address, or a start of one with at least 28 characters',
  ],
  ['limit', 'limit', integer(1, MOST_ROWS), `an integer from 1 to ${MOST_ROWS}`],
  ['offset', 'offset', integer(0, 999_999_999), 'an integer from 0 to 999999999'],
  ['orderBy', 'order_by', oneOf('name', 'symbol'), '"name" or "symbol"'],
  ['order', 'order', oneOf('asc', 'desc'), '"asc" or "desc"'],
];

export function createSearch(
  requests: Requests,
  defaultBaseUrl: string | URL | undefined,
): TokenLists['searchFts'] {
  return async (query = {}) => {
    query.signal?.throwIfAborted();
    const isTestnet = /^S[NT]/.test(query.address ?? '');
    const url = serviceUrl(query.baseUrl ?? defaultBaseUrl, 'ft', isTestnet);
    for (const [field, param, accepts, expected] of PARAMS) {
      const value = query[field];
      if (value === undefined || value === '') continue;
      if (!accepts(value)) {
        throw new MetadataError(
          'invalid-params',
          `${field} must be ${expected}; got ${describe(value)}.`,
        );
      }
      url.searchParams.set(param, String(value));
    }
    const read = (json: unknown): FtPage => parsePage(json, query.offset ?? 0);
    return requests.load({ url, read, size: 8 }, query);
  };
}

function parsePage(json: unknown, offset: number): FtPage {
  const { results, total } = isRecord(json)
    ? json
    : ({ __proto__: null } as Record<string, unknown>);
  if (!Array.isArray(results) || !Number.isSafeInteger(total) || (total as number) < 0) {
    throw badResponse('an object with results and total', json);
  }
  const tokens = new Map<string, FtListItem>();
  for (const row of results.slice(0, MOST_ROWS)) {
    const token = parseListItem(row);
    if (token && !tokens.has(token.principal)) tokens.set(token.principal, token);
  }
  const next = offset + results.length;
  const hasMore = results.length > 0 && next < (total as number);
  return Object.freeze({
    tokens: Object.freeze([...tokens.values()]),
    total: total as number,
    offset,
    ...(hasMore && { nextOffset: next }),
  });
}
