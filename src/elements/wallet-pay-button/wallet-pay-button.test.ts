import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { resetMouse, sendKeys } from '@web/test-runner-commands';
import { createPaymentHandler, type PaymentHandlerOptions } from '../../payments/server/handler.js';
import { memoryPaymentStore } from '../../payments/server/stores.js';
import { configure, getSettings } from '../../core/configure.js';
import { atRest, inside, installed, press, type Installed } from '../../testing/element-helpers.js';
import { answering, type Behaviour } from '../../testing/fake-wallet.js';
import {
  listsOf,
  PAID,
  PAYER,
  sbtcChain,
  serviceFor,
  SHOP,
  stxChain,
  type Override,
  type PaymentChain,
} from '../../testing/payment-service.js';
import { waitUntil } from '../../testing/wait-until.js';
import { loadMessages, locales } from '../messages/registry.js';
import type { FtAmount } from '../ft-amount/ft-amount.js';
import type { WalletPayButton } from './wallet-pay-button.js';
import './define.js';

const PRICE = { to: SHOP, asset: 'stx', amount: 5_000_000n };
const TWO = {
  to: SHOP,
  accepts: [
    { asset: 'sbtc', amount: 2500n },
    { asset: 'stx', amount: 5_000_000n },
  ],
};
const ATTRIBUTES = { to: SHOP, amount: '5000000', order: 'A-1042', endpoint: '/pay' };
const HONEY = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token::honey';
const SENDS = answering({
  stx_transferStx: { txid: PAID },
  stx_callContract: { txid: PAID.slice(2) },
});
const rejecting =
  (code: number, message: string): Behaviour =>
  () =>
    Promise.reject({ jsonrpc: '2.0', id: '1', error: { code, message } });

/** Attributes with a mistake: what the console names. */
const MISTAKES: readonly (readonly [field: string, attributes: object])[] = [
  ['to', { to: '' }],
  ['to', { to: `${SHOP.slice(0, -1)}J` }],
  ['to', { network: 'testnet' }],
  ['amount', { amount: '' }],
  ['amount', { amount: '0' }],
  ['amount', { amount: '2.5' }],
  ['amount', { amount: '5 STX' }],
  ['asset', { asset: 'sbtc-token' }],
  ['asset', { accepts: 'bitcoin:5' }],
  ['amount', { accepts: 'sbtc:2500 stx' }],
  ['order', { order: 'x'.repeat(35) }],
  ['expires', { expires: 'tomorrow' }],
  ['endpoint', { endpoint: 'https://evil.example/pay' }],
  ['endpoint', { endpoint: 'javascript:alert(1)' }],
  ['endpoint', { endpoint: '//evil.example' }],
];

interface Setup extends Partial<PaymentHandlerOptions> {
  readonly behaviour?: Behaviour;
  readonly connected?: boolean;
  readonly chain?: PaymentChain;
  readonly override?: Override;
}

