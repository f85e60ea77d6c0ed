/* Every view of the modal and of the list. A scene resolves when its page is ready for the screenshot. */
import '/src/elements/wallet-list/define.ts';
import '/src/elements/wallet-select-modal/define.ts';
import { knownWallets } from '/src/wallets/catalog.ts';
import { fixedChoice } from '/demo/fixed-clients.js';
import { onReset } from './reset.js';

const svgIcon = (colour, shape) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="${colour}"/>${shape}</svg>`,
  )}`;

/* Invented wallets, since the icons of real wallets belong to their makers. */
const WALLETS = [
  ['Juniper', '#12100f', '<path d="M20 8l9 22H11z" fill="#f5e9dd"/>'],
  [
    'Harbour',
    '#0d6efd',
    '<circle cx="20" cy="20" r="9" fill="none" stroke="#fff" stroke-width="4"/>',
  ],
  ['Quartz', '#7b2ff7', '<path d="M20 9l11 11-11 11L9 20z" fill="#fff"/>'],
  ['Fern', '#1f7a4d', '<path d="M12 28c0-10 6-16 16-16 0 10-6 16-16 16z" fill="#dff5e8"/>'],
  [
    'Tidewater Multi-Signature Vault for Teams',
    '#d9480f',
    '<rect x="11" y="16" width="18" height="12" rx="2" fill="#fff"/>',
  ],
  ['Lumen', '#f2b705', '<circle cx="20" cy="20" r="8" fill="#3d2f00"/>'],
  ['محفظة النخيل', '#0b7285', '<path d="M19 14h3v18h-3z" fill="#fff"/>'],
  ['Basalt', '#343a40', '<path d="M10 26h20l-4-12H14z" fill="#ced4da"/>'],
  [
    'Ember',
    '#c92a2a',
    '<path d="M20 9c6 8 8 11 8 15a8 8 0 0 1-16 0c0-4 2-7 8-15z" fill="#ffe3e3"/>',
  ],
  ['Northlight', undefined, ''],
].map(([name, colour, shape], index) => ({
  id: `Wallet${index}`,
  name,
  ...(colour && { icon: svgIcon(colour, shape) }),
}));

const OTHERS = knownWallets.map(({ info }) => info);

const frames = (count) =>
  new Promise((resolve) => {
    const next = () => (count-- > 0 ? requestAnimationFrame(next) : resolve());
    next();
  });
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

async function modal({ installed = 3, connect, view, slots = '', added, recommend = '' } = {}) {
  const element = Object.assign(document.createElement('wallet-select-modal'), { recommend });
  element.innerHTML = slots;
  document.body.append(element);
  const wallets = { installed: WALLETS.slice(0, installed), others: OTHERS };
  const watchWallets = (changed) => {
    const arrive = () => {
      wallets.installed.push(added);
      changed(wallets);
    };
    if (added) setTimeout(arrive, 50);
    return () => {};
  };
  element.showChoice(fixedChoice(wallets, connect, { lastProviderId: 'Wallet1', watchWallets }));
  await element.updateComplete;
  await frames(2);
  if (added) await wait(100);
  if (view) element.view = view;
  await element.updateComplete;
  return element;
}

async function searched(text) {
  const element = await modal({ installed: 10 });
  const field = element.shadowRoot.querySelector('[part=search]');
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input'));
  await element.updateComplete;
}

async function picked(connect, time = 300) {
  const element = await modal({ connect });
  element.shadowRoot.querySelector('[part~=wallet]').click();
  await wait(time);
  return element;
}

const failing = (code, message) => async () => {
  throw Object.assign(new Error(message), { name: 'JsonRpcError', code });
};

/** Adds a list, whose client has only the members that the list uses. */
async function list(connect = () => new Promise(() => {})) {
  const element = document.createElement('wallet-list');
  const wallets = { installed: WALLETS.slice(0, 3), others: OTHERS };
  element.client = {
    state: { status: 'disconnected', addresses: [] },
    subscribe: () => () => {},
    selectedProviderId: 'Wallet1',
    wallets: () => wallets,
    watchWallets: () => () => {},
    preload: () => {},
    choose: async () => fixedChoice(wallets, connect),
  };
  document.querySelector('main').append(element);
  await element.updateComplete;
  return element;
}

async function pickedIn(element) {
  element.shadowRoot.querySelector('[part~=wallet]').click();
  await wait(600);
}

export const pickerScenes = {
  'modal-list': () => modal(),
  'modal-list-one': () => modal({ installed: 1 }),
  'modal-list-ten': () => modal({ installed: 10 }),
  'modal-slots': () =>
    modal({
      installed: 1,
      slots:
        '<p slot="header">Choose how you sign in to Larkspur.</p><p slot="footer">By connecting you accept our <a href="#terms">terms</a>.</p>',
    }),
  'modal-empty': () => modal({ installed: 0 }),
  'modal-recommend': () => modal({ installed: 0, recommend: OTHERS[1].id }),
  'modal-search': () => searched('ar'),
  'modal-search-none': () => searched('zebra'),
  'modal-connecting': () => picked(() => new Promise(() => {})),
  'modal-no-answer': () => picked(() => new Promise(() => {}), 5_200),
  'modal-rejected': () => picked(failing(-32000, 'User rejected request')),
  'modal-failed': () =>
    picked(failing(-32603, 'The wallet is locked: unlock it and try once more.')),
  'modal-help': () => modal({ view: { name: 'help' } }),
  'modal-phone': async () => {
    const element = await modal({ installed: 1 });
    element.shadowRoot.querySelector('button[title]')?.click(); // absent on a phone
    await wait(1_000);
  },
  'modal-phone-refused': async () => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    onReset(() => delete navigator.clipboard);
    const element = await modal({ installed: 1 });
    element.shadowRoot.querySelector('button[title]')?.click(); // absent on a phone
    await wait(1_000);
    element.shadowRoot.querySelector('[part=copy-button]')?.click();
    await wait(100);
  },
  'modal-found': async () => {
    const element = await modal({ installed: 1, added: WALLETS[2] });
    element.shadowRoot.querySelector('[data-id=Wallet2]').scrollIntoView({ block: 'nearest' });
  },
  'modal-connected': async () => {
    const element = await picked(() => new Promise(() => {}));
    element.view = { name: 'connected', wallet: WALLETS[0] };
  },
  'wallet-list': () => list(),
  'wallet-list-connecting': async () => pickedIn(await list()),
  'wallet-list-no-answer': async () => {
    await pickedIn(await list());
    await wait(4_800);
  },
  'wallet-list-rejected': async () =>
    pickedIn(await list(failing(-32000, 'User rejected request'))),
  'wallet-list-connected': async () => pickedIn(await list(async () => {})),
  'wallet-list-failed': async () => pickedIn(await list(failing(-32603, 'The wallet is locked.'))),
};
