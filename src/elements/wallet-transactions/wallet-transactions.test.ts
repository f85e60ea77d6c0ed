import { expect, fixture, html } from '@open-wc/testing';
import { installed, type Installed } from '../../testing/element-helpers.js';
import { STX_ADDRESS } from '../../testing/fake-wallet.js';
import {
  freshTxid,
  mined,
  PENDING,
  transactionsService,
} from '../../testing/transactions-service.js';
import { waitUntil } from '../../testing/wait-until.js';
import { clearRecentTransactions, trackTransaction } from '../../transactions/index.js';
import type { WalletTransactions } from './wallet-transactions.js';
import './define.js';

let page: Installed;

const rowsOf = (element: WalletTransactions) => [
  ...element.shadowRoot!.querySelectorAll('wallet-transaction'),
];

describe('<wallet-transactions>', () => {
  beforeEach(() => clearRecentTransactions());
  afterEach(() => {
    page.uninstall();
    clearRecentTransactions();
  });

  it('keeps the row of a transaction, and the focus in it, when a newer one is added above it', async () => {
    page = await installed({ connected: true });
    const { network, rows } = transactionsService();
    const [first, second] = [freshTxid(), freshTxid()];
    rows.set(first, mined('success'));
    rows.set(second, PENDING);
    const sentAt = Date.now() - 60_000;
    trackTransaction(first, { network, account: STX_ADDRESS, sentAt });
    const element = await fixture<WalletTransactions>(
      html`<wallet-transactions
        .client=${page.client}
        explorer="https://explorer.example/{txid}"
      ></wallet-transactions>`,
    );
    const [row] = rowsOf(element);
    await waitUntil(() => row?.status === 'confirmed');
    row!.focus();
    trackTransaction(second, { network, account: STX_ADDRESS });
    await waitUntil(() => rowsOf(element)[0]?.status === 'pending');
    expect(rowsOf(element)).to.have.length(2);
    expect(rowsOf(element)[1] === row, 'the same element').to.equal(true);
    expect(element.shadowRoot!.activeElement === row, 'the focus').to.equal(true);
    expect(row!.txid).to.equal(first);
  });
});
