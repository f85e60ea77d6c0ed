import { describe } from '../errors.js';
import { shareByKey, shareTask, type SharedTask } from '../lib/promises.js';
import * as option from '../lib/read-options.js';
import { isRecord } from '../lib/safe-access.js';
import { MetadataError } from './metadata-error.js';
import {
  CALL_OPTIONS,
  getValue,
  isTestnet,
  isTooLarge,
  readTokenOptions,
  type Call,
  type MetadataService,
  type Outcome,
} from './metadata-service.js';
import type {
  FtListItem,
  FtMetadata,
  FtPage,
  FtQuery,
  MetadataClient,
  TokenAnswer,
  TokensOptions,
  TokenSummary,
} from './metadata-types.js';
import {
  badResponse,
  checkFtPrincipal,
  isFtPrincipal,
  localeChain,
  parseFtMetadata,
} from './parse.js';
import { wait } from './retry.js';

/** The most tokens of one request, a limit of the service. */
const MOST_TOKENS = 50;
/** The most rows of a page, a limit of the service. */
const MOST_ROWS = 60;
/** Milliseconds that a request waits for more tokens, about a frame. */
const MOMENT = 16;
/** The maximum number of tokens without facts, per answer, that are requested separately. */
const MOST_BARE = 5;
/** Milliseconds until a token without facts is requested separately again. */
const BARE_AGE = 30_000;
/** An answer for several tokens may have this many times the bytes of one for a single token. */
const SIZE = 8;
/** What the service says about a token. Other errors may be temporary. */
const STATED: ReadonlySet<string> = new Set(['not-found', 'token-error', 'in-progress']);
/** Statuses of a service without the route for several tokens. */
const NO_ROUTE: ReadonlySet<unknown> = new Set([400, 404, 405, 501]);
/** The most services that are remembered not to have the route. */
const MOST_SERVICES = 100;

const TOKENS_OPTIONS: option.OptionTable<TokensOptions> = {
  ...CALL_OPTIONS,
  signal: option.signal,
  prefetch: option.func,
};

/** A parameter of the URL, which is left out if it is empty. */
const param = ({ expected, accepts }: option.Option): option.Option =>
  option.custom(expected, (value) => value === '' || accepts(value));
const shortText = option.custom(
  'a text of at most 200 characters',
  (value) => typeof value === 'string' && value.length <= 200,
);
const addressStart = option.custom(
  'an address, or a start of one with at least 28 characters',
  (value) => typeof value === 'string' && /^[0-9A-HJKMNP-TV-Z]{28,41}(\.[\w-]{0,40})?$/.test(value),
);
const QUERY_OPTIONS: option.OptionTable<FtQuery> = {
  name: param(shortText),
  symbol: param(shortText),
  address: param(addressStart),
  limit: param(option.integer(1, MOST_ROWS)),
  offset: param(option.integer(0, 999_999_999)),
  orderBy: param(option.oneOf('name', 'symbol')),
  order: param(option.oneOf('asc', 'desc')),
  baseUrl: option.url,
  signal: option.signal,
  fresh: option.flag,
};
const PARAMS = ['name', 'symbol', 'address', 'limit', 'offset', 'orderBy', 'order'] as const;

/** Loads the whole record of a token in one locale; undefined is the default one. */
type LoadRecord = (
  principal: string,
  locale: string | undefined,
  call: Call,
) => Promise<FtMetadata>;

