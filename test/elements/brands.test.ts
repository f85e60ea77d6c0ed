import { expect, fixture, html } from '@open-wc/testing';
import { createWalletClient } from '../../src/core/client.js';
import { memoryStorage } from '../../src/testing/fake-wallet.js';
import { waitUntil } from '../../src/testing/wait-until.js';
import {
  atRest,
  inside,
  inScheme,
  installed,
  shadowRoots,
} from '../../src/testing/element-helpers.js';
import '../../src/elements/ft-metadata-card/define.js';
import '../../src/elements/wallet-account/define.js';
import '../../src/elements/wallet-connect-button/define.js';
import '../../src/elements/wallet-list/define.js';
import '../../src/elements/wallet-request-button/define.js';
import '../../src/elements/wallet-transactions/define.js';
import '../../src/elements/wallet-balance/define.js';
import '../../src/elements/ft-amount/define.js';

const BRANDS = 24;
const SEED = 44;
const TEXT = 4.5;
const RING = 3;

/** Text on its background, and what is drawn with a contrast of 3:1, as private properties. */
const PAIRS = [
  ['on-accent', 'accent', TEXT],
  ['on-accent', 'accent-hover', TEXT],
  ['on-accent', 'accent-active', TEXT],
  ...['text', 'text-muted', 'accent-text', 'danger', 'success'].flatMap((text) =>
    ['surface', 'surface-hover', 'surface-active'].map((back) => [text, back, TEXT] as const),
  ),
  ['accent-text', 'accent-soft', TEXT],
  ['text', 'danger-soft', TEXT],
  ['danger', 'danger-soft', TEXT],
  ['success', 'success-soft', TEXT],
  ['focus', 'surface', RING],
  ['border-strong', 'surface', RING],
] as const;

type Color = readonly [red: number, green: number, blue: number, alpha: number];

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

/** The color in sRGB, from 0 to 255. */
function toSrgb(color: string): Color {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [red!, green!, blue!, alpha! / 255];
}

