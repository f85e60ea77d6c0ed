import { element } from './dom.js';
import { configure } from '/dist/core/index.js';

/** Buttons of the simulated chain: [label, action on the newest pending transaction or on the chain]. */
const BUTTONS = [
  ['Mine a block', () => post('mine')],
  ['Contract refuses', (txid) => decide(txid, 'abort_by_response')],
  ['Post-condition stops', (txid) => decide(txid, 'abort_by_post_condition')],
  ['Speed up in the wallet', (txid) => inWallet('speedUp', txid)],
  ['Cancel in the wallet', (txid) => inWallet('cancel', txid)],
  ['Drop', (txid) => post('drop', { txid })],
  ['Reorganise', () => post('reorganize', { chain: 'stacks' })],
  ['Bitcoin block', () => post('mine', { chain: 'bitcoin' })],
  ['Bitcoin reorganisation', () => post('reorganize', { chain: 'bitcoin' })],
];

/** Shows the status of the account's transactions, with buttons that change it. */
export function showTransactions(place) {
  // Requests go to this server's own chain, so the limits of public services do not apply.
  configure({
    stacksApi: location.origin,
    bitcoinApi: `${location.origin}/api`,
    transactions: { pace: 0.2, perMinute: 600 },
  });
  const message = element('p', { role: 'status', className: 'small' });
  const buttons = BUTTONS.map(([label, run]) => {
    const button = element('button', { type: 'button', className: 'plain' }, label);
    button.addEventListener('click', async () => {
      message.textContent = `${label}: ${await outcome(run)}`;
    });
    return button;
  });
  const list = element('wallet-transactions', { confirmations: 6, limit: 10 });
  place.replaceChildren(element('div', { className: 'actions' }, ...buttons), message, list);
}

async function outcome(run) {
  const response = await fetch('/fixture/transactions');
  const waiting = (await response.json()).filter(({ status }) => status === 'pending');
  const txid = waiting.at(-1)?.txid;
  if (run.length && !txid) return 'no transaction is waiting.';
  const answer = await run(txid);
  return answer.ok ? 'done.' : (await answer.json()).message;
}

async function decide(txid, fate) {
  await post('decide', { txid, fate });
  return post('mine');
}

/** The development wallet asks for approval, signs again and broadcasts. */
const inWallet = (how, txid) =>
  window.devWallet[how](txid).then(
    () => ({ ok: true }),
    ({ message }) => ({ ok: false, json: () => ({ message }) }),
  );

const post = (action, body = {}) =>
  fetch(`/fixture/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
