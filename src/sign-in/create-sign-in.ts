import { getDefaultClient } from '../core/client.js';
import type { ConnectedState, WalletClient } from '../core/types.js';
import { describe, isDismissed, keepArrays, withDocs } from '../errors.js';
import { abortable, anySignal } from '../lib/promises.js';
import * as option from '../lib/read-options.js';
import { read } from '../lib/safe-access.js';
import { createStore, type Store, type Unsubscribe } from '../lib/store.js';
import { findMainEntry } from '../accounts/addresses.js';
import { isMultisig, getNetworkFamily } from '../stacks/address.js';
import {
  readAccount,
  readNonceAnswer,
  refuseAnswer,
  SignInAnswerError,
  SignInOriginError,
} from './fetch-sign-in.js';
import { onOtherTabs, tellOtherTabs } from './other-tabs.js';
import { getChainLines, getSignInChains, readLines, writeFields } from './message.js';
import type {
  SignIn,
  SignInAccountChange,
  SignInCall,
  SignInFailure,
  SignInIdentity,
  SignInOptions,
  SignInProof,
  SignInRequest,
  SignInState,
} from './types.js';

/**
 * Milliseconds. A server accepts a message for five minutes: the page replaces its nonce after two, so that the user
 * has at least three.
 */
const NONCE_LIFETIME = 120_000;
/** Milliseconds from the issue of a message to its expiry, unless the server says another time. */
const MESSAGE_LIFETIME = 600_000;
const WALLET_TIMEOUT = 300_000;
/** Milliseconds for each answer of the server. */
const SERVER_TIMEOUT = 30_000;

const SIGN_IN_OPTIONS: option.OptionTable<SignInOptions> = {
  endpoint: option.someText,
  getNonce: option.func,
  createMessage: option.func,
  verify: option.func,
  getSession: option.func,
  signOut: option.func,
  client: option.object,
  chain: option.oneOf('stacks', 'bitcoin'),
  accountChange: option.oneOf('ask', 'keep', 'sign-out'),
  timeout: option.duration,
  session: option.custom('the account of a session, or null', (value) => typeof value === 'object'),
};

/**
 * Signs the user in: with a text that the wallet signs and the server verifies (`stacks-wallet-elements/verify`).
 * Connecting a wallet and signing in are separate steps, and each press of the user sends at most one request to
 * the wallet. The wallet is not asked at a reload.
 *
 * @example
 * ```ts
 * import { createSignIn, fetchSignIn } from 'stacks-wallet-elements/sign-in';
 *
 * const signIn = createSignIn(fetchSignIn('/sign-in'));
 * signIn.subscribe(() => console.log(signIn.state.status));
 * document.querySelector('#sign-in')?.addEventListener('click', () => void signIn.signIn());
 * ```
 *
 * @throws TypeError that names a wrong option
 */
export function createSignIn(options: SignInOptions): SignIn {
  return new PageSignIn(option.readOptions('createSignIn', options, SIGN_IN_OPTIONS));
}

/** What the server gives for the next sign-in, and the texts for accounts. */
interface Prepared {
  readonly request: Promise<SignInRequest>;
  /** False until the server has answered. */
  isReady: boolean;
  /** Until when the nonce is used, by the clock of the page. */
  readonly until: number;
  readonly messages: Map<string, Promise<string>>;
}

const TIMED_OUT = new Error('timeout');
const ACCOUNT_CHANGED = new Error('The wallet has changed to another account.');

/** A press, until its end. */
interface Attempt {
  readonly controller: AbortController;
  /** True from the time when the proof is sent until the server refuses it: it may start a session meanwhile. */
  isPosted: boolean;
  /** The account of the session that the server has started. */
  started: SignInIdentity | undefined;
}

/** The sign-ins of this page with subscribers, by endpoint: they follow one session. */
const followers = new Map<string, Set<PageSignIn>>();

