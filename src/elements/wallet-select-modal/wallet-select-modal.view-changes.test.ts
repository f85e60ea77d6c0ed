import { expect, fixture, html, nextFrame, oneEvent } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { cdp, emulateFeatures, hasCdp, swipe, withMotion } from '../../testing/cdp.js';
import { findPart, part, press } from '../../testing/element-helpers.js';
import {
  chooseIn,
  dialogOf,
  FakePage,
  JUNIPER,
  openModal,
  record,
  spinners,
  still,
  tick,
  walletButton,
  XVERSE,
} from '../../testing/modal.js';
import { inEveryView, scanButton, titleOf } from '../../testing/modal-views.js';
import { pause, waitUntil } from '../../testing/wait-until.js';
import type { WalletSelectModal } from './wallet-select-modal.js';

withMotion();

const finiteAnimations = (modal: WalletSelectModal) =>
  dialogOf(modal)
    .getAnimations({ subtree: true })
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);

/** Sizes of the window: for a dialog, and for the sheet of a phone. */
const WINDOWS = [
  [800, 600],
  [390, 700],
] as const;
const failure = (message: string) =>
  Object.assign(new Error(message), { name: 'JsonRpcError', code: -32603 });

/** Opens a modal whose wallet answers, or fails, when the test calls a function of `answers`. */
async function asking() {
  const answers: ((error?: Error) => void)[] = [];
  const page = new FakePage();
  const opened = await openModal(
    page.selection(
      () =>
        new Promise<void>((resolve, reject) =>
          answers.push((error) => (error ? reject(error) : resolve())),
        ),
    ),
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
    await waitUntil(() => spinners(modal).length > 0);
    await still(modal);
    const height = dialogOf(modal).offsetHeight;
    const iconTop = () =>
      part(modal, 'wallet-icon').getBoundingClientRect().top -
      dialogOf(modal).getBoundingClientRect().top;
    const top = iconTop();
    answers[0]!();
    expect(await choice).to.deep.equal({ value: { providerId: JUNIPER.id } });
    expect([modal.open, dialogOf(modal).open]).to.deep.equal([false, false]);
    // Sets the animations to a quarter of a second, whatever the speed of the machine.
    await modal.updateComplete;
    const animations = dialogOf(modal).getAnimations({ subtree: true });
    for (const animation of animations) {
      animation.pause();
      animation.currentTime = 250;
    }
    expect(titleOf(modal)).to.equal('Connected');
    expect(tick(modal)!.checkVisibility({ opacityProperty: true })).to.be.true;
    expect(getComputedStyle(dialogOf(modal)).opacity).to.equal('1');
    expect(spinners(modal)).to.have.lengthOf(0);
    // The buttons are gone, and nothing keeps their space; the icon stays where it was in the dialog.
    expect(findPart(modal, 'cancel-button')).to.equal(null);
    for (const animation of animations) if (animation.id) animation.finish();
    expect(dialogOf(modal).offsetHeight).to.be.below(height - 40);
    const text = part(modal, 'status').getBoundingClientRect();
    expect(dialogOf(modal).getBoundingClientRect().bottom - text.bottom).to.be.below(48);
    expect(iconTop()).to.equal(top);
    const clicks = record(button, 'click');
    await press(part(modal, 'title'));
    expect(clicks).to.have.lengthOf(1);
    for (const animation of animations) animation.play();
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
    expect(tick(modal) === null).to.equal(true);
  });

  it('is replaced by the list if the modal opens again meanwhile', async () => {
    const { modal, choice, answers } = await asking();
    await press(walletButton(modal, 'Juniper'));
    answers[0]!();
    await choice;
    void chooseIn(modal, new FakePage().selection()).catch(() => {});
    await modal.updateComplete;
    await modal.updateComplete;
    expect(titleOf(modal)).to.equal('Connect a wallet');
    expect(tick(modal) === null).to.equal(true);
  });
});

