import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { createWalletClient } from '../../core/client.js';
import './define.js';
import {
  atRest,
  findPart,
  inScheme,
  part,
  press,
  themeColor,
  roundsLetters,
} from '../../testing/element-helpers.js';
import {
  ADDRESSES,
  fakeWallet,
  installWallet,
  memoryStorage,
  success,
  type Behaviour,
} from '../../testing/fake-wallet.js';
import { expectFocus, spinners, tick, walletButton } from '../../testing/modal.js';
import { pause, waitUntil } from '../../testing/wait-until.js';
import { loadMessages, locales } from '../messages/registry.js';
import type { WalletList } from './wallet-list.js';

const JUNIPER = { id: 'JuniperProvider', name: 'Juniper' };
const OTHERS = [{ id: 'HarbourProvider', name: 'Harbour', webUrl: 'https://harbour.example/' }];

async function listFixture(behaviour?: Behaviour) {
  const wallet = fakeWallet(behaviour);
  const uninstall = installWallet(wallet, JUNIPER);
  const client = createWalletClient({ wallets: [], storage: memoryStorage() });
  const list = await fixture<WalletList>(
    html`<wallet-list .client=${client} .providers=${OTHERS}></wallet-list>`,
  );
  return { list, client, wallet, uninstall };
}

const liveText = (list: WalletList, role: string) =>
  list.shadowRoot!.querySelector(`[role=${role}]`)!.textContent.trim();

