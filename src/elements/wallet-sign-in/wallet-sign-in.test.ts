import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { resetMouse, sendKeys } from '@web/test-runner-commands';
import { createSignIn } from '../../sign-in/create-sign-in.js';
import type { SignInOptions } from '../../sign-in/types.js';
import { hasCdp } from '../../testing/cdp.js';
import {
  atRest,
  inScheme,
  inside,
  installed,
  press,
  type Installed,
} from '../../testing/element-helpers.js';
import {
  ADDRESSES,
  answering,
  OTHER_STX_ADDRESS,
  STX_ADDRESS,
  type Behaviour,
} from '../../testing/fake-wallet.js';
import { signs } from '../../testing/messages.js';
import { waitUntil } from '../../testing/wait-until.js';
import type {
  WalletSignIn,
  WalletSignInAccountChangeEvent,
  WalletSignInErrorEvent,
  WalletSignInEvent,
  WalletSignOutEvent,
} from './wallet-sign-in.js';
import './define.js';

const NONCE = 'ABCDEFGH12345678';
const ACCOUNT = { chain: 'stacks:mainnet', address: STX_ADDRESS } as const;
const SIGNS = answering({
  getAddresses: { addresses: ADDRESSES },
  stx_signMessage: signs(),
});

let page: Installed;

async function element(
  options: Partial<SignInOptions> = {},
  { behaviour = SIGNS, connected = true }: { behaviour?: Behaviour; connected?: boolean } = {},
): Promise<WalletSignIn> {
  page = await installed({ behaviour, connected });
  const { client } = page;
  const controller = createSignIn({
    client,
    getNonce: () => Promise.resolve(NONCE),
    verify: () => Promise.resolve(true),
    ...options,
  });
  const made = await fixture<WalletSignIn>(
    html`<wallet-sign-in .client=${client} .controller=${controller}></wallet-sign-in>`,
  );
  await waitUntil(() => made.status !== 'unknown');
  await made.updateComplete;
  return made;
}

const button = (made: WalletSignIn, part = 'button') => inside(made, `button[part=${part}]`);
const label = (made: WalletSignIn) => inside(made, '#shown').textContent.trim();
const said = (made: WalletSignIn, role: 'status' | 'alert') =>
  inside(made, `span[role=${role}]`).textContent;

const changeAccount = () =>
  page.wallet.emit('stx_accountChange', [
    { address: OTHER_STX_ADDRESS, symbol: 'STX', publicKey: '03' },
  ]);

