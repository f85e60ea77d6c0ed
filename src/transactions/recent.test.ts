import { expect } from '@open-wc/testing';
import { configure } from '../core/configure.js';
import {
  freshTxid,
  mined,
  PENDING,
  toNewRow,
  type ApiRow,
} from '../testing/transactions-service.js';
import { waitUntil } from '../testing/wait-until.js';
import {
  clearRecentTransactions,
  recentTransactions,
  stacksApi,
  trackTransaction,
  type TransactionHandle,
} from './index.js';

const KEY = 'stacks-wallet-elements/transactions@3';
const QUICK = { pace: 0.01, perMinute: 100_000 } as const;
const NETWORK = 'mainnet';

const idsIn = (url: URL) => (url.searchParams.get('tx_id') ?? '').split(',');
/** Responds to every request with this row. Counts the requests of each service. */
function responding(rows: Readonly<Record<string, ApiRow>>) {
  const asked: Record<string, number> = {};
  const fetch = (href: RequestInfo | URL): Promise<Response> => {
    const url = new URL(String(href instanceof Request ? href.url : href));
    asked[url.origin] = (asked[url.origin] ?? 0) + 1;
    const [, id] = /\/v3\/transactions\/(0x\w+)$/.exec(url.pathname) ?? [];
    if (id) return Promise.resolve(Response.json(toNewRow(id, rows[url.origin])));
    const result = (tx_id: string) => ({ found: true, result: { tx_id, ...rows[url.origin] } });
    return Promise.resolve(
      Response.json(Object.fromEntries(idsIn(url).map((id) => [id, result(id)]))),
    );
  };
  return { fetch, asked };
}

const ONE = 'https://one.example';
const TWO = 'https://two.example';
const statuses = () =>
  Object.fromEntries(recentTransactions().map(({ source, state }) => [source, state.status]));

