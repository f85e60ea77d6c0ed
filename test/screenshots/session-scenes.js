/* Every state of the connect button, the account and the request button. */
import '/src/elements/wallet-account/define.ts';
import '/src/elements/wallet-connect-button/define.ts';
import '/src/elements/wallet-request-button/define.ts';
import { CONNECTED as FIXED, CONNECTING, DISCONNECTED, failing } from '/demo/fixed-clients.js';
import { onReset } from './reset.js';
import { row } from './row.js';

/** Of an invented wallet. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="#12100f"/><path d="M20 8l9 22H11z" fill="#f5e9dd"/></svg>',
)}`;

const CONNECTED = { ...FIXED, providerId: 'Juniper' };

const never = () => new Promise(() => {});

/** The members of a client that the elements use, with a fixed state. */
function client(state, answer = never, network = undefined) {
  return {
    state,
    network,
    subscribe: () => () => {},
    selectedProviderId: 'Juniper',
    isConnected: () => state.status === 'connected',
    wallets: () => ({ installed: [{ id: 'Juniper', name: 'Juniper', icon: ICON }], others: [] }),
    connect: answer,
    request: answer,
    disconnect: () => {},
    preload: () => {},
  };
}

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

async function add(tag, properties, parent = document.querySelector('main')) {
  const element = Object.assign(document.createElement(tag), properties);
  parent.append(element, ' ');
  await element.updateComplete;
  return element;
}

const inner = (element, selector) => element.shadowRoot.querySelector(selector);

async function buttons(state) {
  await add('wallet-connect-button', { client: client(state) }, row());
  for (const size of ['s', 'm', 'l']) {
    for (const variant of ['filled', 'outlined', 'plain']) {
      await add('wallet-connect-button', { client: client(state), size, variant }, row());
    }
  }
  await add('wallet-connect-button', { client: client(state), disabled: true }, row());
  await wait(200);
}

async function pressed(tag, properties) {
  const element = await add(tag, properties);
  await wait(200);
  const button = inner(element, 'button');
  button.click();
  await wait(400);
  return element;
}

/* A request button ignores untrusted clicks, so its status is set. */
async function requests() {
  for (const [status, variant] of [
    ['idle', 'filled'],
    ['pending', 'filled'],
    ['success', 'outlined'],
    ['error', 'outlined'],
  ]) {
    const properties = {
      client: client(CONNECTED),
      method: 'stx_signMessage',
      params: { message: 'Hello' },
      status,
      variant,
    };
    await add('wallet-request-button', properties, row());
  }
  await add('wallet-request-button', { client: client(CONNECTED) }, row());
  await wait(200);
}

/** A request button that must be clicked: it ignores the untrusted clicks of a script. */
async function clickable(answer) {
  const element = await add('wallet-request-button', {
    client: client(CONNECTED, answer),
    method: 'stx_signMessage',
    params: { message: 'Hello' },
  });
  element.append('Sign the message');
  return ['wallet-request-button'];
}

/** On testnet, with a name and a balance, in a page on `network`. */
async function named(network) {
  const addresses = [
    { symbol: 'STX', address: 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ', publicKey: '' },
  ];
  const state = { ...CONNECTED, addresses, network: 'testnet' };
  const element = await add('wallet-connect-button', { client: client(state, never, network) });
  element.insertAdjacentHTML(
    'beforeend',
    '<b slot="name">larkspur.btc</b><span slot="balance">1,204.5 <small style="font: 400 1rem system-ui; opacity: 0.66">STX</small></span>',
  );
  await wait(200);
  inner(element, 'button').click();
  await wait(300);
}

async function menu(copy) {
  if (copy) {
    const value = { writeText: copy };
    Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
    onReset(() => delete navigator.clipboard);
  }
  const element = await pressed('wallet-connect-button', { client: client(CONNECTED) });
  await wait(100);
  if (copy) {
    inner(inner(element, 'wallet-account'), '[part=copy-button]').click();
    await wait(100);
  }
}

export const sessionScenes = {
  'button-disconnected': () => buttons(DISCONNECTED),
  'button-connecting': () => buttons(CONNECTING),
  'button-connected': () => buttons(CONNECTED),
  'button-failed': () =>
    pressed('wallet-connect-button', {
      client: client(DISCONNECTED, failing(-32603, 'The wallet is locked: unlock it first.')),
    }),
  'button-declined': () =>
    pressed('wallet-connect-button', {
      client: client(DISCONNECTED, failing(-32000, 'User rejected request')),
    }),
  'account-menu': () => menu(),
  'account-named': () => named('testnet'),
  'account-other-network': () => named('mainnet'),
  'account-copied': () => menu(async () => {}),
  'account-refused': () => menu(() => Promise.reject(new Error('refused'))),
  'account-inline': async () => {
    await add('wallet-account', { client: client(CONNECTED), inline: true });
    await wait(50);
  },
  'account-trigger': () => pressed('wallet-account', { client: client(CONNECTED) }),
  'request-states': requests,
  'request-declined': () => clickable(failing(-32000, 'User rejected request')),
  'request-failed': () => clickable(failing(-32603, 'The wallet is locked: unlock it first.')),
};
