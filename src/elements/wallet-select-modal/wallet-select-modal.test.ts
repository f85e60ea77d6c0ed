import { expect, fixture, html, nextFrame, oneEvent } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../wallet-context/define.js';
import { createWalletClient } from '../../core/client.js';
import { JsonRpcError } from '../../errors.js';
import { axTree, hasCdp } from '../../testing/cdp.js';
import { fakeWallet, installWallet, memoryStorage } from '../../testing/fake-wallet.js';
import {
  chooseIn,
  delayChoose,
  dialogOf,
  failToChoose,
  FakePage,
  HARBOUR,
  JUNIPER,
  modalFixture,
  openModal,
  record,
  settled,
  shown,
  still,
  walletButton,
  XVERSE,
} from '../../testing/modal.js';
import { VIEWS } from '../../testing/modal-views.js';
import { pause, waitUntil } from '../../testing/wait-until.js';
import { part } from '../../testing/element-helpers.js';
import type { WalletSelectModal } from './wallet-select-modal.js';

/** A wallet that fails when the test calls `fail`. */
function failing() {
  let fail!: () => void;
  const failed = new Promise<never>((_, reject) => {
    fail = () => reject(new JsonRpcError(-32603, 'Locked'));
  });
  return { answer: () => failed, fail };
}

const LANDMARKS = [
  'banner',
  'complementary',
  'contentinfo',
  'form',
  'main',
  'navigation',
  'region',
];

const root = (modal: Element) => modal.shadowRoot!;
const has = (modal: Element, selector: string) => root(modal).querySelector(selector) !== null;
const states = ['list', 'empty', 'connecting', 'rejected', 'failed', 'help', 'phone'];
const toState = (modal: Element) => states.filter((name) => modal.matches(`:state(${name})`));

async function openFixture(template: ReturnType<typeof html>, page = new FakePage()) {
  const modal = await fixture<WalletSelectModal>(template);
  void settled(chooseIn(modal, page.selection()));
  await shown(modal);
  return modal;
}

