import { expect, fixture, html } from '@open-wc/testing';
import type { SentTransaction } from '../../core/types.js';
import { atRest, inScheme, inside, themeColor } from '../../testing/element-helpers.js';
import {
  freshTxid,
  mined,
  PENDING,
  transactionsService,
  type ApiRow,
} from '../../testing/transactions-service.js';
import { waitUntil } from '../../testing/wait-until.js';
import { clearRecentTransactions, recentTransactions } from '../../transactions/index.js';
import './define.js';

const LONG = 60_000;
const text = (element: Element) => inside(element, '[part=status]').innerText.trim();
const detail = (element: Element) =>
  element.shadowRoot!.querySelector<HTMLElement>('[part=detail]')?.innerText.trim();

async function shown(row: ApiRow | undefined, attributes: Record<string, string> = {}) {
  const service = transactionsService();
  const txid = freshTxid();
  if (row) service.rows.set(txid, row);
  const element = document.createElement('wallet-transaction');
  for (const [name, value] of Object.entries({ txid, network: service.network, ...attributes })) {
    element.setAttribute(name, value);
  }
  const box = await fixture<HTMLElement>(html`<div lang="en"></div>`);
  box.append(element);
  await element.updateComplete;
  const reaches = (status: string) =>
    waitUntil(() => element.status === status, status, { timeout: LONG });
  return { ...service, txid, element, box, reaches };
}

/** [the row, the status, the text, the detail] */
const STATES: readonly (readonly [ApiRow, string, string, string | undefined])[] = [
  [PENDING, 'pending', 'Pending', undefined],
  [mined('success'), 'confirmed', 'Confirmed', undefined],
  [mined('abort_by_response'), 'failed', 'Failed: the contract refused it', 'Fee charged'],
  [
    mined('abort_by_post_condition'),
    'failed',
    'Not executed: it would have moved more than allowed',
    'Fee charged',
  ],
  [mined('problematic_skipped'), 'failed', 'Failed: it was not executed', 'Fee charged'],
  [
    { ...PENDING, tx_status: 'dropped_stale_garbage_collect' },
    'dropped',
    'Dropped by the network',
    undefined,
  ],
  [
    { ...PENDING, tx_status: 'dropped_replace_by_fee', replaced_by_tx_id: null },
    'replaced',
    'Replaced by another transaction',
    'Estimated from your account.',
  ],
  [mined('brand_new'), 'unknown', 'Status unknown', undefined],
];

