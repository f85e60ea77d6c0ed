import { expect, fixture, html } from '@open-wc/testing';
import { createWalletClient } from '../../core/client.js';
import type { Choice } from '../../core/types.js';
import { part } from '../../testing/element-helpers.js';
import { fakeWallet, installWallet, memoryStorage } from '../../testing/fake-wallet.js';
import { delayChoose, failToChoose, walletButton } from '../../testing/modal.js';
import { pause, waitUntil } from '../../testing/wait-until.js';
import './define.js';
import type { WalletList } from './wallet-list.js';

const JUNIPER = { id: 'JuniperProvider', name: 'Juniper' };
const HARBOUR = { id: 'HarbourProvider', name: 'Harbour' };

const newClient = () => createWalletClient({ wallets: [], storage: memoryStorage() });
const alertText = (list: WalletList) =>
  list.shadowRoot!.querySelector('[role=alert]')!.textContent.trim();

describe('<wallet-list>, while the code of choices loads', () => {
  const undo: (() => void)[] = [];
  afterEach(() => undo.splice(0).forEach((each) => each()));

  async function listFixture() {
    const [juniper, harbour] = [fakeWallet(), fakeWallet()];
    undo.push(installWallet(juniper, JUNIPER), installWallet(harbour, HARBOUR));
    const client = newClient();
    const list = await fixture<WalletList>(html`<wallet-list .client=${client}></wallet-list>`);
    return { list, client, juniper, harbour };
  }

  for (const [what, abandon] of [
    ['was removed', (list) => list.remove()],
    ['got another client', (list) => void (list.client = newClient())],
  ] as readonly [string, (list: WalletList) => void][]) {
    it(`lets a later connect() open the picker if the list ${what}`, async () => {
      const { list, client, juniper } = await listFixture();
      const opened: Choice[] = [];
      client.picker = (choice) => void opened.push(choice);
      const load = delayChoose(client);
      list.addEventListener('wallet-select', () => abandon(list));
      walletButton(list, 'Juniper').click();
      await list.updateComplete;
      load();
      await pause(20);
      const connecting = client.connect();
      await waitUntil(() => opened.length === 1, 'the picker opens');
      expect(juniper.calls).to.deep.equal([]);
      opened[0]!.pick(JUNIPER.id);
      await connecting;
    });
  }

  it('connects no wallet if the list was removed and attached again', async () => {
    const { list, client, juniper } = await listFixture();
    const load = delayChoose(client);
    const parent = list.parentElement!;
    walletButton(list, 'Juniper').click();
    list.remove();
    parent.append(list);
    await list.updateComplete;
    load();
    await pause(20);
    expect(juniper.calls).to.deep.equal([]);
    expect(client.choice).to.equal(undefined);
  });

  it('connects the wallet that is clicked after the list was removed and attached again', async () => {
    const { list, client, juniper } = await listFixture();
    const load = delayChoose(client);
    const parent = list.parentElement!;
    walletButton(list, 'Juniper').click();
    list.remove();
    parent.append(list);
    await list.updateComplete;
    walletButton(list, 'Harbour').click();
    load();
    await waitUntil(() => client.selectedProviderId === HARBOUR.id);
    expect(juniper.calls).to.deep.equal([]);
  });

  it('connects the wallet that was clicked last', async () => {
    const { list, client, juniper, harbour } = await listFixture();
    const load = delayChoose(client);
    walletButton(list, 'Juniper').click();
    walletButton(list, 'Harbour').click();
    walletButton(list, 'Harbour').click();
    load();
    await waitUntil(() => client.selectedProviderId === HARBOUR.id);
    expect(juniper.calls).to.deep.equal([]);
    expect(harbour.calls).to.have.lengthOf(1);
  });

  it('shows the error if it cannot be loaded, and "Try again" loads it again', async () => {
    const { list, client } = await listFixture();
    failToChoose(client);
    const selected: string[] = [];
    list.addEventListener('wallet-select', ({ providerId }) => selected.push(providerId));
    walletButton(list, 'Juniper').click();
    await waitUntil(() => alertText(list).includes('could not be loaded; no wallet was asked.'));
    const status = part(list, 'status');
    expect(status.closest('li')!.contains(walletButton(list, 'Juniper'))).to.equal(true);
    part(list, 'retry-button').click();
    await waitUntil(() => client.state.status === 'connected');
    expect(alertText(list)).to.equal('');
    expect(selected).to.deep.equal([JUNIPER.id, JUNIPER.id]);
  });

  it('shows no error of a list that was removed and attached again', async () => {
    const { list, client } = await listFixture();
    failToChoose(client);
    const parent = list.parentElement!;
    walletButton(list, 'Juniper').click();
    list.remove();
    parent.append(list);
    await pause(20);
    expect(alertText(list)).to.equal('');
  });
});
