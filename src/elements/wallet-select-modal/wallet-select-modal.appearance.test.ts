import type * as Axe from 'axe-core';
import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { cdp, emulateFeatures, hasCdp, withMotion } from '../../testing/cdp.js';
import { waitUntil } from '../../testing/wait-until.js';
import {
  boxesOf,
  chooseIn,
  dialogOf,
  FakePage,
  HARBOUR,
  JUNIPER,
  mirroredIcons,
  modalFixture,
  openModal,
  settled,
  shown,
  spinners,
  still,
  walletButton,
  XVERSE,
} from '../../testing/modal.js';
import { controls, inEveryView } from '../../testing/modal-views.js';
import { atRest, part } from '../../testing/element-helpers.js';

/** Rules of axe about the whole page, which the test page does not follow. */
const PAGE_RULES = ['document-title', 'html-has-lang', 'landmark-one-main', 'page-has-heading-one'];

/** Every element and pseudo-element with a transition or animation of more than a millisecond. The spinner waits before it. */
function animated(modal: Element): string[] {
  const elements = [...modal.shadowRoot!.querySelectorAll('*')];
  return elements.flatMap((element) =>
    ['', '::before', '::after', '::backdrop'].flatMap((pseudo) => {
      const style = getComputedStyle(element, pseudo || null);
      const times = `${style.transitionDuration}, ${style.transitionDelay}, ${style.animationDuration}`;
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

describe('<wallet-select-modal>: animations', () => {
  withMotion();
  afterEach(async () => {
    if (hasCdp) await emulateFeatures();
  });

  it('has no animation over 1 ms with reduced motion, and still closes', async function () {
    if (!hasCdp) this.skip();
    await emulateFeatures({ 'prefers-reduced-motion': 'reduce' });
    await inEveryView((modal, name) => expect(animated(modal), name).to.deep.equal([]));
    const { modal } = await openModal();
    const hidden = oneEvent(modal, 'wallet-modal-after-hide');
    await sendKeys({ press: 'Escape' });
    await hidden;
    expect(getComputedStyle(dialogOf(modal)).display).to.equal('none');
  });

  it('fires wallet-modal-after-hide after its exit animation', async function () {
    // A browser without `overlay` hides a closed dialog at once.
    if (!CSS.supports('overlay', 'auto')) this.skip();
    const { modal } = await openModal();
    expect(modal.shadowRoot!.getAnimations()).not.to.be.empty;
    await still(modal);
    modal.hide();
    expect(getComputedStyle(dialogOf(modal)).display, 'during the animation').to.equal('flex');
    await oneEvent(modal, 'wallet-modal-after-hide');
    expect(getComputedStyle(dialogOf(modal)).display).to.equal('none');
  });
});

describe('<wallet-select-modal>: appearance', function () {
  afterEach(async () => {
    await setViewport({ width: 800, height: 600 });
    if (hasCdp) await emulateFeatures();
  });

  for (const scheme of ['light', 'dark']) {
    it(`has visible borders, focus ring and spinner in forced colors, ${scheme}`, async function () {
      if (!hasCdp) this.skip();
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
        if (name === 'connecting') {
          const { borderTopColor, borderLeftColor } = getComputedStyle(spinners(modal)[0]!);
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

  it('draws muted text and borders in the color of the text if the user prefers more contrast', async function () {
    if (!hasCdp) this.skip();
    await emulateFeatures({ 'prefers-contrast': 'more' });
    const { modal } = await openModal();
    const { color, borderTopColor } = getComputedStyle(dialogOf(modal));
    expect(borderTopColor).to.equal(getComputedStyle(part(modal, 'title')).color);
    expect(getComputedStyle(part(modal, 'group-label')).color).to.equal(borderTopColor);
    expect(getComputedStyle(walletButton(modal, 'Juniper')).borderTopColor).to.equal(color);
  });

  it('follows the page’s color-scheme, not only the system’s', async function () {
    if (!hasCdp) this.skip();
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

  it('follows the color-scheme of the element around it', async () => {
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

  it('is mirrored in a right-to-left page', async () => {
    document.documentElement.dir = 'rtl';
    try {
      const { modal } = await openModal();
      await still(modal);
      const x = (element: Element) => element.getBoundingClientRect().left;
      const row = walletButton(modal, 'Juniper');
      expect(x(part(modal, 'close-button'))).to.be.below(x(part(modal, 'title')));
      expect(x(mirroredIcons(row)[0]!)).to.be.below(x(row.querySelector('[part=wallet-icon]')!));
      const { right } = row.querySelector('[part=wallet-name] bdi')!.getBoundingClientRect();
      const icon = row.querySelector('[part=wallet-icon]')!.getBoundingClientRect();
      expect(icon.left - right, 'the name is next to its icon').to.be.within(0, 20);
      for (const arrow of mirroredIcons(modal.shadowRoot!)) {
        expect(getComputedStyle(arrow).scale).to.equal('-1 1');
      }
      modal.view = { name: 'help' };
      await modal.updateComplete;
      expect(x(part(modal, 'back-button'))).to.be.above(x(part(modal, 'title')));
      const [back] = mirroredIcons(part(modal, 'back-button'));
      expect(getComputedStyle(back!).scale).to.equal('-1 1');
    } finally {
      document.documentElement.removeAttribute('dir');
    }
  });

  it('is not mirrored in a left-to-right page', async () => {
    const { modal } = await openModal();
    for (const arrow of mirroredIcons(modal.shadowRoot!)) {
      expect(getComputedStyle(arrow).scale).to.equal('none');
    }
  });

  for (const [width, height] of [
    [320, 256],
    [320, 640],
    [1280, 320],
  ] as const) {
    it(`has no horizontal scroll and every control reachable at ${width} x ${height}`, async () => {
      await setViewport({ width, height });
      await inEveryView((modal, name) => {
        for (const element of boxesOf(modal)) {
          expect(element.scrollWidth, `${name} ${element.className}`).to.be.at.most(
            element.clientWidth,
          );
        }
        // scrollIntoView() also scrolls `overflow: hidden`, which a user cannot scroll.
        for (const element of boxesOf(modal).slice(1)) {
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

  it('has no horizontal scroll with very long names', async () => {
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
      for (const element of boxesOf(modal)) {
        expect(element.scrollWidth, element.className).to.be.at.most(element.clientWidth);
      }
    };
    fits();
    modal.shadowRoot!.querySelector<HTMLElement>('[part~=wallet]')!.click();
    await waitUntil(() => spinners(modal).length > 0);
    fits();
  });

  for (const width of [800, 320]) {
    it(`ends each row with its action, beside a whole name, ${width} px`, async () => {
      await setViewport({ width, height: 640 });
      const webUrl = 'https://store.example/';
      const others = [
        { ...XVERSE, webUrl },
        { ...HARBOUR, webUrl },
      ];
      const { modal } = await openModal(new FakePage([], others).selection());
      await still(modal);
      const box = (selector: string) =>
        [...modal.shadowRoot!.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
      const ends = new Set(box('.wallet-action').map(({ right }) => right));
      expect([...ends]).to.have.lengthOf(1);
      const [name] = box('.wallet-name');
      expect(name!.height, 'one line').to.be.below(30);
      const rows = box('.wallet');
      for (const [at, action] of box('.wallet-action').entries()) {
        const row = rows[at]!;
        expect(action.height).to.be.at.least(24);
        const middle = (action.top + action.bottom - row.top - row.bottom) / 2;
        expect(Math.abs(middle)).to.be.below(1);
      }
      for (const platforms of modal.shadowRoot!.querySelectorAll<HTMLElement>('.wallet-kind')) {
        const line = parseFloat(getComputedStyle(platforms).lineHeight);
        expect(platforms.offsetHeight, platforms.textContent).to.be.below(line * 1.5);
      }
      const [scan] = box('.scan');
      for (const other of [name!, ...box('.wallet-action')]) {
        // Firefox rounds places to parts of a pixel.
        const isBeside = scan!.left >= other.right - 0.1 || scan!.right <= other.left + 0.1;
        expect(isBeside || scan!.top >= other.bottom || scan!.bottom <= other.top).to.equal(true);
      }
    });
  }

  it('has targets of at least 24 px', async () => {
    await inEveryView((modal, name) => {
      for (const control of controls(modal)) {
        const { width, height } = control.getBoundingClientRect();
        expect(Math.min(width, height), `${name} ${control.outerHTML}`).to.be.at.least(24);
      }
    });
  });

  it('has targets of at least 44 px for coarse pointers', async function () {
    if (!hasCdp) this.skip();
    // With more touch points, Linux counts as Android with the desktop site.
    await cdp('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
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
    it(`passes axe in every view, including contrast, ${scheme}`, async () => {
      const undo = setScheme(scheme);
      // With a scroll lock, axe regards everything below the end of <html> as hidden.
      const undoTall = setRules('html { min-height: 100vh }');
      await inEveryView(async (modal, name) => {
        // Text has too little contrast while it fades in.
        await atRest();
        await audit(name);
      });
      undo();
      undoTall();
    });
  }
});

/**
 * Runs axe on the whole document, without the rules about the page. A check that axe cannot finish
 * ("incomplete") is not a violation, so this also checks that contrast was measured.
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

describe('<wallet-select-modal>: size', () => {
  it('scrolls nothing but the list', async () => {
    const wallets = Array.from({ length: 20 }, (_, at) => ({ id: `W${at}`, name: `Wallet ${at}` }));
    const { modal } = await openModal(new FakePage(wallets).selection());
    const body = part(modal, 'body');
    expect(body.scrollHeight).to.be.above(body.clientHeight);
    for (const box of boxesOf(modal).slice(0, -1)) {
      box.scrollTop = 50;
      expect(box.scrollTop).to.equal(0);
    }
  });

  it('is at least as tall as its content', async () => {
    const { modal } = await openModal();
    const { height } = part(modal, 'body').getBoundingClientRect();
    expect(height).to.be.above(150);
    expect(dialogOf(modal).getBoundingClientRect().height).to.be.above(height);
  });
});
