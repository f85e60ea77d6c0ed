import type { WalletClient } from '../core/types.js';
import type { Unsubscribe } from '../lib/store.js';
import type { SignInChain, SignInFields } from './message.js';
import type { AbortSignal } from '../lib/web-types.js';

/** The account of a sign-in. */
export interface SignInIdentity {
  readonly chain: SignInChain;
  readonly address: string;
}

/**
 * What the server gives for one sign-in. A text alone is the nonce. `null`, an empty text or list, and for a time also 0
 * or the first day of the year 1, are the same as an absent field.
 */
export interface SignInRequest {
  /** 8 to 128 letters and digits, for one use. */
  readonly nonce: string;
  /** One line in ASCII that the user reads. Default: none. */
  readonly statement?: string | undefined;
  /** UTC, as `toISOString()` writes it. Default: the page's clock, which may be wrong. */
  readonly issuedAt?: string | undefined;
  /** Default: ten minutes after `issuedAt`. */
  readonly expirationTime?: string | undefined;
  /** URIs. Default: none. */
  readonly resources?: readonly string[] | undefined;
}

/** What the page sends to the server. */
export interface SignInProof {
  readonly message: string;
  readonly signature: string;
  /** The public key from the wallet. Only Stacks wallets return one. */
  readonly publicKey?: string | undefined;
}

/** What each callback for the server is called with. */
export interface SignInCall {
  /** Aborted when the answer is no longer awaited: after a time, or by `cancel()`. Pass it to `fetch`. */
  readonly signal: AbortSignal;
}

/** The server's answer. `code`: why the server refused. It is in the state, but not shown to the user. */
export type SignInVerdict =
  | boolean
  | { readonly ok: true; readonly account?: SignInIdentity | undefined }
  | { readonly ok: false; readonly code?: string | undefined };

/** Why signing in failed. */
export type SignInFailure =
  /** The user declined, in the wallet or by closing the picker. */
  | 'user-rejected'
  /** The wallet did not answer in time. */
  | 'wallet-timeout'
  /** The wallet has no address of this chain, or no method to sign a message with it. */
  | 'method-unsupported'
  /** The wallet failed in another way: see `error`. */
  | 'wallet-failed'
  /** The wallet changed to another account, or signed with another. Nothing was sent to the server. */
  | 'account-changed'
  /** A multisig account: no single key can sign in. The wallet was not asked. */
  | 'multisig-unsupported'
  /**
   * The server gave no nonce, an invalid one, or no message for this account: see `error`. An error with the name
   * `SignInAnswerError` names the field of the server's answer, and is also in the console.
   */
  | 'nonce-fetch'
  /** The server refused: see `reason`, or `error` if its answer has a mistake. */
  | 'server-refused'
  /** The server could not be asked, or did not answer in time, or with a mistake: see `error`. */
  | 'server-unreachable';

export type SignInState =
  /** Before the server was asked for a session: on a server, and at the first render of a page. */
  | { readonly status: 'unknown'; readonly account: undefined }
  /** `account`: the one that can sign in; undefined if no wallet is connected. */
  | { readonly status: 'signed-out'; readonly account: SignInIdentity | undefined }
  /** `preparing`: the nonce is fetched. `ready`: a press asks the wallet at once. */
  | {
      readonly status: 'preparing' | 'ready' | 'signing' | 'verifying';
      readonly account: SignInIdentity;
    }
  | {
      readonly status: 'signed-in';
      /** The account of the session. It does not change with the wallet. */
      readonly account: SignInIdentity;
      /**
       * The wallet's account, if the wallet does not have the address of the session: see `accountChange`. The test
       * networks of Bitcoin share their addresses, and a wallet may not say which of them it uses.
       */
      readonly other: SignInIdentity | undefined;
    }
  | {
      readonly status: 'failed';
      readonly code: SignInFailure;
      /** True if another press can succeed. */
      readonly retry: boolean;
      /** The code of the server, if it refused. */
      readonly reason?: string | undefined;
      readonly error?: unknown;
      readonly account: SignInIdentity | undefined;
    };

