/** Attacks on `createPaymentHandler`, and what its routes answer. */
import { expect } from '@esm-bundle/chai';
import {
  answerJson,
  hexOf,
  listsOf,
  ORDER,
  PAID,
  PAYER,
  SBTC_ASSET,
  sbtcChain,
  serviceFor,
  SHOP,
  stxChain,
  type Override,
  type PaymentChain,
} from '../../testing/payment-service.js';
import { createPaymentHandler, type PaymentHandlerOptions } from './handler.js';
import { memoryPaymentStore } from './stores.js';
import type { VerifiedPayment } from './verify-payment.js';

const ORIGIN = 'https://shop.example.com';
const OTHER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const PRICE = { to: SHOP, asset: 'stx', amount: 5_000_000n };
const WAYS = {
  to: SHOP,
  accepts: [
    { asset: 'stx', amount: 5_000_000n },
    { asset: 'sbtc', amount: '2500' },
  ],
};

interface Answer {
  readonly http: number;
  readonly retry: string | null;
  readonly status?: unknown;
}

interface Setup extends Partial<PaymentHandlerOptions> {
  readonly chain?: PaymentChain;
  readonly override?: Override;
}

function shop({ chain = stxChain(), override, ...options }: Setup = {}) {
  const { fetch, stacksApi, requests } = serviceFor(chain, 'v3', override);
  const paid: VerifiedPayment[] = [];
  const handler = createPaymentHandler({
    ...{ origin: ORIGIN, fetch, stacksApi, store: memoryPaymentStore() },
    orders: (id) => (id === ORDER ? PRICE : undefined),
    onPaid: (payment) => paid.push(payment),
    ...options,
  });
  const send = (path: string, body: unknown, more: RequestInit = {}) =>
    handler.handle(
      new Request(`http://10.0.0.1:8080/pay/${path}`, {
        ...{ method: 'POST', headers: { origin: ORIGIN } },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...more,
      }),
    );
  const post = async (path: string, body: unknown, more?: RequestInit) => {
    const response = await send(path, body, more);
    const json = (await response.json()) as Record<string, unknown>;
    const retry = response.headers.get('retry-after');
    return { http: response.status, retry, ...json } as Answer;
  };
  return { handler, paid, post, send, requests };
}

/** Bodies that are no question: the answer is 400, and no order is looked up. */
const MALFORMED: Readonly<Record<string, unknown>> = {
  'an empty body': '',
  'no JSON': 'order=A-1042',
  'half of JSON': '{"order":',
  null: null,
  'a list': [{ order: ORDER }],
  'a text': '"A-1042"',
  'no order': {},
  'a null order': { order: null },
  'a number as the order': { order: 1042 },
  'a list as the order': { order: [ORDER] },
  'an object as the order': { order: { toString: 'A-1042' } },
  'an empty order': { order: '' },
  'an order of 35 bytes': { order: 'x'.repeat(35) },
  'an order of 36 bytes in 18 characters': { order: 'é'.repeat(18) },
  'an order in a prototype': '{"__proto__":{"order":"A-1042"}}',
  'an order with a space at its end': { order: 'A-1042 ' },
  'an order with a zero byte': { order: 'A-1042\0' },
  'an order with a line break': { order: 'A-1042\r\nSet-Cookie: a=b' },
  'half of a character': '{"order":"A\\ud83d"}',
  'a million open lists': '['.repeat(60_000),
  'a byte order mark and two bodies': '\ufeff{"order":"A-1042"}{"order":"B"}',
  'an order that is true': { order: true },
  'a txid that is true': { order: ORDER, txid: true },
  'a txid in an object': { order: ORDER, txid: { length: 66, 0: PAID } },
  'a txid with a line break': { order: ORDER, txid: `${PAID}\n` },
  'an empty txid': { order: ORDER, txid: '' },
  'a short txid': { order: ORDER, txid: '0x5a' },
  'a number as the txid': { order: ORDER, txid: 5 },
  'a list as the txid': { order: ORDER, txid: [PAID] },
  'a path as the txid': { order: ORDER, txid: `${PAID.slice(0, -3)}/..` },
};

/** Orders that the page is not told of. */
const UNKNOWN = ['A-1043', 'a-1042', 'constructor', '__proto__', 'toString', '../A-1042'];

