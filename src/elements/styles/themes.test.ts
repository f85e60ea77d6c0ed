import { expect, fixture, html } from '@open-wc/testing';
import { inScheme, installed } from '../../testing/element-helpers.js';
import { FakePage, openModal, still } from '../../testing/modal.js';
import '../wallet-account/define.js';
import '../wallet-connect-button/define.js';
import '../wallet-transactions/define.js';

const FOLDER = '/src/elements/styles/themes/';
const THEMES = ['meadow', 'ember', 'paper', 'terminal', 'orchid', 'glass', 'shadcn'];

/** As shadcn/ui writes them for Tailwind 4. */
const SHADCN = `
  :root { --radius: 0.625rem; --card: oklch(1 0 0); --card-foreground: oklch(0.145 0 0);
    --popover: oklch(1 0 0); --primary: oklch(0.205 0 0); --primary-foreground: oklch(0.985 0 0);
    --destructive: oklch(0.577 0.245 27.325); --border: oklch(0.922 0 0); --font-sans: Georgia; }
  .dark { --card: oklch(0.205 0 0); --card-foreground: oklch(0.985 0 0); --popover: oklch(0.269 0 0);
    --primary: oklch(0.922 0 0); --primary-foreground: oklch(0.205 0 0);
    --destructive: oklch(0.704 0.191 22.216); --border: oklch(1 0 0 / 10%); }`;

const sheet = new CSSStyleSheet();
const setRules = (rules: string) => sheet.replaceSync(rules);

const read = async (name: string) => (await fetch(`${FOLDER}${name}.css`)).text();

describe('a theme of the package', () => {
  before(() => (document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]));
  after(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  });
  afterEach(() => {
    setRules('');
    document.documentElement.classList.remove('dark');
  });

  for (const name of THEMES) {
    for (const scheme of ['light', 'dark'] as const) {
      it(`${name} is legible in ${scheme}`, () =>
        inScheme(scheme, async () => {
          document.documentElement.classList.toggle('dark', scheme === 'dark');
          const surface = scheme === 'dark' ? '#18191d' : '#fff';
          setRules(`${SHADCN} :root { color-scheme: ${scheme} } ${await read(name)}
            main { background: var(--wallet-color-surface, ${surface}) }`);
          const page = await installed({ connected: true });
          try {
            const box = await fixture(html`
              <main>
                <wallet-connect-button .client=${page.client}></wallet-connect-button>
                <wallet-connect-button variant="outlined"></wallet-connect-button>
                <wallet-account inline .client=${page.client}></wallet-account>
                <wallet-transactions .client=${page.client}></wallet-transactions>
              </main>
            `);
            await expect(box).to.be.accessible();
            const { modal } = await openModal(new FakePage().selection());
            await still(modal);
            await expect(modal).to.be.accessible();
          } finally {
            page.uninstall();
          }
        }));
    }
  }

  it('compact and wide change the width of the picker and the size of its text', async () => {
    const sizes: number[][] = [];
    for (const css of [await read('compact'), '', await read('wide')]) {
      setRules(css);
      const { modal } = await openModal(new FakePage().selection());
      await still(modal);
      const dialog = modal.shadowRoot!.querySelector('dialog')!;
      sizes.push([dialog.offsetWidth, parseFloat(getComputedStyle(dialog).fontSize)]);
      modal.remove();
    }
    expect(sizes).to.deep.equal([
      [340, 14],
      [400, 16],
      [480, 17],
    ]);
  });

  it('shadcn gives the buttons the radius, the font and the colors of the page', async () => {
    setRules(`${SHADCN} ${await read('shadcn')}`);
    const element = await fixture(html`<wallet-connect-button></wallet-connect-button>`);
    const style = getComputedStyle(element.shadowRoot!.querySelector('button')!);
    const { borderRadius, fontFamily, backgroundColor, color } = style;
    expect(parseFloat(borderRadius)).to.be.closeTo(8, 0.01);
    expect([fontFamily, backgroundColor, color]).to.deep.equal([
      'Georgia',
      'oklch(0.205 0 0)',
      'oklch(0.985 0 0)',
    ]);
  });
});