/** The functions are bound, so that a page can pass them as listeners. */
class PageSignIn implements SignIn {
  readonly accountChange: SignInAccountChange;
  readonly initialState: SignInState;
  readonly subscribe: (listener: () => void) => Unsubscribe;
  readonly #options: SignInOptions;
  readonly #chain: 'stacks' | 'bitcoin';
  readonly #method: 'stx_signMessage' | 'signMessage';
  readonly #store: Store<SignInState>;
  #prepared: Prepared | undefined;
  #attempt: Attempt | undefined;
  /** Aborted by `cancel()`: what is asked of the server without an attempt. */
  #background = new AbortController();
  /** The account of the last session. */
  #lastAccount: SignInIdentity | undefined;
  /** Who is signed in, as the server has answered; undefined until then. */
  #session: SignInIdentity | null | undefined;
  /** True if the session may have changed while nothing subscribed, or while a proof was verified. */
  #isStale = false;
  /** Increases whenever the session is asked for or may change: an older answer of `getSession` is then ignored. */
  #version = 0;

  constructor(options: SignInOptions) {
    const { session, accountChange = 'ask', chain = 'stacks' } = options;
    this.#options = options;
    this.accountChange = accountChange;
    this.#chain = chain;
    this.#method = chain === 'stacks' ? 'stx_signMessage' : 'signMessage';
    this.#lastAccount = session ?? undefined;
    this.#session = session;
    // The same on a server and at the first render in a browser: without the wallet's account.
    const initial: SignInState = session
      ? { status: 'signed-in', account: session, other: undefined }
      : { status: session === null ? 'signed-out' : 'unknown', account: undefined };
    this.initialState = initial;
    this.#store = createStore(initial, () => {
      warnInFrame();
      const leave = this.#join();
      const undo = this.#client.subscribe(() => this.#follow());
      return () => {
        undo();
        leave();
      };
    });
    this.subscribe = this.#store.subscribe;
  }

  get state(): SignInState {
    return this.#store.get();
  }

  readonly prepare = async (): Promise<void> => {
    const account = this.#getCandidate();
    if (!account) return;
    const { signal } = this.#background;
    let prepared: Prepared | undefined;
    try {
      if (!this.#hasNonce) {
        if (this.state.status === 'signed-out') this.#set({ status: 'preparing', account });
        this.#client.preload(this.#method);
      }
      const writing = this.#write(account);
      prepared = this.#prepared;
      await writing;
      const { status } = this.state;
      const next = this.#getCandidate();
      if (!next) return;
      // The text is of another account, or the nonce of another session.
      if (next.address !== account.address || !this.#hasNonce) return await this.prepare();
      if (status === 'signed-out' || status === 'preparing') {
        this.#set({ status: 'ready', account: next });
      }
    } catch (error) {
      // Another call may have asked for another nonce meanwhile.
      if (this.#prepared === prepared) this.#prepared = undefined;
      if (this.#attempt || this.state.status !== 'preparing') return;
      this.#set(signal.aborted ? this.#toSignedOut() : this.#toFailed('nonce-fetch', error));
    }
  };

  readonly signIn = async (): Promise<void> => {
    // Without a subscriber, nothing has asked yet who is signed in.
    if (this.state.status === 'unknown') await this.refresh();
    const account = this.#getCandidate();
    if (!account) return;
    // Each sign-in starts another session, in which the nonces of the others are of no use: only one may be pending.
    const pending = this.#others.flatMap((other) => other.#attempt ?? []);
    if (pending.some(({ isPosted }) => isPosted)) return;
    for (const { controller } of pending) controller.abort();
    const attempt: Attempt = {
      controller: new AbortController(),
      isPosted: false,
      started: undefined,
    };
    this.#attempt = attempt;
    const end = await this.#run(account, attempt);
    this.#attempt = undefined;
    const { started, isPosted } = attempt;
    if (started || isPosted) this.#version += 1;
    if (started) this.#session = started;
    this.#set(end ?? this.#toResting());
    this.#follow();
    if (started) this.#publish(started);
    if (isPosted && !started) this.#sessionChanged(true);
    else if (this.#isStale) this.#sessionChanged();
  };

  readonly signOut = async (): Promise<void> => {
    await this.#callServer((call) => this.#options.signOut?.(call));
    this.#drop();
    this.#adopt(null);
    this.#publish(null);
  };

  readonly refresh = (): Promise<void> => this.#fetchSession(true);

  readonly cancel = (): void => {
    this.#attempt?.controller.abort();
    this.#background.abort();
    if (!this.#prepared?.isReady) this.#prepared = undefined;
    this.#background = new AbortController();
  };

  /** The other sign-ins of the page that follow the same session. */
  get #others(): readonly PageSignIn[] {
    const all = followers.get(this.#options.endpoint ?? '') ?? [];
    return [...all].filter((one) => one !== this);
  }

  /** Follows the session of the endpoint: the others of the page know it, or the server is asked. */
  #join(): Unsubscribe {
    const { endpoint } = this.#options;
    const session = this.#others.map((other) => other.#session).find((one) => one !== undefined);
    if (session !== undefined) this.#adopt(session);
    if (session === undefined && (this.#session === undefined || this.#isStale)) {
      void this.#fetchSession(this.#session === undefined);
    } else this.#follow();
    if (!endpoint) return () => {};
    const all = followers.get(endpoint) ?? new Set();
    followers.set(endpoint, all.add(this));
    const undo = onOtherTabs(endpoint, () => {
      // One request for all of the page.
      if (all.values().next().value === this) this.#sessionChanged();
    });
    return () => {
      undo();
      all.delete(this);
      if (all.size === 0) followers.delete(endpoint);
      this.#isStale = true;
    };
  }

  /**
   * Asks the server who is signed in.
   *
   * @param clears true: a failure is no longer shown if nobody is signed in
   */
  async #fetchSession(clears: boolean): Promise<void> {
    this.#version += 1;
    const version = this.#version;
    this.#isStale = false;
    const { signal } = this.#background;
    try {
      const answer = await this.#callServer((call) => this.#options.getSession?.(call), signal);
      if (version !== this.#version) return;
      const session = readAccount(answer) ?? null;
      this.#adopt(session, clears);
      for (const other of this.#others) other.#adopt(session);
    } catch (error) {
      if (this.state.status !== 'unknown') return;
      this.#set(signal.aborted ? this.#toSignedOut() : this.#toFailed('server-unreachable', error));
    }
  }

  /** Shows who is signed in. Ends an attempt in another session: its nonce is of no use. */
  #adopt(session: SignInIdentity | null, clears = false): void {
    const before = this.#session;
    if (this.#attempt?.isPosted) {
      this.#isStale = true;
      return;
    }
    this.#version += 1;
    this.#isStale = false;
    this.#session = session;
    const isKnown = before !== undefined;
    const isOther = isKnown && before?.address !== session?.address;
    if (isOther) this.#drop();
    // It shows the session when it ends.
    if (this.#attempt) return;
    const { status } = this.state;
    if (session) {
      if (isOther || clears || status !== 'signed-in') this.#set(this.#toSignedIn(session));
    } else if (status === 'failed' ? clears || !isKnown : status === 'unknown' || isOther) {
      this.#set(this.#toSignedOut());
    }
  }

  /** Ends what uses a nonce of a former session. Returns whether there was one. */
  #drop(): boolean {
    if (this.#attempt?.isPosted) {
      this.#isStale = true;
      return false;
    }
    this.#attempt?.controller.abort();
    const hadNonce = this.#prepared !== undefined;
    this.#prepared = undefined;
    return hadNonce;
  }

  /** The session has changed here: tells the others of the page, and the other tabs. */
  #publish(session: SignInIdentity | null): void {
    for (const other of this.#others) {
      const hadNonce = other.#drop();
      other.#adopt(session);
      if (hadNonce) void other.prepare();
    }
    const { endpoint } = this.#options;
    if (endpoint) tellOtherTabs(endpoint);
  }

  /**
   * The session may have changed in another tab, or, if `isHere`, in this one: the answer to a proof was lost. Asks the
   * server once for all of the page.
   */
  #sessionChanged(isHere = false): void {
    const { endpoint } = this.#options;
    if (!endpoint) return;
    if (isHere) tellOtherTabs(endpoint);
    this.#isStale = true;
    const all = [...(followers.get(endpoint) ?? [])];
    const [first] = all;
    if (!first) return;
    const prepared = all.filter((one) => one.#drop());
    void first.#fetchSession(false).then(() => {
      for (const one of prepared) void one.prepare();
    });
  }

  /** Read only when it is needed: a server has no wallet. */
  get #client(): WalletClient {
    return this.#options.client ?? getDefaultClient();
  }

  get #wallet(): ConnectedState | undefined {
    const { state } = this.#client;
    return state.status === 'connected' ? state : undefined;
  }

  #findEntry() {
    const symbol = this.#chain === 'stacks' ? 'STX' : 'BTC';
    return findMainEntry(this.#wallet?.addresses ?? [], symbol);
  }

  /** The wallet's account on the chain of the sign-in. */
  #findAccount(): SignInIdentity | undefined {
    const address = this.#findEntry()?.address ?? '';
    const chains = getSignInChains(address);
    const network = this.#wallet?.network;
    const last = this.#lastAccount;
    // Test networks of Bitcoin share their addresses, so the network of the wallet selects one. Without it: that of the
    // last session, or the one that the client is created for. `devnet` is on Bitcoin's regtest.
    const names = [
      `${this.#chain}:${network}`,
      last?.address === address ? last.chain : undefined,
      `${this.#chain}:${this.#client.network}`,
      `${this.#chain}:${network && getNetworkFamily(network)}`,
    ];
    const named = names.find((name) => chains.some((chain) => chain === name));
    const chain = chains.find((one) => one === named) ?? chains[0];
    return chain?.startsWith(this.#chain) ? { chain, address } : undefined;
  }

  #toSignedIn(account: SignInIdentity): SignInState {
    this.#lastAccount = account;
    const isHeld = this.#wallet?.addresses.some(({ address }) => address === account.address);
    return { status: 'signed-in', account, other: isHeld ? undefined : this.#findAccount() };
  }

  #toFailed(code: SignInFailure, error?: unknown, reason?: string) {
    if (error instanceof SignInAnswerError || error instanceof SignInOriginError) {
      console.error(error.message);
    }
    const account = this.#findAccount();
    return { status: 'failed', code, retry: true, reason, error, account } as const;
  }

  /** The state without an attempt. */
  #toResting(): SignInState {
    return this.#session ? this.#toSignedIn(this.#session) : this.#toSignedOut();
  }

  /** The state without an attempt and without a session. */
  #toSignedOut(): SignInState {
    const account = this.#findAccount();
    if (account && isMultisig(account.address)) {
      return { ...this.#toFailed('multisig-unsupported'), retry: false };
    }
    // Connected, without an address of the chain.
    if (!account && this.#wallet) return { ...this.#toFailed('method-unsupported'), retry: false };
    return { status: 'signed-out', account };
  }

  /** The account that a press signs in. */
  #getCandidate(): SignInIdentity | undefined {
    const { status } = this.state;
    if (this.#attempt || status === 'unknown' || status === 'signed-in') return undefined;
    const next = this.#toSignedOut();
    return next.status === 'failed' ? undefined : next.account;
  }

  #set(next: SignInState): void {
    this.#store.set(next);
    const isOther = next.status === 'signed-in' && next.other;
    if (isOther && this.accountChange === 'sign-out') this.signOut().catch(() => {});
  }

  /** Updates the state after a change in the wallet, except during an attempt. */
  #follow(): void {
    const { state } = this;
    if (this.#attempt || state.status === 'unknown') return;
    const next =
      state.status === 'signed-in' ? this.#toSignedIn(state.account) : this.#toSignedOut();
    if (toText(next) === toText(state)) return;
    this.#set(next);
    // A nonce is not bound to an account, so keep it.
    if (this.#hasNonce) void this.prepare();
  }

  /** Calls the server. Rejects if there is no answer in time, and when `cancelled` is aborted. */
  async #callServer<T>(
    server: (call: SignInCall) => T | Promise<T>,
    cancelled?: AbortSignal,
  ): Promise<T> {
    cancelled?.throwIfAborted();
    const late = new AbortController();
    const time = Math.min(this.#options.timeout ?? SERVER_TIMEOUT, SERVER_TIMEOUT);
    const timer = setTimeout(() => late.abort(new Error(`No answer in ${time} ms.`)), time);
    const { signal, release } = anySignal(late.signal, cancelled);
    try {
      return await abortable(Promise.resolve(server({ signal })), signal);
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  /** What the server has given, unless its nonce is too old. */
  #getFresh(): Prepared | undefined {
    const prepared = this.#prepared;
    const left = prepared ? prepared.until - Date.now() : 0;
    // More is left if the clock was set back.
    const isFresh = left > 0 && left <= NONCE_LIFETIME;
    return prepared && (!prepared.isReady || isFresh) ? prepared : undefined;
  }

  get #hasNonce(): boolean {
    return !!this.#getFresh()?.isReady;
  }

  /** Callers share one request for a nonce. */
  #fetchNonce(): Prepared {
    const until = Date.now() + NONCE_LIFETIME;
    const { getNonce } = this.#options;
    const answer = this.#callServer((call) => getNonce(call), this.#background.signal);
    const request = answer.then(readNonceAnswer).finally(() => (prepared.isReady = true));
    const prepared: Prepared = { request, isReady: false, until, messages: new Map() };
    return (this.#prepared = prepared);
  }

  /** The text for the account, with a nonce that is not too old. */
  async #write(account: SignInIdentity): Promise<string> {
    const { createMessage } = this.#options;
    const prepared = this.#getFresh() ?? this.#fetchNonce();
    const request = await prepared.request;
    if (!createMessage) return writeMessage(account, request);
    // `createMessage` is called again only for another account or a new nonce.
    const { messages } = prepared;
    const name = `${account.chain} ${account.address}`;
    const message =
      messages.get(name) ??
      this.#callServer(
        (call) => writeMessage(account, request, (fields) => createMessage(fields, call)),
        this.#background.signal,
      );
    messages.set(name, message);
    return message;
  }

  /** Returns the state after the attempt; undefined if it was cancelled, which is no failure. */
  async #run(account: SignInIdentity, attempt: Attempt): Promise<SignInState | undefined> {
    const { controller } = attempt;
    const { signal } = controller;
    const ownKey = this.#findEntry()?.publicKey;
    const { verify, timeout = WALLET_TIMEOUT } = this.#options;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let step: SignInFailure = 'nonce-fetch';
    const isSame = () => this.#findAccount()?.address === account.address;
    const assertSame = () => {
      if (!isSame()) throw ACCOUNT_CHANGED;
    };
    // What is pending is of the former account. After a request that another account has signed, the client is disconnected:
    // that request first says why.
    const undo = this.#client.subscribe(() => {
      const stop = () => isSame() || controller.abort(ACCOUNT_CHANGED);
      if (this.#findAccount()) stop();
      else setTimeout(stop);
    });
    try {
      if (!this.#hasNonce) this.#set({ status: 'preparing', account });
      const message = await abortable(this.#write(account), signal);
      assertSame();
      step = 'wallet-failed';
      this.#set({ status: 'signing', account });
      timer = setTimeout(() => controller.abort(TIMED_OUT), timeout);
      const to = { providerId: this.#wallet?.providerId, signal };
      const params = this.#chain === 'stacks' ? { message } : { message, address: account.address };
      const answer: Omit<SignInProof, 'message'> = await this.#client.request(
        to,
        this.#method as 'stx_signMessage',
        params,
      );
      clearTimeout(timer);
      signal.throwIfAborted();
      assertSame();
      undo();
      step = 'server-unreachable';
      this.#set({ status: 'verifying', account });
      this.#prepared = undefined;
      const { signature } = answer;
      const proof = { message, signature, publicKey: read(answer, 'publicKey') as string };
      const verdict: unknown = await this.#callServer((call) => {
        attempt.isPosted = true;
        return verify(proof, call);
      }, signal);
      attempt.isPosted = false;
      step = 'server-refused';
      if (verdict !== true && read(verdict, 'ok') !== true) {
        return this.#toFailed(step, undefined, (read(verdict, 'code') || undefined) as string);
      }
      // A text for one test network of Bitcoin is of the same account as one for another.
      const named = readAccount(read(verdict, 'account')) ?? account;
      if (named.address !== account.address) return this.#toFailed(step);
      attempt.started = named;
      return this.#toSignedIn(named);
    } catch (error) {
      clearTimeout(timer);
      undo();
      // The next attempt does not use the same promise, which may never settle.
      if (step === 'nonce-fetch') this.#prepared = undefined;
      const reason: unknown = signal.aborted ? signal.reason : error;
      if (reason === ACCOUNT_CHANGED && this.#findAccount()) {
        return this.#toFailed('account-changed', reason);
      }
      if (reason === ACCOUNT_CHANGED || (signal.aborted && error !== TIMED_OUT)) {
        return undefined;
      }
      const code = step === 'wallet-failed' ? whyWalletFailed(error, ownKey) : step;
      return this.#toFailed(code, error);
    }
  }
}

