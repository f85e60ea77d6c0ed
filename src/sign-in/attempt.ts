import { isDismissed } from '../errors.js';
import { abortable } from '../lib/promises.js';
import { read } from '../lib/safe-access.js';
import type { Unsubscribe } from '../lib/store.js';
import { callServer } from './call-server.js';
import { readAccount } from './fetch-sign-in.js';
import type { SignInMessages } from './sign-in-messages.js';
import type {
  SignInFailure,
  SignInIdentity,
  SignInOptions,
  SignInProof,
  SignInState,
} from './types.js';
import type { WalletAccount } from './wallet-account.js';

const WALLET_TIMEOUT = 300_000;
const TIMED_OUT = new Error('timeout');
const ACCOUNT_CHANGED = new Error('The wallet has changed to another account.');

/** Why an attempt failed. */
export interface AttemptFailure {
  readonly code: SignInFailure;
  readonly error?: unknown;
  /** The code of the server. */
  readonly reason?: string | undefined;
}

/** What an attempt uses of the sign-in that has started it. */
interface AttemptContext {
  readonly options: SignInOptions;
  readonly wallet: WalletAccount;
  readonly messages: SignInMessages;
  readonly setState: (state: SignInState) => void;
}

/** A press, until its end: gets a nonce, asks the wallet for a signature, and sends the proof to the server. */
export class Attempt {
  /** True from the time when the proof is sent until the server refuses it: it may start a session meanwhile. */
  isPosted = false;
  /** The account of the session that the server has started. */
  started: SignInIdentity | undefined;
  readonly #account: SignInIdentity;
  readonly #context: AttemptContext;
  readonly #controller = new AbortController();
  /** The code of an error that is thrown now. */
  #step: SignInFailure = 'nonce-fetch';

  constructor(account: SignInIdentity, context: AttemptContext) {
    this.#account = account;
    this.#context = context;
  }

  cancel(): void {
    this.#controller.abort();
  }

  /** Returns why it failed. Undefined if it was cancelled, or if the server has started a session. */
  async run(): Promise<AttemptFailure | undefined> {
    const { wallet } = this.#context;
    const connectedKey = wallet.findEntry()?.publicKey;
    const unfollow = this.#followWallet();
    try {
      const message = await this.#write();
      const proof = await this.#sign(message);
      unfollow();
      return await this.#post(proof);
    } catch (error) {
      return this.#toFailure(error, connectedKey);
    } finally {
      unfollow();
    }
  }

  /**
   * Ends the attempt when the wallet changes to another account. After another account has signed, the client disconnects
   * before the request rejects: the attempt waits for that error, which says why.
   */
  #followWallet(): Unsubscribe {
    const { wallet } = this.#context;
    return wallet.client.subscribe(() => {
      const stop = () => this.#isSameAccount() || this.#controller.abort(ACCOUNT_CHANGED);
      if (wallet.find()) stop();
      else setTimeout(stop);
    });
  }

  #isSameAccount(): boolean {
    return this.#context.wallet.find()?.address === this.#account.address;
  }

  #assertSameAccount(): void {
    if (!this.#isSameAccount()) throw ACCOUNT_CHANGED;
  }

  async #write(): Promise<string> {
    const { messages, setState } = this.#context;
    if (!messages.hasNonce) setState({ status: 'preparing', account: this.#account });
    const message = await abortable(messages.write(this.#account), this.#controller.signal);
    this.#assertSameAccount();
    return message;
  }

  /** Asks the wallet for a signature of the message. */
  async #sign(message: string): Promise<SignInProof> {
    const { options, wallet, setState } = this.#context;
    const { timeout = WALLET_TIMEOUT } = options;
    const { signal } = this.#controller;
    this.#step = 'wallet-failed';
    setState({ status: 'signing', account: this.#account });
    const timer = setTimeout(() => this.#controller.abort(TIMED_OUT), timeout);
    try {
      const { address } = this.#account;
      const requestOptions = { providerId: wallet.connected?.providerId, signal };
      const params = wallet.chain === 'stacks' ? { message } : { message, address };
      const answer: Omit<SignInProof, 'message'> = await wallet.client.request(
        requestOptions,
        wallet.method as 'stx_signMessage',
        params,
      );
      signal.throwIfAborted();
      this.#assertSameAccount();
      const { signature } = answer;
      return { message, signature, publicKey: read(answer, 'publicKey') as string };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends the proof to the server. Returns why it refused; undefined if it has started a session. */
  async #post(proof: SignInProof): Promise<AttemptFailure | undefined> {
    const { options, messages, setState } = this.#context;
    const { verify, timeout } = options;
    this.#step = 'server-unreachable';
    setState({ status: 'verifying', account: this.#account });
    // The server accepts its nonce once.
    messages.discard();
    const verdict: unknown = await callServer(
      (call) => {
        this.isPosted = true;
        return verify(proof, call);
      },
      timeout,
      this.#controller.signal,
    );
    this.isPosted = false;
    this.#step = 'server-refused';
    if (verdict !== true && read(verdict, 'ok') !== true) {
      const reason = (read(verdict, 'code') || undefined) as string | undefined;
      return { code: 'server-refused', reason };
    }
    // Test networks of Bitcoin share their addresses: the server may name another of them.
    const account = readAccount(read(verdict, 'account')) ?? this.#account;
    if (account.address !== this.#account.address) return { code: 'server-refused' };
    this.started = account;
    return undefined;
  }

  #toFailure(error: unknown, connectedKey: string | undefined): AttemptFailure | undefined {
    const { wallet, messages } = this.#context;
    const { signal } = this.#controller;
    // The next attempt does not use the same promise, which may never settle.
    if (this.#step === 'nonce-fetch') messages.discard();
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (reason === ACCOUNT_CHANGED) {
      return wallet.find() ? { code: 'account-changed', error: reason } : undefined;
    }
    if (signal.aborted && error !== TIMED_OUT) return undefined;
    const code = this.#step === 'wallet-failed' ? whyWalletFailed(error, connectedKey) : this.#step;
    return { code, error };
  }
}

function whyWalletFailed(error: unknown, connectedKey: string | undefined): SignInFailure {
  if (error === TIMED_OUT) return 'wallet-timeout';
  const { code } = Object(error) as { readonly code?: unknown };
  if (isDismissed(error)) return 'user-rejected';
  if (code === -32601) return 'method-unsupported';
  // Another account of the wallet is chosen: before it was asked, or it has signed.
  if (read(read(error, 'data'), 'account')) return 'account-changed';
  // The request refused a signature of another key. Compares the last 32 bytes: keys may have `0x`.
  const [expectedKey, answeredKey] = [connectedKey, read(read(error, 'cause'), 'publicKey')].map(
    (key) =>
      String(key ?? '')
        .slice(-64)
        .toLowerCase(),
  );
  return expectedKey && answeredKey && expectedKey !== answeredKey
    ? 'account-changed'
    : 'wallet-failed';
}