/** The functions of a client that load several tokens at once. */
export function createTokenLists(
  service: MetadataService,
  loadRecord: LoadRecord,
): Pick<MetadataClient, 'getTokens' | 'searchFts'> {
  const { cache, inFlight } = service;
  const batches = new TokenBatches(service);

  /** Requests a token separately to find out why it has no facts: it is in progress, or invalid, or has none. */
  async function loadAlone(key: string, row: Row, call: TokensOptions): Promise<TokenSummary> {
    const { principal } = row.token;
    const known = cache.get(`bare ${key}`);
    if (known && !call.fresh) return getValue(known) as TokenSummary;
    if (!row.mayLoadAlone) {
      const message = `Token ${principal}: its metadata is not there yet.`;
      throw new MetadataError('in-progress', message);
    }
    try {
      return toSummary(principal, await loadRecord(principal, undefined, call));
    } catch (error) {
      if (error instanceof MetadataError && STATED.has(error.code)) {
        cache.set(`bare ${key}`, { error }, BARE_AGE);
      }
      throw error;
    }
  }

  async function loadSummary(
    principal: string,
    locale: string | undefined,
    call: TokensOptions,
  ): Promise<TokenSummary> {
    const { fresh = false, signal } = call;
    const getUrl = (token: string): URL => service.url(`ft/${token}`, token, call, locale);
    const url = getUrl(principal);
    const record = fresh ? undefined : (cache.get(url.href) as Outcome<FtMetadata> | undefined);
    if (record) return toSummary(principal, getValue(record));
    const whole = inFlight.get(url.href) as SharedTask<FtMetadata> | undefined;
    if (whole) return toSummary(principal, await whole.join(signal));

    const key = `summary ${url.href}`;
    const known = fresh ? undefined : (cache.get(key) as Outcome<TokenSummary> | undefined);
    if (known) return getValue(known);
    signal?.throwIfAborted();
    const target = { route: service.url('search', principal, call), locale, fresh };
    function* prefetch(): Iterable<Wanted> {
      for (const soon of call.prefetch?.() ?? []) {
        if (!isFtPrincipal(soon) || isTestnet(soon) !== isTestnet(principal)) continue;
        const { href } = getUrl(soon);
        if (!cache.get(href) && !cache.get(`summary ${href}`)) {
          yield { principal: soon, key: href };
        }
      }
    }
    const load = (shared: AbortSignal): Promise<Row | undefined> =>
      batches.load({ principal, key: url.href, signal: shared, prefetch }, target);
    const row = await shareByKey(inFlight, key, load).join(signal);
    if (!row) return toSummary(principal, await loadRecord(principal, locale, call));
    if (row.error) throw row.error;
    return row.isBare && !locale ? loadAlone(url.href, row, call) : row.token;
  }

  /** Requests the default locale first, as for a whole record: until a token is ready it has no other locale. */
  async function loadAnswer(principal: string, call: TokensOptions): Promise<TokenAnswer> {
    const standard = await loadSummary(principal, undefined, call);
    const requested = call.locale && { requested: call.locale };
    for (const locale of standard.description ? localeChain(call.locale) : []) {
      if (!locale) break;
      const token = await loadSummary(principal, locale, call).catch(unlessMissing);
      // A row has no description in a locale that the token does not have.
      if (token?.description) return { principal, token, locale: { ...requested, served: locale } };
    }
    return { principal, token: standard, locale: { ...requested } };
  }

  async function loadOrFail(principal: string, call: TokensOptions): Promise<TokenAnswer> {
    try {
      checkFtPrincipal(principal);
      return await loadAnswer(principal, call);
    } catch (error) {
      const isOfToken = error instanceof MetadataError && error.code !== 'invalid-base-url';
      if (call.signal?.aborted || !isOfToken) throw error;
      return { principal, error };
    }
  }

  return {
    async getTokens(principals, given) {
      const call = readTokenOptions('getTokens', given, TOKENS_OPTIONS);
      const { signal } = call;
      signal?.throwIfAborted();
      if (!Array.isArray(principals)) {
        throw new MetadataError(
          'invalid-params',
          `principals must be an array of contract principals; got ${describe(principals)}.`,
        );
      }
      const answers = new Map<string, Promise<TokenAnswer>>();
      for (const principal of new Set(principals as readonly string[])) {
        // One signal for each token: Node.js warns if a signal has more than ten listeners.
        const own = signal && AbortSignal.any([signal]);
        const options = option.mergeOptions<TokensOptions>(call, { signal: own });
        answers.set(principal, loadOrFail(principal, options));
      }
      return Promise.all(
        (principals as readonly string[]).map((principal) => answers.get(principal)!),
      );
    },
    async searchFts(given) {
      const query = readTokenOptions('searchFts', given, QUERY_OPTIONS, 'query');
      query.signal?.throwIfAborted();
      const url = service.url('ft', query.address ?? '', query);
      for (const field of PARAMS) {
        const { [field]: value = '' } = query;
        if (value !== '')
          url.searchParams.set(field === 'orderBy' ? 'order_by' : field, `${value}`);
      }
      const parse = (json: unknown): FtPage => parsePage(json, query.offset ?? 0);
      return service.load({ url, parse, size: SIZE }, query);
    },
  };
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof MetadataError) || error.code !== 'locale-not-found') throw error;
}

