import { expect, fixture, html, nextFrame, oneEvent } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { emulateFeatures, speaksCdp, swipe } from '../../testing/cdp.js';
import { press } from '../../testing/element-helpers.js';
import {
  chooseIn,
  dialogOf,
  FakePage,
  JUNIPER,
  openModal,
  part,
  record,
  still,
  walletButton,
  XVERSE,
} from '../../testing/modal.js';
import { inEveryView, scanButton, titleOf } from '../../testing/modal-views.js';
import { pause, waitUntil } from '../../testing/wait-until.js';
import type { WalletSelectModal } from './wallet-select-modal.js';

const tick = (modal: Element) => modal.shadowRoot!.querySelector<HTMLElement>('.sign.success');
const leaving = (modal: Element) => modal.shadowRoot!.querySelector<HTMLElement>('.leaving');
const height = (modal: WalletSelectModal) => dialogOf(modal).offsetHeight;

/** A client whose wallet answers when the test says so. */
async function asking() {
  const answers: (() => void)[] = [];
  const page = new FakePage();
  const opened = await openModal(
    page.selection(() => new Promise<void>((resolve) => answers.push(resolve))),
  );
  await still(opened.modal);
  return { ...opened, page, answers };
}

describe('<wallet-select-modal>: a connected wallet', () => {
  it('has a tick, while the dialog is closed and the page can be used', async function () {
    // A browser without `overlay` hides a closed dialog at once.
    if (!CSS.supports('overlay', 'auto')) this.skip();
    const button = await fixture<HTMLButtonElement>(html`<button>Page</button>`);
    button.style.cssText = 'position: fixed; inset: 0; inline-size: 100%';
    const { modal, choice, answers } = await asking();
    const hidden = oneEvent(modal, 'wallet-modal-after-hide');
    await press(walletButton(modal, 'Juniper'));
    await waitUntil(() => modal.shadowRoot!.querySelector('.spinner'));
    answers[0]!();
    expect(await choice).to.deep.equal({ value: { providerId: JUNIPER.id } });
    expect([modal.open, dialogOf(modal).open]).to.deep.equal([false, false]);
    await pause(250);
    expect(titleOf(modal)).to.equal('Connected');
    expect(tick(modal)!.checkVisibility({ opacityProperty: true })).to.be.true;
    expect(getComputedStyle(dialogOf(modal)).opacity).to.equal('1');
    expect(modal.shadowRoot!.querySelector('.spinner')).to.equal(null);
    const clicks = record(button, 'click');
    await press(part(modal, 'title'));
    expect(clicks).to.have.lengthOf(1);
    await hidden;
    // Its transition starts with a frame, which a busy machine renders late.
    await waitUntil(
      () => getComputedStyle(dialogOf(modal)).display === 'none',
      'the closed dialog',
    );
  });

  it('has no tick if it was only chosen', async () => {
    const { modal, choice } = await openModal();
    await press(walletButton(modal, 'Juniper'));
    await choice;
    await modal.updateComplete;
    expect(tick(modal)).to.equal(null);
  });

  it('shows the list if it opens again meanwhile', async () => {
    const { modal, choice, answers } = await asking();
    await press(walletButton(modal, 'Juniper'));
    answers[0]!();
    await choice;
    void chooseIn(modal, new FakePage().selection()).catch(() => {});
    await modal.updateComplete;
    await modal.updateComplete;
    expect(titleOf(modal)).to.equal('Connect a wallet');
    expect(tick(modal)).to.equal(null);
  });
});

describe('<wallet-select-modal>: a wallet that does not answer', () => {
  it('can be asked again, and its late answer to the first question is ignored', async () => {
    const { modal, choice, page, answers } = await asking();
    await press(walletButton(modal, 'Juniper'));
    await waitUntil(() => modal.shadowRoot!.querySelector('[part=retry-button]'), 'a hint');
    part(modal, 'cancel-button');
    await pause(260);
    await press(part(modal, 'retry-button'));
    await waitUntil(() => page.asked.length === 2);
    await modal.updateComplete;
    expect(modal.shadowRoot!.querySelector('[part=retry-button]')).to.equal(null);
    answers[0]!();
    await pause(50);
    expect(modal.open).to.be.true;
    answers[1]!();
    expect(await choice).to.deep.equal({ value: { providerId: JUNIPER.id } });
    expect(page.asked).to.deep.equal([JUNIPER.id, JUNIPER.id]);
  });
});

