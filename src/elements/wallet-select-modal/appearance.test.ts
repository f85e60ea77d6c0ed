import type * as Axe from 'axe-core';
import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { cdp, emulateFeatures, speaksCdp } from '../../testing/cdp.js';
import {
  chooseIn,
  dialogOf,
  FakePage,
  HARBOUR,
  JUNIPER,
  modalFixture,
  openModal,
  part,
  pause,
  settled,
  shown,
  still,
  walletButton,
  XVERSE,
} from '../../testing/modal.js';
import { controls, inEveryView } from '../../testing/modal-views.js';

/** Of the test page, which is none of the modal's. */
const PAGE_RULES = ['document-title', 'html-has-lang', 'landmark-one-main', 'page-has-heading-one'];

/** What takes longer than a millisecond to come to rest, of every element and of what hangs on it. */
function moving(modal: Element): string[] {
  const elements = [...modal.shadowRoot!.querySelectorAll('*')];
  return elements.flatMap((element) =>
    ['', '::before', '::after', '::backdrop'].flatMap((pseudo) => {
      const style = getComputedStyle(element, pseudo || null);
      const times = `${style.transitionDuration}, ${style.transitionDelay}, ${style.animationDuration}, ${style.animationDelay}`;
      const counts = style.animationIterationCount.split(', ');
      const long = times.split(', ').some((time) => parseFloat(time) > 0.001);
      return long || counts.some((count) => count !== '1')
        ? `${element.localName}.${element.className}${pseudo}: ${times} x ${counts.join()}`
        : [];
    }),
  );
}

const setScheme = (colorScheme: string) => setRules(`:root { color-scheme: ${colorScheme} }`);

function setRules(css: string) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

