import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { axTree, hasCdp } from '../../testing/cdp.js';
import {
  chooseIn,
  dialogOf,
  FakePage,
  expectFocus,
  focused,
  HARBOUR,
  JUNIPER,
  modalFixture,
  openModal,
  settled,
  shown,
  walletButton,
} from '../../testing/modal.js';
import { helpButton, inEveryView, scanButton, titleOf } from '../../testing/modal-views.js';
import { waitUntil } from '../../testing/wait-until.js';
import { part } from '../../testing/element-helpers.js';
import type { WalletSelectModal } from './wallet-select-modal.js';

async function withOpener(holder?: Element | ShadowRoot) {
  const modal = await modalFixture();
  const opener = document.createElement('button');
  opener.textContent = 'Connect';
  opener.addEventListener('click', () => void settled(chooseIn(modal, new FakePage().selection())));
  const place = holder ?? (await fixture(html`<div></div>`));
  place.append(opener);
  return { modal, opener };
}

async function open({ modal, opener }: { modal: WalletSelectModal; opener: HTMLElement }) {
  opener.focus();
  await sendKeys({ press: 'Enter' });
  await shown(modal);
  expect(modal.open).to.be.true;
}

/** The accessible names of all buttons and links, sorted, since the tree has no defined order. */
async function controlNames(): Promise<string[]> {
  return (await axTree())
    .filter((node) => ['button', 'link'].includes(node.role?.value ?? ''))
    .map((node) => node.name?.value ?? '')
    .sort();
}

const inside = (modal: Element) => modal.shadowRoot!.activeElement !== null;

