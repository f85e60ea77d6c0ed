import { keepArrays, mustBe, withDocs } from '../errors.js';
import * as option from '../lib/read-options.js';
import { createStore, type Store, type Unsubscribe } from '../lib/store.js';
import { read } from '../lib/safe-access.js';
import { isMultisig } from '../stacks/address.js';
import { Attempt, type AttemptFailure } from './attempt.js';
import { callServer } from './call-server.js';
import { readAccount, SignInAnswerError, SignInOriginError } from './fetch-sign-in.js';
import { getSignInChains } from './message.js';
import { onOtherTabs, tellOtherTabs } from './other-tabs.js';
import { SignInMessages } from './sign-in-messages.js';
import type {
  SignIn,
  SignInAccountChange,
  SignInFailure,
  SignInIdentity,
  SignInOptions,
  SignInState,
} from './types.js';
import { WalletAccount } from './wallet-account.js';

const SIGN_IN_OPTIONS: option.OptionTable<SignInOptions> = {
  endpoint: option.someText,
  getNonce: option.func,
  createMessage: option.func,
  verify: option.func,
  getSession: option.func,
  signOut: option.func,
  client: option.client,
  chain: option.oneOf('stacks', 'bitcoin'),
  accountChange: option.oneOf('ask', 'keep', 'sign-out'),
  timeout: option.duration,
  session: option.custom(
    'the account of a session, with `chain` (such as "stacks:mainnet") and the `address` on it, or null',
    (value) => value === null || isIdentity(value),
  ),
};

const isIdentity = (value: unknown): boolean => {
  const [chain, address] = [read(value, 'chain'), read(value, 'address')];
  return typeof address === 'string' && getSignInChains(address).some((name) => name === chain);
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
  const checked = option.readOptions('createSignIn', options, SIGN_IN_OPTIONS);
  for (const name of ['getNonce', 'verify'] as const) {
    if (typeof checked[name] !== 'function') {
      const message = `${mustBe(name, checked[name], 'a function')} \`fetchSignIn\` makes it.`;
      throw new TypeError(withDocs(`createSignIn: ${message}`, 'options'));
    }
  }
  return new PageSignIn(checked);
}

/** The sign-ins of this page with subscribers, by endpoint: they follow one session. */
const followers = new Map<string, Set<PageSignIn>>();

/** The functions are bound, so that a page can pass them as listeners. */
class PageSignIn implements SignIn {
  readonly accountChange: SignInAccountChange;
  readonly initialState: SignInState;
  readonly subscribe: (listener: () => void) => Unsubscribe;
  readonly #options: SignInOptions;
  readonly #wallet: WalletAccount;
  readonly #messages: SignInMessages;
  readonly #store: Store<SignInState>;
  #attempt: Attempt | undefined;
  /** Aborted by `cancel()`: what is asked of the server without an attempt. */
  #background = new AbortController();
  /** Who is signed in, as the server has answered; undefined until then. */
  #session: SignInIdentity | null | undefined;
  /** True if the session may have changed while nothing subscribed, or while a proof was verified. */
  #isStale = false;
  /** Increases whenever the session is asked for or may change: an older answer of `getSession` is then ignored. */
  #version = 0;