describe('<wallet-select-modal>: appearance', function () {
  afterEach(async () => {
    await setViewport({ width: 800, height: 600 });
    if (speaksCdp) await emulateFeatures();
  });

  it('reduced motion: no animation over 1 ms, and it still closes', async function () {
    if (!speaksCdp) this.skip();
    await emulateFeatures({ 'prefers-reduced-motion': 'reduce' });
    await inEveryView((modal, name) => expect(moving(modal), name).to.deep.equal([]));
    const { modal } = await openModal();
    const gone = oneEvent(modal, 'wallet-modal-after-hide');
    await sendKeys({ press: 'Escape' });
    await gone;
    expect(getComputedStyle(dialogOf(modal)).display).to.equal('none');
  });

  it('with motion there is an animation, and the after-events wait for it', async function () {
    // Where `overlay` is unknown, a dialog that closes is gone at once.
    if (!CSS.supports('overlay', 'auto')) this.skip();
    const { modal } = await openModal();
    expect(modal.shadowRoot!.getAnimations()).not.to.be.empty;
    await still(modal);
    modal.hide();
    expect(getComputedStyle(dialogOf(modal)).display, 'still leaving').to.equal('flex');
    await oneEvent(modal, 'wallet-modal-after-hide');
    expect(getComputedStyle(dialogOf(modal)).display).to.equal('none');
  });

  for (const scheme of ['light', 'dark']) {
    it(`forced colors, ${scheme}: edges, focus ring and state can be seen`, async function () {
      if (!speaksCdp) this.skip();
      await emulateFeatures({ 'forced-colors': 'active', 'prefers-color-scheme': scheme });
      expect(matchMedia('(forced-colors: active)').matches).to.be.true;
      const visible = (element: Element, name: string) => {
        const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } =
          getComputedStyle(element);
        expect(borderTopStyle, name).to.equal('solid');
        expect(parseFloat(borderTopWidth), name).to.be.at.least(1);
        expect(borderTopColor, name).not.to.equal(backgroundColor);
        expect(borderTopColor, name).not.to.match(/^rgba\(.*, 0\)$/);
      };
      await inEveryView((modal, name) => {
        visible(dialogOf(modal), `dialog of ${name}`);
        for (const control of controls(modal)) visible(control, control.outerHTML.slice(0, 90));
        const spinner = modal.shadowRoot!.querySelector('.spinner');
        if (name === 'connecting') {
          const { borderTopColor, borderLeftColor } = getComputedStyle(spinner!);
          expect(borderTopColor).not.to.equal(borderLeftColor);
        }
      });
      const { modal } = await openModal();
      await sendKeys({ press: 'Tab' });
      const ring = getComputedStyle(modal.shadowRoot!.activeElement!);
      expect(ring.outlineStyle).to.equal('solid');
      expect(parseFloat(ring.outlineWidth)).to.be.at.least(2);
      expect(ring.outlineColor).not.to.equal(getComputedStyle(dialogOf(modal)).backgroundColor);
    });
  }

  it('dark follows the page’s color-scheme, not only the system', async function () {
    if (!speaksCdp) this.skip();
    const background = async () => {
      const { modal } = await openModal();
      const { backgroundColor } = getComputedStyle(dialogOf(modal));
      modal.remove();
      return backgroundColor;
    };
    const LIGHT = 'rgb(255, 255, 255)';
    const DARK = 'rgb(24, 25, 29)';
    for (const [system, page, expected] of [
      ['dark', 'light', LIGHT],
      ['light', 'dark', DARK],
      ['dark', 'light dark', DARK],
      ['light', 'light dark', LIGHT],
      ['dark', 'normal', LIGHT],
    ] as const) {
      await emulateFeatures({ 'prefers-color-scheme': system });
      const undo = setScheme(page);
      expect(await background(), `${system} system, ${page} page`).to.equal(expected);
      undo();
    }
  });

  it('a part of the page that is dark has a dark modal', async () => {
    const dark = await fixture(html`<div></div>`);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.dark { color-scheme: dark }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    dark.className = 'dark';
    const modal = await modalFixture();
    dark.append(modal);
    void settled(chooseIn(modal, new FakePage().selection()));
    await shown(modal);
    expect(getComputedStyle(dialogOf(modal)).backgroundColor).to.equal('rgb(24, 25, 29)');
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });

  it('right to left: mirrored, arrows flipped', async () => {
    document.documentElement.dir = 'rtl';
    try {
      const { modal } = await openModal();
      await still(modal);
      const x = (element: Element) => element.getBoundingClientRect().left;
      const row = walletButton(modal, 'Juniper');
      expect(x(part(modal, 'close-button'))).to.be.below(x(part(modal, 'title')));
      expect(x(row.querySelector('.directional')!)).to.be.below(
        x(row.querySelector('.wallet-icon')!),
      );
      const { right } = row.querySelector('[part=wallet-name] bdi')!.getBoundingClientRect();
      const icon = row.querySelector('.wallet-icon')!.getBoundingClientRect();
      expect(icon.left - right, 'the name begins beside its icon').to.be.within(0, 20);
      for (const arrow of modal.shadowRoot!.querySelectorAll('.directional')) {
        expect(getComputedStyle(arrow).transform).to.equal('matrix(-1, 0, 0, 1, 0, 0)');
      }
      modal.view = { name: 'help' };
      await modal.updateComplete;
      expect(x(part(modal, 'back-button'))).to.be.above(x(part(modal, 'title')));
      const back = part(modal, 'back-button').querySelector('.directional')!;
      expect(getComputedStyle(back).transform).to.equal('matrix(-1, 0, 0, 1, 0, 0)');
    } finally {
      document.documentElement.removeAttribute('dir');
    }
  });

  it('left to right: no arrow is flipped', async () => {
    const { modal } = await openModal();
    for (const arrow of modal.shadowRoot!.querySelectorAll('.directional')) {
      expect(getComputedStyle(arrow).transform).to.equal('none');
    }
  });

  for (const [width, height] of [
    [320, 256],
    [320, 640],
    [1280, 320],
  ] as const) {
    it(`${width} x ${height}: no horizontal scroll, the close button and all the rest reachable`, async () => {
      await setViewport({ width, height });
      await inEveryView((modal, name) => {
        for (const element of [
          dialogOf(modal),
          ...modal.shadowRoot!.querySelectorAll('.frame, .body'),
        ]) {
          expect(element.scrollWidth, `${name} ${element.className}`).to.be.at.most(
            element.clientWidth,
          );
        }
        // A script scrolls what is hidden too; a user does not.
        for (const element of modal.shadowRoot!.querySelectorAll('.frame, .body')) {
          const fits = element.scrollHeight <= element.clientHeight;
          const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
          expect(fits || scrolls, `${name}: ${element.className} can be scrolled`).to.be.true;
        }
        expect(document.documentElement.scrollWidth).to.be.at.most(width);
        const close = part(modal, 'close-button').getBoundingClientRect();
        for (const control of controls(modal)) {
          control.scrollIntoView({ block: 'nearest' });
          const box = control.getBoundingClientRect();
          expect(box.left, name).to.be.at.least(0);
          expect(box.right, name).to.be.at.most(width);
          expect(box.top, `${name} ${control.outerHTML}`).to.be.at.least(0);
          expect(Math.floor(box.bottom), `${name} ${control.outerHTML}`).to.be.at.most(height);
        }
        const now = part(modal, 'close-button').getBoundingClientRect();
        expect(now.top, `${name}: the close button stays in view`).to.equal(close.top);
        expect(now.bottom).to.be.at.most(height);
      });
    });
  }

  it('very long names and words stay inside', async () => {
    await setViewport({ width: 320, height: 480 });
    const long = 'Donaudampfschifffahrtsgesellschaftskapitänspatent'.repeat(2);
    const page = new FakePage(
      [{ ...JUNIPER, name: long }, HARBOUR],
      [{ ...XVERSE, name: `${long} Mobile` }],
    );
    const { modal } = await openModal(
      page.selection(() => new Promise(() => {}), { lastProviderId: JUNIPER.id }),
    );
    const fits = () => {
      for (const element of [
        dialogOf(modal),
        ...modal.shadowRoot!.querySelectorAll('.frame, .body'),
      ]) {
        expect(element.scrollWidth, element.className).to.be.at.most(element.clientWidth);
      }
    };
    fits();
    modal.shadowRoot!.querySelector<HTMLElement>('[part~=wallet]')!.click();
    await pause(150);
    fits();
  });

  it('targets are at least 24 px, and apart', async () => {
    await inEveryView((modal, name) => {
      for (const control of controls(modal)) {
        const { width, height } = control.getBoundingClientRect();
        expect(Math.min(width, height), `${name} ${control.outerHTML}`).to.be.at.least(24);
      }
    });
  });

  it('targets are at least 44 px for coarse pointers', async function () {
    if (!speaksCdp) this.skip();
    await cdp('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
    try {
      expect(matchMedia('(pointer: coarse)').matches, 'a coarse pointer').to.be.true;
      await inEveryView((modal, name) => {
        for (const control of controls(modal)) {
          const { width, height } = control.getBoundingClientRect();
          expect(Math.min(width, height), `${name} ${control.outerHTML}`).to.be.at.least(44);
        }
      });
    } finally {
      await cdp('Emulation.setTouchEmulationEnabled', { enabled: false });
    }
  });

  for (const scheme of ['light', 'dark']) {
    it(`axe finds nothing in any view, contrast 4.5:1 included, ${scheme}`, async () => {
      const undo = setScheme(scheme);
      // Behind a scroll lock axe takes for hidden what lies below the end of <html>.
      const undoTall = setRules('html { min-height: 100vh }');
      await inEveryView(async (modal, name) => {
        await Promise.all(modal.shadowRoot!.getAnimations().map(end));
        await audit(name);
      });
      undo();
      undoTall();
    });
  }
});