/** The relative luminance of WCAG. */
function luminance([red, green, blue]: Color): number {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** A color over an opaque one. */
function over(front: Color, back: Color): Color {
  const mix = (at: 0 | 1 | 2) => front[at] * front[3] + back[at] * (1 - front[3]);
  return [mix(0), mix(1), mix(2), 1];
}

function contrast(a: string, b: string): number {
  const back = toSrgb(b);
  const colors = [luminance(over(toSrgb(a), back)), luminance(back)];
  const [darker, lighter] = colors.sort((x, y) => x - y);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A brand whose text may be hard to read on its surface, and whose accent may be any color. */
function randomBrand(random: () => number, scheme: 'light' | 'dark'): string {
  const between = (least: number, most: number) => least + random() * (most - least);
  const color = (least: number, most: number, chroma: number) =>
    `oklch(${between(least, most).toFixed(3)} ${between(0, chroma).toFixed(3)} ${Math.round(between(0, 360))})`;
  const [surface, text] =
    scheme === 'light'
      ? [color(0.85, 1, 0.05), color(0, 0.65, 0.15)]
      : [color(0, 0.32, 0.06), color(0.6, 1, 0.12)];
  const accent = `rgb(${[0, 0, 0].map(() => Math.floor(random() * 256)).join(' ')})`;
  return `${brandStyle(accent, surface, text)}; --wallet-radius: ${Math.round(between(0, 32))}px`;
}

const brandStyle = (accent: string, surface: string, text: string) =>
  `--wallet-color-accent: ${accent}; --wallet-color-surface: ${surface}; --wallet-color-text: ${text}; background: ${surface}`;

/** What is behind an element, also across shadow roots. */
function backgroundOf(element: Element): string {
  const layers: Color[] = [];
  for (let at: Element | null = element; at;) {
    const color = toSrgb(getComputedStyle(at).backgroundColor);
    if (color[3] === 1) {
      const [red, green, blue] = layers.reduceRight((back, layer) => over(layer, back), color);
      return `rgb(${red} ${green} ${blue})`;
    }
    layers.push(color);
    const root = at.getRootNode();
    at = at.assignedSlot ?? at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return 'Canvas';
}

/** The visible elements in a box that have text of their own, also in shadow roots. */
function textsIn(box: Element): Element[] {
  return shadowRoots(box)
    .flatMap((root) => [...root.querySelectorAll('*')])
    .filter(
      (element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue!.trim()) &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.getClientRects()[0]!.width > 1 &&
        !element.closest('style, svg, .monogram'),
    );
}

describe('a brand of an accent, a surface and a text color', () => {
  for (const scheme of ['light', 'dark'] as const) {
    it(`keeps the contrast of text and of the focus ring: black, white and ${BRANDS} random brands, ${scheme}`, () =>
      inScheme(scheme, async () => {
        const { client, uninstall } = await installed({ connected: true });
        const metadata = {
          name: 'Honey',
          symbol: 'HNY',
          description: 'A token.',
          metadata: { attributes: [{ trait_type: 'Hives', value: 3 }] },
        };
        const box = await fixture<HTMLElement>(html`
          <div>
            <wallet-connect-button .client=${client} variant="filled"></wallet-connect-button>
            <wallet-connect-button .client=${client} variant="outlined"></wallet-connect-button>
            <wallet-connect-button .client=${client} variant="plain"></wallet-connect-button>
            <wallet-account .client=${client} inline></wallet-account>
            <wallet-list .client=${client}></wallet-list>
            <ft-metadata-card variant="full" lazy="off" .metadata=${metadata}></ft-metadata-card>
          </div>
        `);
        // An element with a surface of its own.
        const root = box.querySelector('ft-metadata-card')!.shadowRoot!;
        const probe = root.querySelector('.card')!.appendChild(document.createElement('span'));
        const random = randomFrom(SEED);
        let checked = 0;
        const faults: string[] = [];
        const check = (what: string, front: string, back: string, needed: number) => {
          const reached = contrast(front, back);
          checked += 1;
          // The canvas rounds to whole numbers.
          if (reached < needed - 0.03)
            faults.push(`${reached.toFixed(2)} ${what}: ${front} on ${back}`);
        };
        const [surface, text] = scheme === 'light' ? ['white', 'black'] : ['black', 'white'];
        const brands = ['black', 'white'].map((accent) => brandStyle(accent, surface, text));
        while (brands.length < BRANDS + 2) brands.push(randomBrand(random, scheme));
        for (const brand of brands) {
          box.setAttribute('style', brand);
          // Firefox and WebKit run the transitions of colors.
          await atRest();
          for (const [front, back, needed] of PAIRS) {
            probe.style.color = `var(--_${front})`;
            probe.style.backgroundColor = `var(--_${back})`;
            const { color, backgroundColor } = getComputedStyle(probe);
            check(`${front} on ${back}, ${brand}`, color, backgroundColor, needed);
          }
          for (const element of textsIn(box)) {
            const name = `${element.localName}.${element.className} "${element.textContent.trim().slice(0, 20)}"`;
            check(
              `${name}, ${brand}`,
              getComputedStyle(element).color,
              backgroundOf(element),
              TEXT,
            );
          }
          const button = inside(box.querySelector('wallet-connect-button')!, 'button');
          button.blur();
          button.focus({ focusVisible: true });
          const { outlineColor, outlineStyle } = getComputedStyle(button);
          // In Firefox, the window may lose the focus during a whole run; then no element has it.
          if (!document.hasFocus()) continue;
          expect(outlineStyle).to.equal('solid');
          check(`the focus ring, ${brand}`, outlineColor, backgroundOf(box), RING);
        }
        uninstall();
        expect(faults, faults.slice(0, 12).join('\n')).to.have.length(0);
        expect(checked).to.be.above(BRANDS * 50);
      }));
  }
});

/** Pages that do not say their `color-scheme`: Tailwind's `dark` class, colors, and the colors of common frameworks. */
const PAGES: Readonly<Record<string, string>> = {
  'dark, of Tailwind': 'background: #0f172a; color: #e2e8f0',
  black: 'background: #000; color: #fff',
  'of Bootstrap': 'background: #fff; color: #212529',
  'dark, of Bootstrap': 'background: #212529; color: #dee2e6',
  'dark, of Pico': 'background: #13171f; color: #c2c7d0',
  'dark, of Water': 'background: #202b38; color: #dbdbdb',
  purple: 'background: #4c1d95; color: #fff',
  teal: 'background: #115e59; color: #f0fdfa',
  yellow: 'background: #fde047; color: #1c1917',
  'serif on paper': 'background: #f5f0e1; color: #2b2118; font-family: serif',
};

describe('an element without a surface of its own', () => {
  for (const [name, style] of Object.entries(PAGES)) {
    it(`can be read on a page that is ${name}, without \`color-scheme\``, async () => {
      const { client, uninstall } = await installed({ connected: true });
      const none = createWalletClient({ storage: memoryStorage() });
      const box = await fixture<HTMLElement>(html`
        <div>
          ${['outlined', 'plain', 'filled'].map(
            (variant) => html`
              <wallet-connect-button .client=${none} variant=${variant}></wallet-connect-button>
              <wallet-connect-button .client=${client} variant=${variant}></wallet-connect-button>
              <wallet-request-button
                .client=${client}
                variant=${variant}
                method="stx_signMessage"
              ></wallet-request-button>
            `,
          )}
          <wallet-list .client=${none}></wallet-list>
          <wallet-transactions .client=${client}></wallet-transactions>
          <wallet-balance .client=${client}></wallet-balance>
          <ft-amount value="123456" decimals="2" symbol="X"></ft-amount>
          <wallet-account .client=${client} inline></wallet-account>
        </div>
      `);
      box.setAttribute('style', style);
      await waitUntil(() => textsIn(box).length > 15);
      // Firefox and WebKit run the transitions of colors.
      await atRest();
      const faults = textsIn(box).flatMap((element) => {
        const { color } = getComputedStyle(element);
        const back = backgroundOf(element);
        const reached = contrast(color, back);
        const what = `${element.localName}.${element.className} "${element.textContent.trim().slice(0, 20)}"`;
        return reached < TEXT - 0.03 ? [`${reached.toFixed(2)} ${what}: ${color} on ${back}`] : [];
      });
      uninstall();
      expect(faults.join('\n')).to.equal('');
    });
  }
});