function whyWalletFailed(error: unknown, ownKey: string | undefined): SignInFailure {
  if (error === TIMED_OUT) return 'wallet-timeout';
  const { code } = Object(error) as { readonly code?: unknown };
  if (isDismissed(error)) return 'user-rejected';
  if (code === -32601) return 'method-unsupported';
  // Another account of the wallet is chosen: before it was asked, or it has signed.
  if (read(read(error, 'data'), 'account')) return 'account-changed';
  // The request refused a signature of another key. Compares the last 32 bytes: keys may have `0x`.
  const [expectedKey, answeredKey] = [ownKey, read(read(error, 'cause'), 'publicKey')].map((key) =>
    String(key ?? '')
      .slice(-64)
      .toLowerCase(),
  );
  return expectedKey && answeredKey && expectedKey !== answeredKey
    ? 'account-changed'
    : 'wallet-failed';
}

/** What a change in the wallet may change in a state. Another chain is another account: a text to sign names it. */
const toText = (state: SignInState): string => {
  const other = state.status === 'signed-in' && state.other;
  const isFinal = state.status === 'failed' && !state.retry;
  return JSON.stringify([state.account, other, isFinal], keepArrays);
};

let isWarned = false;

/** A page that embeds this one in a frame can disguise its button (clickjacking). */
function warnInFrame(): void {
  if (isWarned || self === top) return;
  isWarned = true;
  const text = 'Sign-in: in a frame, set frame-ancestors in its CSP.';
  console.warn(withDocs(text, 'frame'));
}

