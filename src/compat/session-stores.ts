/* oxlint-disable typescript/no-explicit-any -- the types of version 8 */
import { keepArrays, withDocs } from '../errors.js';
import { parseJson, attempt, isRecord, read } from '../lib/safe-access.js';

/** The key under which @stacks/auth stores its session. */
export const LOCALSTORAGE_SESSION_KEY = 'blockstack-session';
/** @stacks/auth refuses a stored session without this version. */
const VERSION = '1.0.0';

export interface UserData {
  email?: string;
  decentralizedID?: string;
  identityAddress?: string;
  appPrivateKey?: string;
  hubUrl?: string;
  coreNode?: string;
  authResponseToken?: string;
  coreSessionToken?: string;
  gaiaAssociationToken?: string;
  /** `stxAddress.mainnet` and `stxAddress.testnet` are set, and `btcAddress` if the wallet has one. */
  profile: any;
  gaiaHubConfig?: any;
  appPrivateKeyFromWalletSalt?: string;
}
export interface SessionData {
  userData?: UserData;
}
export interface SessionOptions {
  userData?: UserData;
  localStorageKey?: string;
  storeOptions?: { localStorageKey?: string };
}

function abstractClass(): never {
  throw new Error(withDocs('Abstract class.', 'drop-in'));
}

/** The base class of the stores. */
export class SessionDataStore {
  constructor(sessionOptions?: SessionOptions) {
    if (sessionOptions?.userData) this.setSessionData({ userData: sessionOptions.userData });
  }
  getSessionData(): SessionData {
    return abstractClass();
  }
  setSessionData(_session: SessionData): boolean {
    return abstractClass();
  }
  deleteSessionData(): boolean {
    return this.setSessionData({});
  }
}

/** Keeps the session in memory. */
export class InstanceDataStore extends SessionDataStore {
  sessionData?: SessionData;

  override getSessionData(): SessionData {
    return (this.sessionData ??= {});
  }
  override setSessionData(session: SessionData): boolean {
    this.sessionData = session;
    return true;
  }
}

/** Keeps the session in `localStorage`, as @stacks/auth does. A session that cannot be read is an empty one. */
export class LocalStorageStore extends SessionDataStore {
  key: string;

  constructor(sessionOptions?: SessionOptions) {
    super();
    const key = read(read(sessionOptions, 'storeOptions'), 'localStorageKey');
    this.key = (key as string | undefined) ?? LOCALSTORAGE_SESSION_KEY;
    const userData = read(sessionOptions, 'userData') as UserData | undefined;
    if (userData) this.setSessionData({ userData });
  }
  override getSessionData(): SessionData {
    const stored = attempt(() => parseJson(localStorage.getItem(this.key) ?? ''));
    // No session is read from a polluted `Object.prototype`. The app gets ordinary objects.
    return { __proto__: null, ...(isRecord(stored) && structuredClone(stored)) } as SessionData;
  }
  override setSessionData(session: SessionData): boolean {
    const text = JSON.stringify({ version: VERSION, ...session }, keepArrays);
    return attempt(() => (localStorage.setItem(this.key, text), true)) ?? false;
  }
}
