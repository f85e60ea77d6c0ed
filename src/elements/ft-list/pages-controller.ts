import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { MetadataError } from '../../metadata/metadata-error.js';
import type {
  FtListItem,
  FtQuery,
  MetadataClient,
  TokenAnswer,
} from '../../metadata/metadata-types.js';
import { bare, INVISIBLE } from '../../lib/safe-access.js';
import { isWaiting, retryLoad, wait } from '../../metadata/retry.js';
import { isSameService } from '../controllers/token-controller.js';
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
const MAX_EMPTY_PAGES = 3;

/** Loads the pages of a list, one at a time. Ignores late responses. Retries after errors that may be temporary. */
export class PagesController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #whenVisible: () => Promise<void>;
  #state: PagesState = { status: 'idle', tokens: [] };
  #query: ListQuery | undefined;
  #abort: AbortController | undefined;
  /** Loads the last requested page again. */
  #again: (() => void) | undefined;
  #emptyPages = 0;
  /** Whether `reload()` was called while the host was detached. */
  #isReloadDue = false;

  constructor(host: ReactiveControllerHost & HTMLElement, whenVisible: () => Promise<void>) {
    this.#host = host;
    this.#whenVisible = whenVisible;
    host.addController(this);
  }

  get state(): PagesState {
    return this.#state;
  }

  /**
   * Loads the first page, unless this is the current query. Does nothing while the host is detached, since its context is not
   * known then: the host is updated when it is attached.
   */
  follow(query: ListQuery): void {
    if (!this.#host.isConnected || isSame(query, this.#query)) return;
    // The tokens of another service, perhaps of another network, are not shown until the first answer.
    if (!isSameService(query, this.#query)) this.#state = { status: 'idle', tokens: [] };
    this.#query = query;
    this.#first(this.#isReloadDue);
    this.#isReloadDue = false;
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

  /** Loads the first page again, without the cache. If the host is detached, once it is attached again. */
  reload(): void {
    if (this.#host.isConnected) {
      if (this.#query) this.#first(true);
      return;
    }
    this.#query = undefined;
    this.#isReloadDue = true;
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
    const next = this.#emptyPages < MAX_EMPTY_PAGES ? page.next : undefined;
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
  /**
   * The search text of the user: a part of a name, a symbol, an address, a contract, an asset identifier, or the URL of a page
   * about one of them.
   */
  readonly text: string;
}

export interface Page {
  readonly tokens: readonly FtListItem[];
  /** The offset of the next page; undefined on the last page. */
  readonly next: number | undefined;
}

/** The principal of a contract in a text, such as an asset identifier, or the URL of a page about the token. */
const CONTRACT = /(?<![0-9a-z])(s[pmtn][0-9a-hjkmnp-tv-z]{26,39})(\.[a-z][\w-]{0,39})(?![\w-])/i;
/** An address, or a prefix of an address that the service accepts. */
const ADDRESS = /^(s[0-9a-hjkmnp-tv-z]{27,40})((?:\.[\w-]{0,40})?)$/i;
/** An address in the URL of a page about it. */
const IN_URL = /^https?:\/\/.*?(?<![0-9a-z])(s[pmtn][0-9a-hjkmnp-tv-z]{26,39})(?![0-9a-z])/i;
/** A longer text is not searched as a symbol. */
const LONGEST_SYMBOL = 20;
/** The most rows of a page, a limit of the service. */
const MAX_ROWS = 60;
/** A longer text is cut off in the search for a name. */
const LONGEST_NAME = 100;

/** What a user looks for. Without a principal and an address, the text is a part of a name or a symbol. */
interface Search {
  readonly text: string;
  readonly principal?: string;
  readonly address?: string;
  /** The principal was written in lower case, so that its name may have capital letters. */
  readonly isLowerCase?: boolean;
}

/** Reads what a user typed or pasted. An address may be in lower case: its letters are the same (SIP-005). */
function readSearch(text: string): Search {
  // Pasted texts contain characters that show nothing, such as zero-width spaces.
  const plain = text.replace(INVISIBLE, '').trim();
  // In an address, joiners have no meaning either.
  const ascii = plain.replace(/[\u200c\u200d]/g, '');
  const [, owner, name = ''] = CONTRACT.exec(ascii) ?? [];
  if (owner !== undefined) {
    const address = owner.toUpperCase();
    return { text: plain, address, principal: address + name, isLowerCase: owner !== address };
  }
  const [, start, rest = ''] = ADDRESS.exec(ascii) ?? IN_URL.exec(ascii) ?? [];
  if (start !== undefined) return { text: plain, address: start.toUpperCase() + rest };
  return { text: plain.slice(0, LONGEST_NAME) };
}

async function loadPage(
  { client, baseUrl, text, ...filters }: ListQuery,
  offset: number,
  call: { readonly signal: AbortSignal; readonly fresh: boolean },
): Promise<Page> {
  // Do not pass an undefined base URL: it would replace the one of a context's client.
  const service = { ...call, ...(baseUrl && { baseUrl }) };
  const { text: name, principal, address, isLowerCase } = bare(readSearch(text));
  const search = (query: FtQuery) => client.searchFts({ ...filters, ...query, ...service, offset });
  if (principal !== undefined) {
    const page = single(await client.getTokens([principal], service));
    if (page.tokens.length > 0 || !isLowerCase) return page;
    const { tokens } = await client.searchFts({ ...service, address, limit: MAX_ROWS });
    const isSame = (one: FtListItem) => one.principal.toLowerCase() === principal.toLowerCase();
    return { tokens: tokens.filter(isSame), next: undefined };
  }
  const isAddress = !filters.address && address !== undefined;
  // The service finds only whole symbols.
  const withSymbol =
    name && !isAddress && !filters.symbol && offset === 0 && name.length <= LONGEST_SYMBOL;
  const [bySymbol, page] = await Promise.all([
    withSymbol ? search({ symbol: name }) : undefined,
    search(isAddress ? { address } : { name }),
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
