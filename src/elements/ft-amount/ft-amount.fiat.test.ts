import { expect, fixture, html } from '@open-wc/testing';
import { configure, getSettings } from '../../core/configure.js';
import type { PriceSource } from '../../core/types.js';
import { inside, installed, type Installed } from '../../testing/element-helpers.js';
import { pause, waitUntil } from '../../testing/wait-until.js';
import { SBTC } from '../../stacks/assets.js';
import { TESTNET_STX_ADDRESS } from '../../testing/transactions.js';
import '../wallet-context/define.js';
import type { FtAmount } from './ft-amount.js';
import './define.js';

const SETTINGS = Symbol.for('stacks-wallet-elements/settings@1');
const shared = globalThis as { [SETTINGS]?: object };
const TOKEN = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.honey-token::honey';
const TESTNET_TOKEN = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ.honey-token::honey';
const HONEY = { decimals: '6', symbol: 'HNY', principal: TOKEN };
const STX = { value: '2500000', principal: 'stx', fiat: 'eur' };
const FAR = 'margin-block-start: 500vh; display: block';
const { now } = Date;
let page: Installed | undefined;

/** The page with a source of prices, and what it was asked. */
function pricesOf(answer: (asset: string, currency: string) => unknown) {
  const asked: string[] = [];
  const prices = async (asset: string, currency: string): Promise<unknown> => {
    asked.push(`${asset} ${currency}`);
    return answer(asset, currency);
  };
  configure({ prices: prices as PriceSource });
  return asked;
}

async function amountOf(attributes: Record<string, string>, lang = 'en') {
  const box = await fixture<HTMLElement>(html`<p lang=${lang}></p>`);
  const amount = document.createElement('ft-amount');
  for (const [name, value] of Object.entries(attributes)) amount.setAttribute(name, value);
  box.append(amount);
  await amount.updateComplete;
  return { amount, box };
}

async function amountIn(box: Element): Promise<FtAmount> {
  const amount = Object.assign(document.createElement('ft-amount'), STX);
  box.append(amount);
  await amount.updateComplete;
  return amount;
}

const shown = (amount: FtAmount) => amount.shadowRoot!.textContent.replace(/\s+/g, ' ').trim();
const reaches = (amount: FtAmount, text: string) => waitUntil(() => shown(amount) === text, text);
/** Long enough for the module and a price to be shown, if they would be. */
const settle = () => pause(300);

/** What is written to the console meanwhile. */
async function loggedBy(
  method: 'error' | 'warn',
  call: (logged: readonly string[]) => Promise<void>,
) {
  const { [method]: original } = console;
  const logged: string[] = [];
  console[method] = (...said: unknown[]) => logged.push(said.map(String).join(' '));
  try {
    await call(logged);
  } finally {
    console[method] = original;
  }
  return logged;
}

