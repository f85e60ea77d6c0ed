import { expect, fixture, html } from '@open-wc/testing';
import '../wallet-select-modal/define.js';

const COLORS = [
  ...['surface', 'text', 'accent', 'on-accent', 'danger', 'success', 'surface-hover'],
  ...['surface-active', 'border', 'border-strong', 'text-muted', 'accent-hover', 'accent-active'],
  ...['accent-soft', 'accent-text', 'danger-soft', 'success-soft', 'focus'],
];
/** The text of a color in CSS, such as `color(xyz-d65 0.0104 0.0109 0.0141)`, is shorter; a formula is longer. */
const LONGEST_COLOR = 80;

const TRANSLUCENT = [
  'surface-hover',
  'surface-active',
  'border',
  'accent-soft',
  'danger-soft',
  'success-soft',
];
const OPAQUE = /^(?:rgb\(\d+, \d+, \d+\)|[^/]*)$/;

const colorsOf = (host: Element): (readonly [string, string])[] => {
  const style = getComputedStyle(host.shadowRoot!.firstElementChild!);
  return COLORS.map((name) => [name, style.getPropertyValue(`--_${name}`)]);
};

async function openWith(rules: string): Promise<HTMLElement> {
  const modal = await fixture<HTMLElement>(html`<wallet-select-modal></wallet-select-modal>`);
  modal.style.cssText = rules;
  return modal;
}

const toRecord = (host: Element) => Object.fromEntries(colorsOf(host));

describe('the colors of an element', () => {
  it('are computed once: each of its parts inherits values, not formulas to parse again', async () => {
    for (const [name, value] of colorsOf(await openWith(''))) {
      expect(value, name).to.match(/^(?:#|rgb|color|ok)/);
      expect(value.length, `${name}: ${value}`).to.be.below(LONGEST_COLOR);
    }
  });

  it('follow the properties of the page, each element by itself', async () => {
    const red = toRecord(await openWith('--wallet-color-danger: rgb(120 0 0)'));
    const blue = toRecord(await openWith('--wallet-color-danger: rgb(0 0 120)'));
    expect(red['danger']).to.equal('rgb(120, 0, 0)');
    expect(blue['danger']).to.equal('rgb(0, 0, 120)');
    expect(red['danger-soft']).not.to.equal(blue['danger-soft']);
  });

  it('follow the color scheme when it changes', async () => {
    const modal = await openWith('color-scheme: light');
    const light = toRecord(modal);
    modal.style.colorScheme = 'dark';
    const dark = toRecord(modal);
    for (const name of COLORS) {
      expect(dark[name], name).not.to.equal(light[name]);
      if (!TRANSLUCENT.includes(name)) expect(dark[name], name).to.match(OPAQUE);
    }
  });

  it('are the defaults where the page sets what is not a color', async () => {
    const modal = await openWith('--wallet-color-surface: banana');
    expect(toRecord(modal)['surface']).to.equal('rgb(255, 255, 255)');
  });
});