  constructor(options: SignInOptions) {
    const { session, accountChange = 'ask', chain = 'stacks', client } = options;
    this.#options = options;
    this.accountChange = accountChange;
    this.#wallet = new WalletAccount(chain, client, session ?? undefined);
    this.#messages = new SignInMessages(options, () => this.#background.signal);
    this.#session = session;
    // Without the wallet's account: a server and the first render in a browser show the same.
    const initial: SignInState = session
      ? { status: 'signed-in', account: session, other: undefined }
      : { status: session === null ? 'signed-out' : 'unknown', account: undefined };
    this.initialState = initial;
    this.#store = createStore(initial, () => {
      warnInFrame();
      const leave = this.#join();
      const undo = this.#wallet.client.subscribe(() => this.#follow());
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
    try {
      if (!this.#messages.hasNonce) {
        if (this.state.status === 'signed-out') this.#set({ status: 'preparing', account });
        this.#wallet.client.preload(this.#wallet.method);
      }
      await this.#messages.write(account);
      const { status } = this.state;
      const next = this.#getCandidate();
      if (!next) return;
      // The text is of another account, or the nonce of another session.
      if (next.address !== account.address || !this.#messages.hasNonce) return await this.prepare();
      if (status === 'signed-out' || status === 'preparing') {
        this.#set({ status: 'ready', account: next });
      }
    } catch (error) {
      if (this.#attempt || this.state.status !== 'preparing') return;
      this.#set(this.#afterFailedCall(signal, 'nonce-fetch', error));
    }
  };

  readonly signIn = async (): Promise<void> => {
    // Without a subscriber, nothing has asked yet who is signed in.
    if (this.state.status === 'unknown') await this.refresh();
    const account = this.#getCandidate();
    if (!account) return;
    // Each sign-in starts another session, which ends the nonces of the others: only one may be pending.
    const pending = this.#others.flatMap((other) => other.#attempt ?? []);
    if (pending.some(({ isPosted }) => isPosted)) return;
    for (const other of pending) other.cancel();
    const attempt = new Attempt(account, {
      options: this.#options,
      wallet: this.#wallet,
      messages: this.#messages,
      setState: (state) => this.#set(state),
    });
    this.#attempt = attempt;
    const failure = await attempt.run();
    this.#attempt = undefined;
    const { started, isPosted } = attempt;
    if (started || isPosted) this.#version += 1;
    if (started) this.#session = started;
    this.#set(failure ? this.#toFailed(failure) : this.#toResting());
    this.#follow();
    if (started) this.#publish(started);
    if (isPosted && !started) this.#sessionChanged(true);
    else if (this.#isStale) this.#sessionChanged();
  };

  readonly signOut = async (): Promise<void> => {
    await callServer((call) => this.#options.signOut?.(call), this.#options.timeout);
    this.#drop();
    this.#adopt(null);
    this.#publish(null);
  };

  readonly refresh = (): Promise<void> => this.#fetchSession(true);

  readonly cancel = (): void => {
    this.#attempt?.cancel();
    this.#background.abort();
    this.#messages.discardPending();
    this.#background = new AbortController();
  };

  /** The other sign-ins of the page that follow the same session. */
  get #others(): readonly PageSignIn[] {
    const all = followers.get(this.#options.endpoint ?? '') ?? [];
    return [...all].filter((signIn) => signIn !== this);
  }

  /** Follows the session of the endpoint: the others of the page know it, or the server is asked. */
  #join(): Unsubscribe {
    const { endpoint } = this.#options;
    const sessions = this.#others.map((other) => other.#session);
    const session = sessions.find((account) => account !== undefined);
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
      const { timeout } = this.#options;
      const answer = await callServer((call) => this.#options.getSession?.(call), timeout, signal);
      if (version !== this.#version) return;
      const session = readAccount(answer) ?? null;
      this.#adopt(session, clears);
      for (const other of this.#others) other.#adopt(session);
    } catch (error) {
      if (this.state.status !== 'unknown') return;
      this.#set(this.#afterFailedCall(signal, 'server-unreachable', error));
    }
  }

  /** Shows who is signed in. Ends an attempt in another session, whose nonce the server refuses. */
  #adopt(session: SignInIdentity | null, clears = false): void {
    const before = this.#session;
    if (this.#attempt?.isPosted) {
      this.#isStale = true;
      return;
    }
    this.#version += 1;
    this.#isStale = false;
    this.#session = session;
    const wasKnown = before !== undefined;
    const isOtherAccount = wasKnown && before?.address !== session?.address;
    if (isOtherAccount) this.#drop();
    // It shows the session when it ends.
    if (this.#attempt) return;
    const { status } = this.state;
    const mustShowNobody =
      status === 'failed' ? clears || !wasKnown : status === 'unknown' || isOtherAccount;
    const mustShow = session ? isOtherAccount || clears || status !== 'signed-in' : mustShowNobody;
    if (mustShow) this.#set(this.#toResting());
  }

  /** Ends what uses a nonce of a former session. Returns whether there was one. */
  #drop(): boolean {
    if (this.#attempt?.isPosted) {
      this.#isStale = true;
      return false;
    }
    this.#attempt?.cancel();
    return this.#messages.discard();
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
    const prepared = all.filter((signIn) => signIn.#drop());
    void first.#fetchSession(false).then(() => {
      for (const signIn of prepared) void signIn.prepare();
    });
  }

  #toSignedIn(account: SignInIdentity): SignInState {
    this.#wallet.last = account;
    const { connected } = this.#wallet;
    const isHeld = connected?.addresses.some(({ address }) => address === account.address);
    return { status: 'signed-in', account, other: isHeld ? undefined : this.#wallet.find() };
  }

  #toFailed({ code, error, reason }: AttemptFailure) {
    if (error instanceof SignInAnswerError || error instanceof SignInOriginError) {
      console.error(error.message);
    }
    const account = this.#wallet.find();
    return { status: 'failed', code, retry: true, reason, error, account } as const;
  }

  /** The state after a call of the server has failed. One that was cancelled is no failure. */
  #afterFailedCall({ aborted }: AbortSignal, code: SignInFailure, error: unknown): SignInState {
    return aborted ? this.#toSignedOut() : this.#toFailed({ code, error });
  }

  /** The state without an attempt. */
  #toResting(): SignInState {
    return this.#session ? this.#toSignedIn(this.#session) : this.#toSignedOut();
  }

  /** The state without an attempt and without a session. */
  #toSignedOut(): SignInState {
    const account = this.#wallet.find();
    if (account && isMultisig(account.address)) {
      return { ...this.#toFailed({ code: 'multisig-unsupported' }), retry: false };
    }
    // The wallet is connected, and has no address of the chain.
    if (!account && this.#wallet.connected) {
      return { ...this.#toFailed({ code: 'method-unsupported' }), retry: false };
    }
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
    const otherAccount = next.status === 'signed-in' && next.other;
    if (otherAccount && this.accountChange === 'sign-out') this.signOut().catch(() => {});
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
    if (this.#messages.hasNonce) void this.prepare();
  }
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
