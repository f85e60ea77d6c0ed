/* oxlint-disable typescript/no-explicit-any -- the types of version 8 */
import type { UserSession } from './session.js';

export interface AuthResponsePayload {
  /** `stxAddress.mainnet` and `stxAddress.testnet` are set, and `btcAddress` if the wallet has one. */
  profile: any;
  private_key?: string;
  username?: string | null;
  hubUrl?: string;
  associationToken?: string;
  blockstackAPIUrl?: string | null;
  core_token?: string | null;
  email?: string | null;
  exp?: number;
  iat?: number;
  iss?: string;
  jti?: string;
  version?: string;
  profile_url?: string;
  public_keys?: string[];
}

export interface FinishedAuthData {
  authResponse?: string;
  authResponsePayload?: AuthResponsePayload;
  userSession: UserSession;
}

/** What a callback function takes besides its own fields. No wallet shows it. */
export interface AppOptions {
  appDetails?: { name: string; icon: string } | undefined;
  authOrigin?: string | undefined;
  userSession?: UserSession | undefined;
}

/** The options of `showConnect` and `authenticate`. */
export interface AuthOptions extends AppOptions {
  /** Called when a wallet is connected and the session is stored. */
  onFinish?: ((payload: FinishedAuthData) => void) | undefined;
  /** Called once if no wallet was connected. The previous connection stays. */
  onCancel?: ((error?: Error) => void) | undefined;
  redirectTo?: string | undefined;
  manifestPath?: string | undefined;
  sendToSignIn?: boolean | undefined;
}
