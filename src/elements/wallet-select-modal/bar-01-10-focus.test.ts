import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { axTree, speaksCdp } from '../../testing/cdp.js';
import {
  dialogOf,
  FakePage,
  expectFocus,
  HARBOUR,
  JUNIPER,
  modalFixture,
  openModal,
  part,
  settled,
  shown,
  walletButton,
  XVERSE,
} from '../../testing/modal.js';
import type { WalletSelectModal } from './wallet-select-modal.js';

async function withOpener(holder?: Element | ShadowRoot) {
  const modal = await modalFixture();
  const opener = document.createElement('button');
  opener.textContent = 'Connect';
  opener.addEventListener('click', () => void settled(modal.select(new FakePage().selection())));
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

const inside = (modal: Element) => modal.shadowRoot!.activeElement !== null;

describe('the bar: opening and focus', () => {
  for (const key of ['Enter', ' ']) {
    it(`1. opens by ${key === ' ' ? 'Space' : key} on the button, and the focus moves inside`, async () => {
      const { modal, opener } = await withOpener();
      opener.focus();
      await sendKeys({ press: key });
      await shown(modal);
      expect(modal.open).to.be.true;
      expect(dialogOf(modal).matches(':modal')).to.be.true;
      expectFocus(walletButton(modal, 'Juniper'));
    });
  }

  it('2. 3. the accessibility tree has one modal dialog, with a name', async function () {
    if (!speaksCdp) this.skip();
    await openModal();
    const dialogs = (await axTree()).filter((node) => node.role?.value === 'dialog');
    expect(dialogs.map(({ name }) => name?.value)).to.deep.equal(['Connect a wallet']);
    expect(dialogs[0]!.properties?.find(({ name }) => name === 'modal')?.value.value).to.be.true;
  });

  it('3. the attribute label names it', async function () {
    if (!speaksCdp) this.skip();
    const { modal } = await openModal();
    modal.label = 'Sign in to Larkspur';
    await modal.updateComplete;
    const dialog = (await axTree()).find((node) => node.role?.value === 'dialog');
    expect(dialog?.name?.value).to.equal('Sign in to Larkspur');
  });

  it('4. 5. every control has a name of its own with its wallet’s, spoken once; icons are silent', async function () {
    if (!speaksCdp) this.skip();
    const twin = { id: 'Other.JuniperProvider', name: 'Juniper', icon: JUNIPER.icon };
    await openModal(new FakePage([JUNIPER, HARBOUR, twin]).selection());
    const tree = await axTree();
    const names = tree
      .filter((node) => ['button', 'link'].includes(node.role?.value ?? ''))
      .map((node) => node.name?.value ?? '');
    expect(new Set(names).size, names.join(' | ')).to.equal(names.length);
    const ofWallets = names.filter((name) => !['Close', 'What is a wallet?'].includes(name));
    expect(ofWallets).to.have.lengthOf(5);
    for (const name of ofWallets) {
      const spoken = name.match(/Juniper|Harbour|Xverse/g) ?? [];
      // The twins are told apart by their ids.
      expect(spoken.length, name).to.equal(name.includes('Provider') ? 2 : 1);
    }
    expect(tree.filter((node) => node.role?.value === 'image')).to.deep.equal([]);
  });

  it('6. 25 times Tab and Shift+Tab never reach the page', async function () {
    // Firefox keeps the keys once they are with its own interface: no driver brings them back.
    if (!speaksCdp) this.skip();
    const { modal, opener } = await withOpener();
    await open({ modal, opener });
    for (const shift of [false, true]) {
      if (shift) await sendKeys({ down: 'Shift' });
      for (let i = 0; i < 25; i++) {
        await sendKeys({ press: 'Tab' });
        // One stop is the browser's own interface: nothing of the page has the focus then.
        const at = document.activeElement;
        expect(at === modal || at === document.body, `${i}: ${at?.outerHTML}`).to.be.true;
      }
      if (shift) await sendKeys({ up: 'Shift' });
    }
  });

  it('7. the page is absent from the accessibility tree while it is open', async function () {
    if (!speaksCdp) this.skip();
    await fixture(html`<p>Behind <button>Page button</button></p>`);
    const has = async () => (await axTree()).some((node) => node.name?.value === 'Page button');
    expect(await has()).to.be.true;
    const { modal } = await openModal();
    expect(await has()).to.be.false;
    modal.hide();
    expect(await has()).to.be.true;
  });

  it('8. Escape closes', async () => {
    const { modal, choice } = await openModal();
    await sendKeys({ press: 'Escape' });
    expect(modal.open).to.be.false;
    expect(dialogOf(modal).open).to.be.false;
    expect(await choice).to.have.nested.property('error.code', -31001);
  });

  it('8. Escape closes with the focus on nothing in particular', async () => {
    const { modal } = await openModal();
    const { left, top, height } = part(modal, 'title').getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(left - 4), Math.round(top + height)] });
    await sendKeys({ press: 'Escape' });
    expect(modal.open).to.be.false;
  });

  it('9. the focus returns to the opener', async () => {
    const { modal, opener } = await withOpener();
    await open({ modal, opener });
    await sendKeys({ press: 'Escape' });
    expectFocus(opener);
  });

  it('9. the focus returns also when it is closed in the moment that it opens', async () => {
    const opener = await fixture<HTMLElement>(html`<button>Open</button>`);
    const modal = await modalFixture();
    opener.focus();
    modal.addEventListener('wallet-modal-show', () => queueMicrotask(() => modal.hide()));
    await settled(modal.select(new FakePage().selection()));
    await shown(modal);
    expectFocus(opener);
  });

  it('9. the focus returns to an opener inside nested shadow roots', async () => {
    const outer = await fixture(html`<div></div>`);
    const middle = document.createElement('div');
    outer.attachShadow({ mode: 'open' }).append(middle);
    const root = middle.attachShadow({ mode: 'open' });
    const { modal, opener } = await withOpener(root);
    await open({ modal, opener });
    await sendKeys({ press: 'Escape' });
    expectFocus(opener);
  });

  for (const [what, spoil] of [
    ['gone', (opener: HTMLButtonElement) => opener.remove()],
    ['disabled', (opener: HTMLButtonElement) => (opener.disabled = true)],
    ['hidden', (opener: HTMLButtonElement) => (opener.hidden = true)],
  ] as const) {
    it(`10. with the opener ${what} the focus lands on what is nearest`, async () => {
      const section = await fixture(html`<section><a href="#near">Near</a></section>`);
      const { modal, opener } = await withOpener(section);
      await open({ modal, opener });
      spoil(opener);
      await sendKeys({ press: 'Escape' });
      expectFocus(section.querySelector('a')!);
    });
  }

  it('32. the focus survives every change of view', async () => {
    const never = () => new Promise(() => {});
    const { modal } = await openModal(new FakePage().selection(never));
    const step = async (press: string) => {
      await sendKeys({ press });
      await modal.updateComplete;
      await modal.updateComplete;
      expect(inside(modal), `after ${press} in ${modal.view.name}`).to.be.true;
    };
    await step('Enter');
    expect(modal.view.name).to.equal('connecting');
    expectFocus(part(modal, 'title'));
    part(modal, 'cancel-button').focus();
    await step('Enter');
    expect(modal.view.name).to.equal('list');
    expectFocus(walletButton(modal, 'Juniper'));
    modal.shadowRoot!.querySelector<HTMLElement>('.help button')!.focus();
    await step('Enter');
    expect(modal.view.name).to.equal('help');
    part(modal, 'back-button').focus();
    await step(' ');
    expect(modal.view.name).to.equal('list');
    modal.shadowRoot!.querySelector<HTMLElement>('button[title]')!.focus();
    await step('Enter');
    expect(modal.view).to.have.nested.property('wallet.id', XVERSE.id);
    part(modal, 'back-button').focus();
    await step('Enter');
    expectFocus(walletButton(modal, 'Xverse'));
  });
});
