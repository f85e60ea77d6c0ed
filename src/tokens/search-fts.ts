import { isRecord } from '../lib/safe-access.js';
import { MOST_ROWS, QUERY_OPTIONS, readTokenOptions } from './options.js';
import { badResponse, parseListItem } from './parse-summary.js';
import { serviceUrl } from './request-url.js';
import type { Requests } from './requests.js';
import type { FtListItem, FtPage, FtQuery, TokenLists } from './types.js';

/** The names of the parameters in the URL. */
const PARAMS = {
  name: 'name',
  symbol: 'symbol',
  address: 'address',
  limit: 'limit',
  offset: 'offset',
  orderBy: 'order_by',
  order: 'order',
} as const satisfies { readonly [Name in keyof FtQuery]?: string };

export function createSearch(
  requests: Requests,
  defaultBaseUrl: string | URL | undefined,
): TokenLists['searchFts'] {
  return async (given) => {
    const query = readTokenOptions('searchFts', given, QUERY_OPTIONS, 'query');
    query.signal?.throwIfAborted();
    const isTestnet = /^S[NT]/.test(query.address ?? '');
    const url = serviceUrl(query.baseUrl ?? defaultBaseUrl, 'ft', isTestnet);
    for (const [field, param] of Object.entries(PARAMS) as [keyof typeof PARAMS, string][]) {
      const value = query[field];
      if (value !== undefined && value !== '') url.searchParams.set(param, String(value));
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
