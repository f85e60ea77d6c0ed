/* Every state of a transaction, and the lists. */
import '/src/elements/wallet-account/define.ts';
import '/src/elements/wallet-connect-button/define.ts';
import '/src/elements/wallet-request-button/define.ts';
import '/src/elements/wallet-transactions/define.ts';
import { configure } from '/src/core/index.ts';
import { clearRecentTransactions } from '/src/transactions/index.ts';
import { toNewRow } from '/src/testing/transactions-service.ts';
import { CONNECTED } from '/demo/fixed-clients.js';
import { onReset } from './reset.js';
import { ICON } from './session-scenes.js';

const SENDER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const OTHER = `0x${'b7'.repeat(32)}`;
const base = { sender_address: SENDER, nonce: 4 };
const mined = (tx_status) => ({
  ...base,
  tx_status,
  block_height: 176402,
  burn_block_height: 871330,
  tx_result: { repr: '(ok true)' },
});
/** The amounts of transfers, by the index of the state. */
const AMOUNTS = {
  1: { value: '20000000', asset: 'stx' },
  3: {
    value: '1250000',
    asset: 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token::sbtc-token',
  },
};
/** [status, label, row of the routes `v1` of the API, attributes] */
const STATES = [
  ['submitted', 'Swap STX for HNY', undefined],
  ['pending', 'Swap STX for HNY', { ...base, tx_status: 'pending' }],
  [
    'pending',
    'Lend 500 HNY',
    { ...base, tx_status: 'pending', nonce: 6, receipt_time: 1_700_000_000 },
  ],
  ['confirmed', 'Lend sBTC', mined('success')],
  ['confirmed', 'Follow larkspur.btc', mined('success'), { confirmations: 'bitcoin' }],
  ['failed', 'Vote on proposal 12', mined('abort_by_response')],
  ['failed', 'Buy bee portrait 7', mined('abort_by_post_condition')],
  ['failed', 'Claim rewards', mined('problematic_skipped')],
  [
    'replaced',
    'Send 5 STX',
    { ...base, tx_status: 'dropped_replace_by_fee', replaced_by_tx_id: OTHER },
  ],
  ['dropped', 'Send 5 STX', { ...base, tx_status: 'dropped_stale_garbage_collect' }],
  ['unknown', 'Send 5 STX', mined('brand_new')],
];
const idOf = (at) => `0x${at.toString(16).padStart(2, '0').repeat(32)}`;

/** Clears the recent transactions, and makes the service answer with the rows above. */
function answer() {
  clearRecentTransactions();
  onReset(clearRecentTransactions);
  configure({
    stacksApi: 'https://rows.example',
    transactions: { pace: 0.1, perMinute: 1e6 },
    fetch: async (href) => {
      const url = new URL(href);
      if (url.pathname === '/extended') {
        return Response.json({ chain_tip: { block_height: 176407, burn_block_height: 871332 } });
      }
      if (url.pathname.endsWith('/balances/stx')) {
        return Response.json({
          balance: '1204500000',
          available: '1204500000',
          locked: null,
          mempool: null,
        });
      }
      if (url.pathname.endsWith('/get-primary')) {
        return Response.json({ okay: true, result: '0x0709' });
      }
      const ids = (url.searchParams.get('tx_id') ?? '').split(',');
      const rowOf = (id) =>
        id === OTHER ? mined('success') : STATES[parseInt(id.slice(2, 4), 16)]?.[2];
      if (url.pathname.endsWith('/v3/transactions/batch')) {
        const results = ids.flatMap((id) => toNewRow(id, rowOf(id)) ?? []);
        return Response.json({ results: results.filter((row) => 'block' in row) });
      }
      if (url.pathname.endsWith('/mempool/transactions')) {
        const all = STATES.flatMap(([, , row], at) => toNewRow(idOf(at), row) ?? []);
        return Response.json({ results: all.filter((row) => !('block' in row)) });
      }
      const [, single] = /\/v3\/transactions\/(0x\w+)$/.exec(url.pathname) ?? [];
      if (single) {
        const row = toNewRow(single, rowOf(single));
        if (row) return Response.json(row);
        return Response.json({ message: 'Transaction not found' }, { status: 404 });
      }
      const rows = ids.map((id) => {
        const row = rowOf(id);
        return [id, row ? { found: true, result: { tx_id: id, ...row } } : { found: false }];
      });
      return Response.json(Object.fromEntries(rows));
    },
  });
}

