import { expect } from '@open-wc/testing';
import { connectedState } from '../../src/core/session.js';
import '../../src/define/all.js';
import { loaders } from '../../src/define/autoload.js';
import { inside } from '../../src/testing/element-helpers.js';
import { MemoryClient } from '../../src/testing/memory-client.js';
import { waitUntil } from '../../src/testing/wait-until.js';
import { loadMessages } from '../../src/elements/messages/registry.js';
import type { WalletTransaction } from '../../src/elements/wallet-transaction/wallet-transaction.js';

/** Wraps every text like page translators do, also in open shadow roots. `keep`: puts the same text node inside. */
function translate(root: ParentNode & Node, keep = false): void {
  for (const node of [...root.childNodes]) {
    if (node instanceof Text) {
      if (!node.data.trim()) continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      const text = keep ? node.cloneNode() : document.createTextNode(`«${node.data.trim()}»`);
      node.replaceWith(outer);
      outer.append(inner);
      inner.append(text);
    } else if (node instanceof Element && !node.matches('style, [translate=no]')) {
      if (node.shadowRoot) translate(node.shadowRoot, keep);
      translate(node, keep);
    }
  }
}

/** The texts of an element, without white space, also in open shadow roots. */
function textIn(node: Node): string {
  if (node instanceof Text) return node.data.replace(/\s+/g, ' ').trim();
  const nodes = [...(node instanceof Element ? (node.shadowRoot?.childNodes ?? []) : [])];
  return [...nodes, ...node.childNodes].map(textIn).filter(Boolean).join('|');
}

const stateOf = (address: string) =>
  connectedState([{ symbol: 'STX', address, publicKey: '' }], 'LeatherProvider', 'mainnet');
const [FIRST, SECOND] = [
  'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
  'SP1WV0048ERKB55592H81MK6J4TTRP8TSGC4JX54N',
] as const;

async function shown<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  fields: Partial<HTMLElementTagNameMap[T]> = {},
) {
  const element = Object.assign(document.createElement(tag), fields);
  document.body.append(element);
  await updated(element);
  return element;
}

async function updated(element: HTMLElement): Promise<void> {
  await (element as Partial<WalletTransaction>).updateComplete;
  await new Promise((done) => setTimeout(done, 20));
}

describe('a page translator', () => {
  before(() => loadMessages('de'));
  afterEach(() => {
    document.documentElement.lang = '';
    document.body.replaceChildren();
  });

  for (const tag of loaders.keys()) {
    it(`keeps no text of <${tag}> from changing`, async () => {
      const client = new MemoryClient(stateOf(FIRST)).asClient();
      // The others need more of a client.
      const own: object = /^wallet-(account|connect-button)$/.test(tag) ? { client } : {};
      const make = () =>
        shown(tag as 'ft-amount', { ...own, principal: 'SP2J6Z.token', value: '15' });
      document.documentElement.lang = 'en';
      const element = await make();
      translate(element.shadowRoot!);
      document.documentElement.lang = 'de';
      await updated(element);
      // A text that is the same in both languages stays translated.
      const fresh = await make();
      await waitUntil(() => textIn(element).replace(/[«»]/g, '') === textIn(fresh));
    });
  }

  it('does not keep the address of another account on the button', async () => {
    const memory = new MemoryClient(stateOf(FIRST));
    const button = await shown('wallet-connect-button', { client: memory.asClient() });
    for (const address of [SECOND, FIRST]) {
      translate(button.shadowRoot!);
      memory.state = stateOf(address);
      await updated(button);
      const text = () => inside(button, '[part=address]').textContent;
      await waitUntil(() => text().includes(address.slice(0, 5)));
      expect(text()).to.not.contain('«');
    }
  });

  it('does not keep "Waiting" on a transaction that has failed', async () => {
    const element = await shown('wallet-transaction', {
      transaction: { id: `0x${'a'.repeat(64)}`, state: { status: 'pending' } } as never,
    });
    const status = () => inside(element, '[part=status]').textContent.trim();
    const pending = status();
    translate(element.shadowRoot!);
    element.setAttribute('lang', 'de');
    await waitUntil(() => status() !== `«${pending}»`);
    expect(element.shadowRoot!.querySelectorAll('[part=status] font')).to.have.length(0);
  });

  const font = (text: string) => {
    const outer = document.createElement('font');
    outer.append(document.createElement('font'));
    outer.firstElementChild!.append(text);
    return outer;
  };
  /** What translators, and extensions that mark words, do to a text. */
  const CHANGES: Readonly<Record<string, (node: Text) => void>> = {
    'put it into an element': (node) => {
      const outer = font('');
      node.replaceWith(outer);
      outer.firstElementChild!.append(node);
    },
    'replace it with one element': (node) => {
      node.replaceWith(Object.assign(document.createElement('span'), { textContent: '«a»' }));
    },
    'replace it with an element for each word': (node) => {
      node.replaceWith(...node.data.trim().split(' ').map(font));
    },
    'replace its node': (node) => node.replaceWith('«a»'),
    'replace its data': (node) => (node.data = '«a»'),
    'split it': (node) => node.splitText(2),
    'mark a part': (node) => {
      const part = node.splitText(1);
      part.splitText(2);
      const mark = document.createElement('mark');
      part.replaceWith(mark);
      mark.append(part);
    },
    'add another after it': (node) => node.after(font('«a»')),
    'add another before it': (node) => node.before(font('«a»')),
    'remove it': (node) => node.remove(),
    'replace the content around it': (node) => (node.parentElement!.textContent = '«a»'),
  };
  for (const [what, change] of Object.entries(CHANGES)) {
    it(`may ${what}, until the text changes`, async () => {
      document.documentElement.lang = 'en';
      const button = await shown('wallet-connect-button');
      const label = () => inside(button, '[part=label]').textContent.replace(/\s+/g, ' ').trim();
      const walker = document.createTreeWalker(
        inside(button, '[part=label]'),
        NodeFilter.SHOW_TEXT,
      );
      while (!walker.currentNode.nodeValue?.trim()) walker.nextNode();
      change(walker.currentNode as Text);
      const changed = label();
      button.size = 'l';
      await updated(button);
      expect(label()).to.equal(changed);
      document.documentElement.lang = 'de';
      await waitUntil(() => label() === 'Wallet verbinden');
      document.documentElement.lang = 'en';
      await waitUntil(() => label() === 'Connect wallet');
    });
  }

  it('may translate what is shown now', async () => {
    const button = await shown('wallet-connect-button');
    translate(button.shadowRoot!);
    expect(inside(button, '[part=label]').textContent).to.contain('«Connect wallet»');
    button.size = 'l';
    await updated(button);
    expect(inside(button, '[part=label]').textContent).to.contain('«Connect wallet»');
  });

  it('leaves addresses, amounts and names as they are', async () => {
    const memory = new MemoryClient(stateOf(FIRST));
    const button = await shown('wallet-connect-button', { client: memory.asClient() });
    const amount = await shown('ft-amount', { value: '1500', decimals: 3, symbol: 'WELSH' });
    const list = await shown('wallet-list');
    for (const element of [button, amount, list]) translate(element.shadowRoot!);
    expect(inside(button, '[part=address]').querySelector('font')).to.equal(null);
    expect(textIn(amount)).to.equal('1.5|WELSH');
    expect(inside(list, '[part=wallet-name]').querySelector('font')).to.equal(null);
  });
});
