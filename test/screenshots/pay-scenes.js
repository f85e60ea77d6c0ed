/* Every state of the button that pays. */
import '/src/elements/wallet-pay-button/define.ts';
import { PAYMENT_STATES } from '/demo/fixed-payments.js';
import { row } from './row.js';

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
const SHOP = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';

function add(state, more) {
  const element = document.createElement('wallet-pay-button');
  const { attributes, ...properties } = PAYMENT_STATES[state];
  Object.assign(element, { to: SHOP, amount: '5000000', order: 'A-1042' }, properties, more);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  row().append(element);
  return element;
}

async function each(state) {
  for (const size of ['s', 'm', 'l']) {
    for (const variant of ['filled', 'outlined', 'plain']) add(state, { size, variant });
  }
  add(state, { disabled: true });
  await wait(800);
}

async function one(state) {
  add(state);
  await wait(800);
}

/* The element ignores untrusted clicks, so its watcher is called. */
async function pressed(state) {
  const element = add(state);
  await element.updateComplete;
  await element.watcher.pay();
  await wait(600);
}

export const payScenes = {
  'pay-ready': () => each('Ready'),
  'pay-several': () => one('Several assets'),
  'pay-several-connected': () => one('Several assets, connected'),
  'pay-waiting': () => each('Waiting for the wallet'),
  'pay-sent': () => one('Sent'),
  'pay-seen': () => one('Seen'),
  'pay-paid': () => each('Paid'),
  'pay-refused': () => pressed('Will be refused'),
  'pay-failed': () => pressed('Will fail'),
  'pay-failed-on-chain': () => one('Failed on the network'),
  'pay-wrong-amount': () => one('Another amount'),
  'pay-late': () => one('Too late'),
  'pay-over': () => one('Time is over'),
};
