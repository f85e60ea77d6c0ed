import { getSettings } from '../core/configure.js';
import { describe } from '../errors.js';
import { MAX_U128, parseBaseUnits } from '../lib/amount.js';
import * as option from '../lib/read-options.js';
import { empty, read } from '../lib/safe-access.js';
import { MetadataError } from './metadata-error.js';
import { TokenLists } from './metadata-lists.js';
import {
  CALL_OPTIONS,
  MetadataService,
  readTokenOptions,
  type CallOptions,
} from './metadata-service.js';
import type {
  FtMetadata,
  FtMetadataAnswer,
  FtMetadataOptions,
  MetadataClient,
  MetadataClientOptions,
} from './metadata-types.js';
import {
  checkFtPrincipal,
  localeChain,
  parseFtMetadata,
  parseNftMetadata,
  type NftType,
} from './parse.js';
import { retryLoad } from './retry.js';

/** The maximum number of retries of `awaitReady`. Without a `Retry-After` they take up to two and a half minutes. */
const READY_RETRIES = 9;

const SIZE = option.number(0, Number.MAX_SAFE_INTEGER);
const CLIENT_OPTIONS: option.OptionTable<MetadataClientOptions> = {
  baseUrl: option.url,
  fetch: option.func,
  headers: option.custom(
    'an object with a text for each header',
    (value) => Object(value) === value && Object.entries(value as object).every(([, text]) => typeof text === 'string'), // prettier-ignore
  ),
  timeout: option.duration,
  maxBytes: SIZE,
  maxEntries: SIZE,
  // `Infinity`: as long as the page is open.
  maxAge: option.custom('a number, 0 or more', (value) => typeof value === 'number' && value >= 0),
  now: option.func,
  wait: option.func,
};

export const FT_OPTIONS: option.OptionTable<FtMetadataOptions> = {
  ...CALL_OPTIONS,
  awaitReady: option.flag,
  localeFallback: option.flag,
  onlyListed: option.flag,
  signal: option.signal,
};

/** A token at a route of the metadata service. */
interface Token {
  /** The principal of its contract. */
  readonly principal: string;
  /** Its part of the URL, after `/metadata/v1/`. */
  readonly route: string;
  /** Its name in error messages. */
  readonly label: string;
  /** Parses its record. Throws `bad-response`, also for the record of another token. */
  readonly parse: (json: unknown) => FtMetadata;
}

/**
 * Creates a client with its own cache. Callers for the same token and locale share one request. `configure()` does not
 * change it.
 *
 * @throws MetadataError `invalid-params` for a wrong option
 * @example
 * ```ts
 * import { createMetadataClient } from 'stacks-wallet-elements/metadata';
 *
 * const client = createMetadataClient({ baseUrl: 'https://tokens.your.host' });
 * const { symbol, decimals } = await client.getFtMetadata(
 *   'SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.age000-governance-token',
 * );
 * ```
 */
export function createMetadataClient(options?: MetadataClientOptions): MetadataClient {
  const checked = readTokenOptions('createMetadataClient', options, CLIENT_OPTIONS);
  return createClient(new MetadataService(checked));
}

function createClient(service: MetadataService): MetadataClient {
  function loadRecord(
    token: Token,
    locale: string | undefined,
    call: CallOptions,
  ): Promise<FtMetadata> {
    const { principal, route, label, parse } = token;
    const url = service.url(route, principal, call, [['locale', locale || undefined]]);
    return service.load({ url, label, locale, size: 1, parse }, call);
  }

  /**
   * Requests the default locale first: its record may list the locales, and shows that the token is ready. Until then
   * the service answers "Locale not found" for every locale.
   */
  async function load(token: Token, call: FtMetadataOptions): Promise<FtMetadataAnswer> {
    const { locale: requested, localeFallback = true, onlyListed = false } = call;
    const standard = await loadRecord(token, undefined, call);
    const metadata = read(standard, 'metadata');
    const localization = read(metadata, 'localization');
    const standardLocale = read(localization, 'default');
    const locales = read(localization, 'locales') as readonly string[] | undefined;
    const mayHave = (locale: string): boolean =>
      locales?.includes(locale) ??
      (!onlyListed && (read(standard, 'token_uri') ?? metadata) !== undefined);
    const toAnswer = (record: FtMetadata, served?: string): FtMetadataAnswer => {
      const locale = { ...(requested && { requested }), ...(served && { served }) };
      return Object.freeze({ ...record, locale: Object.freeze(locale) });
    };
    if (!requested) return toAnswer(standard);
    for (const locale of localeFallback ? localeChain(requested) : [requested]) {
      if (!locale || locale === standardLocale) return toAnswer(standard, locale);
      if (!mayHave(locale)) continue;
      try {
        return toAnswer(await loadRecord(token, locale, call), locale);
      } catch (error) {
        const isMissing = error instanceof MetadataError && error.code === 'locale-not-found';
        if (!isMissing || !localeFallback) throw error;
      }
    }
    throw new MetadataError('locale-not-found', `Token ${token.label} has no locale ${requested}.`);
  }

  async function get(
    caller: string,
    type: 'ft' | NftType,
    principal: string,
    tokenId: bigint | string | undefined,
    options: FtMetadataOptions | undefined,
  ): Promise<FtMetadataAnswer> {
    const call = readTokenOptions(caller, options, FT_OPTIONS);
    const { signal, awaitReady } = call;
    signal?.throwIfAborted();
    const token = getToken(type, principal, tokenId);
    if (!awaitReady) return load(token, call);
    return retryLoad(() => load(token, call), {
      signal,
      codes: ['in-progress'],
      retries: READY_RETRIES,
      pause: service.options.wait,
    });
  }

  const lists = new TokenLists(service, (principal, locale, call) =>
    loadRecord(getToken('ft', principal), locale, call),
  );
  return {
    getTokens: (principals, call) => lists.getTokens(principals, call),
    searchFts: (query) => lists.searchFts(query),
    getFtMetadata: (principal, call) => get('getFtMetadata', 'ft', principal, undefined, call),
    getNftMetadata: (principal, id, call) => get('getNftMetadata', 'nft', principal, id, call),
    getSftMetadata: (principal, id, call) => get('getSftMetadata', 'sft', principal, id, call),
  };
}