describe('<wallet-transaction>', () => {
  it('reads only once with without-poll, and continues when it is unset', async () => {
    const { element, reaches, rows, asked, txid } = await shown(PENDING, { 'without-poll': '' });
    await reaches('pending');
    rows.set(txid, mined('success'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked.length).to.equal(1);
    expect(element.status).to.equal('pending');
    element.withoutPoll = false;
    await reaches('confirmed');
  });

  it('reads nothing about a result from a polluted Object.prototype', async () => {
    const { element, txid, reaches } = await shown(PENDING);
    const pollution = Object.prototype as Record<string, unknown>;
    const added = { sentAt: 1_700_000_000_000, id: 'evil', network: 'evil', chain: 'bitcoin' };
    Object.assign(pollution, added);
    try {
      element.transaction = { txid };
      await element.updateComplete;
    } finally {
      for (const name of Object.keys(added)) delete pollution[name];
    }
    // At the service of the test, under its own id.
    await reaches('pending');
    expect(element.shadowRoot!.querySelector('a')?.href ?? '').not.to.contain('evil');
  });

  it('shows no time for an invalid number', async () => {
    const { element, network, txid, reaches } = await shown(PENDING);
    // 1,700,000,000 is a time in seconds.
    for (const sentAt of [Number.MAX_SAFE_INTEGER, NaN, -8.64e15 - 1, 0, 1_700_000_000]) {
      element.transaction = { txid, chain: 'stacks', network, method: 'x', sentAt };
      await element.updateComplete;
      expect(element.shadowRoot!.querySelector('time'), String(sentAt)).to.equal(null);
    }
    await reaches('pending');
  });

  for (const [age, ago] of [
    [0, 'now'],
    [5 * 60_000, '5 min. ago'],
    [3 * 3_600_000, '3 hr. ago'],
    [26 * 3_600_000, 'yesterday'],
    [30 * 86_400_000, undefined],
  ] as const) {
    it(`shows when it was sent, relative and exact: ${ago ?? 'a date'}`, async () => {
      const { element, network, txid, reaches } = await shown(PENDING);
      const sentAt = Date.now() - age;
      element.transaction = { txid, chain: 'stacks', network, method: 'x', sentAt };
      await reaches('pending');
      await element.updateComplete;
      const time = inside<HTMLTimeElement>(element, 'time');
      const [relative, exact] = time.children;
      const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(sentAt);
      expect(relative!.textContent).to.equal(ago ?? date);
      expect(relative!.ariaHidden).to.equal('true');
      expect(time.dateTime).to.equal(new Date(sentAt).toISOString());
      expect(time.title).to.contain(date);
      expect(exact!.textContent).to.equal(time.title);
      expect(inside(element, '[role=status]').contains(time), 'announced').to.equal(false);
      clearRecentTransactions();
    });
  }

  for (const dir of ['ltr', 'rtl']) {
    it(`has a dot between status and time only if they are in one line, ${dir}`, async () => {
      const { element, box, network, txid, reaches } = await shown(PENDING);
      const sentAt = Date.now() - 5 * 60_000;
      element.transaction = { txid, chain: 'stacks', network, method: 'x', sentAt };
      box.dir = dir;
      await reaches('pending');
      await element.updateComplete;
      const start = (node: Element) => {
        const { left, right } = node.getBoundingClientRect();
        return dir === 'ltr' ? left : -right;
      };
      const line = inside(element, '.line');
      const time = inside(element, 'time');
      const [dot, words] = [start(time), start(time.firstElementChild!)];
      expect(words - dot, 'room for the dot').to.be.above(5);
      expect(dot).to.be.above(start(line));
      inside(element, '[part=status]').style.whiteSpace = 'nowrap';
      box.style.inlineSize = '130px';
      expect(start(time.firstElementChild!)).to.be.closeTo(start(line), 0.5);
      expect(getComputedStyle(line).overflowX, 'hides the dot').to.equal('clip');
      clearRecentTransactions();
    });
  }

  it('has a neutral mark for a replacement, and shows its id only without a link', async () => {
    const { element, reaches } = await shown({
      ...PENDING,
      tx_status: 'dropped_replace_by_fee',
      replaced_by_tx_id: null,
    });
    await reaches('replaced');
    await element.updateComplete;
    const mark = () => getComputedStyle(inside(element, '[part=icon]')).color;
    expect(mark()).to.equal(themeColor(element, 'text-muted'));
    expect(inside(element, '[part=id]').textContent).to.match(/^0xaaaa…/);
    element.explorer = 'https://x.example/{txid}';
    await element.updateComplete;
    expect(element.shadowRoot!.querySelector('[part=id]')).to.equal(null);
    expect(inside(element, '[part=explorer-link]').title).to.match(/^0xaaaa…/);
  });

  for (const [row, status, words, more] of STATES) {
    it(`shows "${words}"`, async () => {
      const { element, reaches } = await shown(row);
      await reaches(status);
      await element.updateComplete;
      expect(text(element)).to.equal(words);
      expect(detail(element)).to.equal(more);
      expect(element.getAttribute('status')).to.equal(status);
    });
  }

  it('shows that the transaction is sent until the service finds it', async () => {
    const { element, rows, txid, reaches, asked } = await shown(undefined);
    expect(text(element)).to.equal('Sent, not seen by the network yet');
    await waitUntil(() => asked.length > 1, 'two reads', { timeout: LONG });
    expect(element.status).to.equal('submitted');
    rows.set(txid, PENDING);
    await reaches('pending');
  });

  it('announces only changes of the status, in one region that stays; events report the same changes', async () => {
    const { element, rows, txid, reaches } = await shown(PENDING, { confirmations: '9' });
    const region = inside(element, '[role=status]');
    const spoken: string[] = [];
    new MutationObserver(() => spoken.push(region.innerText.trim())).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    const events: string[] = [];
    for (const type of ['change', 'confirmed', 'failed'] as const) {
      element.addEventListener(`wallet-transaction-${type}`, (event) => {
        events.push(`${type} ${event.state.status}`);
      });
    }
    await reaches('pending');
    rows.set(txid, mined('success'));
    await reaches('confirmed');
    await waitUntil(() => detail(element) === '8 of 9 blocks deep', 'depth', { timeout: LONG });
    rows.set(txid, PENDING);
    await reaches('pending');
    rows.set(txid, mined('abort_by_response'));
    await reaches('failed');
    await element.updateComplete;
    expect(region.isConnected).to.equal(true);
    expect(spoken).to.deep.equal([
      'Pending',
      'Confirmed',
      'Pending again: the chain was reorganised',
      'Failed: the contract refused it',
    ]);
    expect(events.filter((event) => !event.startsWith('change'))).to.deep.equal([
      'confirmed confirmed',
      'failed failed',
    ]);
    expect(new Set(events)).to.include('change pending');
  });

  it('announces a change once if two elements show the same transaction', async () => {
    const { element, box, txid, network, reaches } = await shown(PENDING);
    const second = document.createElement('wallet-transaction');
    Object.assign(second, { txid, network });
    box.append(second);
    await reaches('pending');
    await waitUntil(() => second.status === 'pending', 'second', { timeout: LONG });
    const regions = [element, second].map(({ shadowRoot }) =>
      shadowRoot!.querySelectorAll('[role=status]'),
    );
    expect(regions.map(({ length }) => length)).to.deep.equal([1, 0]);
  });

  it('follows the network of `transaction`, also if the id stays the same', async () => {
    const { element, txid, network, reaches } = await shown(PENDING);
    const sent = { txid, chain: 'stacks', network, method: 'x', sentAt: Date.now() } as const;
    element.transaction = sent;
    await reaches('pending');
    const other = transactionsService();
    other.rows.set(txid, mined('success'));
    element.transaction = { ...sent, network: other.network };
    await element.updateComplete;
    expect(element.status).to.equal('submitted');
    await reaches('confirmed');
    clearRecentTransactions();
  });

  it('announces the same id of two services in both elements', async () => {
    const { element, box, txid, network, reaches } = await shown(PENDING);
    const second = document.createElement('wallet-transaction');
    Object.assign(second, { txid, network, baseUrl: 'https://other.example' });
    box.append(second);
    await reaches('pending');
    for (const one of [element, second]) {
      expect(one.shadowRoot!.querySelectorAll('[role=status]').length).to.equal(1);
    }
  });

  it('waits for one block if `confirmations` is no number of blocks', async () => {
    for (const confirmations of [NaN, -1, Infinity, 1.5, '2', null] as unknown as number[]) {
      const { element, reaches } = await shown(mined('success'));
      element.confirmations = confirmations;
      await reaches('confirmed');
      await element.updateComplete;
      expect(detail(element)).to.equal(undefined);
    }
  });

  it('shows nothing for an invalid id, and sends no request', async () => {
    for (const txid of ['', 'abc', `${freshTxid()}0`, '<img src=x>']) {
      const { element, asked } = await shown(undefined, { txid });
      expect(element.shadowRoot!.childElementCount).to.equal(0);
      expect(element.matches(':state(invalid)')).to.equal(true);
      expect(asked).to.deep.equal([]);
    }
  });

  it('shows that a signed transaction without an id cannot be followed', async () => {
    const { element } = await shown(undefined, { txid: '' });
    element.transaction = { status: 'signed', transaction: '00' };
    await element.updateComplete;
    expect(element.status).to.equal('untracked');
    expect(text(element)).to.equal('Can’t be tracked: it has no transaction ID');
  });

  it('links to the explorer of the network, or to the explorer that the page sets', async () => {
    const { element, txid } = await shown(PENDING, {
      network: 'testnet',
      'base-url': 'https://none.example',
    });
    const link = () => inside<HTMLAnchorElement>(element, '[part=explorer-link]');
    expect(link().href).to.equal(`https://explorer.hiro.so/txid/${txid}?chain=testnet`);
    expect(link().ariaLabel).to.match(/^View transaction 0xaaaa….{4} in explorer \(new tab\)$/);
    element.explorer = 'https://x.example/{chain}/{network}/{txid}';
    await element.updateComplete;
    expect(link().href).to.equal(`https://x.example/stacks/testnet/${txid}`);
    element.explorer = 'javascript:alert(1)//{txid}';
    await element.updateComplete;
    expect(element.shadowRoot!.querySelector('a')).to.equal(null);
  });

  it('stops reading when it is removed, and reads again when it is attached again', async () => {
    const { element, box, rows, txid, asked, reaches } = await shown(PENDING);
    await reaches('pending');
    element.remove();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { length } = asked;
    rows.set(txid, mined('success'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked.length).to.equal(length);
    box.append(element);
    await reaches('confirmed');
  });

  it('keeps a sent transaction in the list of recent transactions, but not an id alone', async () => {
    clearRecentTransactions();
    const { element, network } = await shown(PENDING);
    expect(recentTransactions()).to.deep.equal([]);
    const sent = {
      txid: freshTxid(),
      chain: 'stacks',
      network,
      method: 'stx_transferStx',
      account: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
      sentAt: Date.now(),
    } as const;
    element.transaction = sent;
    await element.updateComplete;
    const [row] = recentTransactions();
    expect(row).to.include({ id: sent.txid, method: sent.method, account: sent.account });
    expect(Object.keys(row!).sort().join()).to.not.match(/raw|signature|transaction/);
    clearRecentTransactions();
  });

  it('shows the exact amount of a transfer of this page, until it is known that it was not executed', async () => {
    clearRecentTransactions();
    const service = transactionsService();
    const { network } = service;
    const box = await fixture(html`<div lang="en"></div>`);
    const send = async (amount: SentTransaction['amount']) => {
      const chain = amount?.asset === 'btc' ? 'bitcoin' : 'stacks';
      const txid = freshTxid().slice(chain === 'bitcoin' ? 2 : 0);
      service.rows.set(txid, PENDING);
      const element = document.createElement('wallet-transaction');
      element.transaction = {
        ...{ txid, chain, network, method: 'x', account: undefined, sentAt: Date.now(), amount },
      } satisfies SentTransaction;
      box.append(element);
      await element.updateComplete;
      return { element, txid };
    };
    const amountOf = (element: Element) =>
      element.shadowRoot!.querySelector<HTMLElement>('ft-amount[part=amount]');
    const sbtc = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token::sbtc-token';
    for (const [amount, expected] of [
      [{ value: '20000000', asset: 'stx' }, '\u221220 STX'],
      [{ value: '900719925474099312', asset: 'stx' }, '\u2212900,719,925,474.099312 STX'],
      [{ value: '1001', asset: 'btc' }, '\u22120.00001001 BTC'],
      [{ value: '5', asset: sbtc }, '\u22120.00000005 sBTC'],
    ] as const) {
      const { element } = await send(amount);
      await waitUntil(() => amountOf(element)?.shadowRoot, 'the amount');
      expect(amountOf(element)!.shadowRoot!.textContent.trim()).to.equal(expected);
    }
    for (const none of [undefined, { value: 5, asset: 'stx' }, { value: '5', asset: 'eth' }]) {
      const { element } = await send(undefined);
      const { transaction } = element;
      element.transaction = { ...transaction, amount: none };
      await element.updateComplete;
      expect(amountOf(element)).to.equal(null);
    }
    const { element, txid } = await send({ value: '20000000', asset: 'stx' });
    await waitUntil(() => element.status === 'pending', 'pending', { timeout: LONG });
    expect(amountOf(element)).to.not.equal(null);
    service.rows.set(txid, mined('abort_by_post_condition'));
    await waitUntil(() => element.status === 'failed', 'failed', { timeout: LONG });
    await element.updateComplete;
    expect(amountOf(element)).to.equal(null);
    // The list keeps it, for the same row.
    expect(recentTransactions().find(({ id }) => id === txid)?.amount?.value).to.equal('20000000');
    clearRecentTransactions();
  });

  it('has the time beside the status of a pending transaction in a narrow account, and the amount at the end', async () => {
    clearRecentTransactions();
    const service = transactionsService();
    const txid = freshTxid();
    service.rows.set(txid, PENDING);
    const box = await fixture(html`<div lang="en"></div>`);
    const element = document.createElement('wallet-transaction');
    element.transaction = {
      ...{ txid, chain: 'stacks', network: service.network, method: 'x', account: undefined },
      ...{ sentAt: Date.now() - 6 * 86_400_000, amount: { value: '20000000', asset: 'stx' } },
    };
    element.innerHTML = '<span slot="label">Swap STX</span>';
    element.style.inlineSize = '224px';
    box.append(element);
    await waitUntil(() => element.status === 'pending', 'pending', { timeout: LONG });
    await element.updateComplete;
    const place = (selector: string) => inside(element, selector).getBoundingClientRect();
    await waitUntil(() => place('.amount').width > 0, 'the amount');
    expect(place('.time').bottom).to.be.closeTo(place('.status').bottom, 5);
    element.style.inlineSize = '272px';
    expect(place('.time').bottom).to.be.closeTo(place('.status').bottom, 5);
    expect(place('.amount').right).to.be.closeTo(place('.row').right, 1);
    const { top } = place('.amount');
    element.firstElementChild!.textContent = 'Swap STX for a token with a very long name';
    expect(place('.amount').top, 'the title gives way').to.be.closeTo(top, 1);
    expect(place('.amount').right).to.be.closeTo(place('.row').right, 1);
    // In a menu, the row is the link, which has no column.
    element.explorer = 'https://x.example/{txid}';
    element.isRowLink = true;
    await element.updateComplete;
    expect(place('.row').right).to.be.closeTo(place('.all').right, 1);
    const link = place('[part=explorer-link]');
    expect(link.width).to.be.at.least(place('.all').width);
    expect(link.height).to.be.closeTo(place('.all').height, 1);
    // Without a first line, the status is in its place.
    element.transaction = { ...element.transaction, amount: undefined };
    element.textContent = '';
    await waitUntil(() => place('.row').height === 0, 'no first line');
    expect(place('.texts').top).to.be.closeTo(place('.mark').top, 1);
    const middle = ({ top, height }: DOMRect) => top + height / 2;
    expect(middle(place('.line'))).to.be.closeTo(middle(place('.mark')), 0.5);
    clearRecentTransactions();
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`passes axe in ${scheme}, in every state`, () =>
      inScheme(scheme, async () => {
        for (const [row, status] of STATES) {
          const { element, reaches } = await shown(row, { explorer: 'https://x.example/{txid}' });
          await reaches(status);
          await element.updateComplete;
          await atRest();
          await expect(element).to.be.accessible();
        }
      }));
  }
});
