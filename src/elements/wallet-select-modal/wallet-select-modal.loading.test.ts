import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { chooseIn, FakePage, modalFixture, settled, walletButton } from '../../testing/modal.js';
import { waitUntil } from '../../testing/wait-until.js';
import { part } from '../../testing/element-helpers.js';

type FramePage = Window &
  typeof globalThis & {
    trustedTypes: {
      createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
    };
  };

/** Loads a module into a page with Trusted Types. */
async function load(page: FramePage, module: string): Promise<void> {
  const rules = { createScriptURL: (url: string) => url };
  const script = page.document.createElement('script');
  script.type = 'module';
  script.src = page.trustedTypes.createPolicy('test', rules).createScriptURL(module);
  const loaded = new Promise((resolve) => (script.onload = resolve));
  page.document.head.append(script);
  await loaded;
  script.remove();
}

/** A page in an iframe with a strict Content Security Policy that loads one module. */
async function strictPage(module: string) {
  const frame = await fixture<HTMLIFrameElement>(
    html`<iframe title="Strict page" width="600" height="500"></iframe>`,
  );
  const violations: string[] = [];
  frame.src = `/strict-page.html?module=${encodeURIComponent(module)}`;
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const page = frame.contentWindow as FramePage;
  page.document.addEventListener('securitypolicyviolation', (event) =>
    violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`),
  );
  return { page, violations };
}

describe('<wallet-select-modal>: loading', () => {
  it('complies with a strict Content Security Policy with Trusted Types, in every view', async () => {
    const { page, violations } = await strictPage('/src/elements/wallet-select-modal/define.ts');
    await page.customElements.whenDefined('wallet-select-modal');
    const modal = page.document.createElement('wallet-select-modal');
    page.document.body.append(modal);
    let thrown: unknown = new Error('No');
    const fail = () => {
      throw thrown;
    };
    void settled(chooseIn(modal, new FakePage().selection(fail)));
    await modal.updateComplete;
    await waitUntil(() => modal.shadowRoot!.querySelector('[part~=wallet]'));
    const dialog = modal.shadowRoot!.querySelector('dialog')!;
    await waitUntil(() => page.getComputedStyle(dialog).borderRadius === '20px', 'its styles');
    expect(page.getComputedStyle(page.document.documentElement).overflowY).to.equal('hidden');
    const image = modal.shadowRoot!.querySelector('img')!;
    await waitUntil(() => image.naturalWidth > 0, 'the icon is loaded');
    walletButton(modal, 'Juniper').click();
    await waitUntil(() => modal.view.name === 'failed');
    thrown = { code: 4001, message: 'No' };
    part(modal, 'retry-button').click();
    await waitUntil(() => modal.view.name === 'rejected');
    await modal.updateComplete;
    modal.view = { name: 'help' };
    await modal.updateComplete;
    modal.view = { name: 'list' };
    await modal.updateComplete;
    modal.shadowRoot!.querySelector<HTMLElement>('button[title]')!.click();
    await waitUntil(() => modal.shadowRoot!.querySelector('[role=img]'), 'the QR code is shown');
    modal.hide();
    await waitUntil(() => !dialog.open, 'it is hidden');
    void settled(chooseIn(modal, new FakePage([]).selection()));
    await waitUntil(() => modal.matches(':state(empty)'), 'nothing is installed');
    modal.hide();
    await waitUntil(() => !dialog.open, 'it is hidden again');
    expect(violations).to.deep.equal([]);

    // A real violation is reported, so the listener and the policy work.
    page.document.body.setAttribute('style', 'color: red');
    await waitUntil(() => violations.length > 0);
  });

  it('can be loaded twice: the first definition stays', async () => {
    const modal = await modalFixture();
    const first = customElements.get('wallet-select-modal');
    const again = '/src/elements/wallet-select-modal/define.ts?copy=2';
    await import(again);
    expect(customElements.get('wallet-select-modal')).to.equal(first);
    const choice = settled(chooseIn(modal, new FakePage().selection()));
    await modal.updateComplete;
    await nextFrame();
    walletButton(modal, 'Juniper').click();
    expect(await choice).to.deep.equal({ value: { providerId: 'JuniperProvider' } });
  });

  it('does not change the document when it is imported', async () => {
    const { page } = await strictPage('/src/define/define.ts');
    const snapshot = () => [
      page.document.documentElement.outerHTML,
      page.document.adoptedStyleSheets.length,
      page.localStorage.length,
    ];
    const before = snapshot();
    const modules = ['/src/elements/wallet-select-modal/define.ts', '/src/define/picker.ts'];
    for (const module of modules) await load(page, module);
    expect(page.customElements.get('wallet-select-modal')).to.exist;
    expect(snapshot()).to.deep.equal(before);
  });

  it('opens by its attribute when the tag is in the page before it is defined', async () => {
    const { page } = await strictPage('/src/define/define.ts');
    const early = page.document.createElement('wallet-select-modal');
    early.setAttribute('open', '');
    early.setAttribute('label', 'Sign in');
    page.document.body.append(early);
    expect(early.shadowRoot).to.be.null;
    await load(page, '/src/elements/wallet-select-modal/define.ts');
    await page.customElements.whenDefined('wallet-select-modal');
    await waitUntil(() => early.shadowRoot?.querySelector('dialog')?.matches(':modal'));
    expect(part(early, 'title').textContent.trim()).to.equal('Sign in');
  });
});
