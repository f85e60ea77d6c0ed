import { connectedState, DISCONNECTED } from '../core/session.js';
import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import { hasCdp } from '../testing/cdp.js';
import { MemoryClient } from '../testing/memory-client.js';
import { waitUntil } from '../testing/wait-until.js';
import type { WalletConnectButton } from '../elements/wallet-connect-button/wallet-connect-button.js';
import './all.js';

const SCRIPT = '<script type="module" src="/src/define/all.ts"></script>';
const TAGS = `
  <wallet-context network="testnet">
    <wallet-connect-button></wallet-connect-button>
    <wallet-account></wallet-account>
    <wallet-request-button method="stx_signMessage">
      <script type="application/json">{ "message": "Hello" }</script>
    </wallet-request-button>
  </wallet-context>`;
const WITH_STATUS = [
  'wallet-context',
  'wallet-connect-button',
  'wallet-account',
  'wallet-request-button',
  'wallet-sign-in',
  'wallet-transaction',
  'ft-list',
  'ft-metadata-card',
  'nft-metadata-card',
];
const CSP = [
  "default-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "require-trusted-types-for 'script'",
].join('; ');

const CONNECTED = connectedState(
  [{ address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', publicKey: '', symbol: 'STX' }],
  undefined,
  'mainnet',
);

type Page = Window & typeof globalThis;

/** A page in an iframe, and the errors and policy violations that it reports. */
async function open(body: string, head = ''): Promise<{ page: Page; problems: string[] }> {
  const frame = document.createElement('iframe');
  const problems: string[] = [];
  frame.srcdoc = `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const page = frame.contentWindow as Page;
  page.addEventListener('error', ({ message }) => problems.push(message));
  page.addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  page.document.addEventListener('securitypolicyviolation', (event) =>
    problems.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  return { page, problems };
}

async function upgraded(page: Page): Promise<WalletConnectButton> {
  const element = () => page.document.querySelector('wallet-connect-button')!;
  await waitUntil(() => element().shadowRoot?.querySelector('button'), 'the button is upgraded');
  return element();
}

describe('a page with tags and no other script', () => {
  afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));

  it('does not set the attribute `status` of any tag before the page is hydrated', async () => {
    const never = '<script>window.requestAnimationFrame = () => 0;</script>';
    const { page } = await open(
      WITH_STATUS.map((tag) => `<${tag}></${tag}>`).join(''),
      never + SCRIPT,
    );
    for (const tag of WITH_STATUS) {
      await waitUntil(() => page.customElements.get(tag), tag);
      const element = page.document.querySelector<LitElement>(tag)!;
      await element.updateComplete;
      expect(element.hasAttribute('status'), tag).to.equal(false);
    }
  });

  for (const [where, body, head] of [
    ['at the start', TAGS, SCRIPT],
    ['at the end', TAGS + SCRIPT, ''],
  ] as const) {
    it(`works with the module script ${where}`, async () => {
      const { page, problems } = await open(body, head);
      const button = await upgraded(page);
      const context = page.document.querySelector('wallet-context')!;
      await context.updateComplete;
      expect(context.matches(':state(disconnected)')).to.equal(true);
      // The attribute is set after the hydration of the page.
      await waitUntil(() => context.getAttribute('status') === 'disconnected');
      const request = page.document.querySelector('wallet-request-button')!;
      await waitUntil(() => request.shadowRoot?.querySelector('button:enabled'));
      button.click();
      const modal = () => page.document.querySelector('wallet-select-modal');
      await waitUntil(() => modal()?.open, 'the picker opens');
      expect(problems).to.deep.equal([]);
    });
  }

  it('reports no error while the parser is still reading the tag', async () => {
    // Defines the tag before: WebKitGTK 2.50 sometimes does not run a module in a document that a script writes.
    const { page } = await open(SCRIPT);
    const isDefined = () => page.customElements.get('wallet-request-button');
    await waitUntil(isDefined, 'the tag is defined');
    const { document: own } = page;
    own.open();
    own.write('<!doctype html>');
    const errors: unknown[] = [];
    page.console.error = (error: unknown) => errors.push(error);
    own.write('<wallet-request-button method="stx_signMessage"><script type="application/json">');
    own.write('{ "message": "Hel');
    const element = own.querySelector('wallet-request-button')!;
    await element.updateComplete;
    element.requestUpdate();
    await element.updateComplete;
    own.write('lo" }</script></wallet-request-button>');
    own.close();
    await waitUntil(() => own.readyState === 'complete');
    await element.updateComplete;
    expect(errors).to.deep.equal([]);
    expect(element.shadowRoot!.querySelector('button')!.disabled).to.equal(false);
  });

  it('uses properties that were set before the elements were defined', async () => {
    const { page, problems } = await open(TAGS);
    const early = page.document.querySelector('wallet-connect-button')!;
    const memory = new MemoryClient(CONNECTED);
    Object.assign(early, { client: memory.asClient(), withoutMenu: true, size: 'l' });
    const script = page.document.createElement('script');
    script.type = 'module';
    script.src = '/src/define/all.ts';
    page.document.body.append(script);
    const button = await upgraded(page);
    expect(button.status).to.equal('connected');
    expect([button.withoutMenu, button.size]).to.deep.equal([true, 'l']);
    expect(problems).to.deep.equal([]);
  });

  it('complies with a strict Content Security Policy, also with the menu or a warning open', async function () {
    // In Firefox no script matches 'self' in an iframe with srcdoc.
    if (!hasCdp) this.skip();
    const policy = `<meta http-equiv="Content-Security-Policy" content="${CSP}">`;
    const { page, problems } = await open(TAGS + SCRIPT, policy);
    const button = await upgraded(page);
    const memory = new MemoryClient(CONNECTED);
    button.client = Object.assign(memory.asClient(), {
      wallets: () => ({ installed: [], others: [] }),
      connect: () => Promise.reject(new Error('The wallet is locked.')),
    });
    await button.updateComplete;
    button.click();
    await waitUntil(() => button.shadowRoot!.querySelector('wallet-account')?.open);
    memory.state = DISCONNECTED;
    await button.updateComplete;
    button.click();
    await waitUntil(() => button.shadowRoot!.querySelector('[part=error]'));
    expect(problems).to.deep.equal([]);
    page.document.body.setAttribute('style', 'color: red');
    await waitUntil(() => problems.length === 1, 'the policy is in force');
  });

  it('opens the picker by a button without code, also under a policy that forbids inline code', async function () {
    // In Firefox no script matches 'self' in an iframe with srcdoc.
    if (!hasCdp || !('commandForElement' in HTMLButtonElement.prototype)) this.skip();
    const policy = `<meta http-equiv="Content-Security-Policy" content="${CSP}">`;
    const tags = `<button commandfor="wallets" command="--show">Choose a wallet</button>
      <wallet-select-modal id="wallets"><button slot="footer" commandfor="wallets" command="--hide">Not now</button></wallet-select-modal>`;
    const { page, problems } = await open(tags + SCRIPT, policy);
    const modal = page.document.querySelector('wallet-select-modal')!;
    await waitUntil(() => modal.hasUpdated);
    const press = (command: string) =>
      page.document.querySelector<HTMLButtonElement>(`[command=${command}]`)!.click();
    press('--show');
    await waitUntil(() => modal.shadowRoot!.querySelector('dialog')!.matches(':modal'));
    modal.view = {
      name: 'connecting',
      wallet: {
        id: 'x',
        name: 'X',
        installed: true,
        lastUsed: false,
        kinds: [],
        recommended: false,
      },
      slow: true,
    };
    await modal.updateComplete;
    modal.view = { name: 'help' };
    await modal.updateComplete;
    press('--hide');
    await waitUntil(() => !modal.open);
    expect(problems).to.deep.equal([]);
    const inline = () => page.document.body.setAttribute('onclick', 'document.title = 1');
    expect(inline, 'the policy is in force').to.throw(/TrustedScript/);
  });

  it('leaves another script’s definition of one of its tags in place', async () => {
    const { page, problems } = await open(TAGS);
    class Other extends page.HTMLElement {}
    page.customElements.define('wallet-account', Other);
    const script = page.document.createElement('script');
    script.type = 'module';
    script.src = '/src/define/all.ts';
    page.document.body.append(script);
    await upgraded(page);
    expect(page.customElements.get('wallet-account')).to.equal(Other);
    expect(problems).to.deep.equal([]);
  });
});

describe('every wallet element', () => {
  /** Counts the listeners that were added to a target and not removed. */
  function countListeners(target: EventTarget): { readonly count: number; restore(): void } {
    const { addEventListener, removeEventListener } = target;
    const listeners = new Set<unknown>();
    target.addEventListener = function (this: EventTarget, ...args: unknown[]) {
      listeners.add(args[1]);
      Reflect.apply(addEventListener, this, args);
    };
    target.removeEventListener = function (this: EventTarget, ...args: unknown[]) {
      listeners.delete(args[1]);
      Reflect.apply(removeEventListener, this, args);
    };
    return {
      get count() {
        return listeners.size;
      },
      restore: () => Object.assign(target, { addEventListener, removeEventListener }),
    };
  }

  for (const tag of [
    'wallet-context',
    'wallet-connect-button',
    'wallet-account',
    'wallet-request-button',
  ] as const) {
    it(`leaves no listener behind: <${tag}>, attached and detached 100 times`, async () => {
      const memory = new MemoryClient(CONNECTED);
      const client = Object.assign(memory.asClient(), {
        wallets: () => ({ installed: [], others: [] }),
      });
      const targets = [countListeners(document), countListeners(window)];
      for (let round = 0; round < 100; round++) {
        const element = Object.assign(document.createElement(tag), {
          client,
          method: 'getAddresses',
        });
        document.body.append(element);
        await element.updateComplete;
        if ('show' in element) element.show();
        element.remove();
      }
      expect(targets.map(({ count }) => count)).to.deep.equal([0, 0]);
      expect(memory.followers).to.equal(0);
      for (const target of targets) target.restore();
    });
  }
});
