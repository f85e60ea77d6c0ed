import { expect } from '@open-wc/testing';
import { getDefaultClient } from '../core/client.js';
import { fakeWallet, OTHER_STX_ADDRESS } from '../testing/fake-wallet.js';
import { openCompatPage, OTHER, type CompatPage } from '../testing/compat-page.js';
import { addressOf } from '../testing/psbts.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';
import { TESTNET_STX_ADDRESS } from '../testing/transactions.js';
import { waitUntil } from '../testing/wait-until.js';
import {
  AppConfig,
  authenticate,
  connect,
  disconnect,
  getLocalStorage,
  getUserData,
  isConnected,
  showConnect,
  UserSession,
  type AuthResponsePayload,
  type FinishedAuthData,
  type UserData,
} from './index.js';

const KEY = 'blockstack-session';
const ADDRESSES = { mainnet: STX_ADDRESS, testnet: TESTNET_STX_ADDRESS };

let page: CompatPage;
beforeEach(() => (page = openCompatPage()));
afterEach(() => page.close());

const newSession = () => new UserSession({ appConfig: new AppConfig(['store_write']) });
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as Record<string, unknown>;
const profileOf = ({ profile }: UserData) => profile as Record<string, unknown>;

/** Calls `showConnect`, and returns what it passes to `onFinish`, or the error. */
async function signIn(options: object = {}): Promise<FinishedAuthData> {
  const calls: unknown[] = [];
  await showConnect({
    appDetails: { name: 'App', icon: '/logo.svg' },
    ...options,
    onFinish: (data) => calls.push(data),
    onCancel: (error) => calls.push(error),
  });
  expect(calls).to.have.length(1);
  if (calls[0] instanceof Error) throw calls[0];
  return calls[0] as FinishedAuthData;
}

describe('showConnect', () => {
  it('passes the session and the addresses on both networks to onFinish', async () => {
    const userSession = newSession();
    const { authResponsePayload, ...finished } = await signIn({ userSession });
    expect(finished.userSession).to.equal(userSession);
    const { profile } = authResponsePayload as AuthResponsePayload;
    expect(profile).to.deep.equal({ stxAddress: ADDRESSES, btcAddress: addressOf('segwit') });
  });

  it('stores the session before onFinish is called, as @stacks/auth reads it', async () => {
    let userData: unknown;
    await showConnect({ onFinish: () => (userData = stored()['userData']) });
    expect(userData).to.have.nested.property('profile.stxAddress.mainnet', STX_ADDRESS);
    expect(stored()['version']).to.equal('1.0.0');
  });

  it('needs no session and no appDetails', async () => {
    const { userSession } = await signIn({ appDetails: undefined });
    expect(userSession.isUserSignedIn()).to.equal(true);
  });

  it('writes to the session that the app passed', async () => {
    const written: unknown[] = [];
    /** The class of @stacks/auth, whose store accepts only what it returned before. */
    class OfAuth {
      userData: UserData | undefined;
    }
    const kept = new OfAuth();
    const userSession = {
      store: {
        getSessionData: () => kept,
        setSessionData: (session: unknown) => written.push(session) > 0,
        deleteSessionData: () => true,
      },
    };
    await signIn({ userSession });
    expect(written).to.deep.equal([kept]);
    expect(written[0]).to.equal(kept);
    expect(kept.userData?.profile).to.have.property('stxAddress').that.deep.equals(ADDRESSES);
  });

  it('asks again, and keeps the connection and the session when the user closes the list', async () => {
    const userSession = newSession();
    await signIn({ userSession });
    page.choice = undefined;
    const error = await signIn({ userSession }).catch((thrown: Error) => thrown);
    expect(error).to.be.an.instanceof(Error);
    expect(page.opened).to.equal(2);
    expect([isConnected(), userSession.isUserSignedIn()]).to.deep.equal([true, true]);
    expect(stored()).to.have.property('userData');
  });

  it('is also named authenticate, and takes a provider', async () => {
    await authenticate({}, page.leather);
    expect(page.opened).to.equal(0);
    expect(isConnected()).to.equal(true);
  });
});

