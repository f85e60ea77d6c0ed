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
import { signBitcoinMessage, signs, signStacksMessage } from '../testing/messages.js';
import { addressOf } from '../testing/psbts.js';
import { OTHER_STX_KEY } from '../testing/transactions.js';
import { waitUntil } from '../testing/wait-until.js';
import { createSignInMessage, parseSignInMessage } from './message.js';
import type { SignInFields } from './message.js';
import { createSignIn } from './create-sign-in.js';
import { SignInAnswerError } from './fetch-sign-in.js';
import type {
  SignIn,
  SignInOptions,
  SignInProof,
  SignInRequest,
  SignInState,
  SignInVerdict,
} from './types.js';

const NONCE = 'ABCDEFGH12345678';
const ACCOUNT = { chain: 'stacks:mainnet', address: STX_ADDRESS } as const;
const OTHER = { chain: 'stacks:mainnet', address: OTHER_STX_ADDRESS } as const;
/** An address of testnet, testnet4 and signet. */
const BTC_TESTNET = 'tb1qcr8te4kr609gcawutmrza0j4xv80jy8zmfp6l0';
const BTC_TESTNET_ROWS = [{ symbol: 'BTC', address: BTC_TESTNET, publicKey: '02' }] as const;
const { publicKey } = ADDRESSES[1];
const SIGNS = answering({
  stx_signMessage: signs(),
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
    page?.uninstall();
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

  it('goes through its states with one request to the wallet, and signs a valid message', async () => {
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
    const { message } = call!.params as { message: string };
    const parsed = parseSignInMessage(message);
    expect(parsed.ok && parsed.fields).to.include({
      ...ACCOUNT,
      domain: location.host,
      uri: location.origin,
      nonce: NONCE,
    });
    expect(proofs).to.deep.equal([
      { message, signature: `0x${signStacksMessage(message).signature}`, publicKey },
    ]);
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

  it('fetches the text from the server before the press, once for each account', async () => {
    const given: SignInFields[] = [];
    const createMessage = async (fields: SignInFields) => {
      given.push(fields);
      await Promise.resolve();
      return createSignInMessage({ ...fields, statement: 'Hello.', resources: ['https://a.b'] });
    };
    await start({ createMessage });
    await signIn.prepare();
    expect(signIn.state.status).to.equal('ready');
    const { host: domain, origin: uri } = location;
    expect(given.length).to.equal(1);
    expect(given[0]).to.include({ ...ACCOUNT, domain, uri, nonce: NONCE });
    await signIn.signIn();
    expect([nonces, given.length, signIn.state.status]).to.deep.equal([1, 1, 'signed-in']);
    const parsed = parseSignInMessage(proofs[0]?.message);
    expect(parsed.ok && parsed.fields.statement).to.equal('Hello.');
    await signIn.signOut();
    await signIn.prepare();
    changeAccount(OTHER_STX_ADDRESS);
    await waitUntil(() => signIn.state.status === 'ready');
    await signIn.prepare();
    expect(given.map(({ address }) => address)).to.deep.equal([
      ...[STX_ADDRESS, STX_ADDRESS, OTHER_STX_ADDRESS],
    ]);
  });

  for (const [title, change] of Object.entries({
    'another domain': (fields) => createSignInMessage({ ...fields, domain: 'evil.example' }),
    'another URI': (fields) => createSignInMessage({ ...fields, uri: 'https://evil.example' }),
    'another address': (fields) => createSignInMessage({ ...fields, ...OTHER }),
    'another network': (fields) =>
      createSignInMessage({
        ...fields,
        chain: 'stacks:testnet',
        address: 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ',
      }),
    'another nonce': (fields) => createSignInMessage({ ...fields, nonce: 'ZZZZZZZZ' }),
    'CRLF line ends': (fields) => createSignInMessage(fields).replaceAll('\n', '\r\n'),
    'a line after it': (fields) => `${createSignInMessage(fields)}\nRequest ID: `,
    'another version': (fields) => createSignInMessage(fields).replace('Version: 1', 'Version: 2'),
    'a confusable letter': (fields) => createSignInMessage(fields).replace('wants', 'w\u0430nts'),
    'no sign-in': () => 'Send all my tokens.',
    nothing: () => undefined as unknown as string,
  } satisfies Record<string, (fields: SignInFields) => string>)) {
    it(`does not ask the wallet if the text of the server has ${title}`, async () => {
      await start({ createMessage: change });
      await signIn.signIn();
      expect(signIn.state).to.include({ status: 'failed', code: 'nonce-fetch', retry: true });
      const error = signIn.state.status === 'failed' && signIn.state.error;
      expect(String(error)).to.match(/createMessage must return .*SP1WV0048.*; got /s);
      expect(page.wallet.calls).to.deep.equal([]);
    });
  }

  it('fetches another nonce when the first is two minutes old, so that the user has time', async () => {
    const { now } = Date;
    await start();
    await signIn.prepare();
    try {
      Date.now = () => now() + 119_000;
      await signIn.prepare();
      expect(nonces).to.equal(1);
      Date.now = () => now() + 121_000;
      await signIn.prepare();
      expect([nonces, signIn.state.status]).to.deep.equal([2, 'ready']);
    } finally {
      Date.now = now;
    }
  });

  it('warns once in a frame, where another page can show its button', async () => {
    await start();
    const frame = document.createElement('iframe');
    frame.srcdoc = '<!doctype html>';
    document.body.append(frame);
    await new Promise((loaded) => (frame.onload = loaded));
    const inner = frame.contentWindow as Window & { console: Console; made?: boolean };
    const warnings: unknown[] = [];
    inner.console.warn = (text: unknown) => warnings.push(text);
    const script = inner.document.createElement('script');
    script.type = 'module';
    script.textContent = `import { createSignIn } from '/src/sign-in/create-sign-in.ts';
      const options = { session: null, getNonce() {}, verify() {} };
      for (let round = 0; round < 2; round++) createSignIn(options).subscribe(() => {});
      globalThis.made = true;`;
    inner.document.head.append(script);
    await waitUntil(() => inner.made !== undefined);
    expect(warnings.length).to.equal(1);
    expect(warnings[0]).to.match(/frame-ancestors.* See node_modules.*#frame$/);
    frame.remove();
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

  it('asks the server after a reload, and never the wallet', async () => {
    await start({ getSession: () => Promise.resolve(ACCOUNT) });
    expect(signIn.state).to.deep.equal({ status: 'signed-in', account: ACCOUNT, other: undefined });
    await signIn.signIn();
    await signIn.prepare();
    expect([nonces, page.wallet.calls.length]).to.deep.equal([0, 0]);
  });

  it('fetches the session first if nothing has asked for it', async () => {
    await start();
    const { client } = page;
    const options = {
      client,
      getNonce: () => Promise.resolve(NONCE),
      verify: () => Promise.resolve(true),
    };
    const alone = createSignIn(options);
    await alone.signIn();
    expect(alone.state).to.deep.include({ status: 'signed-in', account: ACCOUNT });
    expect(page.wallet.calls).to.have.length(1);
    const known = createSignIn({ ...options, getSession: () => Promise.resolve(ACCOUNT) });
    await Promise.all([known.signIn(), known.signIn()]);
    expect(known.state).to.deep.include({ status: 'signed-in', account: ACCOUNT });
    expect(page.wallet.calls).to.have.length(1);
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

  it('names the other network of the wallet', async () => {
    const testnet = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
    await start({ session: ACCOUNT });
    page.wallet.emit('stx_networkChange', { active: 'testnet', networks: [] });
    changeAccount(testnet);
    const other = { chain: 'stacks:testnet', address: testnet };
    expect(signIn.state).to.deep.equal({ status: 'signed-in', account: ACCOUNT, other });
  });

  it('is the same account on each of the networks that share its Bitcoin address', async () => {
    const address = 'tb1qcr8te4kr609gcawutmrza0j4xv80jy8zmfp6l0';
    const account = { chain: 'bitcoin:testnet', address } as const;
    const addresses = [{ symbol: 'BTC' as const, address, publicKey: '02' }];
    await start({ chain: 'bitcoin', session: account }, { addresses });
    for (const network of ['testnet', 'signet', 'testnet4']) {
      page.wallet.emit('stx_networkChange', { active: network, networks: [] });
      expect(signIn.state).to.deep.equal({ status: 'signed-in', account, other: undefined });
    }
  });

  for (const network of ['testnet', 'testnet4', 'signet'] as const) {
    it(`keeps the session on ${network} after a reload, when the wallet has not named its network`, async () => {
      const account = { chain: `bitcoin:${network}`, address: BTC_TESTNET } as const;
      let signedOut = 0;
      await start(
        {
          ...{ chain: 'bitcoin', accountChange: 'sign-out' },
          getSession: () => Promise.resolve(account),
          signOut: () => Promise.resolve((signedOut += 1)),
        },
        { addresses: BTC_TESTNET_ROWS },
      );
      expect(signIn.state).to.deep.equal({ status: 'signed-in', account, other: undefined });
      page.wallet.emit('stx_networkChange', { active: network, networks: [] });
      expect(signIn.state).to.deep.equal({ status: 'signed-in', account, other: undefined });
      expect(signedOut).to.equal(0);
      await signIn.signOut();
      expect(signIn.state, 'the next text').to.deep.equal({ status: 'signed-out', account });
    });
  }

  it('signs in on the network of the client if the wallet has not named its network', async () => {
    await start({ chain: 'bitcoin' }, { addresses: BTC_TESTNET_ROWS });
    for (const [network, chain] of [
      [undefined, 'bitcoin:testnet'],
      ['signet', 'bitcoin:signet'],
    ] as const) {
      const client = network === undefined ? page.client : page.client.with({ network });
      const made = createSignIn({
        ...{ client, chain: 'bitcoin', session: null },
        getNonce: () => Promise.resolve(NONCE),
        verify: () => Promise.resolve(true),
      });
      made.subscribe(() => {});
      expect(made.state.account).to.deep.equal({ chain, address: BTC_TESTNET });
    }
  });

  it('is of the wallet if any of its addresses is that of the session', async () => {
    for (const account of [ACCOUNT, { chain: 'bitcoin:mainnet', address: BTC_ADDRESS }] as const) {
      for (const chain of ['stacks', 'bitcoin'] as const) {
        await start({ chain, session: account });
        expect(signIn.state).to.deep.equal({ status: 'signed-in', account, other: undefined });
      }
    }
  });

  it('signs out when the wallet changes to another account, with accountChange "sign-out"', async () => {
    let signedOut = 0;
    const signOut = () => Promise.resolve((signedOut += 1));
    await start({ session: ACCOUNT, signOut, accountChange: 'sign-out' });
    page.client.disconnect();
    expect(signIn.state.status, 'a disconnected wallet has no other account').to.equal('signed-in');
    await start({ session: ACCOUNT, signOut, accountChange: 'sign-out' });
    changeAccount(OTHER_STX_ADDRESS);
    await waitUntil(() => signIn.state.status === 'signed-out');
    expect(states).to.deep.equal([
      { status: 'signed-in', account: ACCOUNT, other: OTHER },
      { status: 'signed-out', account: OTHER },
    ]);
    expect(signedOut).to.equal(1);
  });

  it('stays signed in if signing out fails after a change of the account', async () => {
    const signOut = () => Promise.reject(new Error('offline'));
    await start({ session: ACCOUNT, signOut, accountChange: 'sign-out' });
    changeAccount(OTHER_STX_ADDRESS);
    await new Promise((resolve) => setTimeout(resolve));
    expect(signIn.state).to.deep.equal({ status: 'signed-in', account: ACCOUNT, other: OTHER });
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

  describe('if the wallet changes to another account', () => {
    const accepted = (found: SignInProof[]) =>
      found.map(({ message }) => parseSignInMessage(message));
    const askedFor = () => page.wallet.calls.filter(({ method }) => method === 'stx_signMessage');
    /** The state and what was asked and sent; then a further press signs in with the other account. */
    async function expectDropped(press: Promise<void>): Promise<void> {
      await press;
      expect(signIn.state).to.include({ status: 'failed', code: 'account-changed', retry: true });
      expect(signIn.state.account).to.deep.equal(OTHER);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(proofs).to.deep.equal([]);
    }

    it('while the nonce is pending, does not ask the wallet for the text of the former', async () => {
      let give = (_nonce: string) => {};
      await start({ getNonce: () => new Promise((resolve) => (give = resolve)) });
      const press = signIn.signIn();
      changeAccount(OTHER_STX_ADDRESS);
      give(NONCE);
      await expectDropped(press);
      expect(askedFor()).to.deep.equal([]);
    });

    it('while the text is pending, does not ask the wallet for it', async () => {
      let give: (() => void) | undefined;
      await start({
        createMessage: async (fields) => {
          await new Promise<void>((resolve) => (give = resolve));
          return createSignInMessage(fields);
        },
      });
      const press = signIn.signIn();
      await waitUntil(() => give);
      expect(signIn.state.status).to.equal('preparing');
      changeAccount(OTHER_STX_ADDRESS);
      give!();
      await expectDropped(press);
      expect(askedFor()).to.deep.equal([]);
    });

    for (const [title, key] of [
      ['of the former', undefined],
      ['of the other', OTHER_STX_KEY],
    ] as const) {
      it(`while the wallet is asked, sends no signature ${title} to the server`, async () => {
        let answer = () => {};
        const behaviour: Behaviour = async (call) => {
          await new Promise<void>((resolve) => (answer = resolve));
          return answering({ stx_signMessage: signs(key) })(call);
        };
        await start({}, { behaviour });
        const press = signIn.signIn();
        await waitUntil(() => askedFor().length === 1);
        changeAccount(OTHER_STX_ADDRESS);
        answer();
        await expectDropped(press);
      });
    }

    it('while nothing subscribes, drops what is pending, too', async () => {
      await start();
      let give = (_nonce: string) => {};
      const alone = createSignIn({
        client: page.client,
        session: null,
        getNonce: () => new Promise((resolve) => (give = resolve)),
        verify: (proof) => Promise.resolve((proofs.push(proof), true)),
      });
      const press = alone.signIn();
      changeAccount(OTHER_STX_ADDRESS);
      give(NONCE);
      await press;
      expect(alone.state).to.include({ status: 'failed', code: 'account-changed' });
      expect([askedFor(), proofs]).to.deep.equal([[], []]);
    });

    it('signs the text of the other account at the next press', async () => {
      const behaviour = answering({ stx_signMessage: signs(OTHER_STX_KEY) });
      let give = (_nonce: string) => {};
      let hangs = true;
      await start(
        {
          getNonce: () =>
            hangs ? new Promise((resolve) => (give = resolve)) : Promise.resolve(NONCE),
        },
        { behaviour },
      );
      const press = signIn.signIn();
      changeAccount(OTHER_STX_ADDRESS);
      give(NONCE);
      await expectDropped(press);
      hangs = false;
      page.wallet.emit('stx_accountChange', [
        {
          address: OTHER_STX_ADDRESS,
          symbol: 'STX',
          publicKey: signStacksMessage('', OTHER_STX_KEY).publicKey,
        },
      ]);
      await signIn.signIn();
      expect(signIn.state).to.deep.include({ status: 'signed-in', account: OTHER });
      const [parsed] = accepted(proofs);
      expect(parsed?.ok && parsed.fields.address).to.equal(OTHER_STX_ADDRESS);
    });

    it('while the nonce is fetched before a press, is ready with the text of the other', async () => {
      const given: string[] = [];
      let give = (_nonce: string) => {};
      await start({
        getNonce: () => new Promise((resolve) => (give = resolve)),
        createMessage: (fields) => (given.push(fields.address), createSignInMessage(fields)),
      });
      const preparing = signIn.prepare();
      changeAccount(OTHER_STX_ADDRESS);
      give(NONCE);
      await preparing;
      await waitUntil(() => given.includes(OTHER_STX_ADDRESS));
      await signIn.prepare();
      expect(signIn.state).to.deep.equal({ status: 'ready', account: OTHER });
    });

    it('while the server verifies, the session is that of the account that signed', async () => {
      let answer = (_verdict: boolean) => {};
      await start({ verify: () => new Promise((resolve) => (answer = resolve)) });
      const press = signIn.signIn();
      await waitUntil(() => signIn.state.status === 'verifying');
      changeAccount(OTHER_STX_ADDRESS);
      answer(true);
      await press;
      expect(signIn.state).to.deep.equal({ status: 'signed-in', account: ACCOUNT, other: OTHER });
    });

    for (const step of ['nonce', 'wallet'] as const) {
      it(`or is disconnected while the ${step} is pending, ends without a failure`, async () => {
        let give = (_nonce: string) => {};
        const getNonce = () =>
          step === 'nonce'
            ? new Promise<string>((resolve) => (give = resolve))
            : Promise.resolve(NONCE);
        await start({ getNonce }, { behaviour: () => new Promise(() => {}) });
        const press = signIn.signIn();
        if (step === 'wallet') await waitUntil(() => signIn.state.status === 'signing');
        page.client.disconnect();
        give(NONCE);
        await press;
        expect(signIn.state).to.deep.equal({ status: 'signed-out', account: undefined });
        expect(proofs).to.deep.equal([]);
      });
    }

    it('and names its network in the answer, is the same account', async () => {
      const behaviour: Behaviour = (call) => {
        page.wallet.emit('stx_networkChange', { active: 'mainnet', networks: [] });
        return SIGNS(call);
      };
      await start({}, { behaviour });
      await signIn.signIn();
      expect(signIn.state).to.deep.equal({
        status: 'signed-in',
        account: ACCOUNT,
        other: undefined,
      });
    });
  });

  describe('with an endpoint', () => {
    /** Of each test its own: those of the tests before still have subscribers. */
    let endpoint = '';
    let count = 0;
    /** What the server answers, and how often it was asked. */
    let server: SignInOptions & { account: typeof ACCOUNT | null };
    let requests: string[];
    let undo: (() => void)[];

    async function startTwo(account: typeof ACCOUNT | null = null) {
      requests = [];
      endpoint = `https://app.example.com/auth/${(count += 1)}/`;
      const asked = <T>(name: string, value: T) => Promise.resolve((requests.push(name), value));
      server = {
        account,
        endpoint,
        getNonce: () => asked('nonce', NONCE),
        verify: () => asked('verify', ((server.account = ACCOUNT), true)),
        getSession: () => asked('session', server.account),
        signOut: () => asked('sign-out', (server.account = null)),
      };
      const options = { ...server, account: undefined };
      await start(options);
      const other = createSignIn({ ...options, client: page.client });
      undo = [other.subscribe(() => {})];
      return other;
    }
    const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
    const fromOtherTab = (newValue = `1 ${endpoint}`) =>
      window.dispatchEvent(
        new StorageEvent('storage', { key: 'stacks-wallet-elements/sign-in', newValue }),
      );
    afterEach(() => undo.forEach((step) => step()));

    it('asks the server once for all of the page', async () => {
      const other = await startTwo(ACCOUNT);
      expect(other.state).to.deep.equal(signIn.state);
      expect(other.state).to.deep.include({ status: 'signed-in', account: ACCOUNT });
      expect(requests).to.deep.equal(['session']);
    });

    it('all sign in and out with one, and drop their nonces', async () => {
      const other = await startTwo();
      await Promise.all([signIn.prepare(), other.prepare()]);
      await signIn.signIn();
      expect(other.state).to.deep.include({ status: 'signed-in', account: ACCOUNT });
      await other.signOut();
      expect(signIn.state).to.deep.equal({ status: 'signed-out', account: ACCOUNT });
      await signIn.prepare();
      await other.signIn();
      expect(signIn.state).to.deep.include({ status: 'signed-in', account: ACCOUNT });
      expect(requests).to.deep.equal([
        ...['session', 'nonce', 'nonce', 'verify', 'sign-out', 'nonce', 'nonce', 'verify'],
      ]);
    });

    it('one waits for its wallet, and none starts while a proof is verified', async () => {
      const other = await startTwo();
      const signs: (() => void)[] = [];
      const { request } = page.wallet;
      page.wallet.request = async (...call: Parameters<typeof request>) => {
        await new Promise<void>((resolve) => signs.push(resolve));
        return request(...call);
      };
      const first = signIn.signIn();
      await waitUntil(() => signIn.state.status === 'signing');
      const second = other.signIn();
      await first;
      expect(signIn.state).to.deep.equal({ status: 'signed-out', account: ACCOUNT });
      await waitUntil(() => signs.length === 2);
      signs[1]!();
      await waitUntil(
        () => other.state.status === 'verifying' || other.state.status === 'signed-in',
      );
      await signIn.signIn();
      await second;
      expect([signIn.state.status, other.state.status]).to.deep.equal(['signed-in', 'signed-in']);
      expect(requests.filter((name) => name === 'verify')).to.have.length(1);
    });

    it('asks the server when another tab has signed in or out, once for all', async () => {
      const other = await startTwo();
      await Promise.all([signIn.prepare(), other.prepare()]);
      for (const account of [ACCOUNT, null, ACCOUNT]) {
        requests.length = 0;
        server.account = account;
        fromOtherTab();
        const expected = account ? 'signed-in' : 'signed-out';
        await waitUntil(() => signIn.state.status === expected && other.state.status === expected);
        expect(requests).to.deep.equal(['session']);
      }
    });

    it('does not ask for the event of another endpoint, or another text', async () => {
      await startTwo();
      requests.length = 0;
      server.account = ACCOUNT;
      for (const text of ['', ' ', endpoint, `1 ${endpoint}x`, `1 x${endpoint}`, '1 /auth']) {
        fromOtherTab(text);
      }
      window.dispatchEvent(new StorageEvent('storage', { key: null }));
      await settled();
      expect([requests, signIn.state.status]).to.deep.equal([[], 'signed-out']);
    });

    it('is ready again with another nonce after another tab has signed in and out', async () => {
      await startTwo();
      await signIn.prepare();
      fromOtherTab();
      await waitUntil(() => requests.filter((name) => name === 'nonce').length === 2);
      await signIn.prepare();
      expect(signIn.state).to.deep.equal({ status: 'ready', account: ACCOUNT });
    });

    it('ends an attempt that waits for the wallet when another tab has signed in', async () => {
      await startTwo();
      page.wallet.request = () => new Promise(() => {});
      const press = signIn.signIn();
      await waitUntil(() => signIn.state.status === 'signing');
      server.account = ACCOUNT;
      fromOtherTab();
      await press;
      await waitUntil(() => signIn.state.status === 'signed-in');
      expect(requests).not.to.include('verify');
    });

    it('asks the server after a proof whose answer is lost, or that was cancelled', async () => {
      const other = await startTwo();
      undo.forEach((step) => step());
      for (const lost of [true, false]) {
        const verify = () => {
          server.account = ACCOUNT;
          return lost ? Promise.reject(new Error('offline')) : new Promise<boolean>(() => {});
        };
        server.account = null;
        const options = { ...server, account: undefined };
        const alone = createSignIn({ ...options, client: page.client, verify });
        undo.push(alone.subscribe(() => {}));
        await waitUntil(() => alone.state.status !== 'unknown');
        await signIn.refresh();
        void alone.signIn();
        await waitUntil(() => server.account !== null);
        if (!lost) alone.cancel();
        await waitUntil(() => alone.state.status === 'signed-in');
        expect(signIn.state.status).to.equal('signed-in');
        await signIn.signOut();
      }
      expect(other.state.status).not.to.equal('signed-in');
    });

    it('asks again when something subscribes again: it may have missed a change', async () => {
      await startTwo();
      undo.forEach((step) => step());
      const options = { ...server, account: undefined };
      const alone = createSignIn({
        ...{ ...options, client: page.client, endpoint: `${endpoint}alone/` },
      });
      const leave = alone.subscribe(() => {});
      await waitUntil(() => alone.state.status === 'signed-out');
      leave();
      server.account = ACCOUNT;
      undo = [alone.subscribe(() => {})];
      await waitUntil(() => alone.state.status === 'signed-in');
    });

    it('is apart from another endpoint, and from one without', async () => {
      await startTwo();
      const options = { ...server, account: undefined };
      const others = [`${endpoint}other/`, undefined].map((name) =>
        createSignIn({ ...options, endpoint: name, client: page.client, session: null }),
      );
      undo.push(...others.map((other) => other.subscribe(() => {})));
      await signIn.signIn();
      expect(others.map(({ state }) => state.status)).to.deep.equal(['signed-out', 'signed-out']);
    });
  });

  describe('with a polluted Object.prototype', () => {
    const POLLUTION = {
      statement: 'Pay 1000 STX.',
      resources: ['https://evil.example'],
      expirationTime: '2999-01-01T00:00:00.000Z',
      issuedAt: '2001-01-01T00:00:00.000Z',
      notBefore: '2001-01-01T00:00:00.000Z',
      requestId: 'evil',
      publicKey: '02',
      account: OTHER,
      endpoint: '/evil',
    };
    const prototype = Object.prototype as Record<string, unknown>;

    for (const [title, answer] of [
      ['a text', NONCE],
      ['an object', { nonce: NONCE }],
    ] as const) {
      it(`signs a text without its fields, when the nonce is ${title}`, async () => {
        await start({ getNonce: () => Promise.resolve(answer) });
        Object.assign(prototype, POLLUTION);
        try {
          await signIn.signIn();
        } finally {
          for (const name of Object.keys(POLLUTION)) delete prototype[name];
        }
        expect(signIn.state.status).to.equal('signed-in');
        const parsed = parseSignInMessage(proofs[0]?.message);
        const fields = ['domain', 'chain', 'address', 'uri', 'nonce', 'issuedAt', 'expirationTime'];
        expect(parsed.ok && parsed.fields).to.have.keys(...fields);
        const { issuedAt = '', expirationTime = '' } = parsed.ok ? parsed.fields : {};
        expect(Date.parse(expirationTime) - Date.parse(issuedAt)).to.equal(600_000);
        expect(Math.abs(Date.now() - Date.parse(issuedAt))).to.be.below(60_000);
      });
    }
  });

  it('reports a multisig account before the wallet is asked', async () => {
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

  it('reports a wallet without an address of the chain until it is disconnected', async () => {
    const addresses = [{ symbol: 'STX' as const, address: STX_ADDRESS, publicKey: '02' }];
    await start({ chain: 'bitcoin' }, { addresses });
    const expected = { status: 'failed', code: 'method-unsupported', retry: false };
    expect(signIn.state).to.deep.include({ ...expected, account: undefined });
    page.wallet.emit('stx_accountChange', addresses);
    expect(states.length, 'no change').to.equal(1);
    page.client.disconnect();
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account: undefined });
  });

  it('sends nothing to the server if another account signed', async () => {
    await start({}, { behaviour: answering({ stx_signMessage: signs(OTHER_STX_KEY) }) });
    await signIn.signIn();
    expect(signIn.state).to.include({ status: 'failed', code: 'account-changed', retry: true });
    expect(signIn.state.account, 'an account that does not sign').to.equal(undefined);
    expect(proofs).to.deep.equal([]);
  });

  it('sends nothing to the server if another Bitcoin account signed', async () => {
    const signMessage = ({ message }: { message: string }) => ({
      address: addressOf('other'),
      signature: signBitcoinMessage('other', message),
    });
    await start({ chain: 'bitcoin' }, { behaviour: answering({ signMessage }) });
    Object.assign(page.wallet, { isLeather: true });
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

  it('times out, and ignores a late answer', async () => {
    let answer = (_result: unknown) => {};
    const late: Behaviour = () => new Promise((resolve) => (answer = resolve));
    await start({ timeout: 50 }, { behaviour: late });
    await signIn.signIn();
    expect(signIn.state).to.include({ status: 'failed', code: 'wallet-timeout' });
    answer(await SIGNS({ method: 'stx_signMessage', params: { message: 'late' } }));
    await new Promise((resolve) => setTimeout(resolve));
    expect(proofs).to.deep.equal([]);
  });

  it('can be cancelled while the server has not answered, and tried again', async () => {
    let hangs = true;
    await start({ getNonce: () => (hangs ? new Promise(() => {}) : Promise.resolve(NONCE)) });
    const press = signIn.signIn();
    expect(signIn.state.status).to.equal('preparing');
    signIn.cancel();
    await press;
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account: ACCOUNT });
    hangs = false;
    await signIn.signIn();
    expect(signIn.state.status).to.equal('signed-in');
  });

  it('fails when the server does not return a nonce in time', async () => {
    await start({ timeout: 50, getNonce: () => new Promise(() => {}) });
    await signIn.signIn();
    expect(signIn.state).to.include({ status: 'failed', code: 'nonce-fetch', retry: true });
  });

  it('fails when the server does not verify in time, and can be tried again', async () => {
    let hangs = true;
    await start({
      timeout: 50,
      verify: () => (hangs ? new Promise(() => {}) : Promise.resolve(true)),
    });
    await signIn.signIn();
    expect(signIn.state).to.include({ status: 'failed', code: 'server-unreachable', retry: true });
    hangs = false;
    await signIn.signIn();
    expect(signIn.state.status).to.equal('signed-in');
  });

  it('can be cancelled while the server verifies, and aborts the signal of the request', async () => {
    let signal: AbortSignal | undefined;
    await start({
      verify: (_proof, call) => new Promise(() => (signal = call?.signal)),
    });
    const press = signIn.signIn();
    await waitUntil(() => signal !== undefined);
    expect([signIn.state.status, signal?.aborted]).to.deep.equal(['verifying', false]);
    signIn.cancel();
    await press;
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account: ACCOUNT });
    expect(signal?.aborted).to.equal(true);
  });

  it('sends nothing to the server if a listener cancels as soon as the wallet has signed', async () => {
    await start();
    signIn.subscribe(() => {
      if (signIn.state.status === 'verifying') signIn.cancel();
    });
    await signIn.signIn();
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account: ACCOUNT });
    expect(proofs).to.deep.equal([]);
  });

  it('fails when the server does not say who is signed in, and can be asked again', async () => {
    let session: Promise<typeof ACCOUNT> = new Promise(() => {});
    await start({ timeout: 50, getSession: () => session });
    expect(signIn.state).to.include({ status: 'failed', code: 'server-unreachable' });
    session = Promise.resolve(ACCOUNT);
    await signIn.refresh();
    expect(signIn.state.status).to.equal('signed-in');
  });

  it('does not wait for the session after cancel(), and asks again for the next subscriber', async () => {
    page = await installed({ behaviour: SIGNS, connected: true });
    let [answer, requests] = [(_session: typeof ACCOUNT) => {}, 0];
    let signal: AbortSignal | undefined;
    signIn = createSignIn({
      client: page.client,
      getNonce: () => Promise.resolve(NONCE),
      verify: () => Promise.resolve(true),
      getSession: (call) => {
        [signal, requests] = [call?.signal, requests + 1];
        return new Promise((resolve) => (answer = resolve));
      },
    });
    const undo = signIn.subscribe(() => {});
    signIn.cancel();
    await waitUntil(() => signIn.state.status !== 'unknown');
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account: ACCOUNT });
    expect(signal?.aborted).to.equal(true);
    undo();
    signIn.subscribe(() => {});
    expect(requests).to.equal(2);
    answer(ACCOUNT);
    await waitUntil(() => signIn.state.status === 'signed-in');
  });

  it('is signed out again after cancel() while the nonce is fetched before a press', async () => {
    await start({ getNonce: () => new Promise(() => {}) });
    const preparing = signIn.prepare();
    expect(signIn.state.status).to.equal('preparing');
    signIn.cancel();
    await preparing;
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account: ACCOUNT });
  });

  it('rejects when the server does not sign out in time, and not by cancel()', async () => {
    await start({ timeout: 50, session: ACCOUNT, signOut: () => new Promise(() => {}) });
    const leaving = signIn.signOut().catch((reason: unknown) => reason);
    signIn.cancel();
    expect(String(await leaving)).to.match(/No answer in 50 ms/);
    expect(signIn.state.status).to.equal('signed-in');
  });

  describe('with an absent field, as Go, Java and C# write it,', () => {
    const absent = [undefined, null, ''];
    for (const [field, values] of Object.entries({
      statement: [...absent, []],
      resources: [...absent, []],
      issuedAt: [...absent, 0, '0001-01-01T00:00:00Z', '0001-01-01T00:00:00'],
      expirationTime: [...absent, 0, '0001-01-01T00:00:00Z', '0001-01-01T00:00:00'],
    })) {
      it(`signs in as without \`${field}\``, async () => {
        for (const value of values) {
          const request = { nonce: NONCE, [field]: value } as unknown as SignInRequest;
          await start({ getNonce: () => Promise.resolve(request) });
          await signIn.signIn();
          expect(signIn.state.status, String(value)).to.equal('signed-in');
          const parsed = parseSignInMessage(proofs[0]?.message);
          expect(parsed.ok && parsed.fields).to.have.keys(
            ...['domain', 'chain', 'address', 'uri', 'nonce', 'issuedAt', 'expirationTime'],
          );
        }
      });
    }

    it('signs in, or is signed out, as without an account and a code', async () => {
      for (const account of [undefined, null, '', {}, { chain: '', address: '' }]) {
        const answer = { ok: true, account, code: '' } as unknown as SignInVerdict;
        await start({ verify: () => Promise.resolve(answer) });
        await signIn.signIn();
        expect(signIn.state.status).to.equal('signed-in');
        await start({ getSession: () => Promise.resolve(account as null) });
        expect(signIn.state.status).to.equal('signed-out');
      }
      const refusal = { ok: false, code: null } as unknown as SignInVerdict;
      await start({ verify: () => Promise.resolve(refusal) });
      await signIn.signIn();
      expect(signIn.state).to.include({ code: 'server-refused', reason: undefined });
    });
  });

  describe('with a mistake in an answer of the server', () => {
    const { error } = console;
    let logged: unknown[];
    beforeEach(() => {
      logged = [];
      console.error = (text: unknown) => logged.push(text);
    });
    afterEach(() => (console.error = error));
    const expectMistake = (code: string, field: string) => {
      const { state } = signIn;
      expect(state).to.include({ status: 'failed', code });
      const found = state.status === 'failed' ? state.error : undefined;
      expect(found).to.be.instanceOf(SignInAnswerError);
      expect(String(found)).to.contain(`\`${field}\` from the server must be `);
      expect(logged.map(String).join()).to.contain(`\`${field}\` from the server must be `);
    };

    for (const [field, values] of Object.entries({
      nonce: [undefined, null, '', 'short', 12345678, {}, [NONCE], 'x'.repeat(1_000_000)],
      statement: [5, {}, ['a'], 'a "quote"', 'ä', ' a', 'a\nb', true],
      issuedAt: [
        ...[1_763_812_800, 1_763_812_800_000, 1.5, true, {}, 'yesterday', '2026-11-22'],
        ...['2026-11-22T12:00:00+01:00', '2026-11-22T12:00:00.123456Z', '2026-13-01T00:00:00Z'],
      ],
      expirationTime: [1_763_812_800_000, 'never', '2026-11-22T12:00:00.1234567+00:00', {}],
      resources: ['https://a.b', [5], [null], ['a b'], {}, 5],
    })) {
      it(`names \`${field}\` of the nonce's answer in the error and in the console`, async () => {
        for (const value of values) {
          const request = { nonce: NONCE, [field]: value } as unknown as SignInRequest;
          await start({ getNonce: () => Promise.resolve(request) });
          await signIn.signIn();
          expectMistake('nonce-fetch', field);
          expect(page.wallet.calls).to.deep.equal([]);
        }
      });
    }

    for (const [field, accounts] of Object.entries({
      account: ['SP…', 5, true, [ACCOUNT]],
      'account.chain': [
        { address: STX_ADDRESS },
        { ...ACCOUNT, chain: 'stacks:1' },
        { ...ACCOUNT, chain: 5 },
      ],
      'account.address': [
        { chain: 'stacks:mainnet' },
        { ...ACCOUNT, address: 5 },
        { ...ACCOUNT, address: 'SP' },
        { ...ACCOUNT, chain: 'stacks:testnet' },
      ],
    })) {
      it(`names \`${field}\` of an answer with an account`, async () => {
        for (const account of accounts as readonly (typeof ACCOUNT)[]) {
          await start({ getSession: () => Promise.resolve(account) });
          expectMistake('server-unreachable', field);
          logged = [];
          await start({ verify: () => Promise.resolve({ ok: true, account }) });
          await signIn.signIn();
          expectMistake('server-refused', field);
        }
      });
    }

    it('signs nobody in for anything but true, also with a polluted Object.prototype', async () => {
      const pollution = Object.prototype as { ok?: boolean };
      for (const value of [
        undefined,
        null,
        0,
        1,
        'true',
        [],
        {},
        { ok: 1 },
        { ok: 'true' },
        false,
      ]) {
        await start({ verify: () => Promise.resolve(value as boolean) });
        pollution.ok = true;
        try {
          await signIn.signIn();
        } finally {
          delete pollution.ok;
        }
        expect(signIn.state).to.include({ status: 'failed', code: 'server-refused' });
      }
    });
  });

  it('can be started again by a listener as soon as an attempt has failed', async () => {
    let answers = [false, true];
    await start({ verify: () => Promise.resolve(answers.shift() ?? false) });
    signIn.subscribe(() => {
      if (signIn.state.status === 'failed') void signIn.signIn();
    });
    void signIn.signIn();
    await waitUntil(() => signIn.state.status === 'signed-in');
    expect(nonces).to.equal(2);
    answers = [];
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
    [
      'another network',
      { ok: true, account: { ...ACCOUNT, chain: 'stacks:testnet' } },
      { code: 'server-refused' },
    ],
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

  it('ignores an answer of getSession that was requested before the user signed in', async () => {
    let answer = (_session: null) => {};
    let isFirst = true;
    await start({
      getSession: () => {
        if (!isFirst) return new Promise((resolve) => (answer = resolve));
        isFirst = false;
        return Promise.resolve(null);
      },
    });
    const late = signIn.refresh();
    await signIn.signIn();
    answer(null);
    await late;
    expect(signIn.state.status).to.equal('signed-in');
  });

  it('ignores an answer of getSession that was requested before the user signed out', async () => {
    let answer = (_session: typeof ACCOUNT) => {};
    await start({ session: ACCOUNT, getSession: () => new Promise((done) => (answer = done)) });
    const late = signIn.refresh();
    await signIn.signOut();
    answer(ACCOUNT);
    await late;
    expect(signIn.state.status).to.equal('signed-out');
  });

  it('asks the server for the session again with refresh()', async () => {
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

  it('uses the Bitcoin address, with which a standard wallet cannot sign a message', async () => {
    await start({ chain: 'bitcoin' });
    const account = { chain: 'bitcoin:mainnet', address: BTC_ADDRESS };
    expect(signIn.state).to.deep.equal({ status: 'signed-out', account });
    await signIn.signIn();
    expect(signIn.state).to.deep.include({ status: 'failed', code: 'method-unsupported', account });
    expect(page.wallet.calls).to.deep.equal([]);
  });
});