describe('the list of recent transactions', () => {
  let handles: TransactionHandle[];
  const follow = (...[id, options]: Parameters<typeof trackTransaction>) => {
    const handle = trackTransaction(id, options);
    handles.push(handle);
    handle.subscribe(() => undefined);
    return handle;
  };
  beforeEach(() => {
    handles = [];
    clearRecentTransactions();
  });
  afterEach(() => {
    for (const handle of handles) handle.stop();
    clearRecentTransactions();
  });

  it('finds a network in upper or lower case, and refuses one that is almost a known one', () => {
    const id = freshTxid();
    trackTransaction(id, { network: 'Testnet' });
    expect(recentTransactions({ network: 'TESTNET' }).map((recent) => recent.id)).to.deep.equal([
      id,
    ]);
    for (const call of [recentTransactions, clearRecentTransactions]) {
      expect(() => call({ network: 'tesnet' })).to.throw(
        /`network` must be one of mainnet, testnet, /,
      );
    }
    expect(() => trackTransaction(id, { network: 'main' })).to.throw('got "main"');
    clearRecentTransactions({ network: 'TESTNET' });
    expect(recentTransactions()).to.deep.equal([]);
  });

  it('adds the account and the method that were not known when it was tracked first', () => {
    const [id, account] = [freshTxid(), 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7'];
    trackTransaction(id, { network: NETWORK, label: 'First' });
    trackTransaction(id, { network: NETWORK, account, method: 'stx_transferStx', label: 'Second' });
    const [recent, ...others] = recentTransactions({ account });
    expect(recent).to.include({ id, account, method: 'stx_transferStx', label: 'First' });
    expect(others).to.deep.equal([]);
  });

  it('is the same list until something changes, as a snapshot of useSyncExternalStore', () => {
    clearRecentTransactions();
    const account = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
    const empty = recentTransactions();
    expect(recentTransactions() === empty).to.equal(true);
    const options = { network: 'devnet', account, baseUrl: 'https://snapshot.example' };
    const { id } = trackTransaction(freshTxid(), options);
    const all = recentTransactions();
    expect(all.map((one) => one.id)).to.deep.equal([id]);
    expect(recentTransactions() === all).to.equal(true);
    for (const shared of [all, all[0]!, all[0]!.state]) expect(shared).to.be.frozen;
    expect(recentTransactions({ account }) === recentTransactions({ account })).to.equal(true);
    expect(recentTransactions({ account: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH' })).to.deep.equal([]); // prettier-ignore
    clearRecentTransactions();
    expect(recentTransactions()).to.deep.equal([]);
  });

  it('has a row for each service that reports a transaction: the success of one changes no state of another', async () => {
    const { fetch, asked } = responding({ [ONE]: PENDING, [TWO]: mined('success') });
    configure({ fetch, transactions: QUICK });
    const id = freshTxid();
    const one = follow(id, { baseUrl: ONE, network: NETWORK });
    const two = follow(id, { baseUrl: TWO, network: NETWORK });
    await waitUntil(() => two.state.status === 'confirmed', 'two');
    // The second service may answer before the first is asked.
    const before = asked[ONE] ?? 0;
    await waitUntil(() => (asked[ONE] ?? 0) > before + 2, 'one is read again');
    expect(one.state.status).to.equal('pending');
    expect([one.source, two.source]).to.deep.equal([`stacks-api ${ONE}`, `stacks-api ${TWO}`]);
    expect(statuses()).to.deep.equal({
      [`stacks-api ${ONE}`]: 'pending',
      [`stacks-api ${TWO}`]: 'confirmed',
    });
    // A later visit of the page: each starts with the last state of its own service.
    for (const handle of handles) handle.stop();
    const again = (baseUrl: string) => trackTransaction(id, { baseUrl, network: NETWORK });
    expect([ONE, TWO].map((url) => again(url).state.status)).to.deep.equal([
      'pending',
      'confirmed',
    ]);
  });

  it('gives no state to a source with its own fetch, whose state depends on what it calls', async () => {
    const waiting = responding({ [ONE]: PENDING });
    const done = responding({ [ONE]: mined('success') });
    const id = freshTxid();
    const source = (fetch: typeof globalThis.fetch) => stacksApi({ baseUrl: ONE, fetch, ...QUICK });
    const two = follow(id, { source: source(done.fetch) });
    await waitUntil(() => two.state.status === 'confirmed', 'two');
    const one = follow(id, { source: source(waiting.fetch) });
    expect(one.state.status).to.equal('submitted');
    await waitUntil(() => waiting.asked[ONE]! > 2, 'one is read');
    expect(one.state.status).to.equal('pending');
  });

  it('gives the state of one network to no other network with the same service', async () => {
    const { fetch } = responding({ [ONE]: mined('success') });
    const source = stacksApi({ baseUrl: ONE, fetch, ...QUICK });
    const id = freshTxid();
    const one = follow(id, { source, network: 'mainnet' });
    await waitUntil(() => one.state.status === 'confirmed', 'one');
    expect(trackTransaction(id, { source, network: 'testnet' }).state.status).to.equal('submitted');
  });

  /** A valid row, and what other content of the origin may have written instead. */
  const row = {
    id: freshTxid(),
    chain: 'stacks',
    network: NETWORK,
    source: `stacks-api ${ONE}`,
    sentAt: Date.now() - 5_000,
    readAt: Date.now() - 4_000,
    state: { status: 'confirmed', block: { height: 5, minedAt: 1_700_000_000_000 }, depth: 1 },
  };
  const OTHER_ROWS: readonly (readonly [string, object])[] = [
    ['without a source, of an older version', { ...row, source: undefined }],
    ['of another source', { ...row, source: `stacks-api ${TWO}` }],
    ['of another network', { ...row, network: 'testnet' }],
    ['with a source that is no text', { ...row, source: [row.source] }],
    ['with a network that is no text', { ...row, network: [NETWORK] }],
    ['without a block', { ...row, state: { status: 'confirmed' } }],
    ['with a status in a list', { ...row, state: { ...row.state, status: ['confirmed'] } }],
    ['that was sent in seconds', { ...row, sentAt: 1_700_000_000 }],
    ['that was sent in 1970', { ...row, sentAt: 0 }],
  ];
  for (const [name, stored] of OTHER_ROWS) {
    it(`does not use a stored row ${name}`, () => {
      localStorage.setItem(KEY, JSON.stringify([stored]));
      const { state } = trackTransaction(row.id, { baseUrl: ONE, network: NETWORK });
      expect(state.status).to.equal('submitted');
    });
  }

  it('does not use the rows of version 1', () => {
    localStorage.setItem('stacks-wallet-elements/transactions@1', JSON.stringify([row]));
    expect(recentTransactions()).to.deep.equal([]);
    localStorage.removeItem('stacks-wallet-elements/transactions@1');
  });

  it('keeps only the known fields of a stored row', () => {
    const hostile = {
      ...row,
      label: { _$litType$: 1, strings: ['<img>'] },
      account: ['x'],
      state: {
        status: 'replaced',
        by: '<img src=x onerror=alert(1)>',
        byState: row.state,
        block: { height: 3 },
      },
      extra: 'x'.repeat(1_000),
    };
    localStorage.setItem(KEY, JSON.stringify([hostile, null, 5, 'x', [], {}]));
    const [only, ...others] = recentTransactions();
    expect(others).to.deep.equal([]);
    expect(JSON.parse(JSON.stringify(only?.state))).to.deep.equal({ status: 'replaced' });
    expect([only?.label, only?.account, Object.hasOwn(only!, 'extra')]).to.deep.equal([
      undefined,
      undefined,
      false,
    ]);
    const handle = trackTransaction(row.id, { baseUrl: ONE, network: NETWORK });
    expect(handle.state.status).to.equal('replaced');
  });

  it('keeps the amount of a transfer, which may be known later, and a list without amounts', () => {
    localStorage.setItem(KEY, JSON.stringify([row]));
    expect(recentTransactions()[0]!.amount).to.equal(undefined);
    const amount = { value: '20000000', asset: 'stx' };
    trackTransaction(row.id, { baseUrl: ONE, network: NETWORK, amount });
    expect(recentTransactions().map((one) => one.amount)).to.deep.equal([amount]);
    expect(recentTransactions()[0]!.amount).to.be.frozen;
    // It is not replaced.
    const other = { value: '1', asset: 'btc' };
    trackTransaction(row.id, { baseUrl: ONE, network: NETWORK, amount: other });
    expect(recentTransactions().map((one) => one.amount)).to.deep.equal([amount]);
  });

  /** What other content of the origin may have written, and what a page may pass. */
  const NO_AMOUNTS: readonly unknown[] = [
    { value: 20, asset: 'stx' },
    { value: '2e7', asset: 'stx' },
    { value: '-1', asset: 'stx' },
    { value: '1.5', asset: 'stx' },
    { value: '', asset: 'stx' },
    { value: '9'.repeat(40), asset: 'stx' },
    { value: ['1'], asset: 'stx' },
    { value: '1', asset: ['stx'] },
    { value: '1', asset: 'STX' },
    { value: '1', asset: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' },
    { value: '1', asset: 'x'.repeat(100_000) },
    { value: '1' },
    '1',
    [],
    5,
  ];
  it('has no amount that is not exact', () => {
    for (const amount of NO_AMOUNTS) {
      localStorage.setItem(KEY, JSON.stringify([{ ...row, amount }]));
      expect(recentTransactions().map((one) => [one.id, one.amount])).to.deep.equal([
        [row.id, undefined],
      ]);
      const options = { network: NETWORK, amount } as object;
      expect(() => trackTransaction(freshTxid(), options)).to.throw(/`amount` must be an object/);
    }
  });

  it('has no dates that are none', () => {
    const { block, ...state } = row.state;
    for (const minedAt of [0, -1, 1_700_000_000, '1700000000000', NaN]) {
      const stored = { ...row, state: { ...state, block: { ...block, minedAt } } };
      localStorage.setItem(KEY, JSON.stringify([stored]));
      const [read] = recentTransactions();
      expect((read!.state as { block: { minedAt?: number } }).block.minedAt).to.equal(undefined);
    }
    for (const since of [0, 1_700_000_000, 1e18, '1']) {
      localStorage.setItem(KEY, JSON.stringify([{ ...row, state: { status: 'pending', since } }]));
      const [read] = recentTransactions();
      expect((read!.state as { since: number }).since).to.equal(row.sentAt);
    }
  });

  describe('is a hint, not a reading', () => {
    const DEEP = { ...row.state, depth: 99, final: true };
    const write = (state: object, readAt = row.readAt): void => {
      localStorage.setItem(KEY, JSON.stringify([{ ...row, state, readAt }]));
      window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
    };
    const track = (tx: ApiRow, tip = 107) => {
      const { fetch, asked } = responding({ [ONE]: tx });
      const chain_tip = { block_height: tip, burn_block_height: 47 };
      configure({
        transactions: QUICK,
        fetch: (href) =>
          String(href).endsWith('/extended')
            ? Promise.resolve(Response.json({ chain_tip }))
            : fetch(href),
      });
      const handle = trackTransaction(row.id, { baseUrl: ONE, network: NETWORK });
      handles.push(handle);
      return { handle, asked };
    };
    /** A signal, and the function that aborts it. */
    const leaving = () => {
      const controller = new AbortController();
      const reason = Object.assign(new Error('The test has seen enough.'), { code: 'left' });
      return { signal: controller.signal, leave: () => controller.abort(reason) };
    };
    const outcome = (promise: Promise<{ status: string }>) =>
      promise.then(
        ({ status }) => status,
        ({ code }: { code: string }) => code,
      );

    it('for until(), whatever its depth', async () => {
      write(DEEP);
      const { handle, asked } = track(PENDING);
      expect(handle.state.status).to.equal('confirmed');
      const { signal, leave } = leaving();
      const deep = handle.until('confirmed', { confirmations: 6, signal });
      const final = handle.until('confirmed', { confirmations: 'bitcoin', signal });
      const outcomes = Promise.all([deep, final].map(outcome));
      await waitUntil(() => asked[ONE]! > 1 && handle.state.status === 'pending');
      leave();
      expect(await outcomes).to.deep.equal(['left', 'left']);
    });

    it('for until(), also if it says that the service was just asked, long after it was sent', async () => {
      const sentAt = Date.now() - 44 * 3_600_000;
      const state = { status: 'submitted', since: sentAt };
      localStorage.setItem(KEY, JSON.stringify([{ ...row, sentAt, state, readAt: Date.now() }]));
      const { handle, asked } = track(PENDING);
      expect(await outcome(handle.until('pending', { timeout: 50_000 }))).to.equal('pending');
      expect(asked[ONE]).to.equal(1);
    });

    it('for until(), if the service has it in the same block: the depth is read, too', async () => {
      write({ ...DEEP, block: { ...DEEP.block, height: 100 } });
      const { handle } = track(mined('success'), 102);
      const { signal, leave } = leaving();
      const deep = outcome(handle.until('confirmed', { confirmations: 4, signal }));
      await waitUntil(() => 'depth' in handle.state && handle.state.depth === 3);
      leave();
      expect(await deep).to.equal('left');
      expect(handle.state).to.include({ depth: 3, final: false });
    });

    for (const [name, state] of [
      ['failed', { ...DEEP, status: 'failed', reason: 'response' }],
      ['replaced', { status: 'replaced', by: freshTxid() }],
      ['dropped', { status: 'dropped', reason: 'expired' }],
    ] as const) {
      it(`for until(), if it is ${name} and the service has a success`, async () => {
        write(state);
        const { handle } = track(mined('success'));
        expect(handle.state.status).to.equal(name);
        expect(await outcome(handle.until('confirmed'))).to.equal('confirmed');
      });
    }

    it('for until() and iterators, if it is what the service says', async () => {
      const { block, result, ...rest } = { ...DEEP, result: '(ok true)' };
      const stored = { ...rest, depth: 1, final: false, block: { height: 100, burnHeight: 44 } };
      write({ ...stored, result });
      expect(block.height).to.equal(5);
      const { handle, asked } = track(mined('success'));
      expect(await outcome(handle.until('confirmed'))).to.equal('confirmed');
      expect(asked[ONE]).to.equal(1);
      const statuses: string[] = [];
      for await (const { status } of handle) statuses.push(status);
      expect(statuses).to.deep.equal(['confirmed']);
    });

    it('if it is written later', async () => {
      const { handle, asked } = track(PENDING);
      const { signal, leave } = leaving();
      const deep = outcome(handle.until('confirmed', { confirmations: 6, signal }));
      await waitUntil(() => handle.state.status === 'pending', 'pending');
      const before = asked[ONE]!;
      // It counts only if it is newer than the last answer, which may be of this millisecond.
      await waitUntil(() => {
        write(DEEP, Date.now());
        return handle.state.status === 'confirmed';
      }, 'confirmed');
      await waitUntil(() => asked[ONE]! > before && handle.state.status === 'pending');
      leave();
      expect(await deep).to.equal('left');
    });

    it('for a subscriber: it is read once, and not again', async () => {
      write({ ...DEEP, block: { ...DEEP.block, height: 100 } });
      const { handle, asked } = track(PENDING);
      handle.subscribe(() => undefined);
      await waitUntil(() => handle.state.status === 'pending', 'what the service says');
      expect(asked[ONE]).to.be.greaterThan(0);
    });
  });

  it('are read if the browser says that it is offline, such as from a node on this computer', async () => {
    const { fetch } = responding({ [ONE]: mined('success') });
    configure({ fetch, transactions: QUICK });
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    try {
      const handle = follow(freshTxid(), { baseUrl: ONE, network: NETWORK });
      await waitUntil(() => handle.state.status === 'confirmed', 'read');
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
  });

  it('are read at once when the browser is online again, whatever the pause', async () => {
    const { fetch } = responding({ [ONE]: mined('success') });
    let isOnline = false;
    configure({
      fetch: (href) => (isOnline ? fetch(href) : Promise.reject(new TypeError('Failed to fetch'))),
      transactions: QUICK,
    });
    const handle = follow(freshTxid(), { baseUrl: ONE, network: NETWORK });
    await waitUntil(() => handle.trouble?.code === 'network', 'it cannot be reached');
    isOnline = true;
    window.dispatchEvent(new Event('online'));
    await waitUntil(() => handle.state.status === 'confirmed', 'read');
    expect(handle.trouble).to.equal(undefined);
  });
});