describe('UserSession', () => {
  it('changes with connect() and disconnect()', async () => {
    const session = newSession();
    expect(session.isUserSignedIn()).to.equal(false);
    await connect();
    expect(session.isUserSignedIn()).to.equal(true);
    expect(profileOf(session.loadUserData())['stxAddress']).to.deep.equal(ADDRESSES);
    disconnect();
    expect(session.isUserSignedIn()).to.equal(false);
    expect(() => session.loadUserData()).to.throw('Did the user sign in?');
  });

  it('ends with disconnect() also after showConnect', async () => {
    const { userSession } = await signIn();
    disconnect();
    expect(userSession.isUserSignedIn()).to.equal(false);
    expect(stored()).not.to.have.property('userData');
  });

  it('disconnects the wallet with signUserOut()', async () => {
    const session = newSession();
    await signIn({ userSession: session });
    session.signUserOut();
    expect([session.isUserSignedIn(), isConnected()]).to.deep.equal([false, false]);
    expect(localStorage.getItem('STX_PROVIDER')).to.equal(null);
  });

  it('has the addresses of the account that was connected last', async () => {
    const session = newSession();
    await signIn({ userSession: session });
    page.xverse.network = 'testnet';
    page.choice = OTHER;
    await connect({ network: 'testnet' });
    expect(profileOf(session.loadUserData())['btcAddress']).to.match(/^2/);
    expect(localStorage.getItem('STX_PROVIDER')).to.equal(OTHER);
  });

  it('does not show the keys of another account', async () => {
    const other = { appPrivateKey: 'c0ffee', profile: { stxAddress: { mainnet: 'SP2' } } };
    localStorage.setItem(KEY, JSON.stringify({ version: '1.0.0', userData: other }));
    await connect();
    expect(newSession().loadUserData()).not.to.have.property('appPrivateKey');
  });

  it('keeps what version 7 stored for the same account', async () => {
    const userData = { appPrivateKey: 'c0ffee', profile: { stxAddress: ADDRESSES, name: 'A' } };
    localStorage.setItem(KEY, JSON.stringify({ version: '1.0.0', userData }));
    expect(newSession().isUserSignedIn()).to.equal(true);
    await connect();
    expect(newSession().loadUserData().appPrivateKey).to.equal('c0ffee');
    expect(profileOf(newSession().loadUserData())).to.include({ name: 'A' });
  });

  it('is empty if the stored session is corrupt', async () => {
    localStorage.setItem(KEY, '{');
    expect(newSession().isUserSignedIn()).to.equal(false);
    const { userSession } = await signIn();
    expect(userSession.isUserSignedIn()).to.equal(true);
  });

  it('follows the account of the wallet, also in the storage that @stacks/auth reads', async () => {
    const wallet = fakeWallet();
    await showConnect({}, wallet);
    await waitUntil(() => wallet.listenerCount > 0);
    wallet.emit('stx_accountChange', [{ address: OTHER_STX_ADDRESS, publicKey: '02' }]);
    await waitUntil(() => getLocalStorage()?.addresses.stx[0]?.address === OTHER_STX_ADDRESS);
    expect(stored()).to.have.nested.property(
      'userData.profile.stxAddress.mainnet',
      OTHER_STX_ADDRESS,
    );
    wallet.emit('stx_accountChange', []);
    await waitUntil(() => !isConnected());
    expect(stored()).not.to.have.property('userData');
  });

  it('ends when another tab ends the connection', async () => {
    const { userSession } = await signIn();
    // As another tab of the same page does.
    localStorage.removeItem('@stacks/connect');
    localStorage.removeItem('STX_PROVIDER');
    window.dispatchEvent(new StorageEvent('storage'));
    await waitUntil(() => !getDefaultClient().isConnected());
    expect(userSession.isUserSignedIn()).to.equal(false);
  });

  it('has no pending sign-in, and resolves handlePendingSignIn with the user data', async () => {
    const session = newSession();
    expect(session.isSignInPending()).to.equal(false);
    const failed = await session.handlePendingSignIn().catch((error: Error) => error.message);
    expect(failed).to.contain('sign in');
    await connect();
    expect(await session.handlePendingSignIn()).to.deep.equal(session.loadUserData());
    expect(await getUserData()).to.deep.equal(session.loadUserData());
  });
});

it('a user who signed out in version 8, which leaves the addresses, is not signed in', async () => {
  await connect();
  const record = { addresses: { stx: [{ address: STX_ADDRESS }], btc: [] }, version: '0.0.1' };
  localStorage.setItem('@stacks/connect', JSON.stringify(record));
  localStorage.setItem(KEY, '{}');
  expect(isConnected()).to.equal(true);
  expect(newSession().isUserSignedIn()).to.equal(false);
});

it('no user, store or key comes from a polluted Object.prototype', async () => {
  const pollution = Object.prototype as Record<string, unknown>;
  const added = {
    userData: { profile: { stxAddress: ADDRESSES } },
    sessionStore: {},
    sessionOptions: {},
    storeOptions: { localStorageKey: 'another' },
    localStorageKey: 'another',
    stxAddress: OTHER_STX_ADDRESS,
  };
  Object.assign(pollution, added);
  try {
    const session = new UserSession({ sessionOptions: {} });
    expect(session.isUserSignedIn()).to.equal(false);
    session.store.setSessionData({});
    expect(localStorage.getItem('another')).to.equal(null);
    expect(await getUserData(session)).to.equal(null);
  } finally {
    for (const name of Object.keys(added)) delete pollution[name];
  }
});