/** A token, and the URL of its record, which is its key. */
interface Wanted {
  readonly principal: string;
  readonly key: string;
}

interface WantedNow extends Wanted {
  /** Tokens to add to the request if it has fewer than the maximum. */
  readonly prefetch: () => Iterable<Wanted>;
  /** Aborted when nobody waits for the token any more. */
  readonly signal: AbortSignal;
}

/** What the tokens of a request have in common. */
interface Target {
  /** The URL of the route for several tokens. */
  readonly route: URL;
  readonly locale: string | undefined;
  readonly fresh: boolean;
}

/** The rows of a request; undefined if the service has no route for several tokens. */
type Rows = ReadonlyMap<string, Row> | undefined;

interface Batch {
  readonly tokens: WantedNow[];
  readonly task: SharedTask<Rows>;
}

/** Collects tokens that are requested in the same moment, and requests up to fifty at a time. */
class TokenBatches {
  readonly #service: MetadataService;
  /** The batches that wait for more tokens, by target. */
  readonly #open = new Map<string, Batch>();
  /** The URLs of this route on services that do not have it. */
  readonly #missing = new Set<string>();

  constructor(service: MetadataService) {
    this.#service = service;
  }

  /** Requests a token together with others. Undefined if the service has no route for several tokens. */
  async load(token: WantedNow, target: Target): Promise<Row | undefined> {
    const { route, locale, fresh } = target;
    if (this.#missing.has(route.href)) return undefined;
    // Sent even if all callers for this token have aborted: the request continues for other tokens.
    let task = this.#pending(token);
    if (!task) {
      const key = [route.href, locale, fresh].join(' ');
      let batch = this.#open.get(key);
      if (!batch || batch.tokens.length >= MOST_TOKENS) {
        batch = this.#start(key, target);
        this.#open.set(key, batch);
      }
      batch.tokens.push(token);
      task = batch.task;
    }
    return (await task.join(token.signal))?.get(token.principal);
  }

  /** The request that contains a token. */
  #pending({ key }: Wanted): SharedTask<Rows> | undefined {
    return this.#service.inFlight.get(`batch ${key}`) as SharedTask<Rows> | undefined;
  }

  #start(key: string, target: Target): Batch {
    const tokens: WantedNow[] = [];
    let sent: readonly Wanted[] = [];
    const task = shareTask(
      async (signal) => {
        await wait(MOMENT, signal);
        if (this.#open.get(key) === batch) this.#open.delete(key);
        const wanted = tokens.filter((token) => !token.signal.aborted);
        sent = [...wanted, ...this.#alongside(wanted)];
        for (const token of sent) this.#service.inFlight.set(`batch ${token.key}`, task);
        const rows = await this.#rows(target, sent, signal);
        if (rows) this.#keep(sent, rows);
        else this.#forget(target.route);
        return rows;
      },
      () => {
        if (this.#open.get(key) === batch) this.#open.delete(key);
        for (const token of sent) this.#service.inFlight.delete(`batch ${token.key}`);
      },
    );
    const batch = { tokens, task };
    return batch;
  }

  #alongside(wanted: readonly WantedNow[]): readonly Wanted[] {
    const keys = new Set(wanted.map(({ key }) => key));
    const others: Wanted[] = [];
    for (const prefetch of new Set(wanted.map((token) => token.prefetch))) {
      for (const token of prefetch()) {
        if (wanted.length + others.length >= MOST_TOKENS) return others;
        if (keys.has(token.key) || this.#pending(token)) continue;
        keys.add(token.key);
        others.push(token);
      }
    }
    return others;
  }

  async #rows(target: Target, tokens: readonly Wanted[], signal: AbortSignal): Promise<Rows> {
    const { route, locale, fresh } = target;
    const url = new URL(route);
    for (const { principal } of tokens) url.searchParams.append('contract', principal);
    if (locale) url.searchParams.set('locale', locale);
    const { cache } = this.#service;
    const mayLoadAlone = (token: Wanted): boolean =>
      'signal' in token && !cache.get(`bare ${token.key}`);
    const parse = (json: unknown): Rows => parseRows(json, tokens, mayLoadAlone);
    try {
      return await this.#service.send({ url, locale, size: SIZE, parse }, fresh, signal);
    } catch (error) {
      if (!(error instanceof MetadataError)) throw error;
      if (NO_ROUTE.has(error.status)) return undefined;
      if (!isTooLarge(error)) throw error;
      const [{ principal }, ...others] = tokens as [Wanted, ...Wanted[]];
      if (others.length === 0) return new Map([[principal, failedRow(principal, error)]]);
      // One token with too much metadata must not hide the others.
      const half = Math.ceil(tokens.length / 2);
      const [first, second] = await Promise.all([
        this.#rows(target, tokens.slice(0, half), signal),
        this.#rows(target, tokens.slice(half), signal),
      ]);
      return first && second && new Map([...first, ...second]);
    }
  }

  #keep(tokens: readonly Wanted[], rows: ReadonlyMap<string, Row>): void {
    const { cache, maxAge } = this.#service;
    for (const { principal, key } of tokens) {
      const { token, isBare, error } = rows.get(principal)!;
      if (error) this.#service.keepError(`summary ${key}`, error);
      else if (!isBare) cache.set(`summary ${key}`, { value: token }, maxAge);
    }
  }

