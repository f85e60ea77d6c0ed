import { aTimeout, expect, fixture, html, nextFrame, oneEvent } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { createWalletClient } from '../../core/client.js';
import { JsonRpcError } from '../../errors.js';
import { hasCdp, wheel, withMotion } from '../../testing/cdp.js';
import { memoryStorage } from '../../testing/fake-wallet.js';
import { part, press } from '../../testing/element-helpers.js';
import {
  chooseIn,
  clickBackdrop,
  dialogOf,
  FakePage,
  expectFocus,
  modalFixture,
  openModal,
  record,
  settled,
  shown,
  still,
  walletButton,
} from '../../testing/modal.js';
import { waitUntil } from '../../testing/wait-until.js';
import type {
  WalletModalAfterHideEvent,
  WalletModalHideEvent,
  WalletSelectModal,
} from './wallet-select-modal.js';

withMotion();

type ClosingCase = readonly [
  reason: string,
  close: (modal: WalletSelectModal, abort: AbortController) => unknown,
  outcome: { code?: number; name?: string; value?: unknown },
];

const CANCELED = { code: -31001 };

/** Every way to close, with the `reason` of the events and the outcome of the choice. */
const CASES: readonly ClosingCase[] = [
  ['escape', () => sendKeys({ press: 'Escape' }), CANCELED],
  ['backdrop', () => clickBackdrop(), CANCELED],
  ['close-button', (modal) => press(part(modal, 'close-button')), CANCELED],
  [
    'connected',
    (modal) => press(walletButton(modal, 'Harbour')),
    { value: { providerId: 'HarbourProvider' } },
  ],
  ['api', (modal) => modal.hide(), CANCELED],
  ['api', (modal) => (modal.open = false), CANCELED],
  ['api', (modal) => modal.removeAttribute('open'), CANCELED],
  ['api', (_modal, abort) => abort.abort(), { name: 'AbortError' }],
  ['api', (modal) => dialogOf(modal).close(), CANCELED],
  ['removed', (modal) => modal.remove(), CANCELED],
];

const openByAttribute = (modal: WalletSelectModal) => modal.setAttribute('open', '');

const locks = () => document.adoptedStyleSheets.length;

async function openPage(answer?: () => unknown) {
  const modal = await modalFixture();
  const page = new FakePage();
  const abort = new AbortController();
  let settlements = 0;
  const choice = settled(chooseIn(modal, page.selection(answer, { signal: abort.signal })));
  void choice.then(() => settlements++);
  await shown(modal);
  return { modal, page, abort, choice, settlements: () => settlements };
}

