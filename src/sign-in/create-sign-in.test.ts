import { expect } from '@open-wc/testing';
import { installed, type Installed } from '../testing/element-helpers.js';
import {
  ADDRESSES,
  answering,
  BTC_ADDRESS,
  OTHER_STX_ADDRESS,
  STX_ADDRESS,
  type Behaviour,
} from '../testing/fake-wallet.js';
import { waitUntil } from '../testing/wait-until.js';
import { parseSignInMessage } from '../verify/message.js';
import { createSignIn } from './create-sign-in.js';
import type { SignIn, SignInOptions, SignInProof, SignInState } from './types.js';

const NONCE = 'ABCDEFGH12345678';
const ACCOUNT = { chain: 'stacks:mainnet', address: STX_ADDRESS } as const;
const OTHER = { chain: 'stacks:mainnet', address: OTHER_STX_ADDRESS } as const;
const { publicKey } = ADDRESSES[1];
const SIGNS = answering({
  stx_signMessage: { signature: `0x${'01'.repeat(65)}`, publicKey },
});
const refusing =
  (code: number): Behaviour =>
  () =>
    Promise.reject({ jsonrpc: '2.0', id: '1', error: { code, message: 'no' } });

describe('createSignIn', () => {
  let page: Installed;
  let states: SignInState[];
  let proofs: SignInProof[];
  let nonces: number;
  let signIn: SignIn;

  async function start(
    options: Partial<SignInOptions> = {},
    wallet: Parameters<typeof installed>[0] = {},
  ): Promise<void> {
    page = await installed({ behaviour: SIGNS, connected: true, ...wallet });
    [states, proofs, nonces] = [[], [], 0];
    signIn = createSignIn({
      client: page.client,
      getNonce: () => Promise.resolve(((nonces += 1), NONCE)),
      verify: (proof) => Promise.resolve((proofs.push(proof), true)),
      ...options,
    });
    signIn.subscribe(() => states.push(signIn.state));
    await waitUntil(() => signIn.state.status !== 'unknown' && page.wallet.listenerCount > 0);
  }
  const statuses = () => states.map(({ status }) => status);
  const changeAccount = (address: string) =>
    page.wallet.emit('stx_accountChange', [{ address, symbol: 'STX', publicKey: '03' }]);

  afterEach(() => page.uninstall());

  it('goes through its states with one question, and signs a strict message', async () => {
    await start();
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account: ACCOUNT });
    await signIn.prepare();
    expect(signIn.state).to.deep.equal({ status: 'ready', account: ACCOUNT });
    expect([nonces, page.wallet.calls.length], 'before the press').to.deep.equal([1, 0]);
    await signIn.signIn();
    expect(statuses()).to.deep.equal([
      'signed-out',
      'preparing',
      'ready',
      'signing',
      'verifying',
      'signed-in',
    ]);
    expect(signIn.state).to.deep.equal({ status: 'signed-in', account: ACCOUNT, other: undefined });
    expect(nonces).to.equal(1);
    const [call, ...more] = page.wallet.calls;
    expect(more).to.deep.equal([]);
    const { message } = call?.params as { message: string };
    const parsed = parseSignInMessage(message);
    expect(parsed.ok && parsed.fields).to.include({
      ...ACCOUNT,
      domain: location.host,
      uri: location.origin,
      nonce: NONCE,
    });
    expect(proofs).to.deep.equal([{ message, signature: `0x${'01'.repeat(65)}`, publicKey }]);
  });

  it('uses the fields of the server', async () => {
    const issuedAt = new Date(0).toISOString();
    const request = { nonce: NONCE, statement: 'Hello.', issuedAt, resources: ['https://a.b'] };
    await start({ getNonce: () => Promise.resolve(request) });
    await signIn.signIn();
    const parsed = parseSignInMessage(proofs[0]?.message);
    expect(parsed.ok && parsed.fields).to.deep.include({
      ...request,
      expirationTime: new Date(600_000).toISOString(),
    });
  });

  it('asks once for two presses, and not while it waits for the nonce', async () => {
    let give = (_nonce: string) => {};
    await start({ getNonce: () => new Promise((resolve) => (give = resolve)) });
    const presses = [signIn.signIn(), signIn.signIn()];
    expect(signIn.state.status).to.equal('preparing');
    expect(page.wallet.calls).to.deep.equal([]);
    give(NONCE);
    await Promise.all(presses);
    expect(page.wallet.calls.length).to.equal(1);
    expect(signIn.state.status).to.equal('signed-in');
  });

  it('asks the server after a reload, and the wallet never', async () => {
    await start({ getSession: () => Promise.resolve(ACCOUNT) });
    expect(signIn.state).to.deep.equal({ status: 'signed-in', account: ACCOUNT, other: undefined });
    await signIn.signIn();
    await signIn.prepare();
    expect([nonces, page.wallet.calls.length]).to.deep.equal([0, 0]);
  });

  it('is the same on a server and at the first render', async () => {
    await start();
    const options = { getNonce: () => Promise.resolve(NONCE), verify: () => Promise.resolve(true) };
    const { client } = page;
    expect(createSignIn({ ...options, client }).state.status).to.equal('unknown');
    expect(createSignIn({ ...options, client, session: ACCOUNT }).state).to.deep.equal({
      ...{ status: 'signed-in', account: ACCOUNT, other: undefined },
    });
    expect(createSignIn({ ...options, client, session: null }).state.status).to.equal('signed-out');
  });

  it('keeps the session of an account, and names the other one of the wallet', async () => {
    await start();
    await signIn.signIn();
    changeAccount(OTHER_STX_ADDRESS);
    expect(signIn.state).to.deep.equal({ status: 'signed-in', account: ACCOUNT, other: OTHER });
    changeAccount('ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ');
    expect(signIn.state).to.deep.include({ status: 'signed-in', account: ACCOUNT });
    changeAccount(STX_ADDRESS);
    expect(signIn.state).to.deep.equal({ status: 'signed-in', account: ACCOUNT, other: undefined });
    page.client.disconnect();
    expect(signIn.state).to.deep.equal({ status: 'signed-in', account: ACCOUNT, other: undefined });
  });

  it('names the other account of the wallet also after a reload', async () => {
    await start({ getSession: () => Promise.resolve(OTHER) });
    expect(signIn.state).to.deep.equal({ status: 'signed-in', account: OTHER, other: ACCOUNT });
  });

  it('follows the wallet while nobody is signed in, and keeps the nonce', async () => {
    await start();
    await signIn.prepare();
    changeAccount(OTHER_STX_ADDRESS);
    await waitUntil(() => signIn.state.status === 'ready');
    expect(signIn.state).to.deep.equal({ status: 'ready', account: OTHER });
    expect(nonces).to.equal(1);
    page.client.disconnect();
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account: undefined });
    await signIn.signIn();
    expect(page.wallet.calls.filter(({ method }) => method === 'stx_signMessage')).to.be.empty;
  });

  it('tells a multisig account before it is asked', async () => {
    const address = 'SM2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G';
    await start({}, { addresses: [{ symbol: 'STX', address, publicKey: '02' }] });
    expect(signIn.state).to.deep.include({
      ...{ status: 'failed', code: 'multisig-unsupported', retry: false },
      account: { chain: 'stacks:mainnet', address },
    });
    await signIn.prepare();
    await signIn.signIn();
    expect([nonces, page.wallet.calls.length]).to.deep.equal([0, 0]);
    changeAccount(STX_ADDRESS);
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account: ACCOUNT });
  });

  it('sends nothing to the server if another account signed', async () => {
    const other = { signature: '01'.repeat(65), publicKey: `03${'22'.repeat(32)}` };
    await start({}, { behaviour: answering({ stx_signMessage: other }) });
    await signIn.signIn();
    expect(signIn.state).to.include({ status: 'failed', code: 'account-changed', retry: true });
    expect(proofs).to.deep.equal([]);
  });

  for (const [code, behaviour] of [
    ['user-rejected', refusing(-32000)],
    ['method-unsupported', refusing(-32601)],
    ['wallet-failed', refusing(-32603)],
  ] as const) {
    it(`fails with ${code}, and a further press asks again with the same nonce`, async () => {
      let first = true;
      const once: Behaviour = (call) => {
        const answer = first ? behaviour(call) : SIGNS(call);
        first = false;
        return answer;
      };
      await start({}, { behaviour: once });
      await signIn.signIn();
      expect(signIn.state).to.include({ status: 'failed', code, retry: true });
      expect(signIn.state.status === 'failed' && signIn.state.error).to.be.instanceOf(Error);
      await signIn.signIn();
      expect(signIn.state.status).to.equal('signed-in');
      expect(nonces).to.equal(1);
    });
  }

  it('gives up after its time, and ignores a late answer', async () => {
    let answer = (_result: unknown) => {};
    const late: Behaviour = () => new Promise((resolve) => (answer = resolve));
    await start({ timeout: 50 }, { behaviour: late });
    await signIn.signIn();
    expect(signIn.state).to.include({ status: 'failed', code: 'wallet-timeout' });
    answer(await SIGNS({ method: 'stx_signMessage', params: {} }));
    await new Promise((resolve) => setTimeout(resolve));
    expect(proofs).to.deep.equal([]);
  });

  it('can be cancelled', async () => {
    await start({}, { behaviour: () => new Promise(() => {}) });
    const press = signIn.signIn();
    await waitUntil(() => signIn.state.status === 'signing');
    signIn.cancel();
    await press;
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account: ACCOUNT });
  });

  for (const [title, verdict, expected] of [
    ['a code', { ok: false, code: 'expired' }, { code: 'server-refused', reason: 'expired' }],
    ['false', false, { code: 'server-refused', reason: undefined }],
    ['nothing', undefined, { code: 'server-refused', reason: undefined }],
    ['another account', { ok: true, account: OTHER }, { code: 'server-refused' }],
    ['an error', new Error('offline'), { code: 'server-unreachable' }],
  ] as const) {
    it(`is not signed in if the server answers ${title}, and fetches a new nonce`, async () => {
      const verify = () =>
        verdict instanceof Error ? Promise.reject(verdict) : Promise.resolve(verdict as boolean);
      await start({ verify });
      await signIn.signIn();
      expect(signIn.state).to.include({ status: 'failed', retry: true, ...expected });
      await signIn.prepare();
      expect(nonces).to.equal(2);
    });
  }

  for (const [title, getNonce] of [
    ['cannot be fetched', () => Promise.reject(new Error('offline'))],
    ['cannot be written', () => Promise.resolve({ nonce: 'short' })],
  ] as const) {
    it(`does not ask the wallet if the nonce ${title}`, async () => {
      await start({ getNonce });
      await signIn.signIn();
      expect(signIn.state).to.include({ status: 'failed', code: 'nonce-fetch', retry: true });
      expect(page.wallet.calls).to.deep.equal([]);
    });
  }

  it('signs out, and stays signed in if that fails', async () => {
    let failure: Error | undefined = new Error('offline');
    const signOut = () => (failure ? Promise.reject(failure) : Promise.resolve());
    await start({ getSession: () => Promise.resolve(ACCOUNT), signOut });
    const error: unknown = await signIn.signOut().catch((reason: unknown) => reason);
    expect(error).to.equal(failure);
    expect(signIn.state.status).to.equal('signed-in');
    failure = undefined;
    await signIn.signOut();
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account: ACCOUNT });
  });

  it('asks the server again', async () => {
    let session: typeof ACCOUNT | null = ACCOUNT;
    await start({ getSession: () => Promise.resolve(session) });
    session = null;
    await signIn.refresh();
    expect(signIn.state.status).to.equal('signed-out');
  });

  it('fails if the server cannot be asked for the session, and can be asked again', async () => {
    let answer = () => Promise.reject<null>(new Error('offline'));
    await start({ getSession: () => answer() });
    expect(signIn.state).to.include({ status: 'failed', code: 'server-unreachable' });
    answer = () => Promise.resolve(null);
    await signIn.refresh();
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account: ACCOUNT });
  });

  it('takes the Bitcoin address, for which a standard wallet has no method', async () => {
    await start({ chain: 'bitcoin' });
    const account = { chain: 'bitcoin:mainnet', address: BTC_ADDRESS };
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account });
    await signIn.signIn();
    expect(signIn.state).to.deep.include({ status: 'failed', code: 'method-unsupported', account });
    expect(page.wallet.calls).to.deep.equal([]);
  });
});
