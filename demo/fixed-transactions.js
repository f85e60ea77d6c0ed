/* Transactions with a fixed state, to look at the elements in each state. */
import { configure } from '/dist/core/index.js';
import { trackTransaction } from '/dist/transactions/index.js';
import { CONNECTED, fixedStateClient } from './fixed-clients.js';

const HOUR = 3_600_000;
/** Requests with this base URL fail. */
const DOWN = '/down/';

// Requests go to this server's own chain, so the limits of public services do not apply.
configure({
  stacksApi: location.origin,
  transactions: { pace: 0.1, perMinute: 600 },
  fetch: (href, init) =>
    new URL(href).pathname.startsWith(DOWN)
      ? Promise.reject(new TypeError('Failed to fetch'))
      : fetch(href, init),
});

/** For the status of each of these ids, see fixtures/chain/samples.mjs. */
const sample = (byte) => `0x${byte.repeat(32)}`;
const txid = (byte, more) => ({ attributes: { txid: sample(byte), ...more } });
const [{ address: account }] = CONNECTED.addresses;
/** With its account, a transaction that is not there is no 404, which the browser would write to the console. */
const sent = (byte, sentAt = Date.now()) => ({
  transaction: { txid: sample(byte), chain: 'stacks', network: 'mainnet', account, sentAt },
});

export const TRANSACTION_STATES = {
  Sent: sent('5c'),
  Pending: txid('01'),
  'Pending for long': txid('02'),
  Confirmed: txid('03'),
  'Deep in the chain': txid('03', { confirmations: '6' }),
  'Contract refused': txid('04'),
  'Post-condition stopped it': txid('05'),
  Skipped: txid('06'),
  Replaced: sent('07', Date.now() - HOUR),
  Dropped: sent('08', Date.now() - HOUR),
  'Not found': sent('5b', Date.now() - HOUR),
  'Status unknown': txid('09'),
  'Service fails': txid('5d', { 'base-url': DOWN }),
  'Without an id': { transaction: { signature: '' } },
};

const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token::sbtc-token';
/** The id, the label, and the amount of a transfer. */
const SENT = [
  ['01', 'Tip the keeper', { value: '20000000', asset: 'stx' }],
  ['03', 'Pay order A-1042', { value: '1250000', asset: SBTC }],
  ['05', 'Buy bee portrait 7'],
  ['07', 'Send 5 STX'],
];

const NOBODY = {
  symbol: 'STX',
  address: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE',
  publicKey: '',
};

export const LIST_STATES = {
  /** The list is stored in the browser, so it is filled only when it is shown. */
  get 'With transactions'() {
    for (const [index, [byte, label, amount]] of SENT.entries()) {
      trackTransaction(sample(byte), {
        account,
        network: 'mainnet',
        method: 'stx_callContract',
        amount,
        sentAt: Date.now() - index * 600_000,
        label,
        store: true,
      });
    }
    return { client: fixedStateClient(CONNECTED) };
  },
  Empty: { client: fixedStateClient({ ...CONNECTED, addresses: [NOBODY] }) },
};