  #forget(route: URL): void {
    if (this.#missing.size >= MOST_SERVICES) this.#missing.clear();
    this.#missing.add(route.href);
  }
}

/** A token in an answer of the route for several tokens. */
interface Row {
  readonly token: TokenSummary;
  /** In progress, invalid, or without any facts: the row does not say which. */
  readonly isBare: boolean;
  /** Whether a bare token may be requested separately. */
  readonly mayLoadAlone: boolean;
  readonly error?: MetadataError;
}

const failedRow = (principal: string, error: MetadataError): Row => ({
  token: { principal },
  isBare: false,
  mayLoadAlone: false,
  error,
});

/** The fields of a row that say nothing about the token's metadata. */
const ALWAYS: ReadonlySet<string> = new Set(['principal', 'tx_id', 'sender_address']);

/** The part of a record that a list shows. */
function toSummary(principal: string, record: FtMetadata): TokenSummary {
  const facts = Object.entries(record).filter(
    ([field]) => field !== 'asset_identifier' && field !== 'metadata',
  );
  return Object.freeze({ principal, ...Object.fromEntries(facts) });
}

/**
 * Parses the rows of the requested tokens. The service leaves out unknown tokens, repeats others, and answers in any
 * order. `mayLoadAlone`: whether a token may be requested separately if it is bare.
 */
function parseRows(
  json: unknown,
  tokens: readonly Wanted[],
  mayLoadAlone: (token: Wanted) => boolean,
): ReadonlyMap<string, Row> {
  if (!Array.isArray(json)) throw badResponse('an array of tokens', json);
  const wanted = new Map(tokens.map((token) => [token.principal, token]));
  const rows = new Map<string, Row>();
  let bare = 0;
  for (const row of json.filter(isRecord)) {
    const { contract_id: principal, token_type: type, ...facts } = row;
    const token = wanted.get(principal as string);
    // The service gives a fungible token the number 1, which an NFT of the contract may also have.
    if (!token || rows.has(token.principal) || (type !== undefined && type !== 'ft')) continue;
    const record = parseFtMetadata({ ...facts, asset_identifier: undefined, metadata: undefined });
    const summary = toSummary(token.principal, record);
    const isBare = Object.entries(summary).every(([field]) => ALWAYS.has(field));
    rows.set(token.principal, {
      token: summary,
      isBare,
      mayLoadAlone: isBare && mayLoadAlone(token) && (bare += 1) <= MOST_BARE,
    });
  }
  for (const { principal } of tokens) {
    if (rows.has(principal)) continue;
    const message = `Token ${principal} is not known to the metadata service.`;
    rows.set(principal, failedRow(principal, new MetadataError('not-found', message)));
  }
  return rows;
}

function parsePage(json: unknown, offset: number): FtPage {
  const { results, total }: Record<string, unknown> = isRecord(json) ? json : { __proto__: null };
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

/** Parses a row of the list. Undefined if it is not of a fungible token, or has an invalid `asset_identifier`. */
function parseListItem(row: unknown): FtListItem | undefined {
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
