import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { MetadataError } from '../../tokens/metadata-error.js';
import type {
  FtListItem,
  FtQuery,
  MetadataClient,
  TokenAnswer,
} from '../../tokens/metadata-types.js';
import { isFtPrincipal } from '../../tokens/parse.js';
import { retryLoad, wait } from '../../tokens/retry.js';
import { isSameService, isWaiting } from '../controllers/token-controller.js';
import { isSame } from '../internal/is-same.js';

/** `tokens`: the tokens to show; while a new search loads, those of the last search. */
export type PagesState = { readonly tokens: readonly FtListItem[] } & (
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  /** `next`: the offset of the next page; undefined on the last page. */
  | { readonly status: 'ready'; readonly next: number | undefined }
  /** `pending`: the service is busy; the controller requests the page again. `isBusy`: the user has requested it again. */
  | {
      readonly status: 'pending' | 'error';
      readonly error: MetadataError;
      readonly isBusy: boolean;
    }
);

/** After this number of pages without a new token, the list ends, so that repeated rows cause no endless requests. */
const MOST_EMPTY_PAGES = 3;

/** Loads the pages of a list, one at a time. Ignores late responses. Retries after errors that may be temporary. */
export class PagesController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #whenVisible: () => Promise<void>;
  #state: PagesState = { status: 'idle', tokens: [] };
  #query: ListQuery | undefined;
  #abort: AbortController | undefined;
  /** Loads the last requested page again. */
  #again: (() => void) | undefined;
  #emptyPages = 0;

  constructor(host: ReactiveControllerHost, whenVisible: () => Promise<void>) {
    this.#host = host;
    this.#whenVisible = whenVisible;
    host.addController(this);
  }

  get state(): PagesState {
    return this.#state;
  }

  /** Loads the first page, unless this is the current query. `undefined`: loads nothing. */
  follow(query: ListQuery | undefined): void {
    if (!query || isSame(query, this.#query)) return;
    // The tokens of another service, perhaps of another network, are not shown until the first answer.
    if (!isSameService(query, this.#query)) this.#state = { status: 'idle', tokens: [] };
    this.#query = query;
    this.#first(false);
  }

  /** Loads the next page, if there is one and nothing else is loading. */
  more(): void {
    const { tokens, ...state } = this.#state;
    if (state.status === 'ready' && state.next !== undefined) void this.#load(tokens, state.next);
  }

  /** Loads the failed page again. Called when the user presses the button. */
  retry(): void {
    this.#again?.();
  }

  /** Loads the first page again, without the cache. */
  reload(): void {
    if (this.#query) this.#first(true);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#abort?.abort();
    // A request that had not settled starts again when the host is attached again.
    if (this.#state.status !== 'ready') this.#query = undefined;
  }

  #first(fresh: boolean): void {
    this.#emptyPages = 0;
    void this.#load([], 0, fresh);
  }

  /** `before`: the tokens of the pages before this one. */
  async #load(before: readonly FtListItem[], offset: number, fresh = false): Promise<void> {
    const query = this.#query!;
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    this.#again = () => void this.#load(before, offset, true);
    this.#become(
      fresh && this.#state.status === 'error'
        ? { ...this.#state, isBusy: true }
        : { status: 'loading', tokens: offset ? before : this.#state.tokens },
    );
    const onError = (error: MetadataError): void => {
      const status = isWaiting(error) ? 'pending' : 'error';
      this.#become({ status, tokens: before, error, isBusy: false });
    };
    const pause = async (ms: number): Promise<void> => {
      await wait(ms, signal);
      await this.#whenVisible();
    };
    const ask = () => loadPage(query, offset, { signal, fresh });
    const page = await retryLoad(ask, { signal, onError, pause }).catch(() => undefined);
    if (!page || signal.aborted) return;
    const tokens = new Map(before.map((token) => [token.principal, token]));
    for (const token of page.tokens)
      if (!tokens.has(token.principal)) tokens.set(token.principal, token);
    this.#emptyPages = tokens.size > before.length ? 0 : this.#emptyPages + 1;
    const next = this.#emptyPages < MOST_EMPTY_PAGES ? page.next : undefined;
    this.#become({ status: 'ready', tokens: [...tokens.values()], next });
  }

  #become(state: PagesState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

/** What to list. */
export interface ListQuery extends Pick<
  FtQuery,
  'symbol' | 'address' | 'limit' | 'orderBy' | 'order'
> {
  readonly client: MetadataClient;
  readonly baseUrl: string | undefined;
  /** The search text of the user: a part of a name, a symbol, an address, or a principal. */
  readonly text: string;
}

export interface Page {
  readonly tokens: readonly FtListItem[];
  /** The offset of the next page; undefined on the last page. */
  readonly next: number | undefined;
}

/** An address, or a prefix of an address that the service accepts. */
const ADDRESS = /^S[0-9A-HJKMNP-TV-Z]{27,40}(?:\.[\w-]{0,40})?$/;
/** A longer text is not searched as a symbol. */
const LONGEST_SYMBOL = 20;

async function loadPage(
  { client, baseUrl, text, ...filters }: ListQuery,
  offset: number,
  call: { readonly signal: AbortSignal; readonly fresh: boolean },
): Promise<Page> {
  // Do not pass an undefined base URL: it would replace the one of a context's client.
  const service = { ...call, ...(baseUrl && { baseUrl }) };
  const whole: unknown = text;
  if (isFtPrincipal(whole)) return single(await client.getTokens([whole], service));
  const search = (query: FtQuery) => client.searchFts({ ...filters, ...query, ...service, offset });
  const isAddress = !filters.address && ADDRESS.test(text);
  // The service finds only whole symbols.
  const withSymbol =
    text && !isAddress && !filters.symbol && offset === 0 && text.length <= LONGEST_SYMBOL;
  const [bySymbol, page] = await Promise.all([
    withSymbol ? search({ symbol: text }) : undefined,
    search(isAddress ? { address: text } : { name: text }),
  ]);
  return { tokens: [...(bySymbol?.tokens ?? []), ...page.tokens], next: page.nextOffset };
}

/** A token exists even if its metadata is still being fetched or is invalid. */
function single([answer]: readonly TokenAnswer[]): Page {
  const { principal, token, error } = answer!;
  if (token) return { tokens: [token], next: undefined };
  const exists = error.code === 'in-progress' || error.code === 'token-error';
  if (!exists && error.code !== 'not-found') throw error;
  return { tokens: exists ? [{ principal }] : [], next: undefined };
}