describe('<ft-amount fiat>', () => {
  let settings: object;
  beforeEach(() => (settings = getSettings()));
  afterEach(() => {
    shared[SETTINGS] = settings;
    Date.now = now;
    page?.uninstall();
    page = undefined;
  });

  it('warns without a source of prices, once, with the remedy, and shows the amount alone', async () => {
    const logged = await loggedBy('warn', async (soFar) => {
      const { amount, box } = await amountOf(STX);
      box.append(amount.cloneNode());
      await waitUntil(() => soFar.length > 0, 'the warning');
      await settle();
      expect(shown(amount)).to.equal('2.5 STX');
    });
    expect(logged.length).to.equal(1);
    expect(logged[0]).to.contain(
      '<ft-amount>: `fiat` shows nothing without a source of prices: `configure({ prices })`',
    );
    expect(logged[0]).to.contain('docs/errors.md#prices');
  });

  it('takes a source that is set soon after the element', async () => {
    const logged = await loggedBy('warn', async () => {
      const { amount } = await amountOf(STX);
      await settle();
      pricesOf(() => ({ price: '0.5712' }));
      await reaches(amount, '2.5 STX (about €1.43)');
    });
    expect(logged).to.deep.equal([]);
  });

  for (const [attributes, price, text, asked] of [
    [STX, '0.5712', '2.5 STX (about €1.43)', 'stx eur'],
    [{ ...STX, fiat: ' USD ' }, '0.5712', '2.5 STX (about $1.43)', 'stx usd'],
    [{ ...STX, value: '1' }, '0.5712', '0.000001 STX (<€0.01)', 'stx eur'],
    [{ ...STX, value: '-2500000' }, '0.5712', '\u22122.5 STX (about \u2212€1.43)', 'stx eur'],
    [
      { value: '2500000', ...HONEY, fiat: 'eur' },
      '1.2e3',
      '2.5 HNY (about €3,000.00)',
      `${TOKEN} eur`,
    ],
    [
      { value: '1', principal: SBTC.mainnet, decimals: '8', symbol: 'sBTC', fiat: 'jpy' },
      '15000000',
      '0.00000001 sBTC (<¥1)',
      `${SBTC.mainnet} jpy`,
    ],
    [
      { ...STX, value: '9999999999999999', notation: 'compact' },
      '0.5',
      '9.9B STX (about €5B)',
      'stx eur',
    ],
  ] as const) {
    it(`shows ${text}`, async () => {
      const calls = pricesOf(() => ({ price }));
      const { amount } = await amountOf(attributes);
      await reaches(amount, text);
      expect(calls).to.deep.equal([asked]);
      expect(amount.matches(':state(stale)')).to.equal(false);
      await expect(amount).to.be.accessible();
    });
  }

  it('asks once for fifty amounts of one asset', async () => {
    const calls = pricesOf(() => ({ price: '1' }));
    const amounts = await Promise.all([...Array(50).keys()].map(() => amountOf(STX)));
    for (const { amount } of amounts) await reaches(amount, '2.5 STX (about €2.50)');
    expect(calls).to.deep.equal(['stx eur']);
  });

  it('asks when the amount comes near the viewport', async () => {
    const calls = pricesOf(() => ({ price: '1' }));
    const { amount, box } = await amountOf(STX);
    amount.remove();
    amount.setAttribute('style', FAR);
    box.append(amount);
    await settle();
    expect(calls).to.deep.equal([]);
    amount.removeAttribute('style');
    await reaches(amount, '2.5 STX (about €2.50)');
  });

  it('asks for another asset and another currency, and shows no value of the former', async () => {
    const calls = pricesOf((asset, currency) =>
      asset === 'stx' && currency === 'eur' ? { price: '1' } : undefined,
    );
    const { amount } = await amountOf(STX);
    await reaches(amount, '2.5 STX (about €2.50)');
    amount.fiat = 'usd';
    await amount.updateComplete;
    expect(shown(amount)).to.equal('2.5 STX');
    await waitUntil(() => calls.length === 2);
    amount.setAttribute('fiat', 'eur');
    await reaches(amount, '2.5 STX (about €2.50)');
    amount.removeAttribute('fiat');
    await reaches(amount, '2.5 STX');
    expect(calls).to.deep.equal(['stx eur', 'stx usd']);
  });

  it('shows that a price is five minutes old, with its time', async () => {
    const time = now() - 5 * 60_000;
    pricesOf(() => ({ price: '0.5712', time }));
    const { amount } = await amountOf(STX);
    const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(time);
    const isToday = new Date(time).getDate() === new Date().getDate();
    if (isToday)
      await reaches(amount, `2.5 STX (about €1.43 · price of ${clock})`.replace(/\s+/g, ' '));
    await waitUntil(() => amount.matches(':state(stale)'));
    expect(inside(amount, '[part=price-time]').innerText).to.match(/^price of .*\d:\d\d/);
    await expect(amount).to.be.accessible();
  });

  it('shows the date with the time of an older price', async () => {
    pricesOf(() => ({ price: '0.5712', time: Date.UTC(2026, 0, 15, 12) }));
    const { amount } = await amountOf(STX);
    await waitUntil(
      () => /about €1\.43 · price of Jan 15, 2026, \d/.test(shown(amount)),
      shown(amount),
    );
  });

  it('has the time of a price that is up to date as its title, and becomes stale by itself', async () => {
    const start = now();
    Date.now = () => start;
    pricesOf(() => ({ price: '0.5712', time: start - 5 * 60_000 + 700 }));
    const { amount } = await amountOf(STX);
    await reaches(amount, '2.5 STX (about €1.43)');
    expect(inside(amount, '[part=fiat]').title).to.match(/^price of .*\d:\d\d/);
    expect(amount.matches(':state(stale)')).to.equal(false);
    Date.now = now;
    await waitUntil(() => amount.matches(':state(stale)'));
    expect(inside(amount, '[part=fiat]')).not.to.have.attribute('title');
    amount.removeAttribute('fiat');
    await amount.updateComplete;
    expect(amount.matches(':state(stale)')).to.equal(false);
  });

  for (const [what, answer, fault] of [
    ['a number', { price: 0.5712 }, '`price` must be a string with the digits'],
    ['a negative price', { price: '-1' }, '`price` must be a string with the digits'],
    ['Infinity', { price: 'Infinity' }, '`price` must be a string with the digits'],
    ['text with direction marks', { price: '\u202e1' }, '`price` must be a string with the digits'],
    ['a time in seconds', { price: '1', time: 1_790_000_000 }, '`time` must be milliseconds'],
    ['no object', '0.5712', '`prices()` must be { price, time }, or undefined'],
  ] as const) {
    it(`shows nothing for ${what}, and says why in the console, once`, async () => {
      const logged = await loggedBy('error', async (soFar) => {
        pricesOf(() => answer);
        const { amount, box } = await amountOf(STX);
        box.append(amount.cloneNode());
        await waitUntil(() => soFar.length > 0, 'the error');
        await settle();
        expect(shown(amount)).to.equal('2.5 STX');
      });
      expect(logged.length).to.equal(1);
      expect(logged[0]).to.contain(`configure: \`prices\` for "stx" in eur: ${fault}`);
      expect(logged[0]).to.contain('docs/errors.md#prices');
    });
  }

  it('shows nothing if the source fails, and says so in the console', async () => {
    const logged = await loggedBy('error', async (soFar) => {
      pricesOf(() => {
        throw new Error('offline');
      });
      const { amount } = await amountOf(STX);
      await waitUntil(() => soFar.length > 0, 'the error');
      await settle();
      expect(shown(amount)).to.equal('2.5 STX');
    });
    expect(logged.length).to.equal(1);
    expect(logged[0]).to.match(/^configure: `prices` for "stx" in eur failed\..*offline/);
  });

  for (const [what, attributes, fault] of [
    ['no currency', { ...STX, fiat: 'euro' }, '`fiat` must be the three letters of a currency'],
    ['a sign', { ...STX, fiat: '€' }, '`fiat` must be the three letters of a currency'],
    ['no asset', { value: '1', decimals: '6', fiat: 'eur' }, '`fiat` needs the asset: `principal`'],
    [
      'an address',
      { ...HONEY, value: '1', principal: TOKEN.split('.')[0]!, fiat: 'eur' },
      '`fiat` needs the asset: `principal`',
    ],
  ] as const) {
    it(`names ${what} in the console, and asks nothing`, async () => {
      const calls = pricesOf(() => ({ price: '1' }));
      const logged = await loggedBy('warn', async (soFar) => {
        const { amount } = await amountOf({ symbol: 'X', ...attributes });
        await waitUntil(() => soFar.some((line) => line.includes(fault)), 'a warning');
        await pause(500);
        expect(inside(amount, '[part=amount]').innerText).not.to.equal('');
      });
      expect(calls).to.deep.equal([]);
      expect(logged.filter((line) => line.includes(fault)).length).to.equal(1);
    });
  }

  it('shows no value of an amount in base units', async () => {
    const calls = pricesOf(() => ({ price: '1' }));
    const attributes = { ...HONEY, value: '25', decimals: '99', fiat: 'eur' };
    const { amount } = await amountOf(attributes);
    await waitUntil(() => calls.length === 1);
    await settle();
    expect(shown(amount)).to.equal('25 base units (HNY)');
  });

  describe('asks nothing for coins of a testnet:', () => {
    const onTestnet: readonly [title: string, show: () => Promise<FtAmount>][] = [
      [
        'a token of a contract there',
        async () => {
          const { amount } = await amountOf({ ...HONEY, ...STX, principal: TESTNET_TOKEN });
          return amount;
        },
      ],
      [
        'STX in a <wallet-context> of that network',
        async () => {
          const context = await fixture(html`<wallet-context network="testnet"></wallet-context>`);
          return amountIn(context);
        },
      ],
      [
        'STX where a wallet is connected there',
        async () => {
          page = await installed({
            connected: true,
            addresses: [{ symbol: 'STX', address: TESTNET_STX_ADDRESS, publicKey: '' }],
          });
          const context = await fixture(
            html`<wallet-context .client=${page.client}></wallet-context>`,
          );
          return amountIn(context);
        },
      ],
      [
        'STX with that network',
        async () => {
          const { amount } = await amountOf({ ...STX, network: 'testnet' });
          return amount;
        },
      ],
      [
        'STX on a page of that network',
        async () => {
          configure({ network: 'testnet' });
          const { amount } = await amountOf(STX);
          return amount;
        },
      ],
    ];
    for (const [title, show] of onTestnet) {
      it(title, async () => {
        const calls = pricesOf(() => ({ price: '1' }));
        const amount = await show();
        await settle();
        expect(shown(amount)).to.match(/^2\.5 (?:STX|HNY)$/);
        expect(calls).to.deep.equal([]);
      });
    }

    it('and shows no value once a wallet is connected there', async () => {
      pricesOf(() => ({ price: '1' }));
      page = await installed({
        addresses: [{ symbol: 'STX', address: TESTNET_STX_ADDRESS, publicKey: '' }],
      });
      const context = await fixture(html`<wallet-context .client=${page.client}></wallet-context>`);
      const amount = await amountIn(context);
      await reaches(amount, '2.5 STX (about €2.50)');
      await page.client.connect();
      await reaches(amount, '2.5 STX');
    });
  });

  it('is in the language of the page', async () => {
    pricesOf(() => ({ price: '0.5712', time: Date.UTC(2026, 0, 15, 12) }));
    const { amount } = await amountOf(STX, 'de');
    await waitUntil(
      () =>
        /^2,5 STX \(etwa 1,43 € · Stand des Kurses: 15\.01\.2026, \d\d:\d\d\)$/.test(shown(amount)),
      shown(amount),
    );
    expect(inside(amount, '[part=fiat]').lang).to.equal('de');
  });
});