/**
 * The text to sign, for this page.
 *
 * @throws TypeError that names the field and its value
 */
async function writeMessage(
  account: SignInIdentity,
  request: SignInRequest,
  createMessage?: SignInOptions['createMessage'],
): Promise<string> {
  const { nonce, statement, resources, issuedAt = new Date().toISOString() } = request;
  const { expirationTime = new Date(Date.parse(issuedAt) + MESSAGE_LIFETIME).toISOString() } =
    request;
  const { host: domain, origin: uri } = location;
  const times = { issuedAt, expirationTime };
  const fields = { domain, uri, ...account, nonce, statement, resources, ...times };
  // Refuses what the server would refuse, before the user is asked to sign it.
  if (!createMessage) return writeFields(fields, refuseAnswer);
  const text = await createMessage(fields);
  const expected = fromPage({ ...fields, ...getChainLines(account.chain) });
  if (fromPage(readLines(text)) === expected) return text;
  throw new SignInAnswerError(
    `createMessage must return text with ${expected}; got ${describe(text)}`,
  );
}

/** The values that the text of a server must have in common with the page. No field of a text has a line break. */
const fromPage = (fields: Readonly<Record<string, unknown>> | undefined) =>
  ['domain', 'name', 'address', 'uri', 'id', 'nonce'].map((field) => fields?.[field]).join('\n');
