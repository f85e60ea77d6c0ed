import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { getDefaultClient } from '../core/client.js';
import { ADDRESSES, fakeWallet, installWallet, success } from '../testing/fake-wallet.js';
import { dialogOf, expectFocus, record, settled, walletButton } from '../testing/modal.js';
import { pause, waitUntil } from '../testing/wait-until.js';
import { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';
import './picker.js';
import '../elements/wallet-connect-button/define.js';
import '../elements/wallet-select-modal/define.js';

const JUNIPER = { id: 'JuniperProvider', name: 'Juniper' };
const HARBOUR = { id: 'HarbourProvider', name: 'Harbour' };

const modals = () => [...document.querySelectorAll('wallet-select-modal')];

async function opened() {
  await waitUntil(
    () => modals().some((modal) => dialogOf(modal)?.matches(':modal')),
    'a modal opens',
  );
  const modal = modals().find(({ open }) => open)!;
  await waitUntil(() => modal.shadowRoot!.querySelector('[part~=wallet]'));
  return modal;
}

describe('the picker of the page-wide client', () => {
  const client = getDefaultClient();
  const wallets = [fakeWallet(), fakeWallet()] as const;
  let undo: (() => void)[] = [];

  beforeEach(() => {
    undo = [installWallet(wallets[0], JUNIPER), installWallet(wallets[1], HARBOUR)];
    for (const { calls } of wallets) calls.length = 0;
  });

  afterEach(() => {
    client.disconnect();
    for (const step of undo) step();
  });

  it('lays out nothing in advance while the user waits for a picker', async () => {
    const added: Node[] = [];
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) added.push(...addedNodes);
    });
    observer.observe(document.body, { childList: true });
    const abort = new AbortController();
    const picker = client.picker!;
    client.picker = () => new Promise(() => {});
    const call = settled(client.connect({ signal: abort.signal }));
    await waitUntil(() => client.isOpening);
    await picker.preload!();
    await pause(500);
    abort.abort();
    await call;
    client.picker = picker;
    observer.disconnect();
    expect(added.length).to.equal(0);
  });

  it('lays out a modal in advance, and removes it in the same task, without an event or a change of focus', async () => {
    const added: WalletSelectModal[] = [];
    let left = 0;
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) if (node instanceof WalletSelectModal) added.push(node);
      }
      left += modals().length;
    });
    observer.observe(document, { childList: true, subtree: true });
    const shown = record(document, 'wallet-modal-show');
    const focused = record(document, 'focusin');
    client.preload();
    await waitUntil(() => added.length === 1);
    observer.disconnect();
    const names = [...added[0]!.shadowRoot!.querySelectorAll('[part=wallet-name]')];
    expect(names.map(({ textContent }) => textContent)).to.include.members(['Juniper', 'Harbour']);
    expect([left, shown.length, focused.length]).to.deep.equal([0, 0, 0]);

    // The first choice shows this modal, with the wallets that are there then.
    undo.push(installWallet(fakeWallet(), { id: 'LaterProvider', name: 'Later' }));
    for (const isFirst of [true, false]) {
      const call = settled(client.connect());
      const modal = await opened();
      expect(modal === added[0]).to.equal(isFirst);
      expect(walletButton(modal, 'Later').isConnected).to.equal(true);
      await sendKeys({ press: 'Escape' });
      expect(await call).to.have.nested.property('error.code', -31001);
      await waitUntil(() => !modals().length);
    }
  });

  it('opens from a connect button, connects by keyboard alone, and is removed', async () => {
    const button = await fixture(html`<wallet-connect-button></wallet-connect-button>`);
    (button as HTMLElement).focus();
    await sendKeys({ press: 'Enter' });
    const modal = await opened();
    walletButton(modal, 'Harbour').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => client.state.status === 'connected');
    expect(client.selectedProviderId).to.equal('HarbourProvider');
    expect(wallets.map(({ calls }) => calls.length)).to.deep.equal([0, 1]);
    await waitUntil(() => !modals().length, 'the modal is removed');
    expectFocus(button.shadowRoot!.activeElement!);
  });

  it('shares one modal between two calls that need a choice, and settles both', async () => {
    const calls = [settled(client.connect()), settled(client.request('getAddresses'))];
    const modal = await opened();
    expect(modals()).to.have.lengthOf(1);
    walletButton(modal, 'Juniper').click();
    const outcomes = await Promise.all(calls);
    for (const outcome of outcomes) expect(outcome).to.have.nested.property('value.addresses');
    await waitUntil(() => !modals().length);
  });

  it('rejects with -31001 when the user closes it', async () => {
    const call = settled(client.connect());
    await opened();
    await sendKeys({ press: 'Escape' });
    expect(await call).to.have.nested.property('error.code', -31001);
    expect(client.state.status).to.equal('disconnected');
    await waitUntil(() => !modals().length);
  });

  it('opens the page’s own modal, with its attributes and slots, and does not remove it', async () => {
    const own = await fixture(html`
      <wallet-select-modal label="Sign in to Larkspur"
        ><p slot="footer">Terms</p></wallet-select-modal
      >
    `);
    const call = settled(client.connect());
    const modal = await opened();
    expect(modal === own).to.equal(true);
    walletButton(modal, 'Juniper').click();
    expect(await call).to.have.nested.property('value.addresses');
    await pause(300);
    expect(own.isConnected).to.equal(true);
  });

  it('opens a temporary modal when the page’s own is hidden', async () => {
    for (const page of [
      html`<div hidden><wallet-select-modal></wallet-select-modal></div>`,
      html`<wallet-select-modal hidden></wallet-select-modal>`,
    ]) {
      const own = await fixture(page);
      const abort = new AbortController();
      const call = settled(client.connect({ signal: abort.signal }));
      const modal = await opened();
      expect(modal.parentElement === document.body).to.equal(true);
      abort.abort();
      expect(await call).to.have.nested.property('error.name', 'AbortError');
      await waitUntil(() => modals().length === 1);
      own.remove();
    }
  });

  describe('disconnect() while the wallet has not answered', () => {
    let answer: () => void;

    /** A wallet whose popup stays open until the test approves. */
    beforeEach(() => {
      const approved = new Promise<void>((resolve) => (answer = resolve));
      const slow = fakeWallet(async () => {
        await approved;
        return success({ addresses: ADDRESSES });
      });
      undo.push(installWallet(slow, { id: 'SlowProvider', name: 'Slow' }));
    });

    const connecting = (modal: Element) =>
      waitUntil(() => (modal as WalletSelectModal).view.name === 'connecting');

    it('closes the picker, and the button neither connects nor announces anything', async () => {
      const button = await fixture<HTMLElement>(
        html`<wallet-connect-button></wallet-connect-button>`,
      );
      const events = ['wallet-connect', 'wallet-connect-error'].map((type) => record(button, type));
      button.click();
      const modal = await opened();
      walletButton(modal, 'Slow').click();
      await connecting(modal);
      client.disconnect();
      await waitUntil(() => !modals().length, 'the modal is removed');
      answer();
      await waitUntil(() => events[1]!.length > 0);
      await pause(50);
      expect(events.map(({ length }) => length)).to.deep.equal([0, 1]);
      expect(events[1]![0]).to.have.nested.property('error.code', -31001);
      expect(events[1]![0]).to.have.property('rejected', false);
      expect(client.state.status).to.equal('disconnected');
      const announced = button.shadowRoot!.querySelector('[role=status]')!.textContent;
      expect(announced).to.equal('');
    });

    it('closes a modal that was opened by its attribute, without showing a failure', async () => {
      const modal = await fixture(html`<wallet-select-modal open></wallet-select-modal>`);
      await opened();
      const views: string[] = [];
      walletButton(modal, 'Slow').click();
      await connecting(modal);
      modal.addEventListener('wallet-modal-hide', () =>
        views.push((modal as WalletSelectModal).view.name),
      );
      client.disconnect();
      await waitUntil(() => !modal.hasAttribute('open'));
      expect(views).to.deep.equal(['connecting']);
      answer();
      await pause(50);
      expect(client.state.status).to.equal('disconnected');
    });

    it('rejects every call that shares the picker, also one that only needs a choice', async () => {
      const calls = [
        settled(client.connect()),
        settled(client.request('getAddresses')),
        settled(client.request('stx_getNetworks')),
      ];
      const modal = await opened();
      walletButton(modal, 'Slow').click();
      await connecting(modal);
      client.disconnect();
      for (const outcome of await Promise.all(calls)) {
        expect(outcome).to.have.nested.property('error.code', -31001);
      }
      await waitUntil(() => !modals().length);
      answer();
      await pause(50);
      expect(client.state.status).to.equal('disconnected');
    });
  });

  for (const [how, end] of [
    ['aborted', (abort: AbortController) => abort.abort()],
    ['ended by disconnect()', () => client.disconnect()],
  ] as const) {
    it(`does not open for a request that is ${how} while it loads`, async () => {
      const shows = record(document, 'wallet-modal-show');
      const abort = new AbortController();
      const select = client.picker!;
      client.picker = (selection) => {
        client.picker = select;
        queueMicrotask(() => end(abort));
        return select(selection);
      };
      const call = settled(client.connect({ signal: abort.signal }));
      expect(await call).to.have.property('error');
      await pause(50);
      expect(shows).to.deep.equal([]);
      expect(modals()).to.deep.equal([]);
    });
  }

  it('offers only the approved wallets', async () => {
    const call = settled(client.connect({ approvedProviderIds: ['HarbourProvider'] }));
    const modal = await opened();
    const names = [...modal.shadowRoot!.querySelectorAll('[part=wallet-name]')];
    expect(names.map((name) => name.textContent)).to.deep.equal(['Harbour']);
    modal.hide();
    await call;
    await waitUntil(() => !modals().length);
  });

  it('does not request addresses when the choice is for another method', async () => {
    const call = settled(client.request('stx_getNetworks'));
    const modal = await opened();
    walletButton(modal, 'Juniper').click();
    await call;
    expect(wallets[0].calls.map(({ method }) => method)).to.deep.equal(['stx_getNetworks']);
    await waitUntil(() => !modals().length);
  });

  it('connects through a modal that is opened by its attribute', async () => {
    const modal = await fixture(html`<wallet-select-modal open></wallet-select-modal>`);
    await opened();
    walletButton(modal, 'Juniper').click();
    await waitUntil(() => client.state.status === 'connected');
    await waitUntil(() => !modal.hasAttribute('open'));
    expect(wallets[0].calls.map(({ method }) => method)).to.deep.equal(['getAddresses']);
  });
});