/**
 * What happens to a session when the wallet changes to another account or network. `ask`: it stays, `state.other` names
 * the wallet's account, and `<wallet-sign-in>` asks the user. `keep`: the same without the question. `sign-out`:
 * `signOut` is called.
 */
export type SignInAccountChange = 'ask' | 'keep' | 'sign-out';

export interface SignInOptions {
  /**
   * The name of the session, such as the URL of the server. All sign-ins with the same one, in this page and in other tabs,
   * follow one session: when one of them signs in or out, the others show it. `fetchSignIn` sets it. Default: a session of
   * its own.
   */
  readonly endpoint?: string | undefined;
  /** Fetches a nonce from the server. Called before the user presses, so that the press opens the wallet at once. */
  readonly getNonce: (call?: SignInCall) => Promise<string | SignInRequest>;
  /**
   * Returns the text to sign, for a server that writes it. The wallet is asked only if it is a sign-in message for the
   * `domain`, `uri`, `chain`, `address` and `nonce` of the fields. Called before the user presses. Default:
   * `createSignInMessage(fields)`.
   */
  readonly createMessage?:
    | ((fields: SignInFields, call?: SignInCall) => string | Promise<string>)
    | undefined;
  /** Sends the proof to the server, which verifies it and starts a session. */
  readonly verify: (proof: SignInProof, call?: SignInCall) => Promise<SignInVerdict>;
  /** Asks the server who is signed in. Default: nobody is signed in after a reload. */
  readonly getSession?:
    | ((call?: SignInCall) => Promise<SignInIdentity | null | undefined>)
    | undefined;
  /** Ends the session on the server. */
  readonly signOut?: ((call?: SignInCall) => Promise<unknown>) | undefined;
  /** The wallet client. Default: that of the page. */
  readonly client?: WalletClient | undefined;
  /** Sign in with the account's Stacks or Bitcoin address. Default: `stacks`. */
  readonly chain?: 'stacks' | 'bitcoin' | undefined;
  /** What happens to the session when the wallet changes to another account or network. Default: `ask`. */
  readonly accountChange?: SignInAccountChange | undefined;
  /** Milliseconds to wait for the wallet. Default: 5 minutes. Each answer of the server: as long, at most 30 seconds. */
  readonly timeout?: number | undefined;
  /** The session that the page already has from the server. `null`: nobody is signed in. Default: ask `getSession`. */
  readonly session?: SignInIdentity | null | undefined;
}

export interface SignIn {
  readonly state: SignInState;
  /** The state on a server, and at the first rendering of a page: with what `session` of the options says. */
  readonly initialState?: SignInState | undefined;
  /** The option of this name. */
  readonly accountChange?: SignInAccountChange | undefined;
  /** Calls the listener after every change of `state`. The first call fetches the session, unless one is given. */
  subscribe(listener: () => void): Unsubscribe;
  /** Fetches the nonce and loads the code of the request. Call it when the button is shown or the pointer is near. */
  prepare(): Promise<void>;
  /**
   * Asks the wallet for one signature, then the server. Call it in a press. Fetches the session first if it is not known.
   * Does nothing if no wallet is connected, if the user is signed in, or if an attempt is in progress. An attempt of the
   * same `endpoint` that waits for its wallet ends. Never rejects: see `state`.
   */
  signIn(): Promise<void>;
  /** Ends the session. Rejects with the error of `signOut`, or after a time; the user is still signed in then. */
  signOut(): Promise<void>;
  /** Asks the server again who is signed in, for example after the page has signed the user out in another way. */
  refresh(): Promise<void>;
  /**
   * Cancels the attempt in progress and whatever is asked of the server, except to sign out, and ignores the answers.
   * The state is `signed-out` then, although a server that was already verifying may have started a session: with an
   * `endpoint` it is asked again, else see `refresh`.
   */
  cancel(): void;
}
