/* oxlint-disable typescript/no-explicit-any -- the types of version 8 */
import { withDocs } from '../errors.js';
import { attempt, read } from '../lib/safe-access.js';
import { getDefaultClient } from './client.js';
import {
  InstanceDataStore,
  LOCALSTORAGE_SESSION_KEY,
  LocalStorageStore,
  type SessionDataStore,
  type SessionOptions,
  type UserData,
} from './session-stores.js';
import { isStoredBy8 } from './storage.js';
import { userDataFor } from './user-data.js';

/** Has no effect: kept for apps that create one. */
export class AppConfig {
  constructor(
    _scopes?: any,
    _appDomain?: any,
    _redirectPath?: string,
    _manifestPath?: string,
    _coreNode?: string,
    _authenticatorURL?: string,
  ) {}
}

/** The session of version 7 and 8. It changes with `connect()` and `disconnect()`. */
export class UserSession {
  appConfig: any;
  store: SessionDataStore;

  constructor(options?: { appConfig?: any; sessionStore?: any; sessionOptions?: SessionOptions }) {
    this.appConfig = read(options, 'appConfig');
    const isBrowser = typeof window !== 'undefined';
    const Store = isBrowser ? LocalStorageStore : InstanceDataStore;
    const store = read(options, 'sessionStore') as SessionDataStore | undefined;
    this.store = store ?? new Store(read(options, 'sessionOptions') as SessionOptions | undefined);
    if (isBrowser) followWallet();
  }

  makeAuthRequestToken(): void {}
  generateAndStoreTransitKey(): void {}
  getAuthResponseToken(): void {}
  encryptContent(): void {}
  decryptContent(): void {}

  /** Always false: connecting needs no redirect. */
  isSignInPending(): boolean {
    return false;
  }
  /** True if a wallet is connected or the stored session has user data. */
  isUserSignedIn(): boolean {
    return readUserData(this.store) !== undefined;
  }
  /** The user data. Rejects if nobody is signed in. */
  handlePendingSignIn(): Promise<UserData> {
    return Promise.resolve().then(() => this.loadUserData());
  }
  /** The user data, with the addresses of the current account. Throws if nobody is signed in. */
  loadUserData(): UserData {
    const userData = readUserData(this.store);
    if (userData) return userData;
    const error = new Error(withDocs('No user data found. Did the user sign in?', 'drop-in'));
    error.name = 'NoSessionDataError';
    throw error;
  }
  /** Deletes the session and disconnects the wallet, then opens `redirectURL` if there is one. */
  signUserOut(redirectURL?: string): void {
    this.store.deleteSessionData();
    getDefaultClient().disconnect();
    if (redirectURL && typeof location !== 'undefined') location.href = redirectURL;
  }
}

/** Disconnects: removes the addresses, the remembered wallet and the user data of the session. */
export function disconnect(): void {
  getDefaultClient().disconnect();
  endSession();
}

/** The stored user data, with the addresses of the connected wallet, if one is connected. */
function readUserData(store: SessionDataStore): UserData | undefined {
  const stored = attempt(() => store.getSessionData())?.userData;
  const { state } = getDefaultClient();
  const current = state.status === 'connected' ? userDataFor(state.addresses) : undefined;
  // `signUserOut()` of version 8 leaves the addresses.
  if (!stored && isStoredBy8()) return undefined;
  if (!current || !stored) return current ?? stored;
  // Keys and names of another account must not appear beside the addresses of this one.
  return getAccount(stored) === getAccount(current)
    ? { ...stored, profile: { ...(stored.profile as object), ...(current.profile as object) } }
    : current;
}

const getAccount = ({ profile }: UserData) => read(read(profile, 'stxAddress'), 'mainnet');

let isFollowing = false;

/** Updates the stored session when the wallet changes, since an app may read it without this library. */
export function followWallet(): void {
  if (isFollowing) return;
  isFollowing = true;
  const client = getDefaultClient();
  let wasConnected = client.isConnected();
  client.subscribe(() => {
    const isConnected = client.isConnected();
    if (isConnected) renewSession();
    else if (wasConnected) endSession();
    wasConnected = isConnected;
  });
}

/** Replaces the user data of a stored session after a change of the account. */
function renewSession(): void {
  const store = new LocalStorageStore();
  const { userData } = store.getSessionData();
  const current = userData && readUserData(store);
  if (current && getAccount(current) !== getAccount(userData)) {
    store.setSessionData({ userData: current });
  }
}

/** Empties the stored session, if there is one. */
function endSession(): void {
  const stored = attempt(() => localStorage.getItem(LOCALSTORAGE_SESSION_KEY));
  if (stored != null) new LocalStorageStore().deleteSessionData();
}