/** @throws MetadataError `invalid-principal`, `invalid-token-id` */
function getToken(type: 'ft' | NftType, principal: string, tokenId?: bigint | string): Token {
  checkFtPrincipal(principal);
  if (type === 'ft') {
    const parse = (json: unknown) => parseFtMetadata(json, principal);
    return { principal, route: `ft/${principal}`, label: principal, parse };
  }
  // A number above 2^53 has already lost its digits, so none is accepted.
  const id = typeof tokenId === 'number' ? undefined : parseBaseUnits(tokenId);
  if (id === undefined || id > MAX_U128) {
    throw new MetadataError(
      'invalid-token-id',
      `\`tokenId\` must be a bigint or decimal digits, from 0 to 2^128 - 1; got ${describe(tokenId)}.`,
    );
  }
  return {
    principal,
    route: `${type}/${principal}/${id}`,
    label: `${principal} #${id}`,
    parse: (json) => parseNftMetadata(json, type),
  };
}

/** Shared by all copies of this package on the page. The number at the end is the version of {@link MetadataClient}. */
const KEY = Symbol.for('stacks-wallet-elements/metadata-client/2');

/** The client of the page, with the settings of `configure()`. Created on first use. */
export function defaultMetadataClient(): MetadataClient {
  const shared = globalThis as { [KEY]?: MetadataClient };
  return (shared[KEY] ??= createClient(new MetadataService(empty(), getSettings)));
}

/**
 * Returns the metadata of a fungible token, from the service that `configure()` sets, else the public one.
 *
 * @throws MetadataError as {@link MetadataClient.getFtMetadata}
 * @example
 * ```ts
 * import { formatUnits, getFtMetadata } from 'stacks-wallet-elements/metadata';
 *
 * const { decimals, symbol, total_supply } = await getFtMetadata(
 *   'SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.age000-governance-token',
 *   { locale: 'es' },
 * );
 * if (decimals !== undefined) console.log(formatUnits(total_supply ?? '0', decimals), symbol);
 * ```
 */
export const getFtMetadata: MetadataClient['getFtMetadata'] = (...call) =>
  defaultMetadataClient().getFtMetadata(...call);

/**
 * Returns the metadata of an NFT, from the service that `configure()` sets, else the public one.
 *
 * @throws MetadataError as {@link MetadataClient.getNftMetadata}
 * @example
 * ```ts
 * import { getNftMetadata } from 'stacks-wallet-elements/metadata';
 *
 * const { metadata } = await getNftMetadata(
 *   'SP3D6PV2ACBPEKYJTCMH7HEN02KP87QSP8KTEH335.megapont-ape-club-nft',
 *   42n,
 * );
 * console.log(metadata?.name);
 * ```
 */
export const getNftMetadata: MetadataClient['getNftMetadata'] = (...call) =>
  defaultMetadataClient().getNftMetadata(...call);

/**
 * Returns the metadata of a semi-fungible token, from the service that `configure()` sets, else the public one.
 *
 * @throws MetadataError as {@link MetadataClient.getSftMetadata}
 * @example
 * ```ts
 * import { getSftMetadata } from 'stacks-wallet-elements/metadata';
 *
 * const { decimals, metadata } = await getSftMetadata(
 *   'SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.passes',
 *   42n,
 * );
 * console.log(metadata?.name, decimals);
 * ```
 */
export const getSftMetadata: MetadataClient['getSftMetadata'] = (...call) =>
  defaultMetadataClient().getSftMetadata(...call);

/**
 * Returns the summaries of many tokens, from the service that `configure()` sets, else the public one.
 *
 * @throws MetadataError as {@link MetadataClient.getTokens}
 * @example
 * ```ts
 * import { getTokens } from 'stacks-wallet-elements/metadata';
 *
 * const principals = ['SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.age000-governance-token'];
 * for (const { principal, token, error } of await getTokens(principals)) {
 *   console.log(principal, token?.symbol ?? error?.code);
 * }
 * ```
 */
export const getTokens: MetadataClient['getTokens'] = (...call) =>
  defaultMetadataClient().getTokens(...call);

/**
 * Searches the fungible tokens of the service that `configure()` sets, else of the public one.
 *
 * @throws MetadataError as {@link MetadataClient.searchFts}
 * @example
 * ```ts
 * import { searchFts } from 'stacks-wallet-elements/metadata';
 *
 * const { nextOffset, tokens } = await searchFts({ name: 'gov' });
 * console.log(tokens.map(({ symbol }) => symbol), nextOffset);
 * ```
 */
export const searchFts: MetadataClient['searchFts'] = (...call) =>
  defaultMetadataClient().searchFts(...call);
