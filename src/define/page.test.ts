import { expect } from '@open-wc/testing';
import { speaksCdp } from '../testing/cdp.js';
import { MemoryClient } from '../testing/memory-client.js';
import { waitUntil } from '../testing/wait-until.js';
import type { SessionState } from '../core/types.js';
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
const CSP = [
  "default-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "require-trusted-types-for 'script'",
].join('; ');

const CONNECTED: SessionState = {
  status: 'connected',
  providerId: undefined,
  addresses: [
    { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', publicKey: '', symbol: 'STX' },
  ],
  network: 'mainnet',
};

type Page = Window & typeof globalThis;

/** A page of its own; what it complains about is collected. */
async function open(body: string, head = ''): Promise<{ page: Page; complaints: string[] }> {
  const frame = document.createElement('iframe');
  const complaints: string[] = [];
  frame.srcdoc = `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const page = frame.contentWindow as Page;
  page.addEventListener('error', ({ message }) => complaints.push(message));
  page.addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)));
  page.document.addEventListener('securitypolicyviolation', (event) =>
    complaints.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  return { page, complaints };
}

async function upgraded(page: Page): Promise<WalletConnectButton> {
  const element = () => page.document.querySelector('wallet-connect-button')!;
  await waitUntil(() => element().shadowRoot?.querySelector('button'), 'never upgraded');
  return element();
}

describe('a page with tags and no script of its own', () => {
  afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));

  for (const [where, body, head] of [
    ['at the start', TAGS, SCRIPT],
    ['at the end', TAGS + SCRIPT, ''],
  ] as const) {
    it(`works with the script ${where}`, async () => {
      const { page, complaints } = await open(body, head);
      const button = await upgraded(page);
      const context = page.document.querySelector('wallet-context')!;
      await context.updateComplete;
      expect(context.getAttribute('status')).to.equal('disconnected');
      const request = page.document.querySelector('wallet-request-button')!;
      await waitUntil(() => request.shadowRoot?.querySelector('button:enabled'));
      button.click();
      const modal = () => page.document.querySelector('wallet-select-modal');
      await waitUntil(() => modal()?.open, 'no picker');
      expect(complaints).to.deep.equal([]);
    });
  }

  it('finds no fault with a tag that has not been read to its end', async () => {
    const { page } = await open('');
    const { document: own } = page;
    own.open();
    own.write('<!doctype html><script type="module" async src="/src/define/all.ts"></script>');
    const isDefined = () => page.customElements.get('wallet-request-button');
    await waitUntil(isDefined, 'never defined');
    const faults: unknown[] = [];
    page.console.error = (fault: unknown) => faults.push(fault);
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
    expect(faults).to.deep.equal([]);
    expect(element.shadowRoot!.querySelector('button')!.disabled).to.equal(false);
  });

  it('takes properties that were set before the elements were there', async () => {
    const { page, complaints } = await open(TAGS);
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
    expect(complaints).to.deep.equal([]);
  });

  it('keeps to a strict content security policy, the menu and a warning open', async function () {
    // For Firefox no script comes from 'self' in a frame that is written by srcdoc.
    if (!speaksCdp) this.skip();
    const policy = `<meta http-equiv="Content-Security-Policy" content="${CSP}">`;
    const { page, complaints } = await open(TAGS + SCRIPT, policy);
    const button = await upgraded(page);
    const memory = new MemoryClient(CONNECTED);
    button.client = Object.assign(memory.asClient(), {
      wallets: () => ({ installed: [], others: [] }),
      connect: () => Promise.reject(new Error('The wallet is locked.')),
    });
    await button.updateComplete;
    button.click();
    await waitUntil(() => button.shadowRoot!.querySelector('wallet-account')?.open);
    memory.state = { status: 'disconnected' };
    await button.updateComplete;
    button.click();
    await waitUntil(() => button.shadowRoot!.querySelector('[part=error]'));
    expect(complaints).to.deep.equal([]);
    page.document.body.setAttribute('style', 'color: red');
    await waitUntil(() => complaints.length === 1, 'the policy is not in force');
  });

  it('stands beside another definition of its tags', async () => {
    const { page, complaints } = await open(TAGS);
    class Other extends page.HTMLElement {}
    page.customElements.define('wallet-account', Other);
    const script = page.document.createElement('script');
    script.type = 'module';
    script.src = '/src/define/all.ts';
    page.document.body.append(script);
    await upgraded(page);
    expect(page.customElements.get('wallet-account')).to.equal(Other);
    expect(complaints).to.deep.equal([]);
  });
});

describe('every element of the session', () => {
  /** Counts what is listened to on a target and not released. */
  function counting(target: EventTarget): { readonly held: number; restore(): void } {
    const { addEventListener, removeEventListener } = target;
    const held = new Set<unknown>();
    target.addEventListener = function (this: EventTarget, ...args: unknown[]) {
      held.add(args[1]);
      Reflect.apply(addEventListener, this, args);
    };
    target.removeEventListener = function (this: EventTarget, ...args: unknown[]) {
      held.delete(args[1]);
      Reflect.apply(removeEventListener, this, args);
    };
    return {
      get held() {
        return held.size;
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
    it(`leaves nothing behind: <${tag}>, attached and detached 500 times`, async () => {
      const memory = new MemoryClient(CONNECTED);
      const client = Object.assign(memory.asClient(), {
        wallets: () => ({ installed: [], others: [] }),
      });
      const targets = [counting(document), counting(window)];
      for (let count = 0; count < 500; count++) {
        const element = Object.assign(document.createElement(tag), {
          client,
          method: 'getAddresses',
        });
        document.body.append(element);
        await element.updateComplete;
        if ('show' in element) element.show();
        element.remove();
      }
      expect(targets.map(({ held }) => held)).to.deep.equal([0, 0]);
      expect(memory.followers).to.equal(0);
      for (const target of targets) target.restore();
    });
  }
});
