import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { resetMouse, setViewport } from '@web/test-runner-commands';
import { hasCdp, swipe, wheel } from '../../testing/cdp.js';
import { inEveryView } from '../../testing/modal-views.js';
import type { Unsubscribe } from '../../lib/store.js';
import { atRest, part, press } from '../../testing/element-helpers.js';
import {
  chooseIn,
  dialogOf,
  FakePage,
  modalFixture,
  openModal,
  settled,
  shown,
  still,
  walletButton,
} from '../../testing/modal.js';
import { waitUntil } from '../../testing/wait-until.js';

const undo: Unsubscribe[] = [];

/** The page's own style sheet. */
function pageStyles(css: string): void {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  undo.push(() => style.remove());
}

/** Whether the close button is not covered, and receives pointer events. */
function isReachable(modal: Element): boolean {
  const { left, top, width, height } = part(modal, 'close-button').getBoundingClientRect();
  const x = left + width / 2;
  const y = top + height / 2;
  return document.elementFromPoint(x, y) === modal;
}

/** A style sheet of a page that matches as much as possible. */
const HOSTILE = `
  :not(html) { letter-spacing: .5em !important; word-spacing: 1em !important }
  :not(html) { text-transform: uppercase; font: italic small-caps 40px/3 cursive; text-align: right;
    text-align-last: right; text-indent: 3em; white-space: pre; word-break: break-all; line-break: anywhere;
    overflow-wrap: break-word; hyphens: auto; list-style: square inside; cursor: wait; user-select: none;
    visibility: hidden; pointer-events: none; text-shadow: 0 0 3px red; color: red;
    -webkit-text-fill-color: red; -webkit-text-stroke: 2px red; text-emphasis: circle red;
    font-feature-settings: 'smcp'; font-kerning: none; writing-mode: vertical-rl;
    box-sizing: content-box; margin: 7px; padding: 9px; outline: 9px solid red; animation: spin 1s infinite;
    transition: all 9s; max-width: 10px; opacity: .5 }
  button, a { display: block !important; inline-size: 900px !important; background: red !important }
  dialog, h2, h3, ul, li, p, header { border: 20px solid red !important; position: static !important }
  svg, img { display: none !important }
  wallet-select-modal { font-size: 3px; text-transform: uppercase }
`;

/** Every computed property of every element in the shadow root. */
function computedStyles(modal: Element): Map<string, string> {
  // The style of a running animation changes all the time.
  for (const animation of modal.shadowRoot!.getAnimations()) animation.cancel();
  const all = [...modal.shadowRoot!.querySelectorAll('*')].flatMap((element, index) => {
    const style = getComputedStyle(element);
    const name = `${index} ${element.localName}.${element.getAttribute('class') ?? ''}`;
    // For what a button inherits as its scrollbar-color, Firefox 153 returns random numbers.
    return [...style]
      .filter((property) => property !== 'scrollbar-color')
      .map((property) => [`${name} ${property}`, style.getPropertyValue(property)]);
  });
  return new Map(all as [string, string][]);
}

/** The styles once no animation runs, and a frame changes none of them: on a busy machine, a layout may end after the animations. */
async function stillStyles(modal: Element): Promise<Map<string, string>> {
  for (let last = computedStyles(modal); ;) {
    await atRest();
    const next = computedStyles(modal);
    if ([...next].every(([what, value]) => last.get(what) === value)) return next;
    last = next;
  }
}

