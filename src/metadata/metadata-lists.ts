import { describe } from '../errors.js';
import { shareByKey, shareTask, type SharedTask } from '../lib/promises.js';
import * as option from '../lib/read-options.js';
import { empty, isRecord } from '../lib/safe-access.js';
import { MetadataError } from './metadata-error.js';
import {
  CALL_OPTIONS,
  getValue,
  isTooLarge,
  readTokenOptions,
  type CallOptions,
  type MetadataService,
  type KeptAnswer,
  type Params,
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
const MAX_TOKENS = 50;
/** The most rows of a page, a limit of the service. */
const MAX_ROWS = 60;
/** Milliseconds that a request waits for more tokens, about a frame. */
const MOMENT = 16;
/** The maximum number of tokens without facts, per answer, that are requested separately. */
const MAX_ALONE = 5;
/** Milliseconds until a token without facts is requested separately again. */
const ALONE_AGE = 30_000;
/** An answer for several tokens may have this many times the bytes of one for a single token. */
const SIZE = 4;
/** The most services without that route that are remembered. */
const MAX_MISSING = 100;
/** Statuses of a service without the route for several tokens. */
const NO_ROUTE: ReadonlySet<unknown> = new Set([400, 404, 405, 501]);
const TOKENS_OPTIONS: option.OptionTable<TokensOptions> = {
  ...CALL_OPTIONS,
  signal: option.signal,
};

const shortText = option.custom(
  'a text of at most 200 characters',
  (value) => typeof value === 'string' && value.length <= 200,
);
const addressStart = option.custom(
  'an address, or a start of one with at least 28 characters',
  (value) =>
    typeof value === 'string' && /^(?:[0-9A-HJKMNP-TV-Z]{28,41}(\.[\w-]{0,40})?)?$/.test(value),
);
const QUERY_OPTIONS: option.OptionTable<FtQuery> = {
  name: shortText,
  symbol: shortText,
  address: addressStart,
  limit: option.integer(1, MAX_ROWS),
  offset: option.integer(0, 999_999_999),
  orderBy: option.oneOf('name', 'symbol'),
  order: option.oneOf('asc', 'desc'),
  baseUrl: option.url,
  signal: option.signal,
  fresh: option.flag,
};
const PARAMS = ['name', 'symbol', 'address', 'limit', 'offset', 'orderBy', 'order'] as const;

/** Loads the whole record of a token in one locale; undefined is the default one. */
type LoadRecord = (
  principal: string,
  locale: string | undefined,
  call: CallOptions,
) => Promise<FtMetadata>;

/** A token, and the URL of its record, which is its key. */
interface Wanted {
  readonly principal: string;
  readonly key: string;
  /** Aborted when nobody waits for the token any more. */
  readonly signal: AbortSignal;
}

/** What the tokens of a request have in common. */
interface Target {
  /** The URL of the route for several tokens. */
  readonly route: string;
  readonly locale: string | undefined;
  readonly fresh: boolean;
  /** The URL of the route for several tokens, of the service of this one. */
  readonly getRoute: (principal: string, params?: Params) => URL;
}

/** A token in an answer for several. `alone`: it has no facts, and a request for it alone says why. */
type Row = KeptAnswer<TokenSummary> | 'alone';
/** Undefined if the service has no route for several tokens. */
type Rows = ReadonlyMap<string, Row> | undefined;
/** `task`: undefined if nobody waits for a token any more. */
interface Sent {
  readonly task: SharedTask<Rows> | undefined;
}

/** The functions of a client for several tokens. Tokens that are requested in the same moment share a request. */
export class TokenLists implements Pick<MetadataClient, 'getTokens' | 'searchFts'> {
  readonly #service: MetadataService;
  readonly #loadRecord: LoadRecord;
  /** The requests that wait for more tokens, by target. */
  readonly #open = new Map<string, { readonly tokens: Wanted[]; readonly sent: Promise<Sent> }>();
  /** The requests that were sent, by the keys of their tokens. */
  readonly #sent = new Map<string, SharedTask<Rows>>();
  /** The URLs of this route on services that do not have it. */
  readonly #missing = new Set<string>();

  constructor(service: MetadataService, loadRecord: LoadRecord) {
    this.#service = service;
    this.#loadRecord = loadRecord;
  }

  async getTokens(
    principals: readonly string[],
    options?: TokensOptions,
  ): Promise<readonly TokenAnswer[]> {
    const call = readTokenOptions('getTokens', options, TOKENS_OPTIONS);
    const { signal } = call;
    signal?.throwIfAborted();
    if (!Array.isArray(principals)) {
      throw new MetadataError(
        'invalid-params',
        `principals must be an array of contract principals; got ${describe(principals)}.`,
      );
    }
    const answers = new Map<string, Promise<TokenAnswer>>();
    // One signal for each token: Node.js warns if a signal has more than ten listeners.
    const ends: AbortController[] = [];
    const abort = () => ends.forEach((end) => end.abort(signal?.reason));
    for (const principal of new Set(principals as readonly string[])) {
      const controller = new AbortController();
      ends.push(controller);
      const tokenOptions = { ...call, signal: signal && controller.signal };
      answers.set(principal, this.#loadAnswer(principal, tokenOptions));
    }
    signal?.addEventListener('abort', abort);
    try {
      return await Promise.all(principals.map((principal: string) => answers.get(principal)!));
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async searchFts(query?: FtQuery): Promise<FtPage> {
    const checked = readTokenOptions('searchFts', query, QUERY_OPTIONS, 'query');
    checked.signal?.throwIfAborted();
    const params = PARAMS.map((field) => {
      const { [field]: value = '' } = checked;
      const name = field === 'orderBy' ? 'order_by' : field;
      return [name, value === '' ? undefined : `${value}`] as const;
    });
    const url = this.#service.url('ft', checked.address ?? '', checked, params);
    const parse = (json: unknown): FtPage => parsePage(json, checked.offset ?? 0);
    return this.#service.load(
      { url, label: undefined, locale: undefined, size: SIZE, parse },
      checked,
    );
  }

  /** Requests the default locale first, as for a whole record: until a token is ready it has no other locale. */
  async #loadAnswer(principal: string, call: TokensOptions): Promise<TokenAnswer> {
    try {
      checkFtPrincipal(principal);
      const standard = await this.#loadSummary(principal, undefined, call);
      const requested = call.locale && { requested: call.locale };
      for (const locale of standard.description ? localeChain(call.locale) : []) {
        if (!locale) break;
        const token = await this.#loadSummary(principal, locale, call).catch(unlessMissing);
        // A row has no description in a locale that the token does not have.
        if (token?.description)
          return { principal, token, locale: { ...requested, served: locale } };
      }
      return { principal, token: standard, locale: { ...requested } };
    } catch (error) {
      const isOfToken = error instanceof MetadataError && error.code !== 'invalid-base-url';
      if (call.signal?.aborted || !isOfToken) throw error;
      return { principal, error };
    }
  }

  async #loadSummary(
    principal: string,
    locale: string | undefined,
    call: TokensOptions,
  ): Promise<TokenSummary> {
    const { fresh = false, signal } = call;
    const { inFlight } = this.#service;
    const params: Params = [['locale', locale || undefined]];
    const key = this.#service.url(`ft/${principal}`, principal, call, params).href;
    // A whole record contains a summary.
    const kept = fresh ? undefined : this.#getKept(key);
    if (kept) return toSummary(principal, getValue(kept));
    const whole = inFlight.get(key) as SharedTask<FtMetadata> | undefined;
    if (whole) return toSummary(principal, await whole.join(signal));
    signal?.throwIfAborted();
    const getRoute = (token: string, params?: Params): URL =>
      this.#service.url('search', token, call, params);
    const target = { route: getRoute(principal).href, locale, fresh, getRoute };
    const row = await shareByKey(inFlight, `summary ${key}`, (shared) =>
      this.#loadRow({ principal, key, signal: shared }, target),
    ).join(signal);
    if (row && row !== 'alone') return getValue(row);
    try {
      return toSummary(principal, await this.#loadRecord(principal, locale, call));
    } catch (error) {
      if (row && error instanceof MetadataError) {
        this.#service.keepError(`alone ${key}`, error, ALONE_AGE);
      }
      throw error;
    }
  }

  /** Undefined if the service has no route for several tokens. */
  async #loadRow(token: Wanted, target: Target): Promise<Row | undefined> {
    const { route, locale, fresh } = target;
    if (this.#missing.has(route)) return undefined;
    // Its caller may have aborted, while the request continues for other tokens.
    const sent = this.#sent.get(token.key);
    if (sent) return (await sent.join(token.signal))?.get(token.principal);
    const key = [route, locale, fresh].join(' ');
    let batch = this.#open.get(key);
    if (!batch || batch.tokens.length >= MAX_TOKENS) {
      const tokens: Wanted[] = [];
      const send = async (): Promise<Sent> => {
        await wait(MOMENT);
        if (this.#open.get(key)?.tokens === tokens) this.#open.delete(key);
        return { task: this.#loadRows(tokens, target) };
      };
      batch = { tokens, sent: send() };
      this.#open.set(key, batch);
    }
    batch.tokens.push(token);
    const { task } = await batch.sent;
    return (await task?.join(token.signal))?.get(token.principal);
  }

  /** The request continues while somebody waits for one of its tokens. */
  #loadRows(tokens: readonly Wanted[], target: Target): SharedTask<Rows> | undefined {
    const wanted = tokens.filter(({ signal }) => !signal.aborted);
    if (!wanted.length) return undefined;
    const forget = () => {
      for (const { key } of wanted) if (this.#sent.get(key) === task) this.#sent.delete(key);
    };
    const task = shareTask((signal) => this.#requestRows(wanted, target, signal), forget);
    for (const { key } of wanted) this.#sent.set(key, task);
    return task;
  }

  /** A token of which the whole record, or its summary, is kept. */
  #getKept(key: string): KeptAnswer<FtMetadata> | undefined {
    return this.#service.getKept<FtMetadata>(key) ?? this.#service.getKept(`summary ${key}`);
  }

  async #requestRows(
    tokens: readonly Wanted[],
    target: Target,
    signal: AbortSignal,
  ): Promise<Rows> {
    const { route, locale, fresh } = target;
    const contracts = tokens.map(({ principal }) => ['contract', principal] as const);
    const url = target.getRoute(tokens[0]!.principal, [
      ...contracts,
      ['locale', locale || undefined],
    ]);
    const parse = (json: unknown) => parseRows(json, tokens);
    let summaries: ReadonlyMap<string, TokenSummary>;
    let size: number;
    try {
      const query = { url, label: undefined, locale, size: SIZE, parse };
      ({ value: summaries, size } = await this.#service.send(query, fresh, signal));
    } catch (error) {
      if (!(error instanceof MetadataError)) throw error;
      if (NO_ROUTE.has(error.status)) {
        if (this.#missing.size >= MAX_MISSING) this.#missing.clear();
        this.#missing.add(route);
        return undefined;
      }
      if (!isTooLarge(error)) throw error;
      if (tokens.length === 1) return new Map([[tokens[0]!.principal, { error }]]);
      // One token with too much metadata must not hide the others.
      const half = Math.ceil(tokens.length / 2);
      const [first, second] = await Promise.all([
        this.#requestRows(tokens.slice(0, half), target, signal),
        this.#requestRows(tokens.slice(half), target, signal),
      ]);
      return first && second && new Map([...first, ...second]);
    }
    let requestedAlone = 0;
    const rows = new Map<string, Row>();
    for (const { principal, key } of tokens) {
      const value = summaries.get(principal);
      const kept = fresh ? undefined : this.#service.getKept<TokenSummary>(`alone ${key}`);
      if (!value) {
        const message = `Token ${principal} is not known to the metadata service.`;
        const error = new MetadataError('not-found', message);
        rows.set(principal, { error });
        this.#service.keepError(`summary ${key}`, error);
      } else if (locale || Object.entries(value).some(([field]) => !ALWAYS.has(field))) {
        rows.set(principal, { value });
        // The size of the answer is divided among its rows.
        this.#service.keep(`summary ${key}`, { value }, size / tokens.length);
      } else if (!kept && (requestedAlone += 1) <= MAX_ALONE) {
        rows.set(principal, 'alone');
      } else {
        const message = `Token ${principal}: its metadata is not there yet.`;
        rows.set(principal, kept ?? { error: new MetadataError('in-progress', message) });
      }
    }
    return rows;
  }
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof MetadataError) || error.code !== 'locale-not-found') throw error;
}

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
 * order.
 */
function parseRows(json: unknown, tokens: readonly Wanted[]): ReadonlyMap<string, TokenSummary> {
  if (!Array.isArray(json)) throw badResponse('an array of tokens', json);
  const wanted = new Set<unknown>(tokens.map(({ principal }) => principal));
  const rows = new Map<string, TokenSummary>();
  for (const row of json.filter(isRecord)) {
    const { contract_id: principal, token_type: type, ...facts } = row;
    // The service gives a fungible token the number 1, which an NFT of the contract may also have.
    if ((type !== undefined && type !== 'ft') || !wanted.delete(principal)) continue;
    const record = parseFtMetadata({ ...facts, asset_identifier: undefined, metadata: undefined });
    rows.set(principal as string, toSummary(principal as string, record));
  }
  return rows;
}

function parsePage(json: unknown, offset: number): FtPage {
  const { results, total }: Record<string, unknown> = isRecord(json) ? json : empty();
  if (!Array.isArray(results) || !Number.isSafeInteger(total) || (total as number) < 0) {
    throw badResponse('an object with results and total', json);
  }
  const tokens = new Map<string, FtListItem>();
  for (const row of results.slice(0, MAX_ROWS)) {
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
