import { expect } from '@open-wc/testing';
import { configure, getSettings } from '../core/configure.js';
import { STX_ADDRESS } from '../testing/fake-wallet.js';
import { freshTxid, mined, PENDING, transactionsService } from '../testing/transactions-service.js';
import { waitUntil } from '../testing/wait-until.js';
import {
  clearRecentTransactions,
  recentTransactions,
  stacksApi,
  trackTransaction,
} from '../transactions/index.js';
import { watchBalance } from './index.js';

const STX = { balance: '5', available: '5', locked: null, mempool: null };

describe('watchBalance', () => {
  const ends: (() => void)[] = [];
  beforeEach(() => clearRecentTransactions());
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    clearRecentTransactions();
  });

  it('leaves a transaction to the source with which the page tracks it, and reads again after it has settled', async () => {
    const { network, rows } = transactionsService();
    const answer = getSettings().fetch!;
    const asked: string[] = [];
    let reads = 0;
    configure({
      fetch: (href, init) => {
        asked.push(String(href));
        if (!String(href).includes('/balances/')) return answer(href, init);
        reads += 1;
        return Promise.resolve(Response.json(STX));
      },
    });
    const [id, other] = [freshTxid(), freshTxid()];
    for (const txid of [id, other]) rows.set(txid, PENDING);
    const baseUrl = `https://${network}.example/own`;
    const { fetch } = getSettings();
    const source = stacksApi({ baseUrl, fetch, pace: 0.01, perMinute: 100_000 });
    const handle = trackTransaction(id, { network, account: STX_ADDRESS, source });
    trackTransaction(other, { network, account: STX_ADDRESS });
    const watcher = watchBalance(STX_ADDRESS, { network });
    ends.push(
      handle.subscribe(() => {}),
      watcher.subscribe(() => {}),
    );
    const statuses = () =>
      recentTransactions().map((recent) => [recent.id, recent.state.status] as const);
    // Only the watcher reads it.
    await waitUntil(() => new Map(statuses()).get(other) === 'pending');
    rows.set(id, mined('success'));
    await waitUntil(() => reads === 2);
    expect(statuses()).to.have.deep.members([
      [id, 'confirmed'],
      [other, 'pending'],
    ]);
    const elsewhere = asked.filter((href) => href.includes(id) && !href.startsWith(baseUrl));
    expect(elsewhere).to.deep.equal([]);
  });
});
