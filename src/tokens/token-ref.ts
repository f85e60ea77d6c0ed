import { describe } from '../errors.js';
import { MetadataError } from './metadata-error.js';
import { MAX_U128, parseBaseUnits } from '../lib/amount.js';
import { isRecord } from '../lib/safe-access.js';
import type { FtMetadata, SftMetadata } from './token-metadata.js';
import { parseFtMetadata } from './parse.js';
import { checkFtPrincipal } from './principal.js';

/** A token at a route of the metadata service. */
export interface TokenRef {
  /** The principal of its contract. */
  readonly principal: string;
  /** Its part of the URL, after `/metadata/v1/`. Default: that of a fungible token. */
  readonly route?: string;
  /** Its name in error messages. */
  readonly label: string;
  /** Reads its record. Throws `bad-response`, also for the record of another token. */
  read(this: void, value: unknown): FtMetadata;
}

/** Throws `invalid-principal`. */
export function ftRef(principal: string): TokenRef {
  checkFtPrincipal(principal);
  return {
    principal,
    route: `ft/${encodeURIComponent(principal)}`,
    label: principal,
    read: (value) => parseFtMetadata(value, principal),
  };
}

/** The fields of an answer for an NFT. They do not identify the token. A semi-fungible token also has amounts. */
const FIELDS = {
  nft: ['token_uri', 'metadata'],
  sft: ['token_uri', 'metadata', 'decimals', 'total_supply'],
} as const;

export type NftType = keyof typeof FIELDS;

/** Throws `invalid-principal` and `invalid-token-id`. */
export function nftRef(type: NftType, principal: string, tokenId: bigint | string): TokenRef {
  checkFtPrincipal(principal);
  const id = checkTokenId(tokenId);
  return {
    principal,
    route: `${type}/${principal}/${id}`,
    label: `${principal} #${id}`,
    read: (value) => parseNftMetadata(value, type),
  };
}

/** Like `parseFtMetadata`, for the record of an NFT. */
export function parseNftMetadata(value: unknown, type: NftType): SftMetadata {
  return parseFtMetadata(isRecord(value) ? pick(value, FIELDS[type]) : value);
}

function checkTokenId(value: unknown): bigint {
  // A number above 2^53 has already lost its digits, so none is accepted.
  const id = typeof value === 'number' ? undefined : parseBaseUnits(value);
  if (id !== undefined && id <= MAX_U128) return id;
  throw new MetadataError(
    'invalid-token-id',
    `tokenId must be a bigint or decimal digits, from 0 to 2^128 - 1; got ${describe(value)}.`,
  );
}

function pick(record: Record<string, unknown>, fields: readonly string[]) {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}