describe('<wallet-sign-in>', () => {
  afterEach(async () => {
    page.uninstall();
    await resetMouse();
  });

  it('connects with one press, and signs in with another', async () => {
    const made = await element({}, { connected: false });
    expect(label(made)).to.equal('Connect wallet');
    await press(button(made));
    await waitUntil(() => made.status === 'ready');
    await made.updateComplete;
    expect(label(made)).to.equal('Sign in');
    expect(page.wallet.calls.map(({ method }) => method)).to.deep.equal(['getAddresses']);
    const signedIn = oneEvent<WalletSignInEvent>(made, 'wallet-sign-in');
    await press(button(made));
    expect((await signedIn).account).to.deep.equal(ACCOUNT);
    await made.updateComplete;
    expect(inside(made, '[part=account]').textContent.replace(/\s+/g, ' ').trim()).to.contain(
      'Signed in as',
    );
    expect(inside(made, '[part=address]').textContent).to.equal('SP1WV…X54N');
    expect(said(made, 'status')).to.equal('Signed in.');
    expect(page.wallet.calls.length).to.equal(2);
    made.style.inlineSize = '200px';
    expect(inside(made, '[part=address]').getClientRects(), 'not broken').to.have.length(1);
  });

  it('keeps its size while it waits for the wallet and for the server, and says so in its label', async () => {
    let answer = () => {};
    const behaviour: Behaviour = async (call) => {
      if (call.method === 'stx_signMessage') await new Promise<void>((done) => (answer = done));
      return SIGNS(call);
    };
    const made = await element({ verify: () => new Promise(() => {}) }, { behaviour });
    await waitUntil(() => made.status === 'ready');
    await made.updateComplete;
    const { width } = button(made).getBoundingClientRect();
    expect(label(made)).to.equal('Sign in');
    await press(button(made));
    for (const text of ['Confirm in your wallet…', 'Signing in…']) {
      await waitUntil(() => said(made, 'status') === text);
      await waitUntil(() => made.shadowRoot!.querySelector('#shown > [part=spinner]'), 'a spinner');
      expect(label(made)).to.equal('Signing in…');
      // The scale of the pressed button ends with a transition.
      await Promise.allSettled(
        button(made)
          .getAnimations()
          .map(({ finished }) => finished),
      );
      // Other engines round the widths of its parts.
      const most = hasCdp ? 0 : 0.5;
      expect(button(made).getBoundingClientRect().width, text).to.be.closeTo(width, most);
      const notice = made.shadowRoot!.querySelector<HTMLElement>('[part=notice]')?.innerText;
      expect(notice, 'below the button').to.equal(made.status === 'signing' ? text : undefined);
      answer();
    }
  });

  it('signs out with its second button, and moves the focus to the remaining button', async () => {
    const made = await element({ session: ACCOUNT });
    const signedOut = oneEvent<WalletSignOutEvent>(made, 'wallet-sign-out');
    await press(button(made, 'sign-out'));
    expect((await signedOut).account).to.deep.equal(ACCOUNT);
    await waitUntil(() => made.status === 'ready');
    await made.updateComplete;
    expect(made.shadowRoot?.activeElement).to.equal(button(made));
    expect(page.wallet.calls).to.deep.equal([]);
  });

  it('keeps the focus when its button is replaced, and takes it from nothing else', async () => {
    const made = await element();
    await waitUntil(() => made.status === 'ready');
    const hasFocus = (part: string) => made.shadowRoot!.activeElement === button(made, part);
    button(made).focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => made.status === 'signed-in');
    await made.updateComplete;
    expect(hasFocus('sign-out'), 'after it has signed in').to.equal(true);
    await made.controller!.signOut();
    await made.updateComplete;
    expect(hasFocus('button'), 'after another tab has signed out').to.equal(true);
    button(made).blur();
    await made.controller!.signIn();
    await made.updateComplete;
    expect(made.shadowRoot!.activeElement === null, 'the focus was elsewhere').to.equal(true);
  });

  it('does not scroll the page when a session that ends elsewhere replaces the focused button', async () => {
    const made = await element({ session: ACCOUNT });
    await waitUntil(() => made.status === 'signed-in');
    button(made, 'sign-out').focus();
    const space = document.createElement('div');
    space.style.height = '300vh';
    made.after(space);
    window.scrollTo(0, document.documentElement.scrollHeight);
    const isInView = () => made.getBoundingClientRect().bottom > 0;
    expect(isInView()).to.equal(false);
    await made.controller!.signOut();
    await made.updateComplete;
    expect(made.shadowRoot!.activeElement).to.equal(button(made));
    expect(isInView()).to.equal(false);
    space.remove();
  });

  it('announces that signing out failed', async () => {
    const signOut = () => Promise.reject(new Error('offline'));
    const made = await element({ session: ACCOUNT, signOut });
    await press(button(made, 'sign-out'));
    await waitUntil(() => said(made, 'alert') === 'Couldn’t sign out. Try again.');
    expect(made.status).to.equal('signed-in');
  });

  it('shows the signed-in account when the wallet changes to another', async () => {
    const made = await element({ session: ACCOUNT });
    const changed = oneEvent<WalletSignInAccountChangeEvent>(made, 'wallet-sign-in-account-change');
    await waitUntil(() => page.wallet.listenerCount > 0);
    changeAccount();
    const { account, other } = await changed;
    expect([account, other.address]).to.deep.equal([ACCOUNT, OTHER_STX_ADDRESS]);
    await made.updateComplete;
    expect(inside(made, '[part=address]').textContent).to.equal('SP1WV…X54N');
    const note = 'Your wallet now uses SP1KG…440W.';
    const plain = (text: string | null) => text?.replace(/\u2060/g, '').trim();
    expect(plain(inside(made, '[part=other] p').textContent)).to.equal(note);
    expect(plain(said(made, 'status'))).to.equal(`${note} Signed in as SP1WV…X54N`);
    await press(button(made, 'switch'));
    await waitUntil(() => made.status === 'ready');
    expect(page.wallet.calls, 'a further press signs in').to.deep.equal([]);
  });

  it('fires its events when another element with the same endpoint signs in or out', async () => {
    const endpoint = 'https://app.example.com/events/';
    let session: typeof ACCOUNT | null = null;
    const options = {
      endpoint,
      getSession: () => Promise.resolve(session),
      signOut: () => Promise.resolve((session = null)),
      verify: () => Promise.resolve(((session = ACCOUNT), true)),
    };
    const made = await element(options);
    const other = createSignIn({
      ...{ ...options, client: page.client },
      getNonce: () => Promise.resolve(NONCE),
    });
    const fired: unknown[] = [];
    for (const name of ['wallet-sign-in', 'wallet-sign-out'] as const) {
      made.addEventListener(name, ({ type, account }) => fired.push([type, account.address]));
    }
    await other.signIn();
    await waitUntil(() => made.status === 'signed-in');
    expect(said(made, 'status'), 'only where the user pressed').to.equal('');
    await other.signOut();
    await waitUntil(() => made.status === 'ready');
    expect(fired).to.deep.equal([
      ['wallet-sign-in', STX_ADDRESS],
      ['wallet-sign-out', STX_ADDRESS],
    ]);
  });

  it('fires no event for a session that existed, also if the server was not reached at first', async () => {
    const fired: string[] = [];
    let isOnline = true;
    const listen = ({ type }: Event) => fired.push(type);
    document.addEventListener('wallet-sign-in', listen);
    const getSession = () =>
      isOnline ? Promise.resolve(ACCOUNT) : Promise.reject(new Error('offline'));
    await element({ getSession });
    page.uninstall();
    isOnline = false;
    const made = await element({ getSession });
    expect(made.status).to.equal('failed');
    isOnline = true;
    await made.controller?.refresh();
    expect(made.status).to.equal('signed-in');
    document.removeEventListener('wallet-sign-in', listen);
    expect(fired).to.deep.equal([]);
  });

  it('fires both events when another account is signed in', async () => {
    const other = { chain: 'stacks:mainnet', address: OTHER_STX_ADDRESS } as const;
    let session: typeof ACCOUNT | typeof other = ACCOUNT;
    const made = await element({ getSession: () => Promise.resolve(session) });
    const fired: unknown[] = [];
    for (const name of ['wallet-sign-in', 'wallet-sign-out'] as const) {
      made.addEventListener(name, ({ type, account }) => fired.push([type, account.address]));
    }
    session = other;
    await made.controller?.refresh();
    expect(fired).to.deep.equal([
      ['wallet-sign-out', STX_ADDRESS],
      ['wallet-sign-in', OTHER_STX_ADDRESS],
    ]);
  });

  it('keeps the session without a question, with `account-change="keep"`', async () => {
    const made = await element({ session: ACCOUNT, accountChange: 'keep' });
    const changed = oneEvent<WalletSignInAccountChangeEvent>(made, 'wallet-sign-in-account-change');
    await waitUntil(() => page.wallet.listenerCount > 0);
    changeAccount();
    expect((await changed).other.address).to.equal(OTHER_STX_ADDRESS);
    await made.updateComplete;
    expect(inside(made, '[part=address]').textContent).to.equal('SP1WV…X54N');
    expect(button(made, 'sign-out')).to.be.instanceOf(Element);
    expect(made.shadowRoot?.querySelector('[part=other]')).to.equal(null);
    expect(said(made, 'status')).to.equal('');
  });

  it('signs out and announces it, with `account-change="sign-out"`', async () => {
    const made = await element({ session: ACCOUNT, accountChange: 'sign-out' });
    const events: string[] = [];
    for (const name of ['wallet-sign-in-account-change', 'wallet-sign-out']) {
      made.addEventListener(name, ({ type }) => events.push(type));
    }
    await waitUntil(() => page.wallet.listenerCount > 0);
    changeAccount();
    await waitUntil(() => made.status === 'ready');
    await made.updateComplete;
    expect(events).to.deep.equal(['wallet-sign-in-account-change', 'wallet-sign-out']);
    expect(said(made, 'status')).to.equal('Signed out.');
    expect(label(made)).to.equal('Sign in');
  });

  it('fetches the next nonce as soon as the server has refused, before the next press', async () => {
    let nonces = 0;
    const made = await element({
      getNonce: () => Promise.resolve(((nonces += 1), NONCE)),
      verify: () => Promise.resolve(false),
    });
    await waitUntil(() => made.status === 'ready');
    await press(button(made));
    await waitUntil(() => made.status === 'failed' && nonces === 2);
  });

  it('shows "Sign in" for a controller with the option `session: null`', async () => {
    const made = await element({ session: null });
    await waitUntil(() => made.status === 'ready');
    await made.updateComplete;
    expect(label(made)).to.equal('Sign in');
  });

  it('announces why it failed, and tries again', async () => {
    let declines = true;
    const behaviour: Behaviour = (call) => {
      if (!declines) return SIGNS(call);
      return Promise.reject({ jsonrpc: '2.0', id: '1', error: { code: -32000, message: 'no' } });
    };
    const made = await element({}, { behaviour });
    const failed = oneEvent<WalletSignInErrorEvent>(made, 'wallet-sign-in-error');
    await press(button(made));
    const { code, rejected } = await failed;
    expect([code, rejected]).to.deep.equal(['user-rejected', true]);
    expect(said(made, 'status')).to.equal('You declined to sign in.');
    await made.updateComplete;
    expect(label(made), 'as after a declined request').to.equal('Sign in');
    declines = false;
    await press(button(made));
    await waitUntil(() => made.status === 'signed-in');
  });

  it('announces that a multisig account cannot sign in, and sends no request', async () => {
    page = await installed({
      connected: true,
      addresses: [
        { symbol: 'STX', address: 'SM2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G', publicKey: '02' },
      ],
    });
    const { client } = page;
    const controller = createSignIn({
      client,
      getNonce: () => Promise.reject(new Error('not asked')),
      verify: () => Promise.resolve(true),
    });
    const made = await fixture<WalletSignIn>(
      html`<wallet-sign-in .client=${client} .controller=${controller}></wallet-sign-in>`,
    );
    await waitUntil(() => made.status === 'failed');
    await made.updateComplete;
    expect(said(made, 'alert')).to.contain('multisig account cannot sign in');
    expect(button(made).matches(':disabled')).to.equal(true);
    expect(page.wallet.calls).to.deep.equal([]);
  });

  it('sends requests to the server of its `endpoint`', async () => {
    page = await installed({ behaviour: SIGNS, connected: true });
    const asked: [string, unknown][] = [];
    const { fetch } = window;
    window.fetch = (url, init) => {
      const path = new URL(String(url)).pathname;
      asked.push([path, JSON.parse(init?.body as string)]);
      const answers: Record<string, unknown> = {
        '/auth/session': { account: null },
        '/auth/nonce': { nonce: NONCE },
        '/auth/verify': { ok: true, account: ACCOUNT },
      };
      return Promise.resolve(new Response(JSON.stringify(answers[path])));
    };
    try {
      const made = await fixture<WalletSignIn>(
        html`<wallet-sign-in
          .client=${page.client}
          endpoint="/auth"
          account-change="keep"
        ></wallet-sign-in>`,
      );
      await waitUntil(() => made.status === 'ready');
      await press(button(made));
      await waitUntil(() => made.status === 'signed-in');
      expect(asked.map(([path]) => path)).to.deep.equal([
        '/auth/session',
        '/auth/nonce',
        '/auth/verify',
      ]);
      changeAccount();
      await made.updateComplete;
      expect(button(made, 'sign-out')).to.be.instanceOf(Element);
      expect(asked[2]?.[1]).to.have.keys('message', 'signature', 'publicKey');
    } finally {
      window.fetch = fetch;
    }
  });

  const NOT_AVAILABLE = 'Sign\u2011in is not available';
  for (const [what, answer, text] of [
    ['404', () => new Response('', { status: 404 }), NOT_AVAILABLE],
    ['a page', () => new Response('<!doctype html>'), NOT_AVAILABLE],
    [
      '403 with a reason',
      () => Response.json({ code: 'origin' }, { status: 403 }),
      'The website did not accept',
    ],
    ['500', () => new Response('oh', { status: 500 }), 'Couldn’t sign in'],
    [
      'nothing',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'The website couldn’t be reached',
    ],
  ] as const) {
    it(`is quiet until it is pressed, if the server answers ${what}`, async () => {
      const { error } = console;
      const { fetch } = window;
      const logged: unknown[] = [];
      console.error = (text: unknown) => logged.push(text);
      window.fetch = async () => answer();
      try {
        page = await installed({ behaviour: SIGNS, connected: true });
        const made = await fixture<WalletSignIn>(
          html`<wallet-sign-in .client=${page.client} endpoint="/auth"></wallet-sign-in>`,
        );
        await waitUntil(() => made.status === 'failed');
        await made.updateComplete;
        expect([label(made), said(made, 'alert')]).to.deep.equal(['Sign in', '']);
        expect(button(made).matches(':disabled')).to.equal(false);
        expect(logged).to.have.length.above(0);
        await press(button(made));
        await waitUntil(() => said(made, 'alert') !== '');
        expect(said(made, 'alert')).not.to.match(/http|auth|errors\.md|session/);
        expect(said(made, 'alert').startsWith(text), said(made, 'alert')).to.equal(true);
        if (text === NOT_AVAILABLE)
          expect(String(logged[0])).to.match(/\/auth\/session answered .*check the route/);
        await made.updateComplete;
        expect(label(made)).to.equal('Try again');
      } finally {
        console.error = error;
        window.fetch = fetch;
      }
    });
  }

  it('says that it failed, and writes what is wrong with the answer of the server to the console', async () => {
    const { error } = console;
    const logged: unknown[] = [];
    console.error = (text: unknown) => logged.push(text);
    try {
      const request = { nonce: NONCE, issuedAt: 1_763_812_800_000 as unknown as string };
      const made = await element({ getNonce: () => Promise.resolve(request) });
      await waitUntil(() => made.status === 'failed');
      await press(button(made));
      await waitUntil(() => said(made, 'alert') === 'Couldn’t sign in.');
      expect(String(logged[0])).to.match(/`issuedAt` from the server must be a time in UTC/);
    } finally {
      console.error = error;
    }
  });

  it('announces another account once, although its network becomes known later', async () => {
    const [one, other] = [
      'tb1qcr8te4kr609gcawutmrza0j4xv80jy8zmfp6l0',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    ];
    page = await installed({
      connected: true,
      addresses: [{ symbol: 'BTC', address: other, publicKey: '02' }],
    });
    const { client } = page;
    const controller = createSignIn({
      client,
      chain: 'bitcoin',
      session: { chain: 'bitcoin:signet', address: one },
      getNonce: () => Promise.resolve(NONCE),
      verify: () => Promise.resolve(true),
    });
    const others: string[] = [];
    const made = await fixture<WalletSignIn>(
      html`<wallet-sign-in
        .client=${client}
        .controller=${controller}
        @wallet-sign-in-account-change=${(event: WalletSignInAccountChangeEvent) =>
          others.push(event.other.address)}
      ></wallet-sign-in>`,
    );
    await waitUntil(() => page.wallet.listenerCount > 0);
    page.wallet.emit('stx_networkChange', { active: 'signet', networks: [] });
    const { state } = controller;
    expect(state.status === 'signed-in' && state.other?.chain).to.equal('bitcoin:signet');
    await made.updateComplete;
    expect(others).to.deep.equal([other]);
  });

  for (const [what, attributes, message] of [
    ['without a server', {}, /neither `endpoint` nor `controller`\. See/],
    ['with a wrong chain', { endpoint: '/auth', chain: 'stacks:mainnet' }, /`chain` must be .*"stacks:mainnet"/],
  ] as const) {
    it(`is disabled ${what}, and logs an error`, async () => {
      const errors: unknown[] = [];
      const { error } = console;
      console.error = (text: unknown) => errors.push(text);
      page = await installed({ connected: true });
      const made = document.createElement('wallet-sign-in');
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      (await fixture<HTMLElement>(html`<div></div>`)).append(made);
      await made.updateComplete;
      console.error = error;
      expect(button(made).matches(':disabled')).to.equal(true);
      expect(errors.length).to.equal(1);
      expect(errors[0]).to.match(message).and.match(/^<wallet-sign-in> is disabled: .*#wallet-sign-in$/);
    });
  } // prettier-ignore

  it('cancels when it is removed, not when it is moved', async () => {
    const made = await element({}, { behaviour: () => new Promise(() => {}) });
    const { controller } = made;
    await press(button(made));
    await waitUntil(() => made.status === 'signing');
    const parent = made.parentElement!;
    parent.append(made);
    await Promise.resolve();
    expect(controller?.state.status).to.equal('signing');
    made.remove();
    await waitUntil(() => controller?.state.status !== 'signing');
    parent.append(made);
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`is accessible while signed out and signed in: ${scheme}`, async () => {
      await inScheme(scheme, async () => {
        const made = await element();
        await atRest();
        await expect(made).to.be.accessible();
        await press(button(made));
        await waitUntil(() => made.status === 'signed-in');
        await made.updateComplete;
        await resetMouse();
        await atRest();
        await expect(made).to.be.accessible();
      });
    });
  }
});