const sent = (at) => ({
  txid: idOf(at),
  chain: 'stacks',
  network: 'mainnet',
  method: 'stx_callContract',
  account: SENDER,
  // The browser forgets them after a week.
  sentAt: Date.now() - 300_000 * (STATES.length - at),
  label: STATES[at][1],
  amount: AMOUNTS[at],
});

const addresses = [{ symbol: 'STX', address: SENDER, publicKey: '' }];
const client = () => ({
  state: {
    status: 'connected',
    providerId: 'Juniper',
    stxAddress: SENDER,
    addresses,
    network: 'mainnet',
  },
  subscribe: () => () => {},
  on: () => () => {},
  isConnected: () => true,
  wallets: () => ({ installed: [{ id: 'Juniper', name: 'Juniper' }], others: [] }),
  disconnect: () => {},
  preload: () => {},
});
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

function add(tag, properties, attributes = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.querySelector('main').append(element);
  return element;
}

/** Waits until the transactions with these indexes show the state that the service sends. */
async function shown(indexes) {
  for (const at of indexes) {
    const isShown = ({ txid, status, state, followReplacement }) =>
      txid === idOf(at) &&
      status === STATES[at][0] &&
      (!followReplacement || Boolean(state.byState));
    while (!transactionsIn(document).some(isShown)) await wait(50);
    // The next one is read when it is near the viewport.
    transactionsIn(document).find(isShown).scrollIntoView();
  }
  scrollTo(0, 0);
}

/** All transactions in a tree and in the shadow trees inside it. */
const transactionsIn = (node) =>
  [...node.querySelectorAll('*')].flatMap((element) => [
    ...(element.localName === 'wallet-transaction' ? [element] : []),
    ...(element.shadowRoot ? transactionsIn(element.shadowRoot) : []),
  ]);

/** Tracks these transactions, as if this page had sent them. */
async function track(indexes) {
  const { trackTransaction } = await import('/src/transactions/index.ts');
  for (const at of indexes) {
    const { txid, ...options } = sent(at);
    trackTransaction(txid, options);
  }
}

export const transactionScenes = {
  'transaction-states': async () => {
    answer();
    for (const [at, [status, textContent, , attributes]] of STATES.entries()) {
      const followReplacement = status === 'replaced';
      add('wallet-transaction', { txid: idOf(at), followReplacement }, attributes).append(
        Object.assign(document.createElement('span'), { slot: 'label', textContent }),
      );
    }
    await shown([...STATES.keys()]);
  },
  'transaction-list': async () => {
    answer();
    await track([1, 3, 6, 8]);
    add('wallet-transactions', { client: client() });
    await shown([1, 3, 6, 8]);
  },
  'transaction-list-empty': async () => {
    answer();
    await add('wallet-transactions', { client: client() }).updateComplete;
  },
  'account-transactions': async () => {
    answer();
    await track([1, 3, 6]);
    add('wallet-account', { client: client(), inline: true, transactions: true });
    await shown([1, 3, 6]);
  },
  /* Here, since it needs the service. */
  'button-balance': async () => {
    answer();
    for (const network of ['mainnet', 'testnet']) {
      for (const variant of ['filled', 'outlined', 'plain']) {
        add('wallet-connect-button', { client: { ...client(), network }, balance: true, variant });
      }
    }
    await wait(1_000);
  },
  'account-rich': async () => {
    answer();
    await track([1, 3, 6]);
    add('wallet-account', { client: client(), inline: true, rich: true });
    await wait(2_000);
  },
  'account-rich-menu': async () => {
    answer();
    await track([1, 3, 6]);
    const { addresses } = CONNECTED;
    const given = client();
    const state = { ...given.state, addresses };
    const wallets = () => ({
      installed: [{ id: 'Juniper', name: 'Juniper', icon: ICON }],
      others: [],
    });
    const button = add('wallet-connect-button', {
      client: { ...given, state, wallets },
      rich: true,
    });
    button.innerHTML = '<b slot="name">larkspur.btc</b>';
    await wait(500);
    button.shadowRoot.querySelector('button').click();
    await wait(2_000);
  },
};