describe('<wallet-select-modal>: a change of view', () => {
  afterEach(async () => {
    await setViewport({ width: 800, height: 600 });
    if (speaksCdp) await emulateFeatures();
  });

  it('animates the height and fades the view before out, over the new one', async () => {
    const { modal } = await asking();
    const list = height(modal);
    walletButton(modal, 'Juniper').click();
    const frames: { height: number; before: number }[] = [];
    await waitUntil(() => modal.view.name === 'connecting');
    await modal.updateComplete;
    const start = performance.now();
    do {
      await nextFrame();
      const copy = leaving(modal);
      frames.push({
        height: height(modal),
        before: copy ? Number(getComputedStyle(copy).opacity) : 0,
      });
      const body = part(modal, 'body');
      expect(getComputedStyle(body).opacity, 'the new view').to.equal('1');
      expect(body.querySelectorAll('.mark')).to.have.lengthOf(1);
      if (!copy) continue;
      expect(modal.shadowRoot!.querySelectorAll('.list, [part~=wallet]'), 'for queries').to.be
        .empty;
      expect(copy.matches('[inert][aria-hidden=true]')).to.be.true;
      const [of, over] = [body, copy].map((element) => element.getBoundingClientRect());
      expect([over!.top, over!.bottom, over!.left, over!.right]).to.deep.equal([
        of!.top,
        of!.bottom,
        of!.left,
        of!.right,
      ]);
      expect(getComputedStyle(body).overflowY, 'no scrollbar').to.equal('hidden');
    } while (leaving(modal) && performance.now() - start < 60_000);
    await still(modal);
    const heights = frames.map((frame) => frame.height);
    const opacities = frames.map((frame) => frame.before);
    const last = height(modal);
    expect(list - last, 'the views differ').to.be.above(20);
    expect(heights[0], 'the first frame').to.be.within(last + 1, list);
    expect(heights, 'only shrinks').to.deep.equal(heights.toSorted((a, b) => b - a));
    expect(opacities, 'only fades out').to.deep.equal(opacities.toSorted((a, b) => b - a));
    expect(opacities.at(-1)).to.equal(0);
  });

  it('leaves the new view to the pointer, and one copy at a time', async () => {
    const { modal } = await asking();
    modal.view = { name: 'help' };
    await modal.updateComplete;
    const button = part(modal, 'body').querySelector('button')!;
    const { x, y, width, height } = button.getBoundingClientRect();
    const hit = modal.shadowRoot!.elementFromPoint(x + width / 2, y + height / 2);
    expect(hit).to.equal(button);
    modal.view = { name: 'list' };
    await modal.updateComplete;
    expect(modal.shadowRoot!.querySelectorAll('.leaving')).to.have.lengthOf(1);
    modal.hide();
    await waitUntil(() => !leaving(modal));
  });

  it('has no copy of a view with nodes of the page', async () => {
    const { modal } = await asking();
    const own = document.createElement('p');
    own.slot = 'help';
    modal.append(own);
    modal.view = { name: 'help' };
    await modal.updateComplete;
    await waitUntil(() => !leaving(modal));
    modal.view = { name: 'list' };
    await modal.updateComplete;
    expect(leaving(modal)).to.equal(null);
  });

  for (const dir of ['ltr', 'rtl'])
    it(`keeps the title in its place, ${dir}`, async () => {
      document.documentElement.dir = dir;
      const places = new Set<string>();
      await inEveryView((modal) => {
        const box = part(modal, 'title').getBoundingClientRect();
        places.add([box.top, box.left, box.right].map(Math.round).join(' '));
      });
      document.documentElement.removeAttribute('dir');
      expect([...places]).to.have.lengthOf(1);
    });

  it('is immediate with reduced motion', async function () {
    if (!speaksCdp) this.skip();
    await emulateFeatures({ 'prefers-reduced-motion': 'reduce' });
    const { modal } = await asking();
    walletButton(modal, 'Juniper').click();
    await waitUntil(() => modal.view.name === 'connecting');
    await modal.updateComplete;
    expect(part(modal, 'body').getAnimations({ subtree: false })).to.deep.equal([]);
    expect(dialogOf(modal).getAnimations({ subtree: false })).to.deep.equal([]);
    expect(leaving(modal)).to.equal(null);
  });
});

