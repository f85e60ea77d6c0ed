import { expect, fixture, html } from '@open-wc/testing';
import { counts, rounds, hasCdp, withMotion } from '../../src/testing/cdp.js';
import { STX_ADDRESS } from '../../src/testing/fake-wallet.js';
import { inside, installed, type Installed } from '../../src/testing/element-helpers.js';
import { json, testService } from '../../src/testing/metadata-fetch.js';
import { freshTxid, mined, transactionsService } from '../../src/testing/transactions-service.js';
import '../../src/define/all.js';
import { loaders } from '../../src/define/autoload.js';
import { createSignIn } from '../../src/sign-in/create-sign-in.js';
import { clearRecentTransactions, trackTransaction } from '../../src/transactions/index.js';
import type { WalletAccount } from '../../src/elements/wallet-account/wallet-account.js';

/** 500 in `npm run test:long`. */
const TIMES = await rounds();
/** The test runner itself adds a few nodes and listeners. */
const SLACK = 20;

const HONEY = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.honey-token';
const service = testService((principal) =>
  json({ asset_identifier: `${principal}::honey`, name: 'Honey', symbol: 'HNY', decimals: 6 }),
);

const TXID = freshTxid();
const { network, rows } = transactionsService();
rows.set(TXID, mined('success'));

/** The elements that need more than a client to show something. */
const SHOWING: Readonly<Record<string, (page: Installed) => HTMLElement>> = {
  'wallet-pay-button': ({ client }) =>
    make('wallet-pay-button', {
      client,
      to: STX_ADDRESS,
      amount: '1',
      endpoint: '/pay',
      order: 'A',
    }),
  'wallet-request-button': ({ client }) =>
    make('wallet-request-button', { client, method: 'getAddresses' }),
  'wallet-sign-in': ({ client }) => {
    const getNonce = () => Promise.resolve('ABCDEFGH');
    const verify = () => Promise.resolve(true);
    const controller = createSignIn({ client, getNonce, verify, session: null });
    return make('wallet-sign-in', { client, controller });
  },
  'wallet-context': ({ client }) => {
    const context = make('wallet-context', { client });
    context.append(make('wallet-connect-button'), make('ft-amount', { value: '1', decimals: 6 }));
    return context;
  },
  'ft-metadata-card': () =>
    make('ft-metadata-card', { client: service.client, principal: HONEY, lazy: 'off' }),
  'ft-list': () => make('ft-list', { client: service.client }),
  'nft-metadata-card': () =>
    make('nft-metadata-card', {
      client: service.client,
      principal: HONEY,
      tokenId: '1',
      lazy: 'off',
    }),
  'ft-amount': () => make('ft-amount', { client: service.client, principal: HONEY, value: '1' }),
  'wallet-transaction': () => make('wallet-transaction', { txid: TXID, network }),
  'wallet-transactions': ({ client }) => {
    trackTransaction(TXID, { network, account: STX_ADDRESS });
    return make('wallet-transactions', { client });
  },
};

/** A connected button is referenced until it has loaded its menu, in an idle period after the next frame. */
const idle = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)));

function make(tag: string, properties: object = {}): HTMLElement {
  return Object.assign(document.createElement(tag), properties);
}

withMotion();

describe(`no memory leak after ${TIMES} rounds`, function () {
  this.timeout(500_000);
  let page: Installed;
  before(function () {
    if (!hasCdp) this.skip();
  });
  beforeEach(async () => {
    page = await installed({ connected: true });
  });
  afterEach(() => {
    page.uninstall();
    clearRecentTransactions();
  });

  async function staysTheSame(round: () => Promise<void>) {
    for (let i = 0; i < 5; i++) await round();
    await idle();
    const sheets = document.adoptedStyleSheets.length;
    const before = await counts();
    for (let i = 0; i < TIMES; i++) await round();
    await idle();
    const after = await counts();
    expect(after.nodes - before.nodes, 'nodes').to.be.below(SLACK);
    expect(after.listeners - before.listeners, 'listeners').to.be.below(SLACK);
    expect(document.adoptedStyleSheets.length, 'style sheets').to.equal(sheets);
  }

  for (const tag of loaders.keys()) {
    // It has its own test file.
    if (tag === 'wallet-select-modal') continue;
    it(`of attaching and detaching <${tag}>`, async () => {
      const parent = await fixture(html`<div></div>`);
      await staysTheSame(async () => {
        const made = SHOWING[tag]?.(page) ?? make(tag, { client: page.client });
        parent.append(made);
        await (made as { updateComplete?: Promise<unknown> }).updateComplete;
        made.remove();
      });
    });
  }

  it('of opening and closing the account menu', async () => {
    const account = await fixture<WalletAccount>(
      html`<wallet-account .client=${page.client}></wallet-account>`,
    );
    await staysTheSame(async () => {
      account.show();
      await account.updateComplete;
      account.hide();
      await account.updateComplete;
    });
    expect(inside(account, '#menu').matches(':popover-open')).to.equal(false);
  });
});