describe('<wallet-select-modal>: a hostile page', function () {
  afterEach(() => {
    for (const step of undo.splice(0)) step();
  });

  for (const overflow of [
    'html { overflow-y: visible }',
    'body { overflow-y: scroll }',
    'html { overflow-y: scroll }',
  ]) {
    it(`does not move the page with classic scrollbars: ${overflow}`, async () => {
      pageStyles(`${overflow} .tall { height: 4000px } .bar { position: fixed; inset: 0 0 auto }`);
      const wrap = await fixture(
        html`<div>
          <div class="bar">bar</div>
          <div class="tall"></div>
        </div>`,
      );
      const [bar, tall] = [...wrap.children];
      const widths = () =>
        [bar, tall].flatMap((element) => {
          const { left, width } = element!.getBoundingClientRect();
          return [left, width];
        });
      const scrollbar = window.innerWidth - document.documentElement.clientWidth;
      expect(scrollbar, 'the width of a classic scrollbar').to.be.above(0);
      const before = widths();
      const { modal } = await openModal();
      expect(widths()).to.deep.equal(before);
      modal.hide();
      await nextFrame();
      expect(widths()).to.deep.equal(before);
    });
  }

  it('is above z-index 2147483647, another open dialog and a popover', async () => {
    pageStyles('.top { position: fixed; inset: 0; z-index: 2147483647; background: #fff }');
    const other = await fixture<HTMLElement>(html`
      <div>
        <div class="top">cover</div>
        <dialog>other</dialog>
        <div popover="manual">popover</div>
      </div>
    `);
    const dialog = other.querySelector('dialog')!;
    dialog.showModal();
    other.querySelector<HTMLElement>('[popover]')!.showPopover();
    const { modal } = await openModal();
    expect(isReachable(modal)).to.be.true;
    await press(part(modal, 'close-button'));
    expect(modal.open).to.be.false;
    expect(dialog.open, 'the other dialog stays open').to.be.true;
    dialog.close();
  });

  it('is visible inside an element with transform, filter, overflow, opacity and inert', async () => {
    pageStyles(`
      body > * { position: relative; z-index: 1 }
      .cage { transform: rotate(9deg) scale(.2); filter: blur(4px); overflow: hidden; opacity: .1;
        inline-size: 10px; block-size: 10px; contain: paint; perspective: 3px; will-change: transform;
        visibility: hidden; cursor: none }
    `);
    const cage = await fixture(html`<div class="cage" inert></div>`);
    const modal = await modalFixture();
    cage.append(modal);
    void settled(chooseIn(modal, new FakePage().selection()));
    await shown(modal);
    await Promise.all(
      dialogOf(modal)
        .getAnimations()
        .map(({ finished }) => finished),
    );
    const { width, left, right } = dialogOf(modal).getBoundingClientRect();
    expect(width).to.equal(400);
    expect(Math.abs(left - (document.documentElement.clientWidth - right))).to.be.below(2);
    expect(isReachable(modal)).to.be.true;
    await press(part(modal, 'close-button'));
    expect(modal.open).to.be.false;
  });

  it('is not styled by the page’s style sheets, in any view', async () => {
    const looks = new Map<string, Map<string, string>>();
    await resetMouse(); // A hovered element has other styles.
    await inEveryView(async (modal, view) => looks.set(view, await stillStyles(modal)));
    pageStyles(HOSTILE);
    await resetMouse();
    await inEveryView(async (modal, view) => {
      const before = looks.get(view)!;
      // Report the first changes only.
      const changed = [...(await stillStyles(modal))]
        .filter(([what, value]) => before.get(what) !== value)
        .map(([what, value]) => `${what}: ${before.get(what)} is now ${value}`);
      expect(changed.slice(0, 20), view).to.deep.equal([]);
    });
    // The test reads every property of every element, twice.
  }).timeout(60_000);

  it('is usable while another library sets pointer-events: none on the body', async () => {
    pageStyles('body { pointer-events: none !important; user-select: none }');
    const { modal, choice } = await openModal();
    await press(walletButton(modal, 'Juniper'));
    expect(await choice).to.deep.equal({ value: { providerId: 'JuniperProvider' } });
    expect(modal.open).to.be.false;
  });

  for (const [type, scroll] of [
    ['wheel', (x: number) => wheel(x, 200)],
    ['touchmove', (x: number) => swipe(x, 400, 200)],
  ] as const) {
    it(`scrolls its list while another library cancels every ${type} on the page`, async function () {
      if (!hasCdp) this.skip();
      const cancel = (event: Event) => event.preventDefault();
      document.addEventListener(type, cancel, { passive: false });
      undo.push(() => document.removeEventListener(type, cancel));
      const many = Array.from({ length: 20 }, (_, i) => ({ id: `W${i}`, name: `Wallet ${i}` }));
      const { modal } = await openModal(new FakePage(many).selection());
      await still(modal);
      const { left, width } = part(modal, 'body').getBoundingClientRect();
      await scroll(left + width / 2);
      await waitUntil(() => part(modal, 'body').scrollTop > 0);
    });
  }

  it('stays in view when the window is resized', async () => {
    const { modal } = await openModal();
    await still(modal);
    await setViewport({ width: 500, height: 400 });
    undo.push(() => void setViewport({ width: 800, height: 600 }));
    await waitUntil(() => dialogOf(modal).getBoundingClientRect().bottom <= 400);
  });
});
