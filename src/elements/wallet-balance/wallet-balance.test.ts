import { expect, fixture, html } from '@open-wc/testing';
import { configure, getSettings } from '../../core/configure.js';
import type { WalletClient } from '../../core/types.js';
import { SBTC } from '../../stacks/assets.js';
import { inside, installed, type Installed } from '../../testing/element-helpers.js';
import { OTHER_STX_ADDRESS, STX_ADDRESS } from '../../testing/fake-wallet.js';
import { json, testService } from '../../testing/metadata-fetch.js';
import {
  freshTxid,
  mined,
  PENDING,
  transactionsService,
} from '../../testing/transactions-service.js';
import { pause, waitUntil } from '../../testing/wait-until.js';
import { clearRecentTransactions, trackTransaction } from '../../transactions/index.js';
import type { WalletBalance } from './wallet-balance.js';
import './define.js';

const TESTNET = 'ST1WV0048ERKB55592H81MK6J4TTRP8TSGE8VSTHJ';
const TOKEN = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.honey-token::honey';
const STX = `/extended/v3/principals/${STX_ADDRESS}/balances/stx`;
const stx = (available: string, more: object = {}) => ({
  balance: available,
  available,
  locked: null,
  mempool: null,
  ...more,
});

type Answer = unknown;
let page: Installed | undefined;

/** A service of transactions and balances. `answer` returns a body, a response, or a promise of one. */
function balanceService(answer: (path: string) => Answer) {
  const { network, rows, asked: readings } = transactionsService();
  const forTransactions = getSettings().fetch!;
  const asked: string[] = [];
  configure({
    fetch: async (href, init) => {
      const { pathname } = new URL(String(href));
      if (!pathname.includes('/balances/')) return forTransactions(href, init);
      asked.push(decodeURIComponent(pathname));
      const body = await answer(decodeURIComponent(pathname));
      return body instanceof Response ? body : Response.json(body);
    },
  });
  return { network, rows, asked, readings };
}

async function shown(
  answer: (path: string) => Answer,
  attributes: Record<string, string> = {},
  address: string = STX_ADDRESS,
) {
  const service = balanceService(answer);
  page = await installed({
    connected: true,
    addresses: [{ symbol: 'STX', address, publicKey: '' }],
  });
  const client: WalletClient = page.client.with({ network: service.network });
  const element = document.createElement('wallet-balance');
  element.client = client;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const box = await fixture<HTMLElement>(html`<p lang="en"></p>`);
  box.append(element);
  const reaches = (status: string) => waitUntil(() => element.status === status, status);
  return { ...service, element, box, client, reaches };
}

/** What is visible. */
const text = (element: WalletBalance) => {
  const amount = element.shadowRoot!.querySelector('ft-amount')?.shadowRoot?.textContent ?? '';
  const error = element.shadowRoot!.querySelector<HTMLElement>('[part=error]')?.innerText ?? '';
  return `${amount} ${error}`.replace(/\s+/g, ' ').trim();
};
const returnToPage = () => window.dispatchEvent(new Event('focus'));