describe('<wallet-select-modal>: closing', () => {
  CASES.forEach(([reason, close, outcome], index) => {
    it(`closes once, unlocks scrolling and settles its promise once: ${reason}, case ${index + 1}`, async () => {
      const unlocked = locks();
      const { modal, page, abort, choice, settlements } = await openPage();
      const hide = record(modal, 'wallet-modal-hide') as WalletModalHideEvent[];
      const afterHide = record(modal, 'wallet-modal-after-hide') as WalletModalAfterHideEvent[];
      expect(locks()).to.equal(unlocked + 1);

      await close(modal, abort);
      const result = await choice;
      await waitUntil(() => afterHide.length > 0, 'the modal is hidden');
      await aTimeout(50);

      expect(modal.open).to.be.false;
      expect(modal.hasAttribute('open')).to.be.false;
      expect(dialogOf(modal).open).to.be.false;
      expect(hide.map((event) => event.reason)).to.deep.equal([reason]);
      expect(afterHide.map((event) => event.reason)).to.deep.equal([reason]);
      expect(locks()).to.equal(unlocked);
      expect(page.watchers).to.equal(0);
      if ('value' in outcome) expect(result).to.deep.equal({ value: outcome.value });
      else expect((result as { error: object }).error).to.include(outcome);

      modal.hide();
      abort.abort();
      modal.remove();
      await nextFrame();
      expect(settlements()).to.equal(1);
      expect(afterHide).to.have.lengthOf(1);
    });
  });

  for (const [what, user] of [
    ['Escape', () => sendKeys({ press: 'Escape' })],
    ['the backdrop', () => clickBackdrop()],
    ['the close button', (modal: WalletSelectModal) => press(part(modal, 'close-button'))],
  ] as const) {
    it(`stays open with the focus inside when wallet-modal-hide is canceled three times: ${what}`, async () => {
      const { modal } = await openModal();
      const hide: Event[] = [];
      modal.addEventListener('wallet-modal-hide', (event) => {
        hide.push(event);
        event.preventDefault();
      });
      for (let i = 0; i < 3; i++) await user(modal);
      expect(hide).to.have.lengthOf(3);
      expect(modal.open).to.be.true;
      expect(dialogOf(modal).matches(':modal')).to.be.true;
      expect(modal.shadowRoot!.activeElement).not.to.be.null;
    });
  }

  it('handles the back gesture of a phone like Escape, which can be canceled', async function () {
    // No driver can perform the gesture. requestClose() takes the same path.
    if (!('requestClose' in HTMLDialogElement.prototype)) this.skip();
    const { modal } = await openModal();
    const dialog = dialogOf(modal) as HTMLDialogElement & { requestClose(): void };
    const hide = record(modal, 'wallet-modal-hide') as WalletModalHideEvent[];
    const stop = (event: Event) => event.preventDefault();
    modal.addEventListener('wallet-modal-hide', stop);
    dialog.requestClose();
    expect([modal.open, dialog.open]).to.deep.equal([true, true]);
    modal.removeEventListener('wallet-modal-hide', stop);
    dialog.requestClose();
    expect([modal.open, dialog.open]).to.deep.equal([false, false]);
    expect(hide.map(({ reason }) => reason)).to.deep.equal(['escape', 'escape']);
  });

  it('closes on hide() even if wallet-modal-hide is canceled', async () => {
    const { modal } = await openModal();
    modal.addEventListener('wallet-modal-hide', (event) => event.preventDefault());
    modal.hide();
    expect(modal.open).to.be.false;
  });

  it('stays closed when wallet-modal-show is canceled, and rejects', async () => {
    const modal = await modalFixture();
    modal.addEventListener('wallet-modal-show', (event) => event.preventDefault());
    const hidden = record(modal, 'wallet-modal-after-hide');
    const choice = await settled(chooseIn(modal, new FakePage().selection()));
    expect(choice).to.have.nested.property('error.code', -31001);
    await modal.updateComplete;
    expect(modal.open).to.be.false;
    expect(dialogOf(modal).open).to.be.false;
    expect(hidden).to.be.empty;
  });

  it('unlocks scrolling when the user closes it after a failure', async () => {
    const unlocked = locks();
    const { modal, choice } = await openPage(() => {
      throw new JsonRpcError(-32603, 'Locked');
    });
    walletButton(modal, 'Juniper').click();
    await waitUntil(() => modal.view.name === 'failed');
    await sendKeys({ press: 'Escape' });
    expect(locks()).to.equal(unlocked);
    expect(await choice).to.have.nested.property('error.message', 'Locked');
  });

  it('keeps the page from scrolling, and leaves the page’s own styles unchanged', async () => {
    const style = 'overflow:  scroll ;padding-right:3px; --x: {a}';
    document.body.setAttribute('style', style);
    document.documentElement.setAttribute('style', 'overflow: auto');
    const tall = await fixture(html`<div></div>`);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.tall { height: 5000px }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    tall.className = 'tall';
    try {
      window.scrollTo(0, 200);
      const { modal } = await openModal();
      expect(document.body.getAttribute('style')).to.equal(style);
      expect(getComputedStyle(document.documentElement).overflowY).to.equal('hidden');
      expect(window.scrollY).to.equal(200);
      modal.hide();
      expect(getComputedStyle(document.documentElement).overflowY).to.equal('auto');
      expect(document.body.getAttribute('style')).to.equal(style);
      expect(window.scrollY).to.equal(200);
    } finally {
      document.body.removeAttribute('style');
      document.documentElement.removeAttribute('style');
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    }
  });

  it('keeps the wheel over the backdrop from scrolling the page while it is open', async function () {
    if (!hasCdp) this.skip();
    const tall = await fixture(html`<div></div>`);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.tall { height: 5000px }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    tall.className = 'tall';
    try {
      await openModal();
      await wheel(5, 300);
      await aTimeout(150);
      expect(window.scrollY).to.equal(0);
      await sendKeys({ press: 'Escape' });
      await waitUntil(async () => {
        await wheel(5, 300);
        return window.scrollY > 0;
      });
    } finally {
      window.scrollTo(0, 0);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    }
  });

  it('stays open when a drag starts inside and ends on the backdrop', async () => {
    const { modal } = await openModal();
    await still(modal);
    const { left, top } = part(modal, 'title').getBoundingClientRect();
    const clicks = record(dialogOf(modal), 'click');
    await sendMouse({ type: 'move', position: [Math.round(left + 9), Math.round(top + 9)] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [3, 3] });
    await sendMouse({ type: 'up' });
    expect(clicks, 'the browser fires a click').to.have.lengthOf(1);
    expect(modal.open).to.be.true;
  });

  it('rejects, unlocks scrolling, stops watching and returns the focus when removed while open', async () => {
    const opener = await fixture<HTMLButtonElement>(html`<button>Open</button>`);
    opener.focus();
    const unlocked = locks();
    const { modal, page, choice } = await openPage(() => new Promise(() => {}));
    walletButton(modal, 'Juniper').click();
    modal.remove();
    expect(await choice).to.have.nested.property('error.code', -31001);
    expect(locks()).to.equal(unlocked);
    expect(page.watchers).to.equal(0);
    expectFocus(opener);
  });

  for (const open of [(modal: WalletSelectModal) => modal.show(), openByAttribute]) {
    it(`opens when attached, if opened before (${open.name || 'show()'})`, async () => {
      const modal = await modalFixture();
      modal.client = createWalletClient({ wallets: [], storage: memoryStorage() });
      const parent = modal.parentElement!;
      modal.remove();
      open(modal);
      await modal.updateComplete;
      parent.append(modal);
      await shown(modal);
      expect(dialogOf(modal).matches(':modal')).to.be.true;
    });
  }

  it('stays open and modal when it is moved in the document, and settles', async () => {
    const elsewhere = await fixture(html`<section></section>`);
    const { modal, choice } = await openModal();
    elsewhere.append(modal);
    await shown(modal);
    expect(modal.open).to.be.true;
    expect(dialogOf(modal).matches(':modal')).to.be.true;
    await press(walletButton(modal, 'Juniper'));
    expect(await choice).to.deep.equal({ value: { providerId: 'JuniperProvider' } });
  });

  it('works when it is removed and attached again, with each event fired once', async () => {
    const { modal } = await openModal();
    const parent = modal.parentElement!;
    modal.remove();
    await nextFrame();
    parent.append(modal);
    await nextFrame();
    expect(modal.open).to.be.false;
    const page = new FakePage();
    const selects = record(modal, 'wallet-select');
    const choice = settled(
      chooseIn(
        modal,
        page.selection(() => undefined),
      ),
    );
    await shown(modal);
    expect(page.watchers).to.equal(1);
    await press(walletButton(modal, 'Juniper'));
    expect(await choice).to.deep.equal({ value: { providerId: 'JuniperProvider' } });
    expect(page.asked).to.deep.equal(['JuniperProvider']);
    expect(selects).to.have.lengthOf(1);
  });

  it('opens, closes and opens again by its attribute, with events each time', async () => {
    const { modal } = await openModal();
    modal.open = false;
    await oneEvent(modal, 'wallet-modal-after-hide');
    const again = settled(chooseIn(modal, new FakePage().selection()));
    await oneEvent(modal, 'wallet-modal-after-show');
    expect(modal.hasAttribute('open')).to.be.true;
    modal.toggleAttribute('open', false);
    await oneEvent(modal, 'wallet-modal-after-hide');
    expect(await again).to.have.nested.property('error.code', -31001);
  });

  it('rejects a choice while it is not in the document', async () => {
    const modal = document.createElement('wallet-select-modal');
    const choice = await settled(chooseIn(modal, new FakePage().selection()));
    expect(choice).to.have.nested.property('error.code', -31001);
  });
});