/** Text that is still fading in has too little contrast, for a moment. */
function end(animation: Animation): Promise<unknown> {
  if (animation.effect?.getComputedTiming().endTime === Infinity) return Promise.resolve();
  return animation.finished;
}

/**
 * The whole document, as a user has it; the rules about a page of one's own are not the modal's. A check
 * that axe cannot finish ("incomplete") would pass unseen: contrast has to have been looked at.
 */
async function audit(view: string): Promise<void> {
  await import('axe-core');
  const { axe } = globalThis as unknown as { axe: typeof Axe };
  const { violations, passes, incomplete } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: Object.fromEntries(PAGE_RULES.map((rule) => [rule, { enabled: false }])),
  });
  const summary = (results: Axe.Result[]) =>
    results.map(({ id, nodes }) => `${view}: ${id}: ${nodes.map(({ html }) => html).join()}`);
  expect(summary(violations)).to.deep.equal([]);
  expect(summary(incomplete.filter(({ id }) => id === 'color-contrast'))).to.deep.equal([]);
  const contrast = passes.find(({ id }) => id === 'color-contrast');
  expect(contrast?.nodes.length ?? 0, 'texts whose contrast was measured').to.be.above(1);
}

describe('the dialog', () => {
  it('is as high as what it holds, in every engine', async () => {
    const { modal } = await openModal();
    const { height } = part(modal, 'body').getBoundingClientRect();
    expect(height).to.be.above(150);
    expect(dialogOf(modal).getBoundingClientRect().height).to.be.above(height);
  });
});