describe('<wallet-select-modal>: a wallet that does not answer', () => {
  it('is selected again, by an event that can be canceled, at each attempt', async () => {
    const { modal, page, answers } = await asking();
    let isAllowed = true;
    const selects: string[] = [];
    modal.addEventListener('wallet-select', (event) => {
      selects.push(event.providerId);
      if (!isAllowed) event.preventDefault();
    });
    const retry = async () => {
      await waitUntil(() => findPart(modal, 'retry-button'));
      await pause(260);
      part(modal, 'retry-button').click();
      await modal.updateComplete;
    };
    walletButton(modal, 'Juniper').click();
    // After its silence.
    await retry();
    expect([selects.length, page.asked.length]).to.deep.equal([2, 2]);
    // After its failure.
    answers[1]!(new Error('Locked'));
    await waitUntil(() => modal.view.name === 'failed');
    await retry();
    expect([selects.length, page.asked.length]).to.deep.equal([3, 3]);
    isAllowed = false;
    await retry();
    expect([selects.length, page.asked.length]).to.deep.equal([4, 3]);
    expect(modal.view.name).to.equal('connecting');
    expect(new Set(selects)).to.deep.equal(new Set([JUNIPER.id]));
  });

  it('gets the request again on a retry, and its late answer to the first request is ignored', async () => {
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
    if (hasCdp) await emulateFeatures();
  });

  for (const [width, height] of WINDOWS) {
    it(`causes no layout shift, ${width} px`, async function () {
      if (!hasCdp) this.skip();
      await setViewport({ width, height });
      const { modal, answers } = await asking();
      const shifts: string[] = [];
      const observer = new PerformanceObserver((list) => note(list.getEntries()));
      const note = (entries: PerformanceEntryList) =>
        shifts.push(...entries.map((entry) => `${modal.view.name}: ${JSON.stringify(entry)}`));
      observer.observe({ type: 'layout-shift' });
      const changed = async (name: string) => {
        await waitUntil(() => modal.view.name === name, name);
        await modal.updateComplete;
        await still(modal);
        // The layout shifts of a frame are reported after the next frame.
        await nextFrame();
        await nextFrame();
        note(observer.takeRecords());
      };
      walletButton(modal, 'Juniper').click();
      await changed('connecting');
      answers[0]!(
        failure('The wallet is locked: unlock it first, then try it once more. '.repeat(3)),
      );
      await changed('failed');
      part(modal, 'retry-button').click();
      await changed('connecting');
      if (width < 480) {
        await waitUntil(() => modal.shadowRoot!.querySelector('[part=retry-button]'), 'a hint');
        await changed('connecting');
      }
      part(modal, 'cancel-button').click();
      await changed('list');
      observer.disconnect();
      expect(shifts).to.deep.equal([]);
    });
  }

  it('fades the new view in, but not the mark of the wallet', async () => {
    const { modal, answers } = await asking();
    const fading = () =>
      finiteAnimations(modal)
        .filter((animation) => animation instanceof CSSAnimation)
        .map(({ effect }) => (effect as KeyframeEffect).target as Element);
    walletButton(modal, 'Juniper').click();
    await waitUntil(() => modal.view.name === 'connecting');
    await modal.updateComplete;
    const mark = part(modal, 'wallet-icon');
    expect(
      fading().some((element) => element.contains(mark)),
      'the mark',
    ).to.be.false;
    expect(fading().some((element) => part(modal, 'title').contains(element))).to.be.true;
    await still(modal);
    answers[0]!(failure('Locked'));
    await waitUntil(() => modal.view.name === 'failed');
    await modal.updateComplete;
    expect(fading()).to.include(part(modal, 'retry-button'));
    expect(
      fading().some((element) => element.contains(mark)),
      'the same mark',
    ).to.be.false;
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

  for (const [width, height] of WINDOWS)
    it(`moves its height and the icon of the wallet to the next view, and back, each time, ${width} px`, async function () {
      if (!hasCdp) this.skip();
      await setViewport({ width, height });
      const { modal } = await asking();
      const dialog = dialogOf(modal);
      await still(modal);
      const icon = () =>
        modal.shadowRoot!.querySelector<HTMLElement>(
          '.mark > [part=wallet-icon], [data-id=JuniperProvider] [part=wallet-icon]',
        )!;
      const place = () => {
        const { x, y, width } = icon().getBoundingClientRect();
        return [dialog.offsetHeight, x, y, width].map(Math.round);
      };
      const change = async (press: HTMLElement) => {
        const before = place();
        const { view } = modal;
        press.click();
        await waitUntil(() => modal.view !== view);
        await modal.updateComplete;
        const moves = [dialog, icon()].map((each) => each.getAnimations().find(({ id }) => id)!);
        expect(moves.map(({ effect }) => effect!.getTiming().duration)).to.deep.equal([280, 280]);
        const [start, end] = [0, 280].map((time) => {
          moves.forEach((move) => {
            move.pause();
            move.currentTime = time;
          });
          return place();
        });
        expect(start, 'it starts where it was').to.deep.equal(before);
        moves.forEach((move) => move.cancel());
        expect(place(), 'it ends where the layout is').to.deep.equal(end);
        expect(end).to.not.deep.equal(before);
      };
      const isStill = () => dialog.getAnimations({ subtree: true }).every(({ id }) => !id);
      for (let time = 0; time < 3; time++) {
        await waitUntil(isStill);
        await change(walletButton(modal, 'Juniper'));
        await waitUntil(isStill);
        await change(part(modal, 'cancel-button'));
      }
    });

  it('is immediate with reduced motion', async function () {
    if (!hasCdp) this.skip();
    await emulateFeatures({ 'prefers-reduced-motion': 'reduce' });
    const { modal } = await asking();
    walletButton(modal, 'Juniper').click();
    await waitUntil(() => modal.view.name === 'connecting');
    await modal.updateComplete;
    expect(part(modal, 'wallet-icon').getAnimations()).to.deep.equal([]);
    expect(part(modal, 'body').getAnimations({ subtree: false })).to.deep.equal([]);
    expect(dialogOf(modal).getAnimations({ subtree: false })).to.deep.equal([]);
  });
});

describe('<wallet-select-modal>: the sheet of a small screen', () => {
  beforeEach(() => setViewport({ width: 390, height: 700 }));
  afterEach(() => setViewport({ width: 800, height: 600 }));

  /** Pixels, pixels a millisecond, and whether the sheet then closes. */
  const DRAGS = [
    [40, 0.1, false],
    [60, 0.45, false],
    [60, 0.6, true],
    [30, 1, true],
    [150, 0.1, true],
    [150, 2, true],
  ] as const;
  for (const [distance, speed, closes] of DRAGS) {
    for (const from of ['header', 'list'] as const) {
      it(`${closes ? 'closes' : 'stays open'} when its ${from} is dragged ${distance} px at ${speed} px/ms`, async function () {
        if (!hasCdp) this.skip();
        const { modal, choice } = await asking();
        const dialog = dialogOf(modal);
        const { top, bottom } = part(modal, from).getBoundingClientRect();
        expect(Math.round(dialog.getBoundingClientRect().bottom)).to.equal(innerHeight);
        const y = (top + bottom) / 2;
        const hides = record(modal, 'wallet-modal-hide');
        await swipe(150, y, y + distance, {
          speed,
          before() {
            expect(getComputedStyle(dialog).translate).to.equal(`0px ${distance}px`);
            const scrim = Number(getComputedStyle(dialog, '::backdrop').opacity);
            expect(scrim, 'the scrim').to.be.closeTo(1 - distance / dialog.offsetHeight, 0.01);
          },
        });
        expect(modal.open).to.equal(!closes);
        if (closes) {
          expect(hides).to.have.lengthOf(1);
          expect(hides[0]).to.have.property('reason', 'backdrop');
          expect(await choice).to.have.nested.property('error.code', -31001);
        }
        await still(modal);
        expect(getComputedStyle(dialog).translate).to.match(/^none$|^0px/);
      });
    }
  }

  it('is not closed by a slow drag that ends with a flick upwards', async function () {
    if (!hasCdp) this.skip();
    const { modal } = await asking();
    const { top } = part(modal, 'header').getBoundingClientRect();
    const start = Date.now();
    const touch = (type: string, at: number, y?: number) =>
      cdp('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: 150, y }],
        timestamp: (start + at) / 1000,
      });
    await touch('touchStart', 0, top + 20);
    await touch('touchMove', 500, top + 220);
    await touch('touchMove', 550, top + 170);
    await touch('touchEnd', 560);
    expect(modal.open).to.be.true;
  });

  it('scrolls its list first, and is dragged when the list is at its top', async function () {
    if (!hasCdp) this.skip();
    const wallets = Array.from({ length: 9 }, (_, at) => ({ id: `W${at}`, name: `Wallet ${at}` }));
    const { modal } = await openModal(new FakePage([...wallets, JUNIPER]).selection());
    await still(modal);
    const body = part(modal, 'body');
    body.scrollTop = 100;
    await swipe(150, 400, 600, { speed: 2 });
    expect(modal.open).to.be.true;
    await waitUntil(() => body.scrollTop === 0);
    await swipe(150, 600, 400, { speed: 0.2 });
    expect(body.scrollTop).to.be.above(50);
    body.scrollTop = 0;
    await swipe(150, 400, 600, { speed: 2 });
    expect(modal.open).to.be.false;
  });

  it('slides in and out without ever being transparent, and its scrim fades', async function () {
    if (!CSS.supports('overlay', 'auto')) this.skip();
    const { modal } = await openModal();
    const dialog = dialogOf(modal);
    /** The place, and the opacity of the scrim, at half of the time. */
    const half = (isOpening: boolean) => {
      const animations = modal.shadowRoot!.getAnimations();
      for (const animation of animations) {
        animation.pause();
        animation.currentTime = 140;
      }
      const { opacity, visibility } = getComputedStyle(dialog);
      expect([opacity, visibility]).to.deep.equal(['1', 'visible']);
      // The time runs out: most of the way is done by half of it.
      const { top } = dialog.getBoundingClientRect();
      const distance = (top - innerHeight) / dialog.offsetHeight + 1;
      expect(isOpening ? distance : 1 - distance).to.be.within(0.01, 0.2);
      expect(Number(getComputedStyle(dialog, '::backdrop').opacity)).to.be.closeTo(0.5, 0.01);
      const times = animations.map(({ effect }) => Number(effect!.getComputedTiming().duration));
      expect(Math.max(...times)).to.be.closeTo(280, 1);
      for (const animation of animations) animation.finish();
    };
    half(true);
    modal.hide();
    half(false);
  });

  it('stays open if a listener cancels the event', async function () {
    if (!hasCdp) this.skip();
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
    const field = modal.shadowRoot!.querySelector<HTMLInputElement>('.link')!;
    await waitUntil(() => modal.shadowRoot!.activeElement === field);
    const { value, selectionStart, selectionEnd } = field;
    expect([value, selectionStart, selectionEnd]).to.deep.equal([url, 0, value.length]);
    const copy = part(modal, 'copy-button').getBoundingClientRect();
    const error = modal.shadowRoot!.querySelector('.refused')!.getBoundingClientRect();
    expect(error.top - copy.bottom).to.be.within(0, 16);
  });

  it('is next to a link to install the wallet', async () => {
    const modal = await copyLink(() => Promise.resolve());
    expect(part(modal, 'body').textContent).to.include('Don’t have Xverse?');
    const link = part(modal, 'install-link') as HTMLAnchorElement;
    expect([link.href, link.target]).to.deep.equal(['https://store.example/', '_blank']);
  });
});
