import type { SignInFailure, SignInIdentity } from '../../sign-in/types.js';
import { NativeEvent, bubbling } from '../internal/element.js';

/** The server accepted a sign-in. Not fired for a session that already existed. */
export class WalletSignInEvent extends NativeEvent {
  readonly account: SignInIdentity;

  constructor(account: SignInIdentity) {
    super('wallet-sign-in', bubbling);
    this.account = account;
  }
}

/** The session ended. `account`: the account that was signed in. */
export class WalletSignOutEvent extends NativeEvent {
  readonly account: SignInIdentity;

  constructor(account: SignInIdentity) {
    super('wallet-sign-out', bubbling);
    this.account = account;
  }
}

/** Signing in failed. `rejected`: the user declined. `reason`: the server's code, if it refused. */
export class WalletSignInErrorEvent extends NativeEvent {
  readonly code: SignInFailure;
  readonly error: unknown;
  readonly reason: string | undefined;
  readonly rejected: boolean;

  constructor(code: SignInFailure, error: unknown, reason: string | undefined) {
    super('wallet-sign-in-error', bubbling);
    this.code = code;
    this.error = error;
    this.reason = reason;
    this.rejected = code === 'user-rejected';
  }
}

/** The wallet changed to another account than the signed-in one. With `account-change="sign-out"`, the session ends. */
export class WalletSignInAccountChangeEvent extends NativeEvent {
  /** The signed-in account. */
  readonly account: SignInIdentity;
  /** The wallet's account. */
  readonly other: SignInIdentity;

  constructor(account: SignInIdentity, other: SignInIdentity) {
    super('wallet-sign-in-account-change', bubbling);
    this.account = account;
    this.other = other;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-sign-in': WalletSignInEvent;
    'wallet-sign-out': WalletSignOutEvent;
    'wallet-sign-in-error': WalletSignInErrorEvent;
    'wallet-sign-in-account-change': WalletSignInAccountChangeEvent;
  }
}
