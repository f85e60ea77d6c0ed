import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { createWalletClient } from '../../core/client.js';
import type { WalletClient } from '../../core/types.js';
import '../../define/wallet-list.js';
import { atRest, inScheme } from '../../testing/element-helpers.js';
import {
  ADDRESSES,
  fakeWallet,
  installWallet,
  memoryStorage,
  success,
  type Behaviour,
} from '../../testing/fake-wallet.js';
import { clickOn, expectFocus, part, pause, walletButton } from '../../testing/modal.js';
import { waitUntil } from '../../testing/wait-until.js';
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

const say = (list: WalletList, role: string) =>
  list.shadowRoot!.querySelector(`[role=${role}]`)!.textContent.trim();

describe('<wallet-list>', () => {
  let undo = () => {};
  afterEach(() => undo());

  async function set(behaviour?: Behaviour) {
    const all = await listFixture(behaviour);
    undo = all.uninstall;
    return all;
  }

  it('shows what is installed and what could be, and connects the one that is clicked', async () => {
    const { list, client, wallet } = await set();
    expect(walletButton(list, 'Harbour')).to.have.property('href', 'https://harbour.example/');
    await clickOn(walletButton(list, 'Juniper'));
    await waitUntil(() => client.state.status === 'connected');
    expect(wallet.calls.map(({ method }) => method)).to.deep.equal(['getAddresses']);
    expect(client.selectedProviderId).to.equal('JuniperProvider');
    expect(say(list, 'status')).to.equal('');
  });

  it('tells how it goes, and lets the user stop waiting', async () => {
    const { list, client } = await set(() => new Promise(() => {}));
    walletButton(list, 'Juniper').click();
    await pause(150);
    expect(say(list, 'status')).to.equal('Confirm the connection in Juniper.');
    expect(list.shadowRoot!.querySelector('.row-spinner')).not.to.equal(null);
    await clickOn(part(list, 'cancel-button'));
    await pause(20);
    expect(say(list, 'status')).to.equal('');
    expect(client.state.status).to.equal('disconnected');
  });

  it('takes the focus back to the wallet once Cancel is gone', async () => {
    const { list } = await set(() => new Promise(() => {}));
    walletButton(list, 'Juniper').click();
    await pause(20);
    part(list, 'cancel-button').focus();
    await sendKeys({ press: 'Enter' });
    await list.updateComplete;
    expectFocus(walletButton(list, 'Juniper'));
  });

  it('says in which language its texts are, and that its wallets are a list', async () => {
    const { list } = await set();
    list.lang = 'nl';
    await list.updateComplete;
    const texts = list.shadowRoot!.firstElementChild!;
    expect(texts.getAttribute('lang')).to.equal('en');
    expect(part(list, 'list').getAttribute('role')).to.equal('list');
  });

  it('tells a failure as an alert and a rejection as the user’s choice', async () => {
    let code = -32603;
    const { list } = await set(() => Promise.reject({ error: { code, message: 'Locked' } }));
    walletButton(list, 'Juniper').click();
    await waitUntil(() => say(list, 'alert') === 'Juniper answered: Locked');
    code = 4001;
    walletButton(list, 'Juniper').click();
    await waitUntil(() => say(list, 'status').includes('You declined'));
    expect(say(list, 'alert')).to.equal('');
  });

  it('leaves the wallet alone where wallet-select is cancelled', async () => {
    const { list, wallet } = await set();
    const asked: string[] = [];
    list.addEventListener('wallet-select', (event) => {
      event.preventDefault();
      asked.push(event.providerId);
    });
    walletButton(list, 'Juniper').click();
    await pause(20);
    expect(asked).to.deep.equal(['JuniperProvider']);
    expect(wallet.calls).to.deep.equal([]);
  });

  it('has every part of its contract', async () => {
    const { list, client } = await set(() => Promise.resolve({ result: { addresses: ADDRESSES } }));
    const row = ['wallet', 'wallet-icon', 'wallet-name', 'install-link'];
    for (const name of ['list', 'group-label', ...row, 'status']) part(list, name);
    await client.connect({ providerId: 'JuniperProvider' });
    const again = await fixture<WalletList>(
      html`<wallet-list .client=${client} .providers=${OTHERS}></wallet-list>`,
    );
    part(again, 'wallet-badge');
  });

  it('without-install shows no link', async () => {
    const { list } = await set();
    list.withoutInstall = true;
    await list.updateComplete;
    expect(list.shadowRoot!.querySelector('a')).to.equal(null);
  });

  it('says of a web app that it is opened, where others are installed', async () => {
    const client = createWalletClient({ storage: memoryStorage() });
    const list = await fixture<WalletList>(html`<wallet-list .client=${client}></wallet-list>`);
    const says = (name: string) => walletButton(list, name).querySelector('.wallet-action');
    expect(says('Asigna')?.textContent.trim()).to.equal('Open');
    expect(says('Leather')?.textContent.trim()).to.equal('Install');
    expect(walletButton(list, 'Asigna')).to.have.property('href', 'https://asigna.io/');
  });

  it('sort by name holds when it changes', async () => {
    const { list } = await set();
    const other = installWallet(fakeWallet(), { id: 'AlderProvider', name: 'Alder' });
    list.sort = 'name';
    await list.updateComplete;
    const names = [...list.shadowRoot!.querySelectorAll('[part=wallet-name]')];
    expect(names.map((name) => name.textContent)).to.deep.equal(['Alder', 'Juniper', 'Harbour']);
    other();
  });

  it('shows what the page puts into its slot, and only where no wallet is installed', async () => {
    const { list, uninstall } = await set();
    list.innerHTML = '<p slot="empty">Nothing here</p>';
    const seen = () => list.querySelector('p')!.checkVisibility();
    expect(seen()).to.equal(false);
    uninstall();
    list.client = createWalletClient({ wallets: [], storage: memoryStorage() });
    await list.updateComplete;
    expect(seen()).to.equal(true);
  });

  it('stands in the page as a block, and offers no code to scan: that is for a dialog to show', async () => {
    const { list } = await set();
    expect(getComputedStyle(list).display).to.equal('block');
    const openInWalletUrl = 'https://harbour.example/open?url={url}';
    list.providers = [{ ...OTHERS[0]!, openInWalletUrl }];
    await list.updateComplete;
    expect(walletButton(list, 'Harbour').getAttribute('href')).to.equal(OTHERS[0]!.webUrl);
    expect(list.shadowRoot!.querySelectorAll('button[title]')).to.have.length(0);
  });

  it('follows its providers, and another client', async () => {
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

  it('says of a wallet that arrives that it is ready', async () => {
    const { list } = await set();
    const late = installWallet(fakeWallet(), { id: 'LateProvider', name: 'Late' });
    await waitUntil(() => say(list, 'status') === 'Late is ready to connect.');
    walletButton(list, 'Late');
    late();
  });

  it('asks one wallet at a time, tells only of that one, and shows which', async () => {
    const { list, wallet } = await set(() => new Promise(() => {}));
    const selected: string[] = [];
    list.addEventListener('wallet-select', ({ providerId }) => selected.push(providerId));
    await clickOn(walletButton(list, 'Juniper'));
    await waitUntil(() => list.shadowRoot!.querySelector('.row-spinner'));
    await clickOn(walletButton(list, 'Juniper'));
    await pause(20);
    expect(selected).to.deep.equal(['JuniperProvider']);
    expect(wallet.calls).to.have.length(1);
    expect(walletButton(list, 'Juniper').querySelectorAll('.row-spinner')).to.have.length(1);
  });

  it('goes on asking while its providers and its order change, and offers the new ones', async () => {
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
    expect(say(list, 'status')).not.to.equal('');
    answer();
    await waitUntil(() => client.state.status === 'connected');
    await waitUntil(() => say(list, 'status') === '');
  });

  it('tells that the wallet which is clicked is gone, and opens no picker for it', async () => {
    const { list, client, uninstall } = await set();
    client.selectWallet = () => {
      throw new Error('A picker opens.');
    };
    const row = walletButton(list, 'Juniper');
    uninstall();
    row.click();
    await waitUntil(() => say(list, 'alert') !== '');
    expect(say(list, 'alert')).to.include('not on this page any more');
  });

  it('stops asking the client that it no longer has', async () => {
    const { list, client } = await set(() => new Promise(() => {}));
    walletButton(list, 'Juniper').click();
    await waitUntil(() => client.state.status === 'connecting');
    list.client = createWalletClient({ wallets: [], storage: memoryStorage() });
    await waitUntil(() => client.state.status === 'disconnected');
    expect(say(list, 'status')).to.equal('');
  });

  it('stops asking when it is removed, and offers its wallets again when it is back', async () => {
    const { list, client } = await set(() => new Promise(() => {}));
    walletButton(list, 'Juniper').click();
    await waitUntil(() => client.state.status === 'connecting');
    const parent = list.parentElement!;
    list.remove();
    await waitUntil(() => client.state.status === 'disconnected');
    parent.append(list);
    await list.updateComplete;
    expect(say(list, 'status')).to.equal('');
    walletButton(list, 'Juniper');
  });

  it('takes the focus on its first wallet', async () => {
    const { list } = await set();
    list.focus();
    expectFocus(walletButton(list, 'Juniper'));
  });

  it('follows its client when that is set later, and watches nothing once it is gone', async () => {
    const { list } = await set();
    let watchers = 0;
    const later = {
      ...createWalletClient({ wallets: [], storage: memoryStorage() }),
      wallets: () => ({ installed: [{ id: 'LaterProvider', name: 'Later' }], others: [] }),
      watchWallets: () => {
        watchers++;
        return () => watchers--;
      },
    } as WalletClient;
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
        await waitUntil(() => say(list, 'status').includes('Confirm'));
        await atRest();
        await expect(list).to.be.accessible();
        part(list, 'cancel-button').click();
        for (const code of [4001, -32603]) {
          answer = () => Promise.reject({ error: { code, message: 'Locked' } });
          walletButton(list, 'Juniper').click();
          await waitUntil(() => /declined|Locked/.test(say(list, 'status') + say(list, 'alert')));
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