describe('<wallet-select-modal>: the sheet of a small screen', () => {
  beforeEach(() => setViewport({ width: 390, height: 700 }));
  afterEach(() => setViewport({ width: 800, height: 600 }));

  it('closes when its header is dragged down, and not after a short way', async function () {
    if (!speaksCdp) this.skip();
    const { modal, choice } = await asking();
    const { top, bottom } = part(modal, 'header').getBoundingClientRect();
    expect(Math.round(dialogOf(modal).getBoundingClientRect().bottom)).to.equal(innerHeight);
    const y = (top + bottom) / 2;
    await swipe(150, y, y + 40);
    await still(modal);
    expect(modal.open).to.be.true;
    expect(getComputedStyle(dialogOf(modal)).translate).to.match(/^none$|^0px/);
    const hides = record(modal, 'wallet-modal-hide');
    await swipe(150, y, y + 160);
    expect(modal.open).to.be.false;
    expect(hides).to.have.lengthOf(1);
    expect(hides[0]).to.have.property('reason', 'backdrop');
    expect(await choice).to.have.nested.property('error.code', -31001);
  });

  it('stays if a listener cancels', async function () {
    if (!speaksCdp) this.skip();
    const { modal } = await asking();
    modal.addEventListener('wallet-modal-hide', (event) => event.preventDefault(), { once: true });
    const { top } = part(modal, 'header').getBoundingClientRect();
    await swipe(150, top + 20, top + 200);
    await still(modal);
    expect(modal.open).to.be.true;
    expect(getComputedStyle(dialogOf(modal)).translate).to.match(/^none$|^0px/);
  });
});

describe('<wallet-select-modal>: the link of the QR code', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

  async function copyLink(writeText: (text: string) => Promise<void>) {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    const { modal } = await openModal(
      new FakePage([JUNIPER], [{ ...XVERSE, webUrl: 'https://store.example/' }]).selection(),
    );
    scanButton(modal).click();
    await modal.updateComplete;
    part(modal, 'copy-button').click();
    return modal;
  }

  it('can be copied', async () => {
    let copied = '';
    const modal = await copyLink((text) => Promise.resolve(void (copied = text)));
    await waitUntil(() => part(modal, 'copy-button').textContent.includes('Link copied'));
    expect(new URL(copied).searchParams.get('url')).to.equal(location.href);
    expect(modal.shadowRoot!.querySelector('[role=status]')!.textContent).to.include('Link copied');
  });

  it('is shown if the browser refuses to copy it', async () => {
    const modal = await copyLink(() => Promise.reject(new Error('refused')));
    const alert = modal.shadowRoot!.querySelector('[role=alert]')!;
    await waitUntil(() => alert.textContent.includes('copy it manually'));
    const url = modal.view.name === 'phone' && modal.view.url;
    expect(modal.shadowRoot!.querySelector('.link')!.textContent).to.equal(url);
  });

  it('is next to a link to install the wallet', async () => {
    const modal = await copyLink(() => Promise.resolve());
    expect(part(modal, 'body').textContent).to.include('Don’t have Xverse?');
    const link = part(modal, 'install-link') as HTMLAnchorElement;
    expect([link.href, link.target]).to.deep.equal(['https://store.example/', '_blank']);
  });
});
