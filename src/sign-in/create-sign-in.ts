import { getDefaultClient } from '../core/default-client.js';
import { JsonRpcErrorCode } from '../errors.js';
import { mainEntry } from '../lib/main-address.js';
import { read } from '../lib/safe-access.js';
import { createStore } from '../lib/store.js';
import { chainsOf, isMultisig } from '../verify/chains.js';
import { createSignInMessage } from '../verify/message.js';
import type { AddressEntry } from '../wire/addresses.js';
import type {
  SignIn,
  SignInFailure,
  SignInIdentity,
  SignInOptions,
  SignInProof,
  SignInRequest,
  SignInState,
} from './types.js';

/** Milliseconds. A server keeps a nonce at least this long. */
const NONCE_LIFETIME = 240_000;
const MESSAGE_LIFETIME = 600_000;
const WALLET_TIMEOUT = 300_000;

interface Prepared extends SignInRequest {
  /** Until when the nonce is used, by the clock of the page. */
  readonly until: number;
}

/**
 * Signs the user in: with a text that the wallet signs and the server verifies (`stacks-wallet-elements/verify`).
 * Connecting a wallet and signing in are separate acts, and each press of the user leads to at most one question of
 * the wallet. Nothing is asked at a reload.
 */
export function createSignIn(options: SignInOptions): SignIn {
  const { chain = 'stacks', timeout = WALLET_TIMEOUT, session } = options;
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

  const entry = () => mainEntry(wallet()?.addresses ?? [], isStacks ? 'stx' : 'btc');
  const identityOf = (each: AddressEntry | undefined): SignInIdentity | undefined => {
    const chains = chainsOf(each?.address ?? '').filter((name) => name.startsWith(chain));
    // Test networks of Bitcoin share their addresses, so the wallet says which one it is on.
    const reported = chains.find((name) => name === `${chain}:${wallet()?.network}`);
    const [found = reported] = reported ? [] : chains;
    return each && found && { chain: found, address: each.address };
  };
  const current = () => identityOf(entry());

  const signedIn = (account: SignInIdentity) => {
    const wallet = current();
    const other = isSame(wallet, account) ? undefined : wallet;
    return { status: 'signed-in', account, other } as const;
  };
  // The same on a server and at the first render in a browser: without the wallet's account.
  const store = createStore<SignInState>(
    session
      ? { status: 'signed-in', account: session, other: undefined }
      : { status: session === null ? 'signed-out' : 'unknown', account: undefined },
    () => {
      if (store.get().status === 'unknown') void refresh();
      else follow();
      return client().subscribe(follow);
    },
  );
  const fail = (code: SignInFailure, error?: unknown, reason?: string, retry = true) =>
    store.set({ status: 'failed', code, retry, reason, error, account: current() });

  /** The state without an attempt and without a session. */
  function rest(): void {
    const account = current();
    if (account && isMultisig(account.address)) fail('multisig-unsupported', '', '', false);
    else store.set({ status: 'signed-out', account });
  }

  /** Follows the wallet, which ends neither an attempt nor a session. */
  function follow(): void {
    const state = store.get();
    if (attempt || state.status === 'unknown') return;
    if (state.status === 'signed-in') {
      const next = signedIn(state.account);
      if (!isSame(next.other, state.other)) store.set(next);
    } else if (!isSame(current(), state.account)) {
      rest();
      // The nonce is of no account, so it stays.
      if (fresh()) void prepare();
    }
  }

  async function refresh(): Promise<void> {
    const before = store.get();
    try {
      const found = await options.getSession?.();
      if (attempt) return;
      if (found) store.set(signedIn(found));
      else if (/unknown|signed-in|failed/.test(store.get().status)) rest();
    } catch (error) {
      if (before.status === 'unknown') fail('server-unreachable', error);
    }
  }

  const fresh = () => (prepared && Date.now() < prepared.until ? prepared : undefined);

  const fetchNonce = () =>
    (preparing ??= (async () => {
      const until = Date.now() + NONCE_LIFETIME;
      const answer = await options.getNonce();
      return (prepared = { ...(typeof answer === 'string' ? { nonce: answer } : answer), until });
    })().finally(() => (preparing = undefined)));

  async function prepare(): Promise<void> {
    const state = store.get();
    const account = current();
    if (attempt || !account || !/signed-out|ready|failed/.test(state.status)) return;
    if (state.status === 'failed' && !state.retry) return;
    try {
      if (!fresh()) {
        if (state.status === 'signed-out') store.set({ status: 'preparing', account });
        client().preload(method);
        await fetchNonce();
      }
      const now = current();
      if (!attempt && now && /signed-out|preparing/.test(store.get().status)) {
        store.set({ status: 'ready', account: now });
      }
    } catch (error) {
      if (!attempt && store.get().status === 'preparing') fail('nonce-fetch', error);
    }
  }

  async function signIn(): Promise<void> {
    const from = entry();
    const account = identityOf(from);
    const { status } = store.get();
    if (attempt || !from || !account || isMultisig(account.address)) return;
    if (status === 'unknown' || status === 'signed-in') return;
    const { signal } = (attempt = new AbortController());
    const timer = setTimeout(() => attempt?.abort(TIMED_OUT), timeout);
    let step: SignInFailure = 'nonce-fetch';
    try {
      if (!fresh()) store.set({ status: 'preparing', account });
      const message = write(account, fresh() ?? (await fetchNonce()));
      step = 'wallet-failed';
      store.set({ status: 'signing', account });
      const to = { providerId: wallet()?.providerId, signal };
      const { signature, publicKey }: Omit<SignInProof, 'message'> = isStacks
        ? await client().request(to, method as 'stx_signMessage', { message })
        : await client().request(to, 'signMessage', { message, address: account.address });
      clearTimeout(timer);
      // In hex, with or without 0x.
      const [own, key] = [from.publicKey, publicKey].map((each) => each?.slice(-64).toLowerCase());
      if (own && key && own !== key) return fail('account-changed');
      step = 'server-unreachable';
      store.set({ status: 'verifying', account });
      prepared = undefined;
      const verdict = await options.verify({ message, signature, publicKey });
      const named = read(verdict, 'account');
      const isOk = verdict === true || read(verdict, 'ok') === true;
      if (isOk && (!named || read(named, 'address') === account.address)) {
        store.set(signedIn(account));
      } else fail('server-refused', undefined, read(verdict, 'code') as string | undefined);
    } catch (error) {
      if (error === TIMED_OUT) fail('wallet-timeout');
      else if (signal.aborted) rest();
      else fail(step === 'wallet-failed' ? walletCode(error) : step, error);
    } finally {
      clearTimeout(timer);
      attempt = undefined;
      follow();
    }
  }

  async function signOut(): Promise<void> {
    await options.signOut?.();
    if (store.get().status === 'signed-in') rest();
  }

  return {
    get state() {
      return store.get();
    },
    subscribe: (listener) => store.subscribe(listener),
    ...{ prepare, signIn, signOut, refresh },
    cancel: () => attempt?.abort(),
  };
}

const TIMED_OUT = new Error('timeout');

function write(
  account: SignInIdentity,
  { nonce, statement, resources, ...times }: Prepared,
): string {
  const { issuedAt = new Date().toISOString() } = times;
  const expires = () => new Date(Date.parse(issuedAt) + MESSAGE_LIFETIME).toISOString();
  const { host: domain, origin: uri } = location;
  const expirationTime = times.expirationTime ?? expires();
  return createSignInMessage({
    ...{ domain, uri, nonce, statement, resources, issuedAt, expirationTime },
    ...account,
  });
}

const isSame = (one: SignInIdentity | undefined, other: SignInIdentity | undefined) =>
  one?.address === other?.address && one?.chain === other?.chain;

function walletCode(error: unknown): SignInFailure {
  const { UserRejection, UserCanceled, MethodNotFound } = JsonRpcErrorCode;
  const code = read(error, 'code');
  if (code === UserRejection || code === UserCanceled) return 'user-rejected';
  return code === MethodNotFound ? 'method-unsupported' : 'wallet-failed';
}
