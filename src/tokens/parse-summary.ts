import { describe } from '../errors.js';
import { MetadataError } from './metadata-error.js';
import { isRecord } from '../lib/safe-access.js';
import type { FtMetadata } from './token-metadata.js';
import { detached } from './limits.js';
import { parseFtMetadata } from './parse.js';
import { isFtPrincipal } from './principal.js';
import type { FtListItem, TokenSummary } from './types.js';

/** A token in an answer of the route for several tokens. */
export interface Row {
  readonly token: TokenSummary;
  /** In progress, invalid, or without any facts: the row does not say which. */
  readonly isBare: boolean;
  /** Whether a bare token may be requested separately. */
  readonly mayAsk: boolean;
  readonly error?: MetadataError;
}

/** The maximum number of tokens without facts, per answer, that are requested separately. */
const MOST_BARE = 5;

/** The fields of a row that say nothing about the token's metadata. */
const ALWAYS = new Set(['principal', 'tx_id', 'sender_address']);

/** The part of a record that a list shows. */
export function toSummary(principal: string, record: FtMetadata): TokenSummary {
  const facts = Object.entries(record).filter(
    ([field]) => field !== 'asset_identifier' && field !== 'metadata',
  );
  return Object.freeze({ principal, ...Object.fromEntries(facts) });
}

/**
 * Parses the rows of the requested tokens. The service leaves out unknown tokens, repeats others, and answers in any
 * order. `withoutReason`: the tokens that may be requested separately if they are bare.
 */
export function parseSummaries(
  json: unknown,
  principals: readonly string[],
  withoutReason: ReadonlySet<string>,
): ReadonlyMap<string, Row> {
  if (!Array.isArray(json)) throw badResponse('an array of tokens', json);
  const rows = new Map<string, Row>(
    principals.map((principal) => [principal, unknownToken(principal)]),
  );
  const seen = new Set<string>();
  let bare = 0;
  for (const row of json as unknown[]) {
    const principal = isRecord(row) ? row['contract_id'] : undefined;
    if (typeof principal !== 'string' || !rows.has(principal) || seen.has(principal)) continue;
    const { token_type: type, ...facts } = row as Record<string, unknown>;
    // The service gives a fungible token the number 1, which an NFT of the contract may also have.
    if (type !== undefined && type !== 'ft') continue;
    seen.add(principal);
    const token = toSummary(principal, parseFacts(facts));
    const isBare = Object.entries(token).every(([field]) => ALWAYS.has(field));
    const mayAsk = isBare && withoutReason.has(principal) && (bare += 1) <= MOST_BARE;
    rows.set(principal, { token, isBare, mayAsk });
  }
  return rows;
}

/** Parses a row of the list. Undefined if it is not of a fungible token, or has an invalid `asset_identifier`. */
export function parseListItem(row: unknown): FtListItem | undefined {
  const principal = isRecord(row) ? row['contract_principal'] : undefined;
  if (!isRecord(row) || !isFtPrincipal(principal)) return undefined;
  // The list has 0 for unknown decimals, too.
  const facts = { ...row, metadata: undefined, decimals: row['decimals'] || undefined };
  try {
    return Object.freeze({ principal, ...parseFtMetadata(facts, principal) });
  } catch {
    return undefined;
  }
}

function parseFacts(facts: Record<string, unknown>): FtMetadata {
  return parseFtMetadata({ ...facts, asset_identifier: undefined, metadata: undefined });
}

function unknownToken(principal: string): Row {
  const message = `Token ${principal} is not known to the metadata service.`;
  const error = new MetadataError('not-found', message);
  return failedRow(principal, error);
}

export function failedRow(principal: string, error: MetadataError): Row {
  return { token: { principal }, isBare: false, mayAsk: false, error };
}

export function badResponse(expected: string, json: unknown): MetadataError {
  const got = detached(describe(json));
  return new MetadataError(
    'bad-response',
    `The metadata service must answer with ${expected}; got ${got}.`,
  );
}