/** What the page may add to name its own price. */
const OWN_PRICE = [
  { amount: '1' },
  { asset: SBTC_ASSET, amount: '1' },
  { to: PAYER },
  { accepts: [{ asset: 'stx', amount: '1' }] },
  { expected: { amount: '1' } },
  { confirmations: 0 },
  { network: 'testnet' },
  { status: 'paid' },
  { store: {} },
];

/** Orders that the merchant's own function must not return: what the console names. */
const WRONG_ORDERS: readonly (readonly [field: string, order: unknown])[] = [
  ['expected.to', { ...PRICE, to: `${SHOP.slice(0, -1)}J` }],
  ['expected.amount', { ...PRICE, amount: 0n }],
  ['expected.amount', { ...PRICE, amount: 4.99 }],
  ['expected.amount', { ...PRICE, amount: '4.99' }],
  ['expected.asset', { ...PRICE, asset: 'usd' }],
  ['expected.expires', { ...PRICE, expires: 'soon' }],
  ['expected.to', {}],
  ['price', { ...PRICE, price: 5 }],
  ['accepts', { to: SHOP, accepts: [] }],
  ['accepts', { to: SHOP, accepts: 'stx:5' }],
  ['accepts', { to: SHOP, accepts: [WAYS.accepts[0], WAYS.accepts[0]] }],
  [
    'accepts',
    { to: SHOP, accepts: Array.from({ length: 11 }, (_, at) => ({ asset: 'stx', amount: at })) },
  ],
  ['expected.amount', { ...PRICE, amount: NaN }],
  ['expected.amount', { ...PRICE, amount: -5n }],
  ['expected.amount', { ...PRICE, amount: 2n ** 64n }],
  ['expected.amount', { ...PRICE, amount: true }],
  ['expected.amount', { ...PRICE, amount: [5_000_000n] }],
  ['expected.amount', { to: SHOP, asset: 'stx' }],
  ['expected.since', { ...PRICE, since: 'yesterday' }],
  ['expected.since', { ...PRICE, since: 1_790_000_000 }],
  ['to.toString', { ...PRICE, to: { toString: () => SHOP } }],
  ['order', { ...PRICE, order: 'A-1' }],
  ['network', { ...PRICE, network: 'testnet' }],
  ['accepts', { to: SHOP, accepts: { length: 1, 0: PRICE } }],
  ['expected.asset', { to: SHOP, accepts: [null] }],
  ['expected.asset', { to: SHOP, accepts: [['stx', 5n]] }],
  ['orders()', [PRICE]],
  ['orders()', true],
  ['orders()', 'free'],
  ['orders()', 5],
];

/** Options with a mistake. */
const MISTAKES: readonly (readonly [field: string, options: object])[] = [
  ['origin', { origin: undefined }],
  ['origin', { origin: 'shop.example.com' }],
  ['origin', { origin: `${ORIGIN}/` }],
  ['origin', { origin: `${ORIGIN}/pay` }],
  ['origin', { origin: '*' }],
  ['orders', { orders: undefined }],
  ['orders', { orders: {} }],
  ['store', { store: undefined }],
  ['store', { store: { set: () => {} } }],
  ['confirmations', { confirmations: 0 }],
  ['confirmation', { confirmation: 6 }],
  ['perMinute', { perMinute: 0 }],
  ['perMinutes', { perMinutes: 5 }],
  ['concurrency', { concurrency: '8' }],
  ['onpaid', { onpaid: () => {} }],
  ['onPaid', { onPaid: 'fulfil' }],
  ['stacksApi', { stacksApi: 'ftp://api.example' }],
  ['stacksApi', { network: 'devnet', stacksApi: undefined }],
];

async function logged(run: () => Promise<void>): Promise<unknown[]> {
  const { error } = console;
  const errors: unknown[] = [];
  console.error = (one: unknown) => errors.push(one);
  try {
    await run();
  } finally {
    console.error = error;
  }
  return errors;
}

