import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { MetadataError } from '../../errors.js';
import { backoffDelay, retry } from '../../metadata/retry.js';
import type { FtMetadataAnswer, MetadataClient } from '../../metadata/client.js';

/** What to load. A change of any field loads again. */
export interface TokenQuery {
  readonly client: MetadataClient;
  readonly principal: string;
  readonly locale: string | undefined;
  readonly baseUrl: string | undefined;
}

/** The text of a property. A removed attribute gives null, and a page may set anything: both give ''. */
export function trimmed(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

export type TokenState =
  | { readonly status: 'idle' }
  /** `before`: the last state of the same token, shown until the answer arrives. */
  | { readonly status: 'loading'; readonly before: TokenState | undefined }
  | { readonly status: 'ready'; readonly answer: FtMetadataAnswer }
  /** The service is still fetching it; the controller asks again by itself. */
  | { readonly status: 'pending' }
  | { readonly status: 'not-found'; readonly error: MetadataError }
  /** `retries`: the controller asks again by itself. */
  | { readonly status: 'error'; readonly error: MetadataError; readonly retries: boolean };

export interface TokenListener {
  loaded?(answer: FtMetadataAnswer): void;
  failed?(error: MetadataError): void;
}

/** After about nine minutes of "in progress", shows an error that the user can retry. */
const PENDING_ATTEMPTS = 20;
const RATE_LIMIT_ATTEMPTS = 5;

/**
 * Loads the metadata of one token for one element. Ignores late answers, asks again while the service is
 * still fetching or is rate limiting, and pauses while the host is detached.
 */
export class TokenController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #listener: TokenListener;
  #state: TokenState = { status: 'idle' };
  #query: TokenQuery | undefined;
  #abort: AbortController | undefined;

  constructor(host: ReactiveControllerHost, listener: TokenListener = {}) {
    this.#host = host;
    this.#listener = listener;
    host.addController(this);
  }

  get state(): TokenState {
    return this.#state;
  }

  /** Loads this token, unless it is loaded or loading. `undefined`: no token. */
  follow(query: TokenQuery | undefined): void {
    if (isSame(query, this.#query)) return;
    const isSameToken = query?.principal === this.#query?.principal;
    this.#query = query;
    this.#abort?.abort();
    if (!query) this.#state = { status: 'idle' };
    else void this.#load(query, { before: isSameToken ? this.#state : undefined, fresh: false });
  }

  /** Asks the service again. */
  reload(): void {
    if (!this.#query) return;
    this.#abort?.abort();
    void this.#load(this.#query, { before: this.#state, fresh: true });
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    const { status } = this.#state;
    this.#abort?.abort();
    // A request that had not settled starts again when the host is attached again.
    if (status !== 'ready' && status !== 'not-found') this.#query = undefined;
  }

  async #load(
    query: TokenQuery,
    { before, fresh }: { before: TokenState | undefined; fresh: boolean },
  ): Promise<void> {
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    const { client, principal, locale, baseUrl } = query;
    this.#state = { status: 'loading', before: shown(before) };
    // Do not pass an undefined base URL: it would replace the one of a context's client.
    const options = { locale, signal, fresh, ...(baseUrl && { baseUrl }) };
    let isReported = false;
    /** Shows an error; returns the delay of the next attempt, if there is one. */
    const failed = (thrown: unknown, attempt: number): number | undefined => {
      if (signal.aborted) return undefined;
      const error = toMetadataError(thrown);
      const next = stateOf(error, attempt);
      this.#become(next);
      if (next.status !== 'pending' && !isReported) this.#listener.failed?.(error);
      isReported ||= next.status !== 'pending';
      return asksAgain(next) ? backoffDelay(attempt, error.retryAfter) : undefined;
    };
    const request = retry(() => client.getFtMetadata(principal, options), failed, { signal });
    const answer = await request.catch(() => undefined);
    if (!answer || signal.aborted) return;
    this.#become({ status: 'ready', answer });
    this.#listener.loaded?.(answer);
  }

  #become(state: TokenState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

function stateOf(error: MetadataError, attempt: number): TokenState {
  if (error.code === 'not-found') return { status: 'not-found', error };
  if (error.code === 'in-progress' && attempt < PENDING_ATTEMPTS) return { status: 'pending' };
  const retries = error.code === 'rate-limited' && attempt < RATE_LIMIT_ATTEMPTS;
  return { status: 'error', error, retries };
}

function asksAgain(state: TokenState): boolean {
  return state.status === 'pending' || (state.status === 'error' && state.retries);
}

/** What stays on screen while the same token is loaded again: its data or its error. */
function shown(state: TokenState | undefined): TokenState | undefined {
  const last = state?.status === 'loading' ? state.before : state;
  return last?.status === 'idle' ? undefined : last;
}

/** A page may set its own client, which may throw anything. */
function toMetadataError(thrown: unknown): MetadataError {
  if (thrown instanceof Error && thrown.name === 'MetadataError') return thrown as MetadataError;
  return new MetadataError('network', 'The metadata client failed.', { cause: thrown });
}

function isSame(a: TokenQuery | undefined, b: TokenQuery | undefined): boolean {
  return (
    a?.client === b?.client &&
    a?.principal === b?.principal &&
    a?.locale === b?.locale &&
    a?.baseUrl === b?.baseUrl
  );
}
