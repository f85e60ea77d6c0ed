import { attempt, read } from '../lib/safe-access.js';
import type { AuthOptions, FinishedAuthData } from './auth-types.js';
import { settle } from './callback.js';
import { JsonRpcError, JsonRpcErrorCode } from './errors.js';
import type { StacksProvider } from './providers.js';
import { connect } from './requests.js';
import { followWallet, UserSession } from './session.js';
import type { UserData } from './session-stores.js';
import type { TransactionOptions } from './transaction-types.js';
import { isKnownNetwork, readNetworkName } from './app-network.js';
import { userDataFor } from './user-data.js';

/**
 * Asks the user which wallet to use, stores the session, and calls `onFinish` with it. If the user cancels,
 * `onCancel` is called, and the previous connection stays. The promise resolves after that and never rejects.
 */
export function authenticate(options?: AuthOptions, provider?: StacksProvider): Promise<void> {
  return settle(options, async (): Promise<FinishedAuthData> => {
    const { addresses } = await connect({ provider });
    const userData = userDataFor(addresses);
    if (!userData) {
      const message = 'The wallet returned no Stacks address.';
      throw new JsonRpcError(message, JsonRpcErrorCode.InternalError);
    }
    const userSession = getOrCreateUserSession(
      read(options, 'userSession') as UserSession | undefined,
    );
    storeIn(userSession, userData);
    followWallet();
    return { userSession, authResponse: '', authResponsePayload: userData };
  });
}
export const showConnect = authenticate;
export const showBlockstackConnect = authenticate;

/** Writes to the session that the app passed, which may be one of @stacks/auth: it accepts only its own class. */
function storeIn({ store }: UserSession, userData: UserData): void {
  const stored = () => attempt(() => store.getSessionData());
  let session = stored();
  if (!session) {
    attempt(() => store.deleteSessionData());
    session = stored() ?? {};
  }
  session.userData = userData;
  store.setSessionData(session);
}

export function getOrCreateUserSession(userSession?: UserSession): UserSession {
  return userSession ?? new UserSession();
}
export const getUserSession = getOrCreateUserSession;

/** The user data of the session, or null if nobody is signed in. */
export function getUserData(userSession?: UserSession): Promise<UserData | null> {
  const session = getOrCreateUserSession(userSession);
  return Promise.resolve(session.isUserSignedIn() ? session.loadUserData() : null);
}

/** The key that version 7 stored for the app. Wallets no longer give one. */
export function hasAppPrivateKey(userSession?: UserSession): string | false {
  return attempt(() => getOrCreateUserSession(userSession).loadUserData().appPrivateKey) ?? false;
}

/**
 * The address that the options name, or that of the session on their network. Undefined if there is none, though
 * the type of version 8 does not say so.
 */
export function getStxAddress(
  options: Partial<TransactionOptions> & { userSession?: UserSession | undefined },
): string {
  const stxAddress = read(options, 'stxAddress');
  const userSession = read(options, 'userSession') as UserSession | undefined;
  const network = read(options, 'network');
  if (stxAddress || !userSession || !network) return stxAddress as string;
  const { profile } = userSession.loadUserData() as {
    profile?: { stxAddress?: Record<string, string> };
  };
  const name = readNetworkName(network);
  if (!isKnownNetwork(name)) return undefined as unknown as string;
  return profile?.stxAddress?.[name === 'mainnet' ? 'mainnet' : 'testnet'] as string;
}