describe('<wallet-select-modal>', () => {
  it('opens by show() and by its attribute, and fires its events in order', async () => {
    const modal = await modalFixture();
    modal.client = createWalletClient({ wallets: [], storage: memoryStorage() });
    const order: string[] = [];
    for (const type of ['show', 'after-show', 'hide', 'after-hide']) {
      modal.addEventListener(`wallet-modal-${type}`, () => order.push(type));
    }
    modal.show();
    await oneEvent(modal, 'wallet-modal-after-show');
    modal.hide();
    await oneEvent(modal, 'wallet-modal-after-hide');
    modal.setAttribute('open', '');
    await oneEvent(modal, 'wallet-modal-after-show');
    modal.removeAttribute('open');
    await oneEvent(modal, 'wallet-modal-after-hide');
    const once = ['show', 'after-show', 'hide', 'after-hide'];
    expect(order).to.deep.equal([...once, ...once]);
  });

  it('stays open if it was closed and opened again while the code of choices loaded', async () => {
    const modal = await modalFixture();
    const client = createWalletClient({ wallets: [], storage: memoryStorage() });
    const { choose } = client;
    const load = delayChoose(client);
    modal.client = client;
    modal.show();
    await oneEvent(modal, 'wallet-modal-after-show');
    modal.hide();
    await oneEvent(modal, 'wallet-modal-after-hide');
    modal.show();
    await oneEvent(modal, 'wallet-modal-after-show');
    const hides = record(modal, 'wallet-modal-hide');
    load();
    await choose();
    await nextFrame();
    expect(hides).to.deep.equal([]);
    expect(modal.open).to.be.true;
  });

  it('connects no wallet that was picked before it was closed and opened again', async () => {
    const modal = await modalFixture();
    const wallet = fakeWallet();
    const uninstall = installWallet(wallet, JUNIPER);
    const client = createWalletClient({ wallets: [], storage: memoryStorage() });
    const load = delayChoose(client);
    modal.client = client;
    modal.show();
    await shown(modal);
    walletButton(modal, 'Juniper').click();
    modal.hide();
    await oneEvent(modal, 'wallet-modal-after-hide');
    modal.show();
    await shown(modal);
    load();
    await pause(20);
    expect(wallet.calls).to.deep.equal([]);
    expect(modal.open).to.equal(true);
    modal.hide();
    uninstall();
  });

  it('connects the wallet that was picked last while the code of choices loaded', async () => {
    const modal = await modalFixture();
    const [juniper, harbour] = [fakeWallet(), fakeWallet()];
    const uninstall = [installWallet(juniper, JUNIPER), installWallet(harbour, HARBOUR)];
    const client = createWalletClient({ wallets: [], storage: memoryStorage() });
    const load = delayChoose(client);
    modal.client = client;
    modal.show();
    await shown(modal);
    walletButton(modal, 'Juniper').click();
    walletButton(modal, 'Harbour').click();
    walletButton(modal, 'Harbour').click();
    load();
    await waitUntil(() => client.state.status === 'connected');
    expect(client.selectedProviderId).to.equal(HARBOUR.id);
    expect(juniper.calls).to.deep.equal([]);
    expect(harbour.calls).to.have.lengthOf(1);
    for (const undo of uninstall) undo();
  });

  it('shows the error if the code of choices cannot be loaded, and "Try again" loads it again', async () => {
    const modal = await modalFixture();
    const uninstall = installWallet(fakeWallet(), JUNIPER);
    const client = createWalletClient({ wallets: [], storage: memoryStorage() });
    modal.client = client;
    // When the modal opens, and when the wallet is picked.
    failToChoose(client);
    modal.show();
    await shown(modal);
    failToChoose(client);
    walletButton(modal, 'Juniper').click();
    await waitUntil(() => modal.view.name === 'failed');
    await modal.updateComplete;
    const alert = root(modal).querySelector('[role=alert]')!.textContent;
    expect(alert).to.contain('could not be loaded; no wallet was asked.');
    part(modal, 'retry-button').click();
    await oneEvent(modal, 'wallet-modal-after-hide');
    expect(client.state.status).to.equal('connected');
    uninstall();
  });

  it('closes, and select() rejects, if the code of choices cannot be loaded', async () => {
    const modal = await modalFixture();
    const client = createWalletClient({ wallets: [], storage: memoryStorage() });
    modal.client = client;
    failToChoose(client);
    expect(await settled(modal.select())).to.have.nested.property('error.code', -31000);
    expect(modal.open).to.equal(false);
  });

  it('fires only after-hide when it is closed during its opening animation', async () => {
    const { modal } = await openModal();
    const afterShow = record(modal, 'wallet-modal-after-show');
    modal.hide();
    await oneEvent(modal, 'wallet-modal-after-hide');
    await pause(100);
    expect(afterShow).to.deep.equal([]);
  });

  it('fires wallet-modal-hide once if a listener closes or removes it', async () => {
    const { modal, choice } = await openModal();
    const hides = record(modal, 'wallet-modal-hide');
    modal.addEventListener('wallet-modal-hide', () => {
      modal.hide();
      modal.open = false;
      modal.remove();
    });
    await sendKeys({ press: 'Escape' });
    expect(await choice).to.have.nested.property('error.code', -31001);
    await nextFrame();
    expect(hides).to.have.lengthOf(1);
    expect(modal.open).to.equal(false);
  });

  it('adds no landmark to the page', async function () {
    if (!hasCdp) this.skip(); // Only CDP provides the accessibility tree.
    await openModal();
    const roles = (await axTree()).map((node) => node.role?.value);
    expect(roles).to.include('dialog');
    for (const landmark of LANDMARKS) expect(roles).not.to.include(landmark);
  });

  it('has a state for each view', async () => {
    const { answer, fail } = failing();
    const { modal } = await openModal(new FakePage().selection(answer));
    expect(toState(modal)).to.deep.equal(['list']);
    modal.view = { name: 'help' };
    await modal.updateComplete;
    expect(toState(modal)).to.deep.equal(['help']);
    modal.view = { name: 'list' };
    await modal.updateComplete;
    walletButton(modal, 'Juniper').click();
    await waitUntil(() => modal.view.name === 'connecting');
    await modal.updateComplete;
    expect(toState(modal)).to.deep.equal(['connecting']);
    fail();
    await waitUntil(() => modal.view.name === 'failed');
    await modal.updateComplete;
    expect(toState(modal)).to.deep.equal(['failed']);
    const empty = await openModal(new FakePage([]).selection());
    expect(toState(empty.modal)).to.deep.equal(['empty']);
  });

  it('has every documented part', async () => {
    const everywhere = ['dialog', 'header', 'title', 'close-button', 'body', 'status', 'footer'];
    const { answer, fail } = failing();
    const { modal } = await openModal(
      new FakePage().selection(answer, { lastProviderId: JUNIPER.id }),
    );
    for (const name of [...everywhere, 'list', 'group-label', 'wallet', 'wallet-icon']) {
      part(modal, name);
    }
    for (const name of ['wallet-name', 'wallet-badge', 'install-link']) part(modal, name);
    walletButton(modal, 'Juniper').click();
    await waitUntil(() => modal.view.name === 'connecting');
    await modal.updateComplete;
    part(modal, 'cancel-button');
    fail();
    await waitUntil(() => modal.view.name === 'failed');
    await modal.updateComplete;
    for (const name of [...everywhere, 'retry-button', 'back-button']) part(modal, name);
  });

  it('on a phone, links to this page in the wallet’s own browser, or to the app store', async () => {
    const { modal } = await VIEWS['list on a phone']!();
    const links = () => [...root(modal).querySelectorAll('a')];
    const here = encodeURIComponent(location.href);
    const hrefs = () => links().map(({ href }) => href);
    expect(hrefs()).to.deep.equal([`https://connect.xverse.app/browser?url=${here}`]);
    root(modal).querySelector<HTMLElement>('.apps-note button')!.click();
    await modal.updateComplete;
    expect(hrefs()).to.deep.equal(['https://play.google.com/store/apps/details?id=xverse']);
    for (const link of links()) expect([...link.part]).to.include('install-link');
    expect(has(modal, 'button[title]'), 'the button for a QR code').to.equal(false);
  });

  it('on a desktop, shows the same link as a QR code', async () => {
    const { modal } = await VIEWS['phone']!();
    const here = encodeURIComponent(location.href);
    expect(modal.view).to.deep.include({
      name: 'phone',
      url: `https://connect.xverse.app/browser?url=${here}`,
    });
    await waitUntil(() => has(modal, '[role=img] path'));
  });

  for (const [sort, order] of Object.entries({
    recent: ['Juniper', 'Zest', 'Harbour'],
    name: ['Harbour', 'Juniper', 'Zest'],
    none: ['Zest', 'Juniper', 'Harbour'],
  })) {
    it(`orders installed wallets by sort="${sort}"`, async () => {
      const page = new FakePage([{ id: 'ZestProvider', name: 'Zest' }, JUNIPER, HARBOUR], []);
      const modal = await fixture<WalletSelectModal>(
        html`<wallet-select-modal sort=${sort}></wallet-select-modal>`,
      );
      void settled(chooseIn(modal, page.selection(undefined, { lastProviderId: JUNIPER.id })));
      await shown(modal);
      const names = [...root(modal).querySelectorAll('[part=wallet-name]')];
      expect(names.map((name) => name.textContent)).to.deep.equal(order);
    });
  }

  it('without-install: offers installed wallets only, with a hint if there are none', async () => {
    const modal = await openFixture(
      html`<wallet-select-modal without-install></wallet-select-modal>`,
    );
    expect(has(modal, 'a')).to.equal(false);
    walletButton(modal, 'Juniper');
    const page = new FakePage([]);
    const empty = await openFixture(
      html`<wallet-select-modal without-install></wallet-select-modal>`,
      page,
    );
    expect(part(empty, 'body').textContent).to.include(
      'Open this page in a browser that has a wallet',
    );
    expect(root(empty).activeElement).to.equal(part(empty, 'title'));
  });

  it('without-help removes the help; help-href replaces it by a link, except for javascript: URLs', async () => {
    const without = await openFixture(
      html`<wallet-select-modal without-help></wallet-select-modal>`,
    );
    const texts = (modal: Element) =>
      [...part(modal, 'footer').querySelectorAll('button, a')].map((one) => one.textContent.trim());
    // A wallet of the list can be opened on a phone.
    expect(texts(without)).to.deep.equal(['Use my phone']);
    without.remove();
    const nothing = await openFixture(
      html`<wallet-select-modal without-help without-install></wallet-select-modal>`,
    );
    expect(texts(nothing)).to.deep.equal([]);
    nothing.remove();
    const linked = await openFixture(
      html`<wallet-select-modal help-href="/wallets.html"></wallet-select-modal>`,
    );
    expect(part(linked, 'footer').querySelector('a')!.href).to.equal(
      new URL('/wallets.html', location.href).href,
    );
    linked.helpHref = 'javascript:alert(1)';
    await linked.updateComplete;
    expect(has(linked, '[part=footer] a')).to.equal(false);
    expect(texts(linked)).to.deep.equal(['What is a wallet?', 'Use my phone']);
    const [, phone] = part(linked, 'footer').querySelectorAll('button');
    phone!.click();
    await linked.updateComplete;
    expect(linked.view.name).to.equal('phone');
  });

  it('shows slotted content', async () => {
    const modal = await openFixture(
      html`<wallet-select-modal>
        <p slot="header">Above</p>
        <p slot="footer">Terms <a href="#terms">apply</a></p>
        <p slot="help">Our own help</p>
        <p slot="empty">Nothing here</p>
      </wallet-select-modal>`,
      new FakePage([]),
    );
    const visible = (slot: string) =>
      modal.querySelector(`[slot=${slot}]`)!.getBoundingClientRect().height > 0;
    expect([visible('header'), visible('footer'), visible('empty')]).to.deep.equal([
      true,
      true,
      true,
    ]);
    expect(visible('help')).to.equal(false);
    modal.view = { name: 'help' };
    await modal.updateComplete;
    expect(visible('help')).to.equal(true);
    expect(visible('empty')).to.equal(false);
  });

  it('select() offers the client’s wallets, and connects the one that is picked', async () => {
    const wallet = fakeWallet();
    const undo = installWallet(wallet, JUNIPER);
    const modal = await modalFixture();
    modal.client = createWalletClient({ wallets: [], storage: memoryStorage() });
    modal.providers = [XVERSE];
    const choice = settled(modal.select({ signal: new AbortController().signal }));
    await shown(modal);
    walletButton(modal, 'Xverse');
    walletButton(modal, 'Juniper').click();
    expect(await choice).to.deep.equal({ value: { providerId: 'JuniperProvider' } });
    expect(modal.client.state.status).to.equal('connected');
    undo();
  });

  it('select() calls the wallet once, even for two calls made while another is aborted', async () => {
    const wallet = fakeWallet();
    const undo = installWallet(wallet, JUNIPER);
    for (let microtasks = 0; microtasks < 8; microtasks++) {
      const modal = await modalFixture();
      modal.client = createWalletClient({ wallets: [], storage: memoryStorage() });
      const abort = new AbortController();
      void settled(modal.select({ signal: abort.signal }));
      await shown(modal);
      abort.abort();
      for (let i = 0; i < microtasks; i++) await Promise.resolve();
      const calls = [settled(modal.select())];
      await pause(0);
      calls.push(settled(modal.select()));
      await waitUntil(() => has(modal, '[part~=wallet]'));
      walletButton(modal, 'Juniper').click();
      for (const call of calls) {
        expect(await call).to.deep.equal({ value: { providerId: 'JuniperProvider' } });
      }
      expect(wallet.calls.splice(0), `${microtasks}`).to.have.length(1);
    }
    undo();
  });

  it('uses the client of the nearest <wallet-context>', async () => {
    const undos = [JUNIPER, HARBOUR].map((descriptor) => installWallet(fakeWallet(), descriptor));
    const context = await fixture(html`
      <wallet-context approved-provider-ids="HarbourProvider">
        <wallet-select-modal open></wallet-select-modal>
      </wallet-context>
    `);
    const modal = context.querySelector('wallet-select-modal')!;
    await waitUntil(() => has(modal, '[part~=wallet]'));
    const names = [...root(modal).querySelectorAll('[part=wallet-name]')];
    expect(names.map((name) => name.textContent)).to.deep.equal(['Harbour']);
    for (const undo of undos) undo();
  });

  it('moves to the bottom when the window becomes narrow, and back', async () => {
    const { modal } = await openModal();
    await still(modal);
    const isAtBottom = async (width: number, height: number) => {
      await setViewport({ width, height });
      await still(modal);
      return Math.round(dialogOf(modal).getBoundingClientRect().bottom) === height;
    };
    expect(await isAtBottom(390, 844)).to.equal(true);
    expect(await isAtBottom(800, 600)).to.equal(false);
  });

  it('does not move its rows in a narrow window when a wallet is added', async () => {
    await setViewport({ width: 390, height: 844 });
    try {
      const page = new FakePage();
      const { modal } = await openModal(page.selection());
      await still(modal);
      expect(Math.round(dialogOf(modal).getBoundingClientRect().bottom)).to.equal(844);
      const top = () => walletButton(modal, 'Juniper').getBoundingClientRect().top;
      const before = top();
      const late = { id: 'LateProvider', name: 'Late' };
      page.list = { installed: [JUNIPER, HARBOUR, late], others: [XVERSE] };
      await modal.updateComplete;
      walletButton(modal, 'Late');
      expect(top()).to.equal(before);
      modal.hide();
      const held = getComputedStyle(dialogOf(modal)).blockSize;
      void settled(chooseIn(modal, page.selection()));
      await shown(modal);
      expect(
        getComputedStyle(dialogOf(modal)).blockSize,
        'its height is automatic again',
      ).not.to.equal(held);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('has the lang of its texts', async () => {
    const box = await fixture(
      html`<div lang="nl"><wallet-select-modal></wallet-select-modal></div>`,
    );
    const modal = box.querySelector('wallet-select-modal')!;
    await modal.updateComplete;
    expect(dialogOf(modal).lang).to.equal('en');
  });

  it('shows its texts in the language of the page', async () => {
    const holder = await fixture(
      html`<div lang="de"><wallet-select-modal></wallet-select-modal></div>`,
    );
    const modal = holder.querySelector('wallet-select-modal')!;
    void settled(chooseIn(modal, new FakePage().selection()));
    await waitUntil(() => part(modal, 'title').textContent.trim() === 'Wallet verbinden');
    expect(part(modal, 'close-button').getAttribute('aria-label')).to.equal('Schließen');
  });
});