describe('<wallet-pay-button>', () => {
  const { fetch } = window;
  const { error } = console;
  const { now } = Date;
  let page: Installed;
  let asked: string[];
  let chain: PaymentChain;
  let consoleErrors: string[];
  /** Replaces the answer of the server. */
  let answer: ((path: string, body: string) => Response | undefined) | undefined;

  beforeEach(() => {
    localStorage.removeItem('stacks-wallet-elements/payments@1');
    consoleErrors = [];
    answer = undefined;
    console.error = (message: unknown) => consoleErrors.push(String(message));
  });

  const releases: (() => void)[] = [];
  /** A wallet that does not answer before the end of the test. Until then no other is asked for the order. */
  const hanging: Behaviour = (call) =>
    new Promise<void>((resolve) => releases.push(resolve)).then(() => rejecting(4001, 'No.')(call));

  afterEach(async () => {
    for (const release of releases.splice(0)) release();
    window.fetch = fetch;
    console.error = error;
    Date.now = now;
    page.uninstall();
    localStorage.removeItem('stacks-wallet-elements/payments@1');
    await resetMouse();
  });

  /** A button, a wallet, and the real handler of a server over a simulated API. */
  async function button(attributes: object = ATTRIBUTES, setup: Setup = {}) {
    const { behaviour = SENDS, connected = true, override, chain: own, ...options } = setup;
    chain = own ?? stxChain();
    asked = [];
    const service = serviceFor(chain, 'v3', override);
    const handler = createPaymentHandler({
      ...{ origin: location.origin, store: memoryPaymentStore(), orders: () => PRICE },
      ...{ fetch: service.fetch, stacksApi: service.stacksApi, perMinute: 1000 },
      ...options,
    });
    window.fetch = async (input, init = {}) => {
      const { href, pathname } = new URL(input as string, location.href);
      if (!pathname.startsWith('/pay')) return fetch(input, init);
      asked.push(pathname);
      // As a server reads it: in a browser no page can set `Origin`, and in Firefox a Request has no `body`.
      const headers = new Headers({ ...(init.headers as object) });
      const seen = {
        url: href,
        method: init.method,
        headers: {
          get: (name: string) => (name === 'origin' ? location.origin : headers.get(name)),
        },
        body: new Response(init.body).body,
      } as unknown as Request;
      return answer?.(pathname, init.body as string) ?? handler.handle(seen);
    };
    page = await installed({ behaviour, connected });
    return add(attributes);
  }

  async function add(attributes: object = ATTRIBUTES) {
    const element = document.createElement('wallet-pay-button');
    element.client = page.client;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    const holder = await fixture<HTMLElement>(html`<div></div>`);
    holder.append(element);
    await element.updateComplete;
    return element;
  }

  const inner = (element: WalletPayButton) => inside<HTMLButtonElement>(element, 'button');
  const label = (element: WalletPayButton) =>
    inside(element, '#shown').textContent.replace(/\s+/g, ' ').trim();
  const stateText = (element: WalletPayButton) =>
    element.shadowRoot!.querySelector('[part=state]')?.textContent.trim() ?? '';
  const isUsable = (element: WalletPayButton) =>
    !inner(element).disabled && inner(element).ariaDisabled !== 'true';
  const alerted = (element: WalletPayButton) => inside(element, '[role=alert]').textContent;
  const announced = (element: WalletPayButton) => inside(element, '[role=status]').textContent;
  const reach = async (element: WalletPayButton, status: string) => {
    await waitUntil(() => element.status === status);
    await element.updateComplete;
  };

  it('shows the exact amount with its unit, and asks nobody before a press', async () => {
    const element = await button();
    expect(label(element)).to.equal('Pay 5 STX');
    await aTimeout(50);
    expect([asked, page.wallet.calls, consoleErrors]).to.deep.equal([[], [], []]);
    expect(element.status).to.equal('idle');
  });

  for (const [asset, amount, shown] of [
    ['stx', '1', 'Pay 0.000001 STX'],
    ['sbtc', '2500', 'Pay 0.000025 sBTC'],
    ['usdcx', '990000', 'Pay 0.99 USDCx'],
    ['stx', '9007199254740993', 'Pay 9,007,199,254.740993 STX'],
  ] as const) {
    it(`shows ${amount} of ${asset} as ${shown}`, async () => {
      expect(label(await button({ ...ATTRIBUTES, asset, amount }))).to.equal(shown);
    });
  }

  it('shows a token that is not known with <ft-amount>, which does not guess its decimals', async () => {
    const element = await button({ ...ATTRIBUTES, asset: HONEY, amount: '12' });
    const { value, principal } = inside<FtAmount>(element, 'ft-amount');
    expect([value, principal]).to.deep.equal([12n, HONEY]);
  });

  it('pays: asks the server for the price, then the wallet, then the server until it is paid', async () => {
    chain = stxChain();
    chain.row.status = 'pending';
    const element = await button(ATTRIBUTES, { chain });
    const sent = oneEvent(element, 'wallet-pay-sent');
    const paid = oneEvent(element, 'wallet-pay-paid');
    const ownWidth = inner(element).offsetWidth;
    await press(inner(element));
    expect(await sent).to.include({ txid: PAID });
    expect(page.wallet.calls.map(({ method }) => method)).to.deep.equal(['stx_transferStx']);
    expect(page.wallet.calls[0]!.params).to.include({ memo: 'A-1042', amount: '5000000' });
    await reach(element, 'seen');
    expect(stateText(element)).to.equal('Waiting for confirmation…');
    expect(inner(element).offsetWidth, 'whatever the text below').to.equal(ownWidth);
    element.style.inlineSize = '400px';
    expect(inner(element).offsetWidth, 'as wide as a page makes it').to.equal(400);
    element.style.inlineSize = '';
    const { width, height } = element.getBoundingClientRect();
    chain.row.status = 'success';
    expect(await paid).to.include({ txid: PAID });
    await reach(element, 'paid');
    expect([stateText(element), label(element)]).to.deep.equal(['0x5a5a…5a5a', 'Paid 5 STX']);
    expect(inside(element, '#shown > svg'), 'a tick beside the word').to.not.equal(null);
    const paidSize = element.getBoundingClientRect();
    expect(paidSize.width).to.equal(width);
    // A line with text beside the link differs by a part of a pixel.
    expect(paidSize.height).to.be.closeTo(height, 0.1);
    expect(inner(element).offsetWidth).to.equal(ownWidth);
    // Not `disabled`, which would take the focus of the keyboard away.
    expect([isUsable(element), inner(element).disabled]).to.deep.equal([false, false]);
    expect(element.shadowRoot!.activeElement).to.equal(inner(element));
    expect(asked[0]).to.equal('/pay/order');
    await press(inner(element));
    expect(page.wallet.calls).to.have.length(1);
  });

  it('connects a wallet in the same press', async () => {
    const behaviour: Behaviour = (call) =>
      call.method === 'stx_transferStx'
        ? SENDS(call)
        : answering({ getAddresses: { addresses: [{ symbol: 'STX', address: PAYER, publicKey: '03d5d038bce81b3965314dba54f636f093c7dbdd6617cded013a53474fbccb100c' }] } })(call); // prettier-ignore
    const element = await button(ATTRIBUTES, { behaviour, connected: false });
    await press(inner(element));
    await reach(element, 'paid');
    expect(page.client.isConnected()).to.equal(true);
    expect(page.wallet.calls.at(-1)!.method).to.equal('stx_transferStx');
  });

  it('finds its own payment after a reload, and asks the server, not the wallet', async () => {
    chain = stxChain();
    chain.row.status = 'pending';
    const first = await button(ATTRIBUTES, { chain });
    await press(inner(first));
    await reach(first, 'seen');
    first.remove();
    const again = await add();
    await reach(again, 'seen');
    chain.row.status = 'success';
    await reach(again, 'paid');
    expect(page.wallet.calls).to.have.length(1);
    const other = await add({ ...ATTRIBUTES, order: 'A-1043' });
    expect(other.status).to.equal('idle');
  });

  it('does not let a second element pay the same order again', async () => {
    chain = stxChain();
    chain.row.status = 'pending';
    const first = await button(ATTRIBUTES, { chain });
    const second = await add();
    await press(inner(first));
    await reach(first, 'seen');
    await press(inner(second));
    await reach(second, 'seen');
    expect(page.wallet.calls).to.have.length(1);
  });

  it('sends one payment for two presses', async () => {
    const element = await button();
    inner(element).focus();
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: ' ' });
    await reach(element, 'paid');
    expect(page.wallet.calls).to.have.length(1);
  });

  it('ignores a click of a script', async () => {
    const element = await button();
    inner(element).click();
    await aTimeout(50);
    expect([asked, page.wallet.calls]).to.deep.equal([[], []]);
  });

  it('lets the user choose one of several assets', async () => {
    const attributes = { ...ATTRIBUTES, amount: '', accepts: 'sbtc:2500 stx:5000000' };
    const element = await button(attributes, { chain: sbtcChain(), orders: () => TWO });
    const radios = [...element.shadowRoot!.querySelectorAll('input')];
    expect(radios.map(({ checked }) => checked)).to.deep.equal([true, false]);
    expect(label(element)).to.equal('Pay 0.000025 sBTC');
    radios[0]!.focus();
    await sendKeys({ press: 'ArrowDown' });
    await element.updateComplete;
    expect(label(element)).to.equal('Pay 5 STX');
    await sendKeys({ press: 'ArrowUp' });
    await element.updateComplete;
    await press(inner(element));
    await reach(element, 'paid');
    expect(page.wallet.calls[0]!.method).to.equal('stx_callContract');
    expect(element.shadowRoot!.querySelector('input')).to.equal(null);
  });

  it('shows the balance of each of several assets, once a wallet is connected, and nothing moves', async () => {
    const attributes = { ...ATTRIBUTES, amount: '', accepts: 'sbtc:2500 stx:5000000 usdcx:990000' };
    const given = getSettings();
    configure({
      fetch: async (input) => {
        const path = decodeURIComponent(new URL(String(input)).pathname);
        if (path.endsWith('/balances/stx')) return Response.json({ balance: '12500000', available: '12500000', locked: null, mempool: null }); // prettier-ignore
        if (path.includes('usdcx')) return Response.json({}, { status: 500 });
        return Response.json({ balance: '100000' });
      },
    });
    try {
      const away = await button(attributes, { connected: false, orders: () => TWO });
      expect(away.shadowRoot!.querySelector('wallet-balance')).to.equal(null);
      const place = () => {
        const { top, left, width } = inner(document.querySelector('wallet-pay-button')!).getBoundingClientRect(); // prettier-ignore
        return [top, left, width].map(Math.round);
      };
      const before = place();
      away.remove();
      let shift = 0;
      const shifts = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value; // prettier-ignore
      });
      const element = await button(attributes, { orders: () => TWO });
      expect(place()).to.deep.equal(before);
      if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) shifts.observe({ type: 'layout-shift' }); // prettier-ignore
      const balances = () =>
        [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part=choice]')].map((choice) => {
          const amount = choice.querySelector('wallet-balance')!.shadowRoot?.querySelector('ft-amount'); // prettier-ignore
          const shown =
            getComputedStyle(choice.querySelector('[part=balance]')!).visibility === 'visible';
          return shown && amount?.shadowRoot?.textContent.replace(/\s+/g, ' ').trim();
        });
      await waitUntil(() => balances()[2] === false && balances()[0] && balances()[1]);
      // That of the token which cannot be read is not there.
      expect(balances()).to.deep.equal(['0.001 sBTC', '12.5 STX', false]);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
      shifts.disconnect();
      expect([shift, place()]).to.deep.equal([0, before]);
      await expect(element).to.be.accessible();
    } finally {
      configure(given);
    }
  });

  for (const [title, orders, code, text] of [
    ['another amount', () => ({ ...PRICE, amount: 6_000_000n }), 'price-changed', 'The price has changed. Nothing was paid. Reload the page.'],
    ['another receiver', () => ({ ...PRICE, to: PAYER }), 'price-changed', 'The price has changed. Nothing was paid. Reload the page.'],
    ['another asset', () => ({ ...PRICE, asset: 'sbtc' }), 'price-changed', 'The price has changed. Nothing was paid. Reload the page.'],
    ['an end', () => ({ ...PRICE, expires: '2099-01-01T00:00Z' }), 'price-changed', 'The price has changed. Nothing was paid. Reload the page.'],
    ['no such order', () => undefined, 'unknown-order', 'This order is not known, or is closed. Nothing was paid.'],
    ['an error', () => { throw new Error('offline'); }, 'server', 'The website couldn’t be reached. Nothing was paid. Try again.'],
  ] as const) {
    it(`asks no wallet if the server has ${title}`, async () => {
      const element = await button(ATTRIBUTES, { orders });
      const failed = oneEvent(element, 'wallet-pay-error');
      await press(inner(element));
      expect(await failed).to.include({ code });
      await element.updateComplete;
      expect(alerted(element)).to.equal(text);
      expect(page.wallet.calls).to.deep.equal([]);
    });
  } // prettier-ignore

  it('asks no wallet if the server answers without a price, and can be pressed again', async () => {
    const element = await button();
    for (const wrong of [
      () => Response.json({ ok: true, accepts: 'all' }),
      () => Response.json([]),
      () => new Response(null, { status: 502 }),
      () => new Response('<html>', { status: 500 }),
    ]) {
      answer = wrong;
      asked.length = 0;
      inner(element).focus();
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => asked.length === 1 && element.status === 'failed');
      await element.updateComplete;
      expect(alerted(element)).to.contain('couldn’t be reached');
    }
    expect(page.wallet.calls).to.deep.equal([]);
    answer = undefined;
    await sendKeys({ press: 'Enter' });
    await reach(element, 'paid');
  });

  for (const [what, wrong] of [
    ['a page', () => new Response('<html>')],
    ['a page of 404', () => new Response('<html>', { status: 404 })],
    ['405', () => Response.json({}, { status: 405 })],
  ] as const) {
    it(`names the route in the console if it answers with ${what}, and asks no wallet`, async () => {
      const element = await button();
      answer = wrong;
      await press(inner(element));
      await waitUntil(() => alerted(element).includes('couldn\u2019t be reached'));
      answer = undefined;
      expect(consoleErrors).to.have.lengthOf(1);
      expect(consoleErrors[0]).to.match(
        /^watchPayment: http\S+\/pay\/order answered [24]0[045].*: no route of payments is there for POST: check `endpoint`.*#pay-route$/,
      );
      expect(page.wallet.calls).to.deep.equal([]);
    });
  }

  it('names both origins in the console if the server expects another one, and asks no wallet', async () => {
    const element = await button(ATTRIBUTES, { origin: 'https://shop.example.com' });
    await press(inner(element));
    await waitUntil(() => alerted(element).includes('couldn\u2019t be reached'));
    expect(consoleErrors[0]).to.contain('"https://shop.example.com"').and.contain(location.origin);
    expect(page.wallet.calls).to.deep.equal([]);
  });

  it('says quietly that the user declined, and can be pressed again', async () => {
    const element = await button(ATTRIBUTES, { behaviour: rejecting(-32000, 'No.') });
    const failed = oneEvent(element, 'wallet-pay-error');
    await press(inner(element));
    expect(await failed).to.include({ code: 'user-rejected', txid: undefined });
    await element.updateComplete;
    expect([alerted(element), announced(element)]).to.deep.equal(['', 'You declined. Nothing was paid.']); // prettier-ignore
    expect(inner(element).disabled).to.equal(false);
  });

  it('looks for the payment before it asks a wallet again that has failed', async () => {
    const element = await button(ATTRIBUTES, { behaviour: rejecting(-32603, 'Busy.') });
    await press(inner(element));
    await waitUntil(() => alerted(element).includes('Couldn’t pay. Your wallet says: “Busy.”'));
    answer = (path) =>
      path === '/pay/status' ? Response.json({ ok: true, status: 'paid', txid: PAID }) : undefined;
    await press(inner(element));
    await reach(element, 'paid');
    expect(page.wallet.calls).to.have.length(1);
  });

  describe('once a wallet was asked', () => {
    const again = async (element: WalletPayButton) => {
      inner(element).focus();
      await sendKeys({ press: 'Enter' });
    };
    /** What this browser remembers of the order. */
    const KEY = JSON.stringify([`${location.origin}/pay/`, 'A-1042']);
    const stored = () => (JSON.parse(localStorage.getItem('stacks-wallet-elements/payments@1') ?? '{}') as Record<string, string>)[KEY]; // prettier-ignore
    const store = (txid: string) => localStorage.setItem('stacks-wallet-elements/payments@1', JSON.stringify({ [KEY]: txid })); // prettier-ignore
    const OTHER = `0x${'5b'.repeat(32)}`;
    const statusOnly = (status: unknown, txid: string | null = null) =>
      (answer = (path) => path === '/pay/status' ? Response.json({ ok: true, status, txid }) : undefined); // prettier-ignore

    for (const [what, between] of [
      ['the server cannot say', () => statusOnly('service')],
      ['the server fails', () => (answer = (path) => path === '/pay/status' ? new Response('', { status: 500 }) : undefined)], // prettier-ignore
      ['the price is another one', () => (answer = (path) => path === '/pay/order' ? Response.json({ ok: true, accepts: [] }) : undefined)], // prettier-ignore
      ['nothing is reached', () => (answer = () => new Response('', { status: 502 }))],
    ] as const) {
      it(`asks the server at every press, also after one at which ${what}`, async () => {
        const element = await button(ATTRIBUTES, { behaviour: rejecting(-32603, 'Busy.') });
        await press(inner(element));
        await reach(element, 'failed');
        between();
        for (const count of [2, 3]) {
          asked.length = 0;
          await again(element);
          await waitUntil(() => asked.length > 0 && element.status === 'failed');
          expect(page.wallet.calls, `at press ${count}`).to.have.length(1);
        }
        statusOnly('paid', PAID);
        await again(element);
        await reach(element, 'paid');
        expect(page.wallet.calls).to.have.length(1);
      });
    }

    it('asks the server first also in a browser that stores nothing', async () => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = () => {
        throw new DOMException('Full.', 'QuotaExceededError');
      };
      try {
        const element = await button(ATTRIBUTES, { behaviour: rejecting(-32603, 'Busy.') });
        await press(inner(element));
        await reach(element, 'failed');
        statusOnly('paid', PAID);
        await again(element);
        await reach(element, 'paid');
        expect(page.wallet.calls).to.have.length(1);
      } finally {
        Storage.prototype.setItem = setItem;
      }
    });

    it('says that the user may have paid, if the server cannot say', async () => {
      const element = await button(ATTRIBUTES, { behaviour: rejecting(-32603, 'Busy.') });
      await press(inner(element));
      await reach(element, 'failed');
      statusOnly('service');
      const failed = oneEvent(element, 'wallet-pay-error');
      await again(element);
      expect(await failed).to.include({ code: 'status-unknown', txid: undefined });
      await waitUntil(() => alerted(element).startsWith('You may have paid already.'));
    });

    it('finds a payment that waits for a block, and does not ask the wallet again', async () => {
      const own = stxChain();
      own.row.status = 'pending';
      const behaviour = rejecting(-32603, 'Busy.');
      const lists = listsOf(own);
      const override: Override = (path) =>
        lists(path.replace(page.client.state.stxAddress!, PAYER));
      const element = await button(ATTRIBUTES, { behaviour, chain: own, override });
      await press(inner(element));
      await reach(element, 'failed');
      await again(element);
      await reach(element, 'seen');
      own.row.status = 'success';
      await reach(element, 'paid');
      expect(page.wallet.calls).to.have.length(1);
    });

    it('asks the server first after a reload while the wallet was open', async () => {
      const first = await button(ATTRIBUTES, { behaviour: hanging });
      await press(inner(first));
      await reach(first, 'confirming');
      first.remove();
      const reloaded = await add();
      expect(reloaded.status).to.equal('idle');
      statusOnly('paid', PAID);
      await press(inner(reloaded));
      await reach(reloaded, 'paid');
      expect(page.wallet.calls).to.have.length(1);
    });

    /** An API that knows no transfer, nor what waits for a block. */
    const none: Override = (path) =>
      /\/(?:transfers|mempool)\//.test(path) ? Response.json({ results: [] }) : undefined;
    const longAgo = () => Date.now() - 3_600_000;
    const failsOnce = (code: number): Behaviour => {
      let count = 0;
      return (call) => ((count += 1) > 1 ? SENDS(call) : rejecting(code, 'No.')(call));
    };

    it('asks the wallet again if the user declined, whatever the server can say', async () => {
      const element = await button(ATTRIBUTES, { behaviour: failsOnce(-32000) });
      await press(inner(element));
      await reach(element, 'failed');
      expect(stored()).to.equal(undefined);
      const [paid] = [oneEvent(element, 'wallet-pay-sent')];
      statusOnly('service');
      await again(element);
      await paid;
      expect(page.wallet.calls).to.have.length(2);
    });

    it('waits for services to list it also if the user has read the wallet for a minute', async () => {
      let later = 0;
      const slow: Behaviour = (call) => {
        later = 60_000;
        return rejecting(-32603, 'Broken.')(call);
      };
      Date.now = () => now() + later;
      const element = await button(ATTRIBUTES, { behaviour: slow, override: none });
      await press(inner(element));
      await reach(element, 'failed');
      const failed = oneEvent(element, 'wallet-pay-error');
      await again(element);
      expect(await failed).to.include({ code: 'status-unknown' });
      expect(page.wallet.calls).to.have.length(1);
    });

    it('asks the server again if another tab has asked a wallet while the price was fetched', async () => {
      const element = await button(ATTRIBUTES, { override: none });
      answer = (path) => {
        if (path === '/pay/order') store(`asked ${Date.now()} ${Date.now()} ${PAYER}`);
        return undefined;
      };
      const failed = oneEvent(element, 'wallet-pay-error');
      await press(inner(element));
      expect(await failed).to.include({ code: 'status-unknown' });
      expect(page.wallet.calls).to.deep.equal([]);
    });

    it('asks the server about each account that was asked', async () => {
      const element = await button(ATTRIBUTES, { behaviour: failsOnce(-32603), override: none });
      store(`asked ${longAgo()} ${longAgo()} ${PAYER}`);
      await press(inner(element));
      await reach(element, 'failed');
      expect(page.wallet.calls).to.have.length(1);
      expect(stored()).to.match(new RegExp(` ${PAYER},${page.client.state.stxAddress}$`));
      const accounts: unknown[] = [];
      answer = (path, text) => {
        if (path === '/pay/status') accounts.push((JSON.parse(text) as { from: string }).from);
        return undefined;
      };
      const failed = oneEvent(element, 'wallet-pay-error');
      await again(element);
      expect(await failed).to.include({ code: 'status-unknown' });
      expect(accounts).to.deep.equal([PAYER, page.client.state.stxAddress]);
    });

    it('pays in a browser that refuses locks, as with blocked cookies', async function () {
      if (!('locks' in navigator)) this.skip(); // Only a secure context has them.
      const { request } = LockManager.prototype;
      LockManager.prototype.request = () =>
        Promise.reject(new DOMException('Refused.', 'SecurityError'));
      try {
        const element = await button();
        await press(inner(element));
        await reach(element, 'paid');
      } finally {
        LockManager.prototype.request = request;
      }
    });

    it('asks the wallet again if nothing was found when services have had the time to list it', async () => {
      const element = await button(ATTRIBUTES, { behaviour: failsOnce(-32603), override: none });
      await press(inner(element));
      await reach(element, 'failed');
      const failed = oneEvent(element, 'wallet-pay-error');
      await again(element);
      expect(await failed).to.include({ code: 'status-unknown' });
      expect(page.wallet.calls).to.have.length(1);
      Date.now = () => now() + 11_000;
      await again(element);
      await reach(element, 'paid');
      expect(page.wallet.calls).to.have.length(2);
    });

    it('names the account that was asked, and how long ago, also when no wallet is connected', async () => {
      const element = await button(ATTRIBUTES, { connected: false });
      store(`asked ${longAgo()} ${longAgo()} ${PAYER}`);
      let body: { from?: string; age?: number } = {};
      answer = (path, text) => {
        if (path !== '/pay/status') return undefined;
        body = JSON.parse(text) as typeof body;
        return Response.json({ ok: true, status: 'pending', txid: PAID });
      };
      await press(inner(element));
      await reach(element, 'seen');
      expect(body.from).to.equal(PAYER);
      expect(body.age).to.be.within(3_600_000, 3_660_000);
      expect(page.wallet.calls).to.deep.equal([]);
    });

    it('asks no server without an endpoint, whatever the wallet answered', async () => {
      const behaviour = rejecting(-32603, 'Busy.');
      const element = await button({ to: SHOP, amount: '5' }, { behaviour });
      const { fetch: server } = window;
      const urls: unknown[] = [];
      window.fetch = (...call) => (urls.push(call[0]), server(...call));
      await press(inner(element));
      await reach(element, 'failed');
      document.dispatchEvent(new Event('visibilitychange'));
      await aTimeout(50);
      expect(urls.filter((url) => String(url).includes('status'))).to.deep.equal([]);
    });

    it('finds without a press what was sent before a reload, also after the time to pay', async () => {
      await button(ATTRIBUTES, { override: listsOf(stxChain()) });
      store(`asked ${longAgo()} ${longAgo()} ${PAYER}`);
      const element = await add({ ...ATTRIBUTES, expires: new Date(longAgo()).toISOString() });
      await reach(element, 'paid');
      expect(page.wallet.calls).to.deep.equal([]);
    });

    it('does not ask for a second proposal, which others may sign too', async () => {
      const proposed = answering({ stx_transferStx: { status: 'proposed' } });
      const first = await button(ATTRIBUTES, { behaviour: proposed, override: none });
      await press(inner(first));
      await reach(first, 'failed');
      first.remove();
      Date.now = () => now() + 3_600_000;
      const reloaded = await add();
      const failed = oneEvent(reloaded, 'wallet-pay-error');
      await press(inner(reloaded));
      expect(await failed).to.include({ code: 'status-unknown' });
      expect(page.wallet.calls).to.have.length(1);
    });

    it('does not ask a wallet while another button, or another tab, asks one for the same order', async function () {
      if (!('locks' in navigator)) this.skip(); // Only a secure context has them.
      const first = await button(ATTRIBUTES, {
        behaviour: hanging,
        override: none,
      });
      await press(inner(first));
      await reach(first, 'confirming');
      const second = await add();
      store(`asked ${longAgo()} ${longAgo()} ${page.client.state.stxAddress}`);
      const failed = oneEvent(second, 'wallet-pay-error');
      inner(second).focus();
      await sendKeys({ press: 'Enter' });
      expect(await failed).to.include({ code: 'status-unknown' });
      expect(page.wallet.calls).to.have.length(1);
    });

    it('shows what another button of the page has sent', async () => {
      const element = await button();
      const other = await add();
      await press(inner(element));
      await reach(other, 'paid');
      expect(page.wallet.calls).to.have.length(1);
    });

    it('keeps what another tab asks just now, when its own transaction has failed', async () => {
      const own = stxChain();
      own.row.status = 'pending';
      const element = await button(ATTRIBUTES, { chain: own });
      await press(inner(element));
      await reach(element, 'seen');
      const asking = `asked ${longAgo()} ${longAgo()} ${PAYER}`;
      store(asking);
      statusOnly('failed', PAID);
      await reach(element, 'failed');
      expect(stored()).to.equal(asking);
    });

    it('follows the transaction that an error of the wallet names', async () => {
      const error = { code: -32603, message: 'Not sure.', data: { txid: PAID.slice(2) } };
      const element = await button(ATTRIBUTES, { behaviour: () => Promise.reject({ jsonrpc: '2.0', id: '1', error }) }); // prettier-ignore
      await press(inner(element));
      await reach(element, 'paid');
      expect(stored()).to.equal(PAID);
    });

    it('shows an order that was paid on another device, and asks no wallet', async () => {
      const orders = () => ({ ...PRICE, paid: PAID });
      const element = await button(ATTRIBUTES, { orders });
      const paid = oneEvent(element, 'wallet-pay-paid');
      await press(inner(element));
      expect(await paid).to.include({ txid: PAID });
      expect(page.wallet.calls).to.deep.equal([]);
    });

    it('asks no wallet if the user has paid in another tab while the picker was open', async () => {
      const behaviour: Behaviour = (call) => {
        if (call.method === 'stx_transferStx') return SENDS(call);
        store(PAID);
        return answering({ getAddresses: { addresses: [{ symbol: 'STX', address: PAYER, publicKey: '03d5d038bce81b3965314dba54f636f093c7dbdd6617cded013a53474fbccb100c' }] } })(call); // prettier-ignore
      };
      const element = await button(ATTRIBUTES, { behaviour, connected: false });
      await press(inner(element));
      await reach(element, 'paid');
      expect(page.wallet.calls.map(({ method }) => method)).to.not.include('stx_transferStx');
    });

    it('follows the payment of another tab when its own has failed', async () => {
      const own = stxChain();
      own.row.status = 'pending';
      const element = await button(ATTRIBUTES, { chain: own });
      await press(inner(element));
      await reach(element, 'seen');
      store(OTHER);
      answer = (path, body) => {
        if (path !== '/pay/status') return undefined;
        const { txid } = JSON.parse(body) as { txid?: string };
        return Response.json({ ok: true, status: txid === OTHER ? 'paid' : 'failed', txid });
      };
      const paid = oneEvent(element, 'wallet-pay-paid');
      expect(await paid).to.include({ txid: OTHER });
      expect(stored()).to.equal(OTHER);
    });

    it('says that the transaction which has replaced its own came too late', async () => {
      const element = await button();
      let isReplaced = false;
      answer = (path, body) => {
        if (path !== '/pay/status') return undefined;
        const { txid } = JSON.parse(body) as { txid?: string };
        const status = !isReplaced ? 'pending' : txid === PAID ? 'not-found' : 'expired';
        return Response.json({ ok: true, status, txid: txid ?? OTHER });
      };
      await press(inner(element));
      await reach(element, 'seen');
      isReplaced = true;
      const failed = oneEvent(element, 'wallet-pay-error');
      expect(await failed).to.include({ code: 'expired', txid: OTHER });
    });

    it('tells a failure once, whatever another tab stores of another order', async () => {
      const own = stxChain();
      own.row.token_transfer = { recipient: SHOP, amount: '1', memo: null };
      const element = await button(ATTRIBUTES, { chain: own });
      await press(inner(element));
      await reach(element, 'failed');
      let count = 0;
      element.addEventListener('wallet-pay-error', () => (count += 1));
      element.addEventListener('wallet-pay-sent', () => (count += 1));
      window.dispatchEvent(new StorageEvent('storage', { key: 'stacks-wallet-elements/payments@1' })); // prettier-ignore
      await aTimeout(100);
      expect([count, element.status]).to.deep.equal([0, 'failed']);
    });
  });

  it('asks for the price again after the clock was set back', async () => {
    const element = await button();
    inner(element).focus();
    await waitUntil(() => asked.length === 1);
    await aTimeout(50);
    Date.now = () => now() - 3_600_000;
    await press(inner(element));
    await waitUntil(() => page.wallet.calls.length === 1);
    expect(asked.filter((path) => path === '/pay/order')).to.have.length(2);
  });

  it('tells how the payment ended to a page that shows something else while the wallet is open', async () => {
    let reply = (): void => {};
    const waits = new Promise<void>((resolve) => (reply = resolve));
    const behaviour: Behaviour = async (call) => {
      await waits;
      return SENDS(call);
    };
    const element = await button(ATTRIBUTES, { behaviour });
    const sent = oneEvent(element, 'wallet-pay-sent');
    await press(inner(element));
    await reach(element, 'confirming');
    element.replaceWith(document.createElement('progress'));
    const paid = oneEvent(element, 'wallet-pay-paid');
    reply();
    expect(await sent).to.include({ txid: PAID });
    expect(await paid).to.include({ txid: PAID });
  });

  it('opens no wallet if it is removed while the server is asked for the price', async () => {
    const element = await button();
    let reply = (): void => {};
    const { fetch: server } = window;
    const waits = new Promise<void>((resolve) => (reply = resolve));
    window.fetch = async (...request) => {
      await waits;
      return server(...request);
    };
    await press(inner(element));
    await reach(element, 'preparing');
    await aTimeout(50);
    element.remove();
    await aTimeout(0);
    reply();
    await aTimeout(200);
    expect(page.wallet.calls).to.deep.equal([]);
  });

  it('keeps the focus when the time to pay ends after the payment was sent', async () => {
    const own = stxChain();
    own.row.status = 'pending';
    const expires = Date.now() + 2000;
    const element = await button({ ...ATTRIBUTES, expires: `${expires}` }, { chain: own, orders: () => ({ ...PRICE, expires }) }); // prettier-ignore
    await press(inner(element));
    await reach(element, 'seen');
    await waitUntil(() => Date.now() > expires + 100);
    await element.updateComplete;
    expect(element.shadowRoot!.activeElement).to.equal(inner(element));
    expect([inner(element).title, element.matches(':state(unusable)')]).to.deep.equal(['', false]);
  });

  it('keeps the asset that the user chose when the page changes the order and the amounts', async () => {
    const element = await button({ ...ATTRIBUTES, accepts: 'sbtc:2500 stx:5000000' });
    const chosen = () =>
      [...element.shadowRoot!.querySelectorAll('input')].map(({ checked }) => checked);
    element.shadowRoot!.querySelectorAll('input')[1]!.click();
    await element.updateComplete;
    expect(label(element)).to.equal('Pay 5 STX');
    element.accepts = 'stx:6000000 sbtc:3000';
    await element.updateComplete;
    expect([label(element), chosen()]).to.deep.equal(['Pay 6 STX', [true, false]]);
    element.accepts = 'usdcx:990000 sbtc:3000';
    await element.updateComplete;
    expect([label(element), chosen()]).to.deep.equal(['Pay 0.99 USDCx', [true, false]]);
  });

  it('follows the payment of a wallet that has failed after it has sent', async () => {
    const element = await button(ATTRIBUTES, { behaviour: rejecting(-32603, 'Busy.') });
    await press(inner(element));
    await waitUntil(() => alerted(element).includes('Couldn’t pay. Your wallet says: “Busy.”'));
    let status = 'pending';
    answer = (path) =>
      path === '/pay/status' ? Response.json({ ok: true, status, txid: PAID }) : undefined;
    await press(inner(element));
    await reach(element, 'seen');
    status = 'paid';
    await reach(element, 'paid');
    expect(page.wallet.calls).to.have.length(1);
  });

  it('finds the transaction that has replaced its own, as with a higher fee', async () => {
    const other = `0x${'5b'.repeat(32)}`;
    const element = await button();
    let isReplaced = false;
    const asked: unknown[] = [];
    answer = (path, body) => {
      if (path !== '/pay/status') return undefined;
      const { txid } = JSON.parse(body) as { txid?: string };
      asked.push(txid);
      const isOther = isReplaced && (txid === undefined || txid === other);
      const status = isOther ? 'paid' : isReplaced ? 'not-found' : 'pending';
      return Response.json({ ok: true, status, txid: isOther ? other : txid });
    };
    const paid = oneEvent(element, 'wallet-pay-paid');
    await press(inner(element));
    await reach(element, 'seen');
    isReplaced = true;
    expect(await paid).to.include({ txid: other });
    expect(page.wallet.calls).to.have.length(1);
    element.remove();
    const again = await add();
    await reach(again, 'paid');
    expect(asked.at(-1)).to.equal(other);
  });

  it('has a link to the transaction beside what is known of it', async () => {
    const element = await button();
    await press(inner(element));
    await reach(element, 'paid');
    const link = inside<HTMLAnchorElement>(element, '[part=explorer-link]');
    expect(link.href).to.contain(PAID);
    expect([link.target, link.rel]).to.deep.equal(['_blank', 'noopener noreferrer']);
    expect(link.ariaLabel).to.contain('0x5a5a\u20265a5a');
  });

  for (const [title, change, code, retry] of [
    ['a transaction that failed', { status: 'abort_by_post_condition' }, 'failed', true],
    ['another amount', { token_transfer: { recipient: SHOP, amount: '1', memo: null } }, 'wrong-amount', false],
    ['another order', { token_transfer: { recipient: SHOP, amount: '5000000', memo: null } }, 'wrong-order', false],
  ] as const) {
    it(`shows what the server says of ${title}, and ${retry ? 'can' : 'cannot'} be pressed again`, async () => {
      const own = stxChain();
      Object.assign(own.row, change);
      const element = await button(ATTRIBUTES, { chain: own });
      const failed = oneEvent(element, 'wallet-pay-error');
      await press(inner(element));
      expect(await failed).to.include({ code, txid: PAID });
      await element.updateComplete;
      expect(stateText(element)).to.not.equal('');
      expect(isUsable(element)).to.equal(retry);
      const calls = page.wallet.calls.length;
      if (!retry) {
        await press(inner(element));
        expect(page.wallet.calls).to.have.length(calls);
      }
    });
  } // prettier-ignore

  it('does not show that a payment failed while the server or its service does not answer', async () => {
    const element = await button();
    answer = (path) => (path === '/pay/status' ? new Response('', { status: 500 }) : undefined);
    await press(inner(element));
    await reach(element, 'sent');
    await aTimeout(1500);
    expect([element.status, stateText(element)]).to.deep.equal(['sent', 'Sent. Waiting for the network…']); // prettier-ignore
    answer = undefined;
    await reach(element, 'paid');
  });

  it('ends with "sent" without an endpoint, as for a tip', async () => {
    const { to, amount } = ATTRIBUTES;
    const element = await button({ to, amount });
    await press(inner(element));
    await reach(element, 'sent');
    expect(asked).to.deep.equal([]);
  });

  for (const [field, attributes] of MISTAKES) {
    it(`is disabled, and names \`${field}\` in the console, for ${JSON.stringify(attributes)}`, async () => {
      const element = await button({ ...ATTRIBUTES, ...attributes });
      expect(inner(element).disabled).to.equal(true);
      expect(element.matches(':state(unusable)')).to.equal(true);
      expect(consoleErrors).to.have.length(1);
      expect(consoleErrors[0]).to.contain(`\`${field}\``);
    });
  }

  it('is disabled once the time to pay has ended, without an error in the console', async () => {
    const element = await button({ ...ATTRIBUTES, expires: '2025-01-01T00:00Z' });
    expect(inner(element).disabled).to.equal(true);
    expect([stateText(element), label(element)]).to.deep.equal([
      ...['The time to pay has ended.', 'Pay 5 STX'],
    ]);
    expect(consoleErrors).to.deep.equal([]);
  });

  it('is disabled at the moment when the time to pay ends, and opens no wallet after it', async () => {
    const expires = Date.now() + 1500;
    const element = await button({ ...ATTRIBUTES, expires: `${expires}` }, { orders: () => ({ ...PRICE, expires }) }); // prettier-ignore
    expect(inner(element).disabled).to.equal(false);
    await waitUntil(() => inner(element).disabled);
    expect(Date.now()).to.be.at.least(expires);
    expect(stateText(element)).to.equal('The time to pay has ended.');
    await press(inner(element));
    expect(page.wallet.calls).to.deep.equal([]);
  });

  it('has a name with the amount in every language, and the amount once', async () => {
    const element = await button();
    for (const language of Object.keys(locales)) {
      element.lang = language;
      await loadMessages(language);
      await waitUntil(() => inside(element, '.all').lang === language);
      await element.updateComplete;
      expect(label(element).match(/STX/g), language).to.have.length(1);
      expect(label(element), language).to.not.contain('\ufffc');
    }
  });

  it('has no violation of axe in any state', async () => {
    const element = await button({ ...ATTRIBUTES, accepts: 'sbtc:2500 stx:5000000' }, { orders: () => TWO, chain: sbtcChain() }); // prettier-ignore
    await expect(element).to.be.accessible();
    await press(inner(element));
    await reach(element, 'paid');
    await expect(element).to.be.accessible();
    const other = await add({ ...ATTRIBUTES, order: 'B', expires: '2025-01-01T00:00Z' });
    await expect(other).to.be.accessible();
  });

  it('says which asset has too little, which can be chosen all the same', async () => {
    const given = getSettings();
    configure({ fetch: async () => Response.json({ balance: '4999999', available: '4999999', locked: null, mempool: null }) }); // prettier-ignore
    try {
      const accepts = 'sbtc:4999999 stx:5000000';
      const element = await button({ ...ATTRIBUTES, amount: '', accepts });
      const balances = [...element.shadowRoot!.querySelectorAll('wallet-balance')];
      const short = () =>
        balances.map((balance) => balance.shadowRoot?.querySelector('[part=short]')?.textContent);
      await waitUntil(() => balances.every(({ status }) => status === 'ready') && short()[1]);
      expect(short()).to.deep.equal([undefined, 'Not enough']);
      expect(balances.map((balance) => balance.matches(':state(short)'))).to.deep.equal([false, true]); // prettier-ignore
      const [amount, low] = ['.all', 'wallet-balance:state(short)'].map((selector) => getComputedStyle(inside(element, selector)).color); // prettier-ignore
      expect(low).to.not.equal(amount);
      inside<HTMLInputElement>(element, '[part=choice]:last-child input').click();
      await element.updateComplete;
      expect([label(element), isUsable(element)]).to.deep.equal(['Pay 5 STX', true]);
      await expect(element).to.be.accessible();
    } finally {
      configure(given);
    }
  });

  for (const style of ['', 'display: grid', 'inline-size: 100%']) {
    it(`keeps its width when a text is below it, in a narrow container too (style: "${style}")`, async () => {
      const element = await button(ATTRIBUTES);
      element.style.cssText = style;
      element.parentElement!.style.inlineSize = '220px';
      const { width } = inner(element).getBoundingClientRect();
      expect(width > 215).to.equal(style !== '');
      await press(inner(element));
      await reach(element, 'paid');
      await element.updateComplete;
      expect(element.shadowRoot!.querySelector('[part=state]')).to.not.equal(null);
      expect(inner(element).getBoundingClientRect().width).to.be.closeTo(width, 0.5);
    });
  }

  it('is as wide as its label, and as wide while it waits, when it does not look as if it could be pressed', async () => {
    const element = await button(ATTRIBUTES, { behaviour: hanging });
    const { width } = inner(element).getBoundingClientRect();
    const text = inside(element, '#shown').getBoundingClientRect().width;
    // 16 a side, and what "Paying…" with its spinner takes more.
    expect(width - text).to.be.below(60);
    const fill = () => getComputedStyle(inner(element)).backgroundColor;
    const before = fill();
    await press(inner(element));
    await waitUntil(() => element.shadowRoot!.querySelector('[part=spinner]'));
    expect(label(element)).to.equal('Paying…');
    expect(Math.abs(inner(element).getBoundingClientRect().width - width)).to.be.below(1);
    await resetMouse();
    await atRest();
    await waitUntil(() => fill() !== before, 'another fill');
  });

  it('keeps a label of its own until it is paid', async () => {
    chain = stxChain();
    chain.row.status = 'pending';
    const element = await button(ATTRIBUTES, { chain });
    element.textContent = 'Donate';
    await waitUntil(() => label(element) === '· 5 STX');
    await press(inner(element));
    await reach(element, 'seen');
    expect(label(element)).to.equal('· 5 STX');
    chain.row.status = 'success';
    await reach(element, 'paid');
    expect(label(element)).to.equal('Paid 5 STX');
  });
});
