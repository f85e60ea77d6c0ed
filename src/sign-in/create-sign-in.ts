import { getDefaultClient } from '../client/default-client.js';
import { withDocs } from '../errors.js';
import { abortable } from '../lib/promises.js';
import * as option from '../lib/read-options.js';
import { findMainEntry, isMultisig } from '../stacks/address.js';
import { getNetworkFamily } from '../stacks/network.js';
import { getSignInChains } from './chains.js';
import { read } from '../lib/safe-access.js';
import { createStore } from '../lib/store.js';
import { readAccount, readRequest, SignInAnswerError } from './answers.js';
import { writeMessage } from './write-message.js';
import type {
  SignIn,
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
 * has three.
 */
const NONCE_LIFETIME = 120_000;
const WALLET_TIMEOUT = 300_000;
/** Milliseconds for each answer of the server. */
const SERVER_TIMEOUT = 30_000;

/** A state, with the fields that only some have. */
interface AnyState {
  readonly status: SignInState['status'];
  readonly account: SignInIdentity | undefined;
  readonly other?: SignInIdentity | undefined;
  readonly retry?: boolean;
}

interface Prepared {
  readonly request: SignInRequest;
  /** Until when the nonce is used, by the clock of the page. */
  readonly until: number;
  /** The text for an account. */
  message?: Promise<string>;
  account?: SignInIdentity;
}

const SIGN_IN_OPTIONS: option.OptionsOf<SignInOptions> = {
  getNonce: option.func,
  createMessage: option.func,
  verify: option.func,
  getSession: option.func,
  signOut: option.func,
  client: option.object,
  chain: option.oneOf('stacks', 'bitcoin'),
  accountChange: option.oneOf('ask', 'keep', 'sign-out'),
  timeout: option.duration,
  session: option.option('the account of a session, or null', (value) => typeof value === 'object'),
};

/**
 * Signs the user in: with a text that the wallet signs and the server verifies (`stacks-wallet-elements/verify`).
 * Connecting a wallet and signing in are separate steps, and each press of the user sends at most one request to
 * the wallet. The wallet is not asked at a reload.
 */
export function createSignIn(given: SignInOptions): SignIn {
  const options = option.readOptions('createSignIn', given, SIGN_IN_OPTIONS);
  const { accountChange = 'ask', chain = 'stacks', createMessage, session } = options;
  // The client is read only when it is needed: a server has no wallet.
  const client = () => options.client ?? getDefaultClient();
  const wallet = () => {
    const { state } = client();
    return state.status === 'connected' ? state : undefined;
  };
  const isStacks = chain === 'stacks';
  const method = isStacks ? 'stx_signMessage' : 'signMessage';

  let prepared: Prepared | undefined;
  let preparing: Promise<Prepared> | undefined;
  let attempt: AbortController | undefined;
  /** Aborted by `cancel()`: what is asked of the server without an attempt. */
  let background = new AbortController();
  /** The account of the last session. */
  let last = session ?? undefined;
  /** False until the server has answered who is signed in. */
  let isAsked = session !== undefined;
  /** Increases with every refresh, sign-in and sign-out: an older answer of `getSession` is then ignored. */
  let asked = 0;

  const entry = () => findMainEntry(wallet()?.addresses ?? [], isStacks ? 'STX' : 'BTC');
  const current = (): SignInIdentity | undefined => {
    const address = entry()?.address ?? '';
    const chains = getSignInChains(address);
    const reported = wallet()?.network;
    const named = (network: string | undefined) =>
      chains.find((name) => name === `${chain}:${network}`);
    // Test networks of Bitcoin share their addresses, so the network of the wallet selects one. After a reload it is
    // not known until the wallet reports it: then that of the last session, or the one that the client is created for.
    const found =
      named(reported) ??
      chains.find((name) => last?.address === address && name === last.chain) ??
      named(client().network) ??
      // `devnet` is on Bitcoin's regtest.
      named(reported && getNetworkFamily(reported)) ??
      chains[0];
    return found?.startsWith(chain) ? { chain: found, address } : undefined;
  };

  const signedIn = (account: SignInIdentity): SignInState => {
    last = account;
    const isHeld = wallet()?.addresses.some(({ address }) => address === account.address);
    return { status: 'signed-in', account, other: isHeld ? undefined : current() };
  };
  const failed = (
    code: SignInFailure,
    error?: unknown,
    reason?: string,
    retry = true,
  ): SignInState => {
    if (error instanceof SignInAnswerError) console.error(error.message);
    return { status: 'failed', code, retry, reason, error, account: current() };
  };
  /** The state without an attempt and without a session. */
  const signedOut = (): SignInState => {
    const account = current();
    const code = account
      ? isMultisig(account.address) && 'multisig-unsupported'
      : // Connected, without an address of the chain.
        wallet() && 'method-unsupported';
    return code ? failed(code, '', '', false) : { status: 'signed-out', account };
  };
  // The same on a server and at the first render in a browser: without the wallet's account.
  const store = createStore<SignInState>(
    session
      ? { status: 'signed-in', account: session, other: undefined }
      : { status: session === null ? 'signed-out' : 'unknown', account: undefined },
    () => {
      warnInFrame();
      if (isAsked) follow();
      else void refresh();
      return client().subscribe(follow);
    },
  );
  /** True if the pattern matches the status. */
  const is = (statuses: RegExp) => statuses.test(store.get().status);

  function set(next: AnyState): void {
    store.set(next as SignInState);
    if (accountChange === 'sign-out' && next.other) signOut().catch(() => {});
  }

  const enter = (
    status: 'preparing' | 'ready' | 'signing' | 'verifying',
    account: SignInIdentity,
  ) => set({ status, account });

  /** Updates the state after a change in the wallet, except during an attempt. */
  function follow(): void {
    if (attempt || is(/unknown/)) return;
    const state: AnyState = store.get();
    const next: AnyState = is(/signed-in/)
      ? signedIn(state.account as SignInIdentity)
      : signedOut();
    if (
      isSame(next.account, state.account) &&
      isSame(next.other, state.other) &&
      isFinal(next) === isFinal(state)
    )
      return;
    set(next);
    // A nonce is not bound to an account, so keep it.
    if (fresh()) void prepare();
  }

  /** Asks the server. Rejects if there is no answer in time, and when `cancelled` is aborted. */
  async function ask<T>(
    server: (call: SignInCall) => T | Promise<T>,
    cancelled?: AbortSignal,
  ): Promise<T> {
    cancelled?.throwIfAborted();
    const own = new AbortController();
    const cancel = () => own.abort(cancelled?.reason);
    const time = Math.min(options.timeout ?? SERVER_TIMEOUT, SERVER_TIMEOUT);
    const timer = setTimeout(() => own.abort(new Error(`No answer in ${time} ms.`)), time);
    cancelled?.addEventListener('abort', cancel);
    try {
      return await abortable(Promise.resolve(server({ signal: own.signal })), own.signal);
    } finally {
      clearTimeout(timer);
      cancelled?.removeEventListener('abort', cancel);
    }
  }

  async function refresh(): Promise<void> {
    const at = ++asked;
    const { signal } = background;
    try {
      const answer = await ask((call) => options.getSession?.(call), signal);
      if (attempt || at !== asked) return;
      const found = readAccount(answer);
      isAsked = true;
      if (found) set(signedIn(found));
      else if (is(/unknown|signed-in|failed/)) set(signedOut());
    } catch (error) {
      if (is(/unknown/)) set(signal.aborted ? signedOut() : failed('server-unreachable', error));
    }
  }

  /** The account that a press signs in. */
  const candidate = () => {
    const next = signedOut();
    return attempt || is(SETTLED) || isFinal(next) ? undefined : next.account;
  };

  const fresh = () => prepared && Date.now() < prepared.until && prepared;

  function fetchNonce(): Promise<Prepared> {
    const own = requestNonce().finally(() => {
      if (preparing === own) preparing = undefined;
    });
    return own;
  }

  async function requestNonce(): Promise<Prepared> {
    const until = Date.now() + NONCE_LIFETIME;
    const answer = await ask((call) => options.getNonce(call), background.signal);
    return (prepared = { request: readRequest(answer), until });
  }

  /** The text for the account, with a nonce that is not too old. */
  async function write(account: SignInIdentity): Promise<string> {
    const found = fresh() || (await (preparing ??= fetchNonce()));
    // `createMessage` is called again only for another account or a new nonce.
    if (!createMessage || !isSame(found.account, account)) {
      found.account = account;
      found.message = ask(
        (call) =>
          writeMessage(
            account,
            found.request,
            createMessage && ((each) => createMessage(each, call)),
          ),
        background.signal,
      );
    }
    return found.message as Promise<string>;
  }

  async function prepare(): Promise<void> {
    const account = candidate();
    if (!account) return;
    const { signal } = background;
    try {
      if (!fresh()) {
        if (is(/signed-out/)) enter('preparing', account);
        client().preload(method);
      }
      await write(account);
      const now = candidate();
      if (now && is(/signed-out|preparing/)) enter('ready', now);
    } catch (error) {
      prepared = undefined;
      if (!attempt && is(/preparing/)) {
        set(signal.aborted ? signedOut() : failed('nonce-fetch', error));
      }
    }
  }

  async function signIn(): Promise<void> {
    const account = candidate();
    if (!account) return;
    const end = await run(account, (attempt = new AbortController()));
    attempt = undefined;
    asked++;
    set(end);
    follow();
  }

  /** Returns the state after the attempt. */
  async function run(account: SignInIdentity, own: AbortController): Promise<SignInState> {
    const { signal } = own;
    const ownKey = entry()?.publicKey;
    let timer: unknown;
    let step: SignInFailure = 'nonce-fetch';
    try {
      if (!fresh()) enter('preparing', account);
      const message = await abortable(write(account), signal);
      step = 'wallet-failed';
      enter('signing', account);
      timer = setTimeout(() => own.abort(TIMED_OUT), options.timeout ?? WALLET_TIMEOUT);
      const to = { providerId: wallet()?.providerId, signal };
      const params = isStacks ? { message } : { message, address: account.address };
      const { signature, publicKey }: Omit<SignInProof, 'message'> = await client().request(
        to,
        method as 'stx_signMessage',
        params,
      );
      clearTimeout(timer as number);
      step = 'server-unreachable';
      enter('verifying', account);
      prepared = undefined;
      const proof = { message, signature, publicKey };
      const verdict: unknown = await ask((call) => options.verify(proof, call), signal);
      isAsked = true;
      if (verdict !== true && read(verdict, 'ok') !== true) {
        return failed('server-refused', undefined, (read(verdict, 'code') || undefined) as string);
      }
      step = 'server-refused';
      // A text for one test network of Bitcoin is of the same account as one for another.
      const named = readAccount(read(verdict, 'account')) ?? account;
      return named.address === account.address ? signedIn(named) : failed(step);
    } catch (error) {
      clearTimeout(timer as number);
      // The next attempt does not use the same promise, which may never settle.
      if (step === 'nonce-fetch') prepared = preparing = undefined;
      if (signal.aborted && error !== TIMED_OUT) return signedOut();
      if (step === 'wallet-failed') {
        const { code } = Object(error) as { code?: unknown };
        // SIP-030's codes, and that of a picker that the user closed.
        if (error === TIMED_OUT) step = 'wallet-timeout';
        else if (code === -32000 || code === -31001) step = 'user-rejected';
        else if (code === -32601) step = 'method-unsupported';
        else if (isOtherKey(ownKey, error)) step = 'account-changed';
      }
      return failed(step, error);
    }
  }

  async function signOut(): Promise<void> {
    await ask((call) => options.signOut?.(call));
    asked++;
    isAsked = true;
    if (is(SETTLED)) set(signedOut());
  }

  return {
    get state() {
      return store.get();
    },
    subscribe: store.subscribe,
    accountChange,
    prepare,
    signIn,
    signOut,
    refresh,
    cancel() {
      attempt?.abort();
      background.abort();
      preparing = undefined;
      background = new AbortController();
    },
  };
}

/** The states in which there is nothing to sign. */
const SETTLED = /unknown|signed-in/;

/** True if another press cannot succeed with this account. */
const isFinal = ({ retry }: AnyState) => retry === false;

const TIMED_OUT = new Error('timeout');

/** True also for the same chain: a text to sign names it. */
const isSame = (one: SignInIdentity | undefined, other: SignInIdentity | undefined) =>
  one?.address === other?.address && one?.chain === other?.chain;

let isWarned = false;

/** A page that embeds this one in a frame can disguise its button (clickjacking). */
function warnInFrame(): void {
  if (isWarned || self === top) return;
  isWarned = true;
  const text = 'Sign-in: in a frame, set frame-ancestors in its CSP.';
  console.warn(withDocs(text, 'frame'));
}

/** True if a wallet answered with a signature of another key, which the request refused. */
function isOtherKey(own: string | undefined, error: unknown): boolean {
  const given = read(read(error, 'cause'), 'publicKey');
  // Compares the last 32 bytes: keys may have `0x`.
  const [one, other] = [own, given].map((each) =>
    String(each ?? '')
      .slice(-64)
      .toLowerCase(),
  );
  return Boolean(one && other) && one !== other;
}