describe('createPaymentHandler', () => {
  it('tells the page what an order costs', async () => {
    const { post } = shop({ orders: () => ({ ...WAYS, expires: '2099-01-01T00:00Z' }) });
    expect(await post('order', { order: ORDER })).to.deep.equal({
      ...{ http: 200, retry: null, ok: true, order: ORDER, to: SHOP, network: 'mainnet' },
      accepts: [
        { asset: 'stx', amount: '5000000' },
        { asset: SBTC_ASSET, amount: '2500' },
      ],
      expires: Date.parse('2099-01-01T00:00Z'),
      paid: null,
    });
  });

  it('answers paid, and tells the merchant before the page', async () => {
    const { post, paid } = shop();
    const answer = await post('status', { order: ORDER, txid: PAID });
    expect(answer).to.include({ http: 200, ok: true, status: 'paid', txid: PAID });
    expect(paid).to.have.length(1);
    expect(paid[0]).to.include({ order: ORDER, from: PAYER, amount: 5_000_000n, asset: 'stx' });
    // Asking again is the same.
    expect(await post('status', { order: ORDER, txid: PAID })).to.include({ status: 'paid' });
  });

  it('takes any of several assets', async () => {
    for (const chain of [stxChain(), sbtcChain()]) {
      const { post } = shop({ chain, orders: () => WAYS });
      expect(await post('status', { order: ORDER, txid: PAID })).to.include({ status: 'paid' });
    }
  });

  it('says what is wrong with the asset that was chosen', async () => {
    const chain = sbtcChain();
    chain.row.contract_call!.contract_id = `${PAYER}.sbtc-token`;
    const { post } = shop({ chain, orders: () => WAYS });
    expect(await post('status', { order: ORDER, txid: PAID })).to.include({
      status: 'wrong-asset',
    });
    const cheap = stxChain();
    cheap.row.token_transfer!.amount = '1';
    const other = shop({ chain: cheap, orders: () => WAYS });
    expect(await other.post('status', { order: ORDER, txid: PAID })).to.include({
      status: 'wrong-amount',
    });
  });

  it('finds a payment whose transaction the page has lost', async () => {
    const row = {
      ...{ sender: PAYER, recipient: SHOP, amount: '5000000', memo: { hex: hexOf(ORDER) } },
      transaction: { tx_id: PAID },
    };
    const override: Override = (path) =>
      path.includes('/transfers/') ? answerJson({ results: [row] }) : undefined;
    const { post } = shop({ override });
    expect(await post('status', { order: ORDER })).to.include({ status: 'paid', txid: PAID });
  });

  it('finds a payment that waits for a block, of the account that the page names', async () => {
    const chain = stxChain();
    chain.row.status = 'pending';
    const { post } = shop({ chain, override: listsOf(chain) });
    const pending = { status: 'pending', txid: PAID };
    expect(await post('status', { order: ORDER, from: PAYER })).to.include(pending);
    const unknown = { status: 'not-found', txid: null };
    expect(await post('status', { order: ORDER })).to.include(unknown);
    for (const from of [SHOP, 'nobody', `${PAYER}/../..`, 7, null]) {
      expect(await post('status', { order: ORDER, from }), String(from)).to.include(unknown);
    }
    chain.row.token_transfer = { ...chain.row.token_transfer, amount: '5000001' };
    expect(await post('status', { order: ORDER, from: PAYER })).to.include(unknown);
    // It may be the payment.
    chain.row.token_transfer = undefined;
    const unread = { status: 'service', txid: null };
    expect(await post('status', { order: ORDER, from: PAYER })).to.include(unread);
  });

  it('finds one that comes into a block between its two requests', async () => {
    const chain = stxChain();
    chain.row.status = 'pending';
    const lists = listsOf(chain);
    const override: Override = (path) => {
      const answer = lists(path);
      if (answer) chain.row.status = 'success';
      return answer;
    };
    const { post } = shop({ chain, override });
    const answer = await post('status', { order: ORDER, from: PAYER });
    expect(answer).to.include({ status: 'paid', txid: PAID });
  });

  describe('of an account with many pending transactions', () => {
    const OTHERS = 120;
    const chain = stxChain();
    chain.row.status = 'pending';
    /** What others send to the account is newer. */
    const rows = [
      ...Array.from({ length: OTHERS }, (_, at) => ({
        tx_id: `0x${at.toString(16).padStart(64, '0')}`,
        sender: { address: SHOP },
      })),
      { tx_id: PAID, sender: { address: PAYER } },
    ];
    const pagesOf =
      (all: readonly object[]): Override =>
      (path) => {
        if (path.includes('/transfers/')) return answerJson({ results: [] });
        if (!path.includes('/mempool/')) return undefined;
        const from = Number(/cursor=(\d+)/.exec(path)?.[1] ?? 0);
        const next = from + 50 < all.length ? String(from + 50) : null;
        return answerJson({ results: all.slice(from, from + 50), cursor: { next } });
      };

    it('finds the payment behind what others send to it, which it does not read', async () => {
      const { post, requests } = shop({ chain, override: pagesOf(rows) });
      const answer = await post('status', { order: ORDER, from: PAYER });
      expect(answer).to.include({ status: 'pending', txid: PAID });
      expect(requests.filter((path) => path.includes('/v3/transactions/'))).to.have.length(1);
    });

    it('says service if there are more than it reads', async () => {
      const { post } = shop({ chain, override: pagesOf([...rows, ...rows, ...rows]) });
      const answer = await post('status', { order: ORDER, from: SHOP });
      expect(answer).to.include({ status: 'service', txid: null });
    });
  });

  describe('of a shop with many transfers of the same amount', () => {
    const HOUR = 3_600_000;
    const MINED_AT = 1_790_000_000_000;
    /** Newest first: one each minute. The last is of the payer. */
    const rows = Array.from({ length: 1200 }, (_, at) => ({
      ...{ sender: at === 60 ? PAYER : SHOP, recipient: SHOP, amount: '5000000', memo: { hex: hexOf(ORDER) } },
      transaction: { tx_id: at === 60 ? PAID : `0x${at.toString(16).padStart(64, '0')}` },
      block: { time: Math.floor((MINED_AT - at * 60_000) / 1000) },
    })); // prettier-ignore
    const override: Override = (path) => {
      if (path.includes('/mempool/')) return answerJson({ results: [] });
      if (!path.includes('/transfers/')) return undefined;
      const from = Number(/cursor=(\d+)/.exec(path)?.[1] ?? 0);
      const next = from + 50 < rows.length ? String(from + 50) : null;
      return answerJson({ results: rows.slice(from, from + 50), cursor: { next } });
    };
    const { now } = Date;
    beforeEach(() => (Date.now = () => MINED_AT));
    afterEach(() => (Date.now = now));

    it('finds that of the account behind 60 others', async () => {
      const { post } = shop({ override });
      const answer = await post('status', { order: ORDER, from: PAYER });
      expect(answer).to.include({ status: 'paid', txid: PAID });
    });

    it('says not-found of an account whose wallet was asked later than the oldest that it reads', async () => {
      const { post } = shop({ override, orders: () => ({ ...PRICE, amount: 1n }) });
      const search = { order: ORDER, from: OTHER };
      expect(await post('status', search)).to.include({ status: 'incomplete' });
      for (const age of [-1, NaN, '7200000', null]) {
        expect(await post('status', { ...search, age })).to.include({ status: 'incomplete' });
      }
      const answer = await post('status', { ...search, age: 2 * HOUR });
      expect(answer).to.include({ status: 'not-found' });
    });
  });

  it('finds one that came into a block after the list of transfers was read', async () => {
    const chain = stxChain();
    const override: Override = (path) => {
      if (path.includes('/transfers/')) return answerJson({ results: [] });
      return path.includes('/mempool/') ? answerJson({ results: [{ tx_id: PAID }] }) : undefined;
    };
    const { post, paid } = shop({ chain, override });
    const answer = await post('status', { order: ORDER, from: PAYER });
    expect(answer).to.include({ status: 'paid', txid: PAID });
    expect(paid).to.have.length(1);
  });

  it('finds what it can with an API that has no list of pending transactions', async () => {
    const override: Override = (path) =>
      path.includes('/transfers/') ? answerJson({ results: [] }) : undefined;
    const { post } = shop({ override });
    const answer = await post('status', { order: ORDER, from: PAYER });
    expect(answer).to.include({ status: 'not-found' });
  });

  it('answers that an order is paid as `orders` says, without asking the API', async () => {
    const { post, requests, paid } = shop({ orders: () => ({ ...PRICE, paid: PAID.slice(2) }) });
    expect(await post('order', { order: ORDER })).to.include({ ok: true, paid: PAID });
    for (const txid of [undefined, PAID]) {
      const answer = await post('status', { order: ORDER, txid });
      expect(answer).to.include({ status: 'paid', txid: PAID });
    }
    expect([requests, paid]).to.deep.equal([[], []]);
    for (const none of [undefined, null]) {
      const open = shop({ orders: () => ({ ...PRICE, paid: none }) });
      expect(await open.post('order', { order: ORDER })).to.include({ ok: true, paid: null });
    }
    const errors = await logged(async () => {
      const wrong = shop({ orders: () => ({ ...PRICE, paid: 'yes' }) });
      expect(await wrong.post('order', { order: ORDER })).to.include({ http: 500 });
    });
    expect(String(errors[0]))
      .to.match(/orders\(\)|paid/)
      .and.contain('"yes"');
  });

  it('answers the code of what is not paid, with status 200', async () => {
    const pending = stxChain();
    pending.row.status = 'pending';
    const { post, paid } = shop({ chain: pending });
    expect(await post('status', { order: ORDER, txid: PAID })).to.deep.equal({
      ...{ http: 200, retry: null, ok: true, status: 'pending', txid: PAID },
    });
    expect(paid).to.deep.equal([]);
  });

  it('answers service, with Retry-After, while the API is busy', async () => {
    const override: Override = () => answerJson({}, 429, { 'retry-after': '9' });
    const { post } = shop({ override });
    const { status, retry } = await post('status', { order: ORDER, txid: PAID });
    expect([status, Number(retry) > 0]).to.deep.equal(['service', true]);
  });

  for (const [title, body] of Object.entries(MALFORMED)) {
    it(`answers 400 for ${title}`, async () => {
      const asked: string[] = [];
      const { post, requests } = shop({ orders: (id) => void asked.push(id) });
      for (const path of ['order', 'status']) {
        expect(await post(path, body)).to.include({ http: 400, ok: false, code: 'malformed' });
      }
      expect([asked, requests]).to.deep.equal([[], []]);
    });
  }

  for (const id of UNKNOWN) {
    it(`answers 404 for the order ${JSON.stringify(id)}`, async () => {
      const { post, requests } = shop();
      for (const path of ['order', 'status']) {
        const answer = await post(path, { order: id, txid: PAID });
        expect(answer).to.include({ http: 404, ok: false, code: 'unknown-order' });
      }
      expect(requests).to.deep.equal([]);
    });
  }

  it('answers 404 for an order that a database does not have', async () => {
    const { post } = shop({ orders: () => null as never });
    expect(await post('order', { order: ORDER })).to.include({ http: 404 });
  });

  for (const more of OWN_PRICE) {
    it(`ignores ${JSON.stringify(more)} of the page`, async () => {
      const cheap = stxChain();
      Object.assign(cheap.row.token_transfer!, { amount: '1' });
      const { post } = shop({ chain: cheap });
      const answer = await post('status', { order: ORDER, txid: PAID, ...more });
      expect(answer).to.include({ http: 200, status: 'wrong-amount' });
      expect(await post('order', { order: ORDER, ...more })).to.deep.include({
        accepts: [{ asset: 'stx', amount: '5000000' }],
        to: SHOP,
      });
    });
  }

  for (const [title, more, code] of [
    ['another origin', { headers: { origin: 'https://evil.example' } }, 403],
    ['no origin', { headers: {} }, 403],
    ['the origin null', { headers: { origin: 'null' } }, 403],
    ['a subdomain', { headers: { origin: 'https://a.shop.example.com' } }, 403],
    ['http', { headers: { origin: 'http://shop.example.com' } }, 403],
    ['GET', { method: 'GET', body: null }, 405],
    ['PUT', { method: 'PUT' }, 405],
  ] as const) {
    it(`answers ${code} for ${title}`, async () => {
      const { post } = shop();
      expect(await post('status', { order: ORDER, txid: PAID }, more)).to.include({ http: code });
    });
  }

  it('answers 404 for other routes, and 413 for a body of more than 64 kB', async () => {
    const { post } = shop();
    expect(await post('verify', { order: ORDER })).to.include({ http: 404 });
    expect(await post('constructor', { order: ORDER })).to.include({ http: 404 });
    expect(await post('status', ' '.repeat(65_537))).to.include({ http: 413, code: 'too-long' });
  });

  for (const [field, order] of WRONG_ORDERS) {
    it(`answers 500, and names \`${field}\` in the console, for ${describeRow(order)}`, async () => {
      const { post } = shop({ orders: () => order as never });
      const errors = await logged(async () => {
        expect(await post('order', { order: ORDER })).to.include({ http: 500, code: 'server' });
      });
      expect((errors[0] as Error).message).to.contain(`\`${field}\``);
    });
  }

  for (const [field, options] of MISTAKES) {
    it(`throws a TypeError for \`${field}\` in ${describeRow(options)}, at the start`, () => {
      expect(() => shop(options)).to.throw(TypeError, `\`${field}\``);
    });
  }

  for (const [title, orders] of Object.entries({
    'throws a text': () => {
      throw 'no database';
    },
    'throws nothing': () => {
      throw undefined;
    },
    'has a getter that throws': () => ({
      ...PRICE,
      get amount(): bigint {
        throw new Error('lazy');
      },
    }),
    'answers what throws for each question': () =>
      new Proxy(PRICE, {
        get: () => {
          throw new Error('proxy');
        },
        ownKeys: () => {
          throw new Error('proxy');
        },
      }),
    'answers what can be awaited and throws': () =>
      ({
        then: () => {
          throw new Error('then');
        },
      }) as never,
  })) {
    it(`answers 500 if orders ${title}, and does not reject`, async () => {
      const errors = await logged(async () => {
        const { post, paid } = shop({ orders });
        expect(await post('status', { order: ORDER, txid: PAID })).to.include({ http: 500 });
        expect(paid).to.deep.equal([]);
      });
      expect(errors).to.have.length(1);
    });
  }

  it('answers 500 for a client that is no text, and does not count it as another', async () => {
    for (const client of [
      () => Object.create(null) as never,
      () => Symbol('a') as never,
      () => undefined as never,
      () => 5 as never,
    ]) {
      const errors = await logged(async () => {
        const { post } = shop({ client });
        expect(await post('order', { order: ORDER })).to.include({ http: 500 });
      });
      expect((errors[0] as Error).message).to.contain('`client()`');
    }
  });

  it('does not believe the order of a page in a prototype', async () => {
    const shared = Object.prototype as Record<string, unknown>;
    Object.assign(shared, { order: ORDER, txid: PAID, accepts: [{ asset: 'stx', amount: 1n }] });
    try {
      const { post } = shop();
      expect(await post('order', '{}')).to.include({ http: 400 });
      expect(await post('order', { order: ORDER, txid: null })).to.deep.include({
        accepts: [{ asset: 'stx', amount: '5000000' }],
      });
    } finally {
      for (const name of ['order', 'txid', 'accepts']) delete shared[name];
    }
  });

  it('gives the same limit to a client whose clock, and the server\u2019s, goes back', async () => {
    const { now } = Date;
    const { post } = shop({ perMinute: 2 });
    try {
      const codes: number[] = [];
      for (const shift of [0, 0, 0, -3_600_000, -3_600_000, -3_600_000]) {
        Date.now = () => 1_800_000_000_000 + shift;
        codes.push((await post('order', { order: ORDER })).http);
      }
      expect(codes).to.deep.equal([200, 200, 429, 200, 200, 429]);
    } finally {
      Date.now = now;
    }
  });

  it('answers service, not that it is unpaid, if no transaction can be read in time', async () => {
    const rows = [{ sender: PAYER, recipient: SHOP, amount: '5000000', memo: { hex: hexOf(ORDER) }, transaction: { tx_id: PAID } }]; // prettier-ignore
    const override: Override = (path) =>
      path.includes('/transfers/')
        ? answerJson({ results: rows })
        : path.includes('/v3/transactions/')
          ? answerJson({}, 502)
          : undefined;
    const { post } = shop({ override });
    expect(await post('status', { order: ORDER })).to.include({ status: 'service' });
  });

  it('answers what says most of several assets: incomplete, not not-found', async () => {
    const override: Override = (path) => {
      if (!path.includes('/transfers/')) return undefined;
      const isStx = path.includes('/stx/');
      return answerJson({ results: [], cursor: { next: isStx ? 'more' : null } });
    };
    const { post } = shop({ override, orders: () => WAYS });
    expect(await post('status', { order: ORDER })).to.include({ status: 'incomplete' });
  });

  it('answers 500 if orders, the store or onPaid fails, and tells the page nothing of it', async () => {
    const failure = new Error('The database is offline.');
    const fail = () => Promise.reject(failure);
    for (const options of [{ orders: fail }, { store: { add: fail } }, { onPaid: fail }]) {
      const errors = await logged(async () => {
        const { post } = shop(options);
        expect(await post('status', { order: ORDER, txid: PAID })).to.deep.equal({
          ...{ http: 500, retry: null, ok: false, code: 'server' },
        });
      });
      expect(errors).to.deep.equal([failure]);
    }
  });

  it('takes the price of the moment of each question', async () => {
    let amount = 5_000_000n;
    const { post } = shop({ orders: () => ({ ...PRICE, amount }) });
    expect(await post('status', { order: ORDER, txid: PAID })).to.include({ status: 'paid' });
    amount = 6_000_000n;
    expect(await post('status', { order: ORDER, txid: PAID })).to.include({
      status: 'wrong-amount',
    });
  });

  it('counts one transaction for one of two orders that are asked at the same moment', async () => {
    for (let round = 0; round < 100; round++) {
      const store = memoryPaymentStore();
      // A service that answers each with what it wants to see.
      const chain = stxChain();
      const shops = ['A-1', 'A-2'].map((id) => {
        const own = structuredClone(chain);
        own.row.token_transfer!.memo = { hex: hexOf(id) };
        return { id, shop: shop({ chain: own, store, orders: () => PRICE }) };
      });
      const answers = await Promise.all(
        shops.map(({ id, shop: one }) => one.post('status', { order: id, txid: PAID })),
      );
      const statuses = answers.map((answer) => answer.status);
      expect(statuses.toSorted()).to.deep.equal(['paid', 'used']);
    }
  });

  describe('limits', () => {
    it('the same question to one verification', async () => {
      const { post, requests } = shop({ perMinute: 1000 });
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => post('status', { order: ORDER, txid: PAID })),
      );
      expect(answers.every((one) => one.status === 'paid')).to.equal(true);
      expect(requests.filter((path) => path.includes('/transactions/'))).to.have.length(1);
    });

    it('how often one order is asked for, with Retry-After', async () => {
      const { post, requests } = shop({ perMinute: 5 });
      const answers: Answer[] = [];
      for (let at = 0; at < 20; at++)
        answers.push(await post('status', { order: ORDER, txid: PAID }));
      expect(answers.map(({ http }) => http).filter((http) => http === 429)).to.have.length(15);
      const { retry } = answers.at(-1)!;
      expect(Number(retry)).to.be.within(1, 60);
      expect(requests.filter((path) => path.includes('/transactions/'))).to.have.length(5);
    });

    it('how often one client asks, and not the others', async () => {
      const client = (request: Request) => request.headers.get('x-client') ?? '';
      const { post } = shop({ perMinute: 2, client });
      const as = (name: string) => ({ headers: { origin: ORIGIN, 'x-client': name } });
      for (let at = 0; at < 30; at++) await post('order', { order: `B-${at}` }, as('one'));
      expect(await post('order', { order: ORDER }, as('one'))).to.include({ http: 429 });
      expect(await post('order', { order: ORDER }, as('two'))).to.include({ http: 200 });
    });

    it('the verifications at the same time', async () => {
      const waiting: (() => void)[] = [];
      const override: Override = (path) =>
        path.includes('/v3/transactions/')
          ? new Promise((resolve) => waiting.push(() => resolve(answerJson({}, 500))))
          : undefined;
      const { post } = shop({ override, concurrency: 2, orders: () => PRICE });
      const ids = ['A', 'B'].map((order) => post('status', { order, txid: PAID }));
      while (waiting.length < 1) await new Promise((resolve) => setTimeout(resolve));
      expect(await post('status', { order: 'C', txid: PAID })).to.include({
        http: 429,
        retry: '1',
      });
      while (waiting.length > 0) waiting.pop()!();
      for (const answer of await Promise.all(ids)) expect(answer).to.include({ http: 200 });
    });

    it('what it remembers of clients that make up orders', async () => {
      const { post } = shop({ perMinute: 1 });
      for (let at = 0; at < 12_000; at++) await post('order', { order: `B-${at}` });
      expect(await post('order', { order: ORDER })).to.include({ http: 200 });
    });
  });
});

function describeRow(row: unknown): string {
  const text = (_: string, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value === undefined ? null : value;
  return JSON.stringify(row, text).slice(0, 80);
}
