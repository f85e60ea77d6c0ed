import { getDefaultClient } from '../client/client.js';
import type { ConnectedState, WalletClient } from '../client/types.js';
import { describe, isDismissed, keepArrays, withDocs } from '../errors.js';
import { abortable } from '../lib/promises.js';
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
import { getChainLines, getSignInChains, readLines, writeFields } from './server/message.js';
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

/** The functions are bound, so that a page can pass them as listeners. */
class PageSignIn implements SignIn {
  readonly accountChange: SignInAccountChange;
  readonly subscribe: (listener: () => void) => Unsubscribe;
  readonly #options: SignInOptions;
  readonly #chain: 'stacks' | 'bitcoin';
  readonly #method: 'stx_signMessage' | 'signMessage';
  readonly #store: Store<SignInState>;
  #prepared: Prepared | undefined;
  #attempt: AbortController | undefined;
  /** Aborted by `cancel()`: what is asked of the server without an attempt. */
  #background = new AbortController();
  /** The account of the last session. */
  #lastAccount: SignInIdentity | undefined;
  /** False until the server has answered who is signed in. */
  #isSessionKnown: boolean;
  /** Increases with every refresh, sign-in and sign-out: an older answer of `getSession` is then ignored. */
  #version = 0;

  constructor(options: SignInOptions) {
    const { session, accountChange = 'ask', chain = 'stacks' } = options;
    this.#options = options;
    this.accountChange = accountChange;
    this.#chain = chain;
    this.#method = chain === 'stacks' ? 'stx_signMessage' : 'signMessage';
    this.#lastAccount = session ?? undefined;
    this.#isSessionKnown = session !== undefined;
    // The same on a server and at the first render in a browser: without the wallet's account.
    const initial: SignInState = session
      ? { status: 'signed-in', account: session, other: undefined }
      : { status: session === null ? 'signed-out' : 'unknown', account: undefined };
    this.#store = createStore(initial, () => {
      warnInFrame();
      if (this.#isSessionKnown) this.#follow();
      else void this.refresh();
      return this.#client.subscribe(() => this.#follow());
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
      if (next && (status === 'signed-out' || status === 'preparing')) {
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
    this.#attempt = new AbortController();
    const end = await this.#run(account, this.#attempt);
    this.#attempt = undefined;
    this.#version += 1;
    this.#set(end);
    this.#follow();
  };

  readonly signOut = async (): Promise<void> => {
    await this.#callServer((call) => this.#options.signOut?.(call));
    this.#version += 1;
    this.#isSessionKnown = true;
    const { status } = this.state;
    if (status === 'unknown' || status === 'signed-in') this.#set(this.#toSignedOut());
  };

  readonly refresh = async (): Promise<void> => {
    this.#version += 1;
    const version = this.#version;
    const { signal } = this.#background;
    try {
      const answer = await this.#callServer((call) => this.#options.getSession?.(call), signal);
      if (this.#attempt || version !== this.#version) return;
      const account = readAccount(answer);
      const { status } = this.state;
      this.#isSessionKnown = true;
      if (account) this.#set(this.#toSignedIn(account));
      else if (status === 'unknown' || status === 'signed-in' || status === 'failed') {
        this.#set(this.#toSignedOut());
      }
    } catch (error) {
      if (this.state.status !== 'unknown') return;
      this.#set(signal.aborted ? this.#toSignedOut() : this.#toFailed('server-unreachable', error));
    }
  };

  readonly cancel = (): void => {
    this.#attempt?.abort();
    this.#background.abort();
    if (!this.#prepared?.isReady) this.#prepared = undefined;
    this.#background = new AbortController();
  };

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
    const signal = AbortSignal.any([late.signal, ...(cancelled ? [cancelled] : [])]);
    try {
      return await abortable(Promise.resolve(server({ signal })), signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** What the server has given, unless its nonce is too old. */
  #getFresh(): Prepared | undefined {
    const prepared = this.#prepared;
    return prepared && (!prepared.isReady || Date.now() < prepared.until) ? prepared : undefined;
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

  async #run(account: SignInIdentity, attempt: AbortController): Promise<SignInState> {
    const { signal } = attempt;
    const ownKey = this.#findEntry()?.publicKey;
    const { verify, timeout = WALLET_TIMEOUT } = this.#options;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let step: SignInFailure = 'nonce-fetch';
    try {
      if (!this.#hasNonce) this.#set({ status: 'preparing', account });
      const message = await abortable(this.#write(account), signal);
      step = 'wallet-failed';
      this.#set({ status: 'signing', account });
      timer = setTimeout(() => attempt.abort(TIMED_OUT), timeout);
      const to = { providerId: this.#wallet?.providerId, signal };
      const params = this.#chain === 'stacks' ? { message } : { message, address: account.address };
      const { signature, publicKey }: Omit<SignInProof, 'message'> = await this.#client.request(
        to,
        this.#method as 'stx_signMessage',
        params,
      );
      clearTimeout(timer);
      step = 'server-unreachable';
      this.#set({ status: 'verifying', account });
      this.#prepared = undefined;
      const proof = { message, signature, publicKey };
      const verdict: unknown = await this.#callServer((call) => verify(proof, call), signal);
      this.#isSessionKnown = true;
      step = 'server-refused';
      if (verdict !== true && read(verdict, 'ok') !== true) {
        return this.#toFailed(step, undefined, (read(verdict, 'code') || undefined) as string);
      }
      // A text for one test network of Bitcoin is of the same account as one for another.
      const named = readAccount(read(verdict, 'account')) ?? account;
      return named.address === account.address ? this.#toSignedIn(named) : this.#toFailed(step);
    } catch (error) {
      clearTimeout(timer);
      // The next attempt does not use the same promise, which may never settle.
      if (step === 'nonce-fetch') this.#prepared = undefined;
      if (signal.aborted && error !== TIMED_OUT) return this.#toSignedOut();
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
  const [own, other] = [ownKey, read(read(error, 'cause'), 'publicKey')].map((key) =>
    String(key ?? '')
      .slice(-64)
      .toLowerCase(),
  );
  return own && other && own !== other ? 'account-changed' : 'wallet-failed';
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
