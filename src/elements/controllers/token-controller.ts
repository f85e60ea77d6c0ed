import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { empty, getMethod, read } from '../../lib/safe-access.js';
import type { Watcher } from '../../lib/read-watcher.js';
import type { Unsubscribe } from '../../lib/store.js';
import type { MetadataError, MetadataErrorCode } from '../../metadata/metadata-error.js';
import type { FtMetadataAnswer, MetadataClient } from '../../metadata/metadata-types.js';
import type { NftType } from '../../metadata/parse.js';
import { LOADING, watchToken, type TokenState } from '../../metadata/watch-token.js';
import { isSame } from '../internal/is-same.js';

/** A token. An NFT and a semi-fungible token have a token id, a fungible token does not. */
export interface TokenName {
  readonly principal: string;
  readonly type?: NftType | undefined;
  readonly tokenId?: bigint | string | undefined;
}

/** What to load. A change of any field loads again, unless the loaded record already contains the needed summary. */
export interface TokenQuery extends TokenName {
  readonly client: MetadataClient;
  readonly locale: string | undefined;
  readonly baseUrl: string | undefined;
  readonly onlyListed?: boolean;
  readonly summary?: boolean;
}

/** Whether a client loads tokens of this type. A client of the page may not. */
export function canLoad(client: MetadataClient | undefined, type: TokenName['type']): boolean {
  const method = type === 'nft' ? 'getNftMetadata' : type ? 'getSftMetadata' : 'getFtMetadata';
  return typeof client?.[method] === 'function';
}

/** The fields that say who is asked. */
const SERVICE = ['client', 'baseUrl'] as const;
/** The fields on which an answer depends, perhaps in another locale. */
const TOKEN = [...SERVICE, 'principal', 'type', 'tokenId'] as const;

/** Whether two queries ask the same service. */
export const isSameService = <T extends Pick<TokenQuery, 'client' | 'baseUrl'>>(
  a: T | undefined,
  b: T | undefined,
): boolean => isSame(a, b, SERVICE);

/** The text of a property. A removed attribute gives null, and a page may set anything: both give ''. */
export function trimmed(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** What a page has written wrongly, which users are not told. */
const MISTAKES: readonly MetadataErrorCode[] = [
  'invalid-principal',
  'invalid-token-id',
  'invalid-params',
  'invalid-base-url',
];

export type TokenStatus = 'idle' | TokenState['status'] | 'not-found';

/** @param state undefined: no token is wanted */
export function getStatus(state: TokenState | undefined): TokenStatus {
  if (!state) return 'idle';
  return state.error?.code === 'not-found' && state.status === 'error' ? 'not-found' : state.status;
}

export interface TokenListener {
  loaded?(token: FtMetadataAnswer): void;
  /** Called once, also if the service is asked again after it. */
  failed?(error: MetadataError): void;
  /** Resolves when the host is visible. The controller waits for it before it reads. Default: it does not wait. */
  whenVisible?(): Promise<void> | undefined;
}

/** The metadata of one token for one element: {@link watchToken} while the element is in the page. */
export class TokenController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #listener: TokenListener;
  #state: TokenState | undefined;
  #query: TokenQuery | undefined;
  #watcher: Watcher<TokenState> | undefined;
  #undo: Unsubscribe | undefined;
  #isFailed = false;

  constructor(host: ReactiveControllerHost & HTMLElement, listener: TokenListener = empty()) {
    this.#host = host;
    this.#listener = listener;
    host.addController(this);
  }

  /** Undefined: no token is wanted. */
  get state(): TokenState | undefined {
    return this.#state;
  }

  /**
   * Loads this token, unless it is loaded or loading. `undefined`: no token. Does nothing while the host is detached, since its
   * context is not known then: the host is updated when it is attached.
   */
  follow(query: TokenQuery | undefined): void {
    if (!this.#host.isConnected || isSame(query, this.#query)) return;
    const isSameToken = isSame(query, this.#query, TOKEN);
    // A whole record contains everything in a summary.
    if (query?.summary && isSameToken && this.#state?.status === 'ready') return;
    this.#undo?.();
    this.#undo = this.#watcher = undefined;
    this.#query = query;
    this.#isFailed = false;
    // What another service says about the token is not what this one says.
    const { token, error } = (isSameToken && this.#state) || LOADING;
    this.#state = query && { status: 'loading', token, error };
    if (!query) return;
    const { principal, ...rest } = query;
    const beforeRead = () => getMethod(this.#listener, 'whenVisible')?.();
    this.#watcher = watchToken(principal, { ...rest, beforeRead });
    this.#subscribe();
  }

  /** Loads the token again, ignoring the cache. */
  reload(): void {
    this.#isFailed = false;
    this.#watcher?.reload();
  }

  hostConnected(): void {
    // First: the update may follow another token, and then nothing is read for this one.
    this.#host.requestUpdate();
    this.#subscribe();
  }

  hostDisconnected(): void {
    this.#undo?.();
    this.#undo = undefined;
  }

  #subscribe(): void {
    this.#undo ??= this.#watcher?.subscribe(() => this.#changed());
  }

  #changed(): void {
    const state = this.#watcher!.state;
    const { token, error } = this.#state!;
    // Of another locale, or of fewer fields, what was loaded before is shown meanwhile.
    this.#state = state.status === 'loading' ? { status: 'loading', token, error } : state;
    this.#host.requestUpdate();
    if (state.status === 'ready') getMethod(this.#listener, 'loaded')?.(state.token);
    if (state.status !== 'error' || this.#isFailed) return;
    this.#isFailed = true;
    if (MISTAKES.includes(state.error.code)) {
      const name = String(read(this.#host, 'localName'));
      console.error(`<${name}>: ${state.error.message}`, this.#host);
    }
    getMethod(this.#listener, 'failed')?.(state.error);
  }
}