describe('<wallet-balance>', () => {
  afterEach(() => {
    page?.uninstall();
    clearRecentTransactions();
  });

  it('shows what can be spent, without what is locked', async () => {
    const locked = { balance: '1500000', locked: { amount: '500000', burn_unlock_height: 9 } };
    const { element, asked, reaches } = await shown(() => stx('1000000', locked));
    await reaches('ready');
    await waitUntil(() => text(element) === '1 STX');
    expect(asked).to.deep.equal([STX]);
    expect(inside(element, '.visually-hidden').innerText).to.equal('Balance');
  });

  describe('fiat', () => {
    const asked: string[] = [];
    before(() =>
      configure({
        prices: (asset) => {
          asked.push(asset);
          return { price: '0.5' };
        },
      }),
    );
    beforeEach(() => asked.splice(0));

    for (const [attributes, asset, expected] of [
      [{}, 'stx', '2.5 STX (about €1.25)'],
      [{ asset: 'sbtc' }, SBTC.mainnet, '0.025 sBTC (about €0.01)'],
      [{ asset: TOKEN, decimals: '6', symbol: 'HNY' }, TOKEN, '2.5 HNY (about €1.25)'],
    ] as const) {
      it(`shows ${expected}`, async () => {
        const answer = (path: string) =>
          path.endsWith('/stx')
            ? stx('2500000')
            : { asset_identifier: path.split('/').at(-1), balance: '2500000' };
        const { element } = await shown(answer, { ...attributes, fiat: 'eur' });
        await waitUntil(() => text(element) === expected, text(element));
        // Another test may have asked for it less than a minute ago.
        expect(asked.filter((one) => one !== asset)).to.deep.equal([]);
      });
    }

    it('asks nothing for a balance of a testnet, or in base units', async () => {
      const testnet = await shown(() => stx('2500000'), { fiat: 'eur' }, TESTNET);
      await waitUntil(() => text(testnet.element) === '2.5 STX', text(testnet.element));
      const raw = await shown(() => stx('2500000'), { fiat: 'eur', decimals: '99' });
      await waitUntil(() => text(raw.element) === '2500000 base units (STX)', text(raw.element));
      await pause(300);
      expect(text(testnet.element)).to.equal('2.5 STX');
      expect(asked).to.deep.equal([]);
    });
  });

  for (const [attributes, answered, expected] of [
    [{}, '1234567890123456789', '1,234,567,890,123.456789 STX'],
    [{ asset: ' STX ' }, '0', '0 STX'],
    [{ asset: 'sbtc' }, '1', '0.00000001 sBTC'],
    [{ asset: TOKEN, decimals: '6', symbol: 'HNY' }, '2500000', '2.5 HNY'],
    [
      { asset: TOKEN, decimals: '0', symbol: 'HNY' },
      '340282366920938463463374607431768211455',
      '340,282,366,920,938,463,463,374,607,431,768,211,455 HNY',
    ],
    [{ 'max-fraction-digits': '2' }, '1999999', '1.99 STX'],
    [{ notation: 'compact' }, '1234567000000', '1.2M STX'],
  ] as const) {
    it(`shows ${expected} for ${JSON.stringify(attributes)}`, async () => {
      const { element } = await shown(
        (path) =>
          path.endsWith('/stx')
            ? stx(answered)
            : { asset_identifier: path.split('/').at(-1), balance: answered },
        attributes,
      );
      await waitUntil(() => text(element) === expected, `${text(element)} is ${expected}`);
    });
  }

  it('reads the sBTC of the network, and takes another one', async () => {
    const answer = () => ({ balance: '5' });
    const { element, asked, client } = await shown(answer, { asset: 'sbtc' });
    await waitUntil(() => asked.length === 1);
    expect(asked[0]).to.equal(`/extended/v3/principals/${STX_ADDRESS}/balances/ft/${SBTC.mainnet}`);
    const own = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.sbtc-token::sbtc-token';
    element.asset = own;
    Object.assign(element, { decimals: 8, symbol: 'sBTC' });
    await waitUntil(() => asked.length === 2);
    expect(asked[1]).to.equal(`/extended/v3/principals/${STX_ADDRESS}/balances/ft/${own}`);
    expect(client.network).to.match(/^test-/);
  });

  it('takes decimals and symbol of another token from its metadata', async () => {
    const metadata = testService(() =>
      json({ asset_identifier: TOKEN, name: 'Honey', symbol: 'HNY', decimals: 6 }),
    );
    const { element } = await shown(() => ({ balance: '1500000' }), { asset: TOKEN });
    const amount = await waitUntil(() => element.shadowRoot!.querySelector('ft-amount')).then(() =>
      inside<HTMLElement & { client?: unknown }>(element, 'ft-amount'),
    );
    amount.client = metadata.client;
    await waitUntil(() => text(element) === '1.5 HNY', text(element));
  });

  for (const [what, answer] of [
    ['404', () => json({ error: 'Token not found' }, 404)],
    ['429', () => json({}, 429)],
    ['500', () => json({}, 500)],
    ['no decimals', () => json({ symbol: 'OTHER' })],
    ['decimals that are not valid', () => json({ symbol: 'OTHER', decimals: 77 })],
    [
      'the decimals of another token of the contract',
      () => json({ asset_identifier: `${TOKEN}-comb`, symbol: 'OTHER', decimals: 6 }),
    ],
  ] as const) {
    it(`shows no amount in the unit if the metadata service answers with ${what}`, async () => {
      const metadata = testService(() => answer());
      const attributes = { asset: TOKEN, symbol: 'HNY' };
      const { element, reaches } = await shown(() => ({ balance: '123456789' }), attributes);
      const amount = await waitUntil(() => element.shadowRoot!.querySelector('ft-amount')).then(
        () => inside<HTMLElement & { client?: unknown }>(element, 'ft-amount'),
      );
      amount.client = metadata.client;
      await reaches('ready');
      const said = '123456789 base units (HNY)';
      await waitUntil(() => text(element) === said, text(element));
      expect(amount.getAttribute('exportparts')).to.contain('base-units');
    });
  }

  for (const [attributes, message] of [
    [{ asset: TOKEN, decimals: '99', symbol: 'HNY' }, 'an integer from 0 to 38; got 99'],
    [{ asset: TOKEN, decimals: 'six', symbol: 'HNY' }, 'an integer from 0 to 38; got "six"'],
    // Those of STX and of sBTC are facts.
    [{ decimals: '0' }, '6, those of this asset; got 0'],
    [{ decimals: '8' }, '6, those of this asset; got 8'],
    [{ asset: 'sbtc', decimals: '6' }, '8, those of this asset; got 6'],
  ] as const) {
    it(`refuses ${JSON.stringify(attributes)} with one error in the console`, async () => {
      const { error } = console;
      const logged: string[] = [];
      console.error = (...said: unknown[]) => logged.push(said.join(' '));
      try {
        const { element, reaches } = await shown(
          (path) => (path.endsWith('/stx') ? stx('1500000') : { balance: '1500000' }),
          attributes,
        );
        await reaches('ready');
        const symbol = 'symbol' in attributes ? 'HNY' : 'asset' in attributes ? 'sBTC' : 'STX';
        const said = `1500000 base units (${symbol})`;
        await waitUntil(() => text(element) === said, text(element));
        element.maxFractionDigits = 2;
        await element.updateComplete;
        expect(logged.length).to.equal(1);
        expect(logged[0]).to.contain(`<wallet-balance>: \`decimals\` must be ${message}`);
      } finally {
        console.error = error;
      }
    });
  }

  it('shows the amounts of STX and of a token whose decimals the page has set right', async () => {
    const { element } = await shown(() => stx('1500000'), { decimals: '6' });
    await waitUntil(() => text(element) === '1.5 STX', text(element));
  });

  it('says that the wallet is on another network than the page, and asks nobody', async () => {
    const { element, asked, client, reaches } = await shown(() => stx('1000000'), {}, TESTNET);
    await reaches('ready');
    const { length } = asked;
    const { error } = console;
    const logged: unknown[] = [];
    console.error = (...said: unknown[]) => logged.push(said);
    try {
      element.client = client.with({ network: 'mainnet' });
      await reaches('error');
      await waitUntil(() => text(element) === 'Wrong network', text(element));
      expect(element.shadowRoot!.querySelector('button')).to.equal(null);
      expect(asked.length).to.equal(length);
      element.client = client.with({ network: 'testnet' });
      await reaches('ready');
      await waitUntil(() => text(element) === '1 STX', text(element));
    } finally {
      console.error = error;
    }
    // The user has chosen the network in the wallet.
    expect(logged).to.deep.equal([]);
  });

  it('shows the slot `disconnected` without a wallet, and asks nobody', async () => {
    const { element, asked, client, reaches } = await shown(() => stx('1'));
    await reaches('ready');
    element.innerHTML = '<i slot="disconnected">Connect first</i>';
    client.disconnect();
    await reaches('disconnected');
    await element.updateComplete;
    expect(element.innerText).to.equal('Connect first');
    expect(element.shadowRoot!.textContent).to.equal('');
    returnToPage();
    await pause(50);
    expect(asked.length).to.equal(1);
  });

  it('never shows the balance of another account', async () => {
    let release: (() => void) | undefined;
    const { element, asked, client } = await shown((path) =>
      path.includes(OTHER_STX_ADDRESS)
        ? new Promise((resolve) => (release = () => resolve(stx('2000000'))))
        : stx('1000000'),
    );
    await waitUntil(() => text(element) === '1 STX');
    page!.wallet.emit('stx_accountChange', {
      addresses: [{ symbol: 'STX', address: OTHER_STX_ADDRESS, publicKey: '' }],
    });
    await waitUntil(() => client.state.stxAddress === OTHER_STX_ADDRESS);
    await element.updateComplete;
    expect(text(element)).to.equal('');
    await waitUntil(() => release !== undefined);
    release!();
    await waitUntil(() => text(element) === '2 STX');
    expect(asked.length).to.equal(2);
  });

  it('reads the balance again after a transaction of the account is in a block', async () => {
    let balance = '3000000';
    const { element, asked, readings, rows, network } = await shown(() => stx(balance));
    await waitUntil(() => text(element) === '3 STX');
    const txid = freshTxid();
    rows.set(txid, PENDING);
    trackTransaction(txid, { network, account: STX_ADDRESS });
    // By the element, once its code that follows transactions has loaded.
    await waitUntil(() => readings.length > 0);
    await pause(200);
    expect(asked.length).to.equal(1);
    balance = '1000000';
    rows.set(txid, mined('success'));
    await waitUntil(() => text(element) === '1 STX');
    expect(asked.length).to.equal(2);
  });

  it('reads it again after one that was sent before the page was loaded', async () => {
    const txid = freshTxid();
    const { element, rows, network, box } = await shown(() => stx('3000000'));
    await waitUntil(() => text(element) === '3 STX');
    element.remove();
    rows.set(txid, PENDING);
    trackTransaction(txid, { network, account: STX_ADDRESS });
    const second = document.createElement('wallet-balance');
    second.client = element.client;
    box.append(second);
    await waitUntil(() => second.status === 'ready');
    let reads = 0;
    new MutationObserver(() => (reads += 1)).observe(second, { attributeFilter: ['status'] });
    rows.set(txid, mined('abort_by_response'));
    await waitUntil(() => reads > 0 && second.status === 'ready');
  });

  it('does not take an answer that was sent for before the transaction was in a block', async () => {
    const waiting: ((body: unknown) => void)[] = [];
    const { element, asked, reaches } = await shown(
      () => new Promise((resolve) => waiting.push(resolve)),
    );
    await waitUntil(() => waiting.length === 1);
    element.reload();
    element.reload();
    waiting[0]!(stx('3000000'));
    await waitUntil(() => waiting.length === 2);
    expect(element.status).to.equal('loading');
    waiting[1]!(stx('1000000'));
    await reaches('ready');
    await waitUntil(() => text(element) === '1 STX');
    expect(asked.length).to.equal(2);
  });

  it('reads it again when the user returns to the page, at most every ten seconds', async () => {
    const { element, asked, reaches } = await shown(() => stx('1'));
    await reaches('ready');
    returnToPage();
    await pause(50);
    expect(asked.length).to.equal(1);
    const { now } = Date;
    Date.now = () => now() + 11_000;
    try {
      returnToPage();
      document.dispatchEvent(new Event('visibilitychange'));
      await waitUntil(() => asked.length === 2);
      await reaches('ready');
      await element.updateComplete;
      expect(asked.length).to.equal(2);
    } finally {
      Date.now = now;
    }
  });

  it('reads nothing while it is far from the viewport', async () => {
    const { element, asked, box } = await shown(() => stx('1'));
    await waitUntil(() => asked.length === 1);
    element.remove();
    box.style.marginBlockStart = '5000px';
    box.append(element);
    await pause(200);
    expect(asked.length).to.equal(1);
    box.style.marginBlockStart = '';
    await waitUntil(() => asked.length === 2);
  });

  it('says that the service failed, keeps the former amount, and tries again after a press', async () => {
    let answer: () => unknown = () => new Response('', { status: 500 });
    const { element, reaches } = await shown(() => answer());
    await reaches('error');
    await waitUntil(() => text(element) === 'Balance not available');
    answer = () => stx('1000000');
    inside(element, '[part=retry-button]').click();
    await reaches('ready');
    await waitUntil(() => text(element) === '1 STX');
    answer = () => new Response('', { status: 500 });
    element.reload();
    await reaches('error');
    await waitUntil(() => text(element) === '1 STX Not up to date');
  });

  it('waits while the service is busy', async () => {
    const { element, asked } = await shown(
      () => new Response('{}', { status: 429, headers: { 'retry-after': '60' } }),
    );
    await waitUntil(() => asked.length === 1);
    await pause(100);
    expect(element.status).to.equal('loading');
    expect(element.shadowRoot!.querySelector('button')).to.equal(null);
  });

  const HUGE = '9'.repeat(41);
  for (const [name, body] of Object.entries<unknown>({
    'no JSON': new Response('<html>'),
    'no object': 5,
    nothing: {},
    'a number': stx(1 as unknown as string),
    'a fraction': stx('1.5'),
    'a negative amount': stx('-5'),
    'an amount longer than 128 bits': stx(HUGE, { balance: HUGE }),
    markup: stx('<img src=x onerror=alert(1)>'),
  })) {
    it(`shows no amount if the service answers with ${name}`, async () => {
      const { error } = console;
      const logged: unknown[] = [];
      console.error = (...said: unknown[]) => logged.push(said);
      try {
        const { element, reaches } = await shown(() =>
          body instanceof Response ? body.clone() : body,
        );
        await reaches('error');
        await element.updateComplete;
        expect(text(element)).to.equal('Balance not available');
        expect(logged.length).to.be.at.most(1);
      } finally {
        console.error = error;
      }
    });
  }

  for (const [asset, address, message] of [
    ['honey', STX_ADDRESS, '`asset`'],
    ['SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.honey-token', STX_ADDRESS, '`asset`'],
    // On another network, an API answers 0.
    [TOKEN, TESTNET, 'testnet'],
  ] as const) {
    it(`names a wrong asset in the console: ${asset} of ${address}`, async () => {
      const { error } = console;
      const logged: string[] = [];
      console.error = (...said: unknown[]) => logged.push(said.join(' '));
      try {
        const { asked, reaches, element } = await shown(
          () => ({ balance: '0' }),
          { asset },
          address,
        );
        element.client = page!.client;
        await reaches('error');
        expect(asked).to.deep.equal([]);
        expect(logged.join()).to.contain(message);
      } finally {
        console.error = error;
      }
    });
  }

  it('is in the language of the page', async () => {
    const { element, box, reaches } = await shown(() => stx('1234500000'));
    await reaches('ready');
    box.lang = 'de';
    await waitUntil(() => text(element) === '1.234,5 STX');
    await waitUntil(() => inside(element, '.visually-hidden').innerText === 'Guthaben');
  });

  it('passes axe while it loads, when it is ready, and after an error', async () => {
    let answer: (body: unknown) => void = () => {};
    const { element, reaches } = await shown(() => new Promise((resolve) => (answer = resolve)));
    await reaches('loading');
    await expect(element).to.be.accessible();
    // No text that looks like a balance, also with forced colors.
    expect(inside(element, 'span').innerText.trim()).to.equal('Balance');
    await waitUntil(() => answer.length > 0);
    answer(stx('1'));
    await reaches('ready');
    await expect(element).to.be.accessible();
    page?.uninstall();
    const failed = await shown(() => new Response('', { status: 500 }));
    await failed.reaches('error');
    await expect(failed.element).to.be.accessible();
  });
});
