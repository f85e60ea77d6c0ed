import { expect } from '@open-wc/testing';
import { configure } from '../client/configure.js';
import { freshTxid, mined, PENDING, type ApiRow } from '../testing/transactions-service.js';
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

  it('keeps only the known fields of a stored row', async () => {
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
    const error = await handle.until('confirmed').catch((thrown: unknown) => thrown);
    expect((error as { code: string }).code).to.equal('replaced');
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
});