describe('<wallet-list>', () => {
  let undo = () => {};
  afterEach(() => undo());

  async function set(behaviour?: Behaviour) {
    const all = await listFixture(behaviour);
    undo = all.uninstall;
    return all;
  }

  it('shows installed and other wallets, and connects the one that is clicked', async () => {
    const { list, client, wallet } = await set();
    expect(walletButton(list, 'Harbour')).to.have.property('href', 'https://harbour.example/');
    await press(walletButton(list, 'Juniper'));
    await waitUntil(() => client.state.status === 'connected');
    expect(wallet.calls.map(({ method }) => method)).to.deep.equal(['getAddresses']);
    expect(client.selectedProviderId).to.equal('JuniperProvider');
  });

  it('shows the platforms of a wallet whole, in one line, in every language', async function () {
    if (roundsLetters()) this.skip();
    const client = createWalletClient({ storage: memoryStorage() });
    const languages = ['en', ...Object.keys(locales)];
    const pages = languages.flatMap((lang) => [[lang, 320] as const, [lang, 480] as const]);
    try {
      for (const [lang, width] of pages) {
        await setViewport({ width, height: 640 });
        await loadMessages(lang);
        const box = await fixture(html`<div lang=${lang}><wallet-list .client=${client}></wallet-list></div>`); // prettier-ignore
        const root = box.querySelector('wallet-list')!.shadowRoot!;
        await waitUntil(() => root.querySelector('.wallet-kind') !== null);
        for (const kind of root.querySelectorAll('.wallet-kind')) {
          expect(kind.scrollWidth, `${lang}: ${kind.textContent}`).to.equal(kind.clientWidth);
          const line = parseFloat(getComputedStyle(kind).lineHeight);
          expect(kind.scrollHeight, `${lang}: ${kind.textContent}`).to.be.below(line + 1);
        }
        for (const name of root.querySelectorAll<HTMLElement>('.row .wallet-name')) {
          const line = parseFloat(getComputedStyle(name).lineHeight);
          expect(name.offsetHeight, `${lang}: ${name.textContent}`).to.be.closeTo(line, 1);
        }
        const [first] = root.querySelectorAll('.wallet-kind');
        expect(first!.textContent).to.contain('iPhone').and.to.contain('Android');
        box.remove();
      }
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('recommends a wallet to a user without one: first, with a badge', async () => {
    const client = createWalletClient({ wallets: [], storage: memoryStorage() });
    const list = await fixture<WalletList>(
      html`<wallet-list
        recommend="SecondProvider"
        .client=${client}
        .providers=${[
          { id: 'FirstProvider', name: 'First', webUrl: 'https://first.example/' },
          { id: 'SecondProvider', name: 'Second', webUrl: 'https://second.example/' },
        ]}
      ></wallet-list>`,
    );
    const rows = [...list.shadowRoot!.querySelectorAll('li')].map((row) =>
      row.innerText.split('\n').filter(Boolean),
    );
    expect(rows[0]!.slice(1, 3)).to.deep.equal(['Second', 'Recommended']);
    expect(rows[1]![1]).to.equal('First');
    const badges = list.shadowRoot!.querySelectorAll('[part=wallet-badge]');
    expect(badges).to.have.lengthOf(1);
    const box = (element: Element) => element.getBoundingClientRect();
    const [row, other] = list.shadowRoot!.querySelectorAll('li');
    const name = row!.querySelector('.wallet-name')!;
    // The badge takes no line: it is beside the name, and on the border of a narrow row.
    expect(box(badges[0]!).left).to.be.within(box(name).right, box(name).right + 12);
    expect(box(badges[0]!).top).to.be.above(box(row!).top);
    expect(box(row!).height).to.equal(box(other!).height);
    await setViewport({ width: 320, height: 640 });
    expect(box(badges[0]!).top).to.be.below(box(row!).top);
    expect(box(row!).height).to.equal(box(other!).height);
    await setViewport({ width: 800, height: 600 });
    await expect(list).to.be.accessible();
  });

  it('has a search field from ten wallets on', async () => {
    const client = createWalletClient({ wallets: [], storage: memoryStorage() });
    const providers = Array.from({ length: 9 }, (_, at) => ({
      id: `W${at}`,
      name: `Wallet ${at}`,
      webUrl: 'https://wallet.example/',
    }));
    const list = await fixture<WalletList>(
      html`<wallet-list .client=${client} .providers=${providers}></wallet-list>`,
    );
    const field = () => list.shadowRoot!.querySelector<HTMLInputElement>('[part=search]');
    expect(field() === null).to.equal(true);
    list.providers = [...providers, ...OTHERS];
    await list.updateComplete;
    expect(field()!.ariaLabel).to.equal('Search wallets');
    const names = () =>
      [...list.shadowRoot!.querySelectorAll('[part=wallet-name]')].map((one) => one.textContent);
    field()!.focus();
    await sendKeys({ type: 'HARB' });
    expect(names()).to.deep.equal(['Harbour']);
    expect(liveText(list, 'status')).to.equal('');
    await sendKeys({ type: '?' });
    expect(names()).to.deep.equal([]);
    expect(liveText(list, 'status')).to.equal('No wallet found');
    expect(list.shadowRoot!.activeElement === field()).to.equal(true);
    // Its own button, and the one of the empty list.
    for (const clear of ['[part=clear-button]', '.no-match button']) {
      const button = list.shadowRoot!.querySelector<HTMLElement>(clear)!;
      expect(button.ariaLabel ?? button.innerText).to.equal('Clear search');
      button.click();
      await list.updateComplete;
      expect([names().length, field()!.value]).to.deep.equal([
        providers.length + OTHERS.length,
        '',
      ]);
      expect(list.shadowRoot!.activeElement === field()).to.equal(true);
      expect(findPart(list, 'clear-button')).to.equal(null);
      await sendKeys({ type: '?' });
    }
  });

  it('says which wallet is connected, and after that, which was', async () => {
    const { list, client } = await set();
    const badge = () => findPart(list, 'wallet-badge')?.textContent;
    expect(badge()).to.equal(undefined);
    await press(walletButton(list, 'Juniper'));
    await waitUntil(() => badge() === 'Connected');
    client.disconnect();
    await waitUntil(() => badge() !== 'Connected');
  });

  it('shows a tick at a connected wallet for a moment', async () => {
    const { list } = await set();
    await press(walletButton(list, 'Juniper'));
    await waitUntil(() => liveText(list, 'status') === 'Juniper is connected.');
    expect(walletButton(list, 'Juniper').contains(tick(list))).to.equal(true);
    await waitUntil(() => liveText(list, 'status') === '', 'the status is cleared');
    expect(tick(list) === null).to.equal(true);
  });

  it('can repeat the request to a wallet that does not answer, which is selected again', async () => {
    const { list, wallet } = await set(() => new Promise(() => {}));
    const selects: string[] = [];
    list.addEventListener('wallet-select', ({ providerId }) => selects.push(providerId));
    await press(walletButton(list, 'Juniper'));
    await waitUntil(() => list.shadowRoot!.querySelector('[part=retry-button]'), 'a hint');
    part(list, 'cancel-button');
    await press(part(list, 'retry-button'));
    await waitUntil(() => wallet.calls.length === 2);
    expect(selects.length).to.equal(2);
    expect(list.shadowRoot!.querySelector('[part=retry-button]')).to.equal(null);
  });

  it('announces the progress, and Cancel ends the attempt', async () => {
    const { list, client } = await set(() => new Promise(() => {}));
    walletButton(list, 'Juniper').click();
    await waitUntil(() => spinners(list).length > 0);
    await waitUntil(() => liveText(list, 'status') === 'Confirm the connection in Juniper.');
    await press(part(list, 'cancel-button'));
    await waitUntil(() => liveText(list, 'status') === '');
    expect(client.state.status).to.equal('disconnected');
  });

  it('returns the focus to the wallet after Cancel', async () => {
    const { list } = await set(() => new Promise(() => {}));
    walletButton(list, 'Juniper').click();
    await waitUntil(() => list.shadowRoot!.querySelector('[part=cancel-button]'));
    part(list, 'cancel-button').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => !list.shadowRoot!.querySelector('[part=cancel-button]'));
    expectFocus(walletButton(list, 'Juniper'));
  });

  it('focuses "Try again" after the user declined, but only if the focus was in the list', async () => {
    const declined = () => Promise.reject({ error: { code: 4001, message: 'Declined' } });
    const outside = await fixture<HTMLElement>(html`<button>Page</button>`);
    for (const inList of [true, false]) {
      const { list } = await set(declined);
      await press(walletButton(list, 'Juniper'));
      if (!inList) outside.focus();
      await waitUntil(() => liveText(list, 'status').includes('You declined'));
      expectFocus(inList ? part(list, 'retry-button') : outside);
      undo();
    }
  });

  it('has the lang of its texts, and the role list', async () => {
    const { list } = await set();
    list.lang = 'nl';
    await list.updateComplete;
    const texts = list.shadowRoot!.firstElementChild!;
    expect(texts.getAttribute('lang')).to.equal('en');
    expect(part(list, 'list').getAttribute('role')).to.equal('list');
  });

  it('shows a failure as an alert and a rejection as a status', async () => {
    let code = -32603;
    const { list } = await set(() => Promise.reject({ error: { code, message: 'Locked' } }));
    walletButton(list, 'Juniper').click();
    await waitUntil(() => liveText(list, 'alert') === 'Juniper: “Locked”');
    code = 4001;
    walletButton(list, 'Juniper').click();
    await waitUntil(() => liveText(list, 'status').includes('You declined'));
    expect(liveText(list, 'alert')).to.equal('');
  });

  it('shows a failure below its wallet, with a button that tries again', async () => {
    const { list, wallet } = await set(() =>
      Promise.reject({ error: { code: -32603, message: 'Locked' } }),
    );
    await press(walletButton(list, 'Juniper'));
    await waitUntil(() => liveText(list, 'alert') !== '');
    const status = part(list, 'status');
    expect(status.closest('li')!.contains(walletButton(list, 'Juniper'))).to.equal(true);
    expect(status.querySelector('p')!.innerText).to.equal('Juniper: “Locked”');
    expect(getComputedStyle(status).backgroundColor).to.equal(themeColor(list, 'danger-soft'));
    await press(part(list, 'retry-button'));
    await waitUntil(() => wallet.calls.length === 2);
    await waitUntil(() => liveText(list, 'alert') !== '');
  });

  it('calls no wallet when wallet-select is canceled', async () => {
    const { list, wallet } = await set();
    const selected: string[] = [];
    list.addEventListener('wallet-select', (event) => {
      event.preventDefault();
      selected.push(event.providerId);
    });
    walletButton(list, 'Juniper').click();
    await waitUntil(() => selected.length > 0);
    await pause(20);
    expect(selected).to.deep.equal(['JuniperProvider']);
    expect(wallet.calls).to.deep.equal([]);
  });

  it('has every documented part', async () => {
    const { list, client } = await set(() => Promise.resolve({ result: { addresses: ADDRESSES } }));
    const row = ['wallet', 'wallet-icon', 'wallet-name', 'install-link'];
    for (const name of ['list', 'group-label', ...row]) part(list, name);
    await client.connect({ providerId: 'JuniperProvider' });
    const again = await fixture<WalletList>(
      html`<wallet-list .client=${client} .providers=${OTHERS}></wallet-list>`,
    );
    part(again, 'wallet-badge');
  });

  it('shows no link with without-install', async () => {
    const { list } = await set();
    list.withoutInstall = true;
    await list.updateComplete;
    expect(list.shadowRoot!.querySelector('a')).to.equal(null);
  });

  it('shows "Open" for a web app and "Install" for other wallets', async () => {
    const client = createWalletClient({ storage: memoryStorage() });
    const list = await fixture<WalletList>(html`<wallet-list .client=${client}></wallet-list>`);
    const lines = (name: string) => walletButton(list, name).innerText.split('\n');
    expect(lines('Asigna')).to.include('Open').and.not.include('Install');
    expect(lines('Leather')).to.include('Install').and.not.include('Open');
    expect(walletButton(list, 'Asigna')).to.have.property('href', 'https://asigna.io/');
  });

  it('applies a change of sort', async () => {
    const { list } = await set();
    const other = installWallet(fakeWallet(), { id: 'AlderProvider', name: 'Alder' });
    list.sort = 'name';
    await list.updateComplete;
    const names = [...list.shadowRoot!.querySelectorAll('[part=wallet-name]')];
    expect(names.map((name) => name.textContent)).to.deep.equal(['Alder', 'Juniper', 'Harbour']);
    other();
  });

  it('shows the slot empty only if no wallet is installed', async () => {
    const { list, uninstall } = await set();
    list.innerHTML = '<p slot="empty">Nothing here</p>';
    const seen = () => list.querySelector('p')!.checkVisibility();
    expect(seen()).to.equal(false);
    uninstall();
    list.client = createWalletClient({ wallets: [], storage: memoryStorage() });
    await list.updateComplete;
    expect(seen()).to.equal(true);
  });

  it('is a block without a button for a QR code, which only the modal has', async () => {
    const { list } = await set();
    expect(getComputedStyle(list).display).to.equal('block');
    const openInWalletUrl = 'https://harbour.example/open?url={url}';
    list.providers = [{ ...OTHERS[0]!, openInWalletUrl }];
    await list.updateComplete;
    expect(walletButton(list, 'Harbour').getAttribute('href')).to.equal(OTHERS[0]!.webUrl);
    expect(list.shadowRoot!.querySelectorAll('button[title]')).to.have.length(0);
  });

  it('applies a change of providers and of client', async () => {
    const { list, client } = await set();
    const names = () =>
      [...list.shadowRoot!.querySelectorAll('[part=wallet-name]')].map((at) => at.textContent);
    expect(names()).to.deep.equal(['Juniper', 'Harbour']);
    list.providers = [{ ...OTHERS[0]!, name: 'Haven' }];
    await list.updateComplete;
    expect(names()).to.deep.equal(['Juniper', 'Haven']);
    list.client = client.with({ approvedProviderIds: ['HarbourProvider'] });
    await list.updateComplete;
    expect(names()).to.deep.equal(['Haven']);
  });

  it('announces a wallet that is added later', async () => {
    const { list } = await set();
    const late = installWallet(fakeWallet(), { id: 'LateProvider', name: 'Late' });
    await waitUntil(() => liveText(list, 'status') === 'Late is ready to connect.');
    walletButton(list, 'Late');
    late();
  });

  it('connects one wallet at a time, and shows a spinner on it', async () => {
    const { list, wallet } = await set(() => new Promise(() => {}));
    const selected: string[] = [];
    list.addEventListener('wallet-select', ({ providerId }) => selected.push(providerId));
    await press(walletButton(list, 'Juniper'));
    await waitUntil(() => spinners(list).length > 0);
    await press(walletButton(list, 'Juniper'));
    await pause(20);
    expect(selected).to.deep.equal(['JuniperProvider']);
    expect(wallet.calls).to.have.length(1);
    const [spinner, ...others] = spinners(list);
    expect(walletButton(list, 'Juniper').contains(spinner!)).to.equal(true);
    expect(others).to.have.lengthOf(0);
  });

  it('continues connecting when providers and sort change, and shows the new wallets', async () => {
    let answer = () => {};
    const { list, client } = await set(
      () => new Promise((resolve) => (answer = () => resolve(success({ addresses: ADDRESSES })))),
    );
    walletButton(list, 'Juniper').click();
    await waitUntil(() => client.state.status === 'connecting');
    list.providers = [{ ...OTHERS[0]!, name: 'Haven' }];
    list.sort = 'name';
    await list.updateComplete;
    walletButton(list, 'Haven');
    expect(liveText(list, 'status')).not.to.equal('');
    answer();
    await waitUntil(() => client.state.status === 'connected');
    await waitUntil(() => liveText(list, 'status') === '');
  });

  it('shows an error, and opens no picker, when the clicked wallet is no longer installed', async () => {
    const { list, client, uninstall } = await set();
    client.picker = () => {
      throw new Error('A picker opens.');
    };
    const row = walletButton(list, 'Juniper');
    uninstall();
    row.click();
    await waitUntil(() => liveText(list, 'alert') !== '');
    expect(liveText(list, 'alert')).to.include('not on this page (any more)');
    expect(part(list, 'status').innerText).to.include('not on this page (any more)');
  });

  it('cancels the attempt when its client is replaced', async () => {
    const { list, client } = await set(() => new Promise(() => {}));
    walletButton(list, 'Juniper').click();
    await waitUntil(() => client.state.status === 'connecting');
    list.client = createWalletClient({ wallets: [], storage: memoryStorage() });
    await waitUntil(() => client.state.status === 'disconnected');
    expect(liveText(list, 'status')).to.equal('');
  });

  it('cancels the attempt when it is removed, and lists its wallets when attached again', async () => {
    const { list, client } = await set(() => new Promise(() => {}));
    walletButton(list, 'Juniper').click();
    await waitUntil(() => client.state.status === 'connecting');
    const parent = list.parentElement!;
    list.remove();
    await waitUntil(() => client.state.status === 'disconnected');
    parent.append(list);
    await list.updateComplete;
    expect(liveText(list, 'status')).to.equal('');
    walletButton(list, 'Juniper');
  });

  it('delegates the focus to its first wallet', async () => {
    const { list } = await set();
    list.focus();
    expectFocus(walletButton(list, 'Juniper'));
  });

  it('watches a client that is set later, and stops watching when removed', async () => {
    const { list } = await set();
    let watchers = 0;
    const later = createWalletClient({ wallets: [], storage: memoryStorage() });
    later.wallets = () => ({ installed: [{ id: 'LaterProvider', name: 'Later' }], others: [] });
    later.watchWallets = () => {
      watchers++;
      return () => watchers--;
    };
    list.client = later;
    await list.updateComplete;
    walletButton(list, 'Later');
    expect(watchers).to.equal(1);
    const parent = list.parentElement!;
    list.remove();
    await nextFrame();
    expect(watchers).to.equal(0);
    parent.append(list);
    await list.updateComplete;
    expect(watchers).to.equal(1);
    walletButton(list, 'Later');
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`passes axe in ${scheme}, in every state`, () =>
      inScheme(scheme, async () => {
        let answer: Behaviour = () => new Promise(() => {});
        const { list } = await set((call) => answer(call));
        await expect(list).to.be.accessible();
        walletButton(list, 'Juniper').click();
        await waitUntil(() => liveText(list, 'status').includes('Confirm'));
        await atRest();
        await expect(list).to.be.accessible();
        part(list, 'cancel-button').click();
        for (const code of [4001, -32603]) {
          answer = () => Promise.reject({ error: { code, message: 'Locked' } });
          walletButton(list, 'Juniper').click();
          await waitUntil(() =>
            /declined|Locked/.test(liveText(list, 'status') + liveText(list, 'alert')),
          );
          await atRest();
          await expect(list).to.be.accessible();
        }
        list.client = createWalletClient({ wallets: [], storage: memoryStorage() });
        list.providers = [];
        undo();
        await list.updateComplete;
        await expect(list).to.be.accessible();
      }));
  }
});