describe('<wallet-select-modal>: opening and focus', function () {
  for (const [by, isRinged] of [
    ['a pointer', false],
    ['a key', true],
  ] as const) {
    it(`has ${isRinged ? 'a' : 'no'} ring around the first wallet when ${by} opens it`, async function () {
      // After `showModal()`, WebKit shows a ring around each element that a script focuses. Hiding it with
      // `focus({ focusVisible: false })` would need to know that no key was pressed.
      if (!isRinged && navigator.vendor.startsWith('Apple')) this.skip();
      const { modal, opener } = await withOpener();
      if (isRinged) await open({ modal, opener });
      else {
        const { left, top } = opener.getBoundingClientRect();
        await sendMouse({ type: 'click', position: [Math.ceil(left + 4), Math.ceil(top + 4)] });
        await shown(modal);
      }
      const row = walletButton(modal, 'Juniper');
      expectFocus(row);
      expect(row.matches(':focus-visible')).to.equal(isRinged);
      const { outlineStyle, outlineOffset } = getComputedStyle(row);
      expect(outlineStyle).to.equal(isRinged ? 'solid' : 'none');
      if (isRinged) expect(outlineOffset).to.equal('2px');
    });
  }

  for (const key of ['Enter', ' ']) {
    it(`opens on ${key === ' ' ? 'Space' : key} on the opener, and moves the focus inside`, async () => {
      const { modal, opener } = await withOpener();
      opener.focus();
      await sendKeys({ press: key });
      await shown(modal);
      expect(modal.open).to.be.true;
      expect(dialogOf(modal).matches(':modal')).to.be.true;
      expectFocus(walletButton(modal, 'Juniper'));
    });
  }

  it('is one modal dialog with a name in the accessibility tree', async function () {
    if (!hasCdp) this.skip();
    await openModal();
    const dialogs = (await axTree()).filter((node) => node.role?.value === 'dialog');
    expect(dialogs.map(({ name }) => name?.value)).to.deep.equal(['Connect a wallet']);
    expect(dialogs[0]!.properties?.find(({ name }) => name === 'modal')?.value.value).to.be.true;
  });

  it('is named by the attribute label', async function () {
    if (!hasCdp) this.skip();
    const { modal } = await openModal();
    modal.label = 'Sign in to Larkspur';
    await modal.updateComplete;
    const dialog = (await axTree()).find((node) => node.role?.value === 'dialog');
    expect(dialog?.name?.value).to.equal('Sign in to Larkspur');
  });

  it('is modal and named by its title in every view', async function () {
    if (!hasCdp) this.skip();
    await inEveryView(async (modal, view) => {
      const dialogs = (await axTree()).filter((node) => node.role?.value === 'dialog');
      expect(titleOf(modal), view).to.match(/^\S.*\S$/);
      expect(
        dialogs.map(({ name }) => name?.value),
        view,
      ).to.deep.equal([titleOf(modal)]);
      expect(dialogOf(modal).matches(':modal'), view).to.be.true;
    });
  });

  it('has unique names for the controls of wallets, also for two wallets of the same name', async function () {
    if (!hasCdp) this.skip();
    const twin = { id: 'Other.JuniperProvider', name: 'Juniper', icon: JUNIPER.icon };
    const page = new FakePage([JUNIPER, HARBOUR, twin]);
    await openModal(page.selection(undefined, { lastProviderId: HARBOUR.id }));
    // Icons, letters and arrows add nothing to a name. Ids distinguish wallets of the same name.
    expect(await controlNames()).to.deep.equal([
      'Close',
      'Harbour Last used',
      'Juniper JuniperProvider',
      'Juniper Other.JuniperProvider',
      'Open Xverse on your phone',
      'Use my phone',
      'What is a wallet?',
      'Xverse xverse.app Install (new tab)',
    ]);
  });

  it('has unique names for all controls, and hides icons, in every view', async function () {
    if (!hasCdp) this.skip();
    const names: Record<string, string[]> = {};
    await inEveryView(async (_modal, view) => {
      names[view] = await controlNames();
      const images = (await axTree()).filter((node) => node.role?.value === 'image');
      // Only the QR code is not decorative.
      const imageNames = images.map((node) => node.name?.value);
      expect(imageNames, view).to.deep.equal(
        view === 'phone' ? ['QR code that opens this page in Xverse'] : [],
      );
    });
    const [help, scan, mine] = ['What is a wallet?', 'Open Xverse on your phone', 'Use my phone'];
    expect(names).to.deep.equal({
      list: [
        'Close',
        'Harbour',
        'Juniper Last used',
        scan,
        mine,
        help,
        'Xverse xverse.app Install (new tab)',
      ],
      'list on a phone': ['Close', 'Get one', help, 'Xverse Open'],
      'nothing installed': ['Close', scan, mine, help, 'Xverse xverse.app Install (new tab)'],
      connecting: ['Cancel', 'Close'],
      rejected: ['Back', 'Close', 'Try again'],
      failed: ['Back', 'Close', 'Try again'],
      help: ['Back', 'Close', 'Get a wallet'],
      phone: ['Back', 'Close', 'Copy link', 'Install Xverse (new tab)'],
    });
  });

  it('keeps the focus inside for 25 presses of Tab and of Shift+Tab', async function () {
    // In Firefox the focus moves to the browser's own interface, and no driver can bring it back.
    if (!hasCdp) this.skip();
    const { modal, opener } = await withOpener();
    await open({ modal, opener });
    for (const shift of [false, true]) {
      if (shift) await sendKeys({ down: 'Shift' });
      for (let i = 0; i < 25; i++) {
        await sendKeys({ press: 'Tab' });
        // While the browser's own interface has the focus, document.activeElement is the body.
        const at = document.activeElement;
        expect(at === modal || at === document.body, `${i}: ${at?.outerHTML}`).to.be.true;
      }
      if (shift) await sendKeys({ up: 'Shift' });
    }
  });

  it('removes the page from the accessibility tree while it is open', async function () {
    if (!hasCdp) this.skip();
    await fixture(html`<p>Behind <button>Page button</button></p>`);
    const has = async () => (await axTree()).some((node) => node.name?.value === 'Page button');
    expect(await has()).to.be.true;
    const { modal } = await openModal();
    expect(await has()).to.be.false;
    modal.hide();
    expect(await has()).to.be.true;
  });

  it('closes on Escape', async () => {
    const { modal, choice } = await openModal();
    await sendKeys({ press: 'Escape' });
    expect(modal.open).to.be.false;
    expect(dialogOf(modal).open).to.be.false;
    expect(await choice).to.have.nested.property('error.code', -31001);
  });

  it('closes on Escape in every view', () =>
    inEveryView(async (modal, view) => {
      expect(inside(modal), `the focus is inside ${view}`).to.be.true;
      await sendKeys({ press: 'Escape' });
      expect(modal.open, view).to.be.false;
      expect(dialogOf(modal).open, view).to.be.false;
    }));

  it('closes on Escape when no element has the focus', async () => {
    const { modal } = await openModal();
    const { left, top, height } = part(modal, 'title').getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(left - 4), Math.round(top + height)] });
    await sendKeys({ press: 'Escape' });
    expect(modal.open).to.be.false;
  });

  it('returns the focus to the opener', async () => {
    const { modal, opener } = await withOpener();
    await open({ modal, opener });
    await sendKeys({ press: 'Escape' });
    expectFocus(opener);
  });

  it('returns the focus when it is closed while it opens', async () => {
    const opener = await fixture<HTMLElement>(html`<button>Open</button>`);
    const modal = await modalFixture();
    opener.focus();
    modal.addEventListener('wallet-modal-show', () => queueMicrotask(() => modal.hide()));
    await settled(chooseIn(modal, new FakePage().selection()));
    await shown(modal);
    expectFocus(opener);
  });

  it('returns the focus to an opener inside nested shadow roots', async () => {
    const outer = await fixture(html`<div></div>`);
    const middle = document.createElement('div');
    outer.attachShadow({ mode: 'open' }).append(middle);
    const root = middle.attachShadow({ mode: 'open' });
    const { modal, opener } = await withOpener(root);
    await open({ modal, opener });
    await sendKeys({ press: 'Escape' });
    expectFocus(opener);
  });

  for (const [what, change] of [
    ['removed', (opener: HTMLButtonElement) => opener.remove()],
    ['disabled', (opener: HTMLButtonElement) => (opener.disabled = true)],
    ['hidden', (opener: HTMLButtonElement) => (opener.hidden = true)],
  ] as const) {
    it(`moves the focus to the nearest focusable element if the opener was ${what}`, async () => {
      const section = await fixture(html`<section><a href="#near">Near</a></section>`);
      const { modal, opener } = await withOpener(section);
      await open({ modal, opener });
      change(opener);
      await sendKeys({ press: 'Escape' });
      expectFocus(section.querySelector('a')!);
    });
  }

  it('keeps the focus in the shadow root from which the opener was removed', async () => {
    const host = await fixture(html`<div></div>`);
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<p><a href="#near">Near</a><span></span></p>';
    const { modal, opener } = await withOpener(root.querySelector('span')!);
    await open({ modal, opener });
    opener.remove();
    await sendKeys({ press: 'Escape' });
    expectFocus(root.querySelector('a')!);
  });

  it('moves the focus to an outer element if the opener’s parent was removed', async () => {
    const main = await fixture(
      html`<main>
        <button>First</button>
        <section></section>
      </main>`,
    );
    const { modal, opener } = await withOpener(main.querySelector('section')!);
    await open({ modal, opener });
    main.querySelector('section')!.remove();
    await sendKeys({ press: 'Escape' });
    expectFocus(main.querySelector('button')!);
  });

  it('keeps the focus inside through every change of view, by keyboard alone', async () => {
    let answer = (_error?: unknown) => {};
    const { modal, choice } = await openModal(
      new FakePage().selection(
        () =>
          new Promise<void>((resolve, reject) => {
            answer = (error) => (error ? reject(error) : resolve());
          }),
      ),
    );
    const expectView = async (view: string, control: () => HTMLElement) => {
      await waitUntil(() => modal.view.name === view, view);
      await modal.updateComplete;
      await modal.updateComplete;
      expectFocus(control());
    };
    const title = () => part(modal, 'title');
    /** Moves the focus by Tab or Shift+Tab, without passing the browser's own interface, and presses the key. */
    const press = async (control: HTMLElement, key = 'Enter') => {
      const place = focused()!.compareDocumentPosition(control);
      const back = (place & Node.DOCUMENT_POSITION_PRECEDING) > 0;
      if (back) await sendKeys({ down: 'Shift' });
      for (let stops = 0; focused() !== control && stops < 12; stops++) {
        await sendKeys({ press: 'Tab' });
      }
      if (back) await sendKeys({ up: 'Shift' });
      expectFocus(control);
      await sendKeys({ press: key });
    };

    await press(walletButton(modal, 'Juniper'));
    await expectView('connecting', title);
    await press(part(modal, 'cancel-button'));
    await expectView('list', () => walletButton(modal, 'Juniper'));

    await press(walletButton(modal, 'Harbour'));
    await expectView('connecting', title);
    await sendKeys({ press: 'Tab' });
    answer(new Error('Locked'));
    await expectView('failed', title);
    await press(part(modal, 'retry-button'), ' ');
    await expectView('connecting', title);
    answer({ code: 4001, message: 'No' });
    await expectView('rejected', () => part(modal, 'retry-button'));
    await press(part(modal, 'back-button'));
    await expectView('list', () => walletButton(modal, 'Harbour'));

    await press(helpButton(modal));
    await expectView('help', title);
    await press(part(modal, 'back-button'), ' ');
    await expectView('list', title);
    await press(scanButton(modal));
    await expectView('phone', title);
    await press(part(modal, 'back-button'));
    await expectView('list', () => walletButton(modal, 'Xverse'));

    await press(walletButton(modal, 'Juniper'));
    await expectView('connecting', title);
    answer();
    expect(await choice).to.deep.equal({ value: { providerId: 'JuniperProvider' } });
  });
});
