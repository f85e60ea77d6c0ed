import { getDefaultClient } from '../core/default-client.js';
import { withDocs } from '../errors.js';
import { abortable } from '../lib/abort.js';
import { mainEntry } from '../lib/main-address.js';
import { read } from '../lib/safe-access.js';
import { createStore } from '../lib/store.js';
import { chainsOf, isMultisig } from '../verify/chains.js';
import { writeMessage } from './write-message.js';
import type {
  SignIn,
  SignInFailure,
  SignInIdentity,
  SignInOptions,
  SignInProof,
  SignInRequest,
  SignInState,
} from './types.js';

/** Milliseconds. A server accepts a message for five minutes: this leaves three of them to the user. */
const NONCE_LIFETIME = 120_000;
const WALLET_TIMEOUT = 300_000;

interface Prepared extends SignInRequest {
  /** Until when the nonce is used, by the clock of the page. */
  readonly until: number;
  /** What `createMessage` returned for this address. */
  message?: Promise<string>;
  address?: string;
}

/**
 * Signs the user in: with a text that the wallet signs and the server verifies (`stacks-wallet-elements/verify`).
 * Connecting a wallet and signing in are separate acts, and each press of the user leads to at most one question of
 * the wallet. Nothing is asked at a reload.
 */
export function createSignIn(options: SignInOptions): SignIn {
  const { accountChange = 'ask', chain = 'stacks', createMessage, session } = options;
  // Not at once: a server has no wallet.
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
  /** Increases when the server was asked something else, which makes a pending answer to `getSession` outdated. */
  let asked = 0;

  const entry = () => mainEntry(wallet()?.addresses ?? [], isStacks ? 'stx' : 'btc');
  const current = (): SignInIdentity | undefined => {
    const { address = '' } = entry() ?? {};
    const names = chainsOf(address).filter((name) => name.startsWith(chain));
    // Test networks of Bitcoin share their addresses, so the wallet says which one it is on.
    const found = names.find((name) => name === `${chain}:${wallet()?.network}`) ?? names[0];
    return found && { chain: found, address };
  };

  const signedIn = (account: SignInIdentity) => {
    const now = current();
    return { status: 'signed-in', account, other: isSame(now, account) ? undefined : now } as const;
  };
  const failed = (
    code: SignInFailure,
    error?: unknown,
    reason?: string,
    retry = true,
  ): SignInState => ({ status: 'failed', code, retry, reason, error, account: current() });
  /** The state without an attempt and without a session. */
  const signedOut = (): SignInState => {
    const account = current();
    // Connected, without an address of the chain.
    if (!account && wallet()) return failed('method-unsupported', '', '', false);
    return account && isMultisig(account.address)
      ? failed('multisig-unsupported', '', '', false)
      : { status: 'signed-out', account };
  };
  // The same on a server and at the first render in a browser: without the wallet's account.
  const store = createStore<SignInState>(
    session
      ? { status: 'signed-in', account: session, other: undefined }
      : { status: session === null ? 'signed-out' : 'unknown', account: undefined },
    () => {
      warnInFrame();
      if (store.get().status === 'unknown') void refresh();
      else follow();
      return client().subscribe(follow);
    },
  );

  function set(next: SignInState): void {
    store.set(next);
    if (accountChange === 'sign-out' && read(next, 'other')) signOut().catch(() => {});
  }

  /** Follows the wallet, which ends neither an attempt nor a session. */
  function follow(): void {
    const state = store.get();
    if (attempt || state.status === 'unknown') return;
    if (state.status === 'signed-in') {
      const next = signedIn(state.account);
      if (!isSame(next.other, state.other)) set(next);
    } else {
      const next = signedOut();
      if (isSame(next.account, state.account) && isFinal(next) === isFinal(state)) return;
      set(next);
      // The nonce is of no account, so it stays.
      if (fresh()) void prepare();
    }
  }

  async function refresh(): Promise<void> {
    const at = ++asked;
    try {
      const found = await options.getSession?.();
      if (attempt || at !== asked) return;
      if (found) set(signedIn(found));
      else if (/unknown|signed-in|failed/.test(store.get().status)) set(signedOut());
    } catch (error) {
      if (store.get().status === 'unknown') set(failed('server-unreachable', error));
    }
  }

  const fresh = (): Prepared | undefined =>
    prepared && Date.now() < prepared.until ? prepared : undefined;

  const fetchNonce = () =>
    (preparing ??= (async (): Promise<Prepared> => {
      const until = Date.now() + NONCE_LIFETIME;
      const answer = await options.getNonce();
      return (prepared = { ...(typeof answer === 'string' ? { nonce: answer } : answer), until });
    })().finally(() => (preparing = undefined)));

  /** The text for the account, with a nonce that is not too old. */
  async function write(account: SignInIdentity): Promise<string> {
    
    const request = fresh() ?? (await fetchNonce());
    
    const made = () => writeMessage(account, request, createMessage);
    if (!createMessage) return made();
    // Once for each account, and before the press.
    if (request.address !== account.address) {
      request.address = account.address;
      request.message = made();
    }
    return request.message as Promise<string>;
  }

  async function prepare(): Promise<void> {
    const state = store.get();
    const account = current();
    if (attempt || !account || isFinal(state) || !/signed-out|ready|failed/.test(state.status))
      return;
    try {
      if (!fresh()) {
        if (state.status === 'signed-out') set({ status: 'preparing', account });
        client().preload(method);
      }
      await write(account);
      const now = current();
      if (!attempt && now && /signed-out|preparing/.test(store.get().status)) {
        set({ status: 'ready', account: now });
      }
    } catch (error) {
      prepared = undefined;
      if (!attempt && store.get().status === 'preparing') set(failed('nonce-fetch', error));
    }
  }

  async function signIn(): Promise<void> {
    const account = current();
    const { status } = store.get();
    if (attempt || !account || isMultisig(account.address)) return;
    if (status === 'unknown' || status === 'signed-in') return;
    attempt = new AbortController();
    const end = await run(account, attempt);
    attempt = undefined;
    asked++;
    set(end());
    follow();
  }

  /** Returns the state after the attempt. */
  async function run(account: SignInIdentity, own: AbortController): Promise<() => SignInState> {
    const { signal } = own;
    const { publicKey: ownKey } = entry() ?? {};
    const timer = setTimeout(() => own.abort(TIMED_OUT), options.timeout ?? WALLET_TIMEOUT);
    let step: SignInFailure = 'nonce-fetch';
    try {
      if (!fresh()) set({ status: 'preparing', account });
      const message = await abortable(write(account), signal);
      step = 'wallet-failed';
      set({ status: 'signing', account });
      const to = { providerId: wallet()?.providerId, signal };
      const { signature, publicKey }: Omit<SignInProof, 'message'> = isStacks
        ? await client().request(to, method as 'stx_signMessage', { message })
        : await client().request(to, 'signMessage', { message, address: account.address });
      clearTimeout(timer);
      // In hex, with or without 0x.
      const [one, other] = [ownKey, publicKey].map((each) => each?.slice(-64).toLowerCase());
      if (one && other && one !== other) return () => failed('account-changed');
      step = 'server-unreachable';
      set({ status: 'verifying', account });
      prepared = undefined;
      const verdict = await options.verify({ message, signature, publicKey });
      const named = read(verdict, 'account') as SignInIdentity | undefined;
      const isOk = verdict === true || read(verdict, 'ok') === true;
      return isOk && (!named || isSame(named, account))
        ? () => signedIn(account)
        : () => failed('server-refused', undefined, read(verdict, 'code') as string | undefined);
    } catch (error) {
      // Not again the same promise, which may never settle.
      if (step === 'nonce-fetch') prepared = preparing = undefined;
      if (signal.aborted && error !== TIMED_OUT) return signedOut;
      if (step !== 'wallet-failed') return () => failed(step, error);
      const code = WALLET_FAILURES[read(error, 'code') as number];
      return () => failed(error === TIMED_OUT ? 'wallet-timeout' : (code ?? step), error);
    } finally {
      clearTimeout(timer);
    }
  }

  async function signOut(): Promise<void> {
    await options.signOut?.();
    asked++;
    if (/unknown|signed-in/.test(store.get().status)) set(signedOut());
  }

  return {
    get state() {
      return store.get();
    },
    subscribe: (listener) => store.subscribe(listener),
    ...{ accountChange, prepare, signIn, signOut, refresh },
    cancel: () => attempt?.abort(),
  };
}

/** True if no press can help with this account. */
const isFinal = (state: SignInState) => state.status === 'failed' && !state.retry;

const TIMED_OUT = new Error('timeout');

/** By the code of the error: SIP-030's, and that of a picker that the user closed. */
const WALLET_FAILURES: Readonly<Record<number, SignInFailure>> = {
  [-32000]: 'user-rejected',
  [-31001]: 'user-rejected',
  [-32601]: 'method-unsupported',
};

const isSame = (one: SignInIdentity | undefined, other: SignInIdentity | undefined) =>
  one?.address === other?.address && one?.chain === other?.chain;

let isWarned = false;

/** Whoever frames a page can show its button as another one. */
function warnInFrame(): void {
  if (isWarned || self === top) return;
  isWarned = true;
  console.warn(
    withDocs(
      'This page signs users in inside a frame, where they do not see its address. Allow only pages of yours to frame it: Content-Security-Policy: frame-ancestors.',
      'frame',
    ),
  );
}
