import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import { createWalletClient } from '../../src/core/client.js';
import '../../src/define/all.js';
import { loaders } from '../../src/define/autoload.js';
import { openPicker } from '../../src/define/open-picker.js';
import { fakeWallet, installWallet, memoryStorage } from '../../src/testing/fake-wallet.js';
import { FAKE, inside } from '../../src/testing/element-helpers.js';
import { waitUntil } from '../../src/testing/wait-until.js';
import type { WalletSelectModal } from '../../src/elements/wallet-select-modal/wallet-select-modal.js';

/** Elements of the page in a frame of the same origin, such as a portal of a framework. */
describe('another document', () => {
  let frame: HTMLIFrameElement;
  let other: Document;
  const problems: string[] = [];
  const report = (event: ErrorEvent | PromiseRejectionEvent) =>
    problems.push('reason' in event ? String(event.reason) : event.message);

  beforeEach(() => {
    frame = document.createElement('iframe');
    document.body.append(frame);
    other = frame.contentDocument!;
    problems.length = 0;
    addEventListener('error', report);
    addEventListener('unhandledrejection', report);
  });
  afterEach(() => {
    removeEventListener('error', report);
    removeEventListener('unhandledrejection', report);
    document.body.replaceChildren();
  });

  const create = (tag: string) => document.createElement(tag) as LitElement;
  /** The number of rules of its style sheets. */
  const rules = ({ shadowRoot }: LitElement) =>
    shadowRoot!.adoptedStyleSheets.map(({ cssRules }) => cssRules.length);

  for (const tag of loaders.keys()) {
    it(`<${tag}> has its styles there, and when it returns`, async () => {
      const element = create(tag);
      document.body.append(element);
      const before = rules(element);
      expect(before).to.not.deep.equal([]);
      for (const parent of [other.body, document.body, other.body]) {
        parent.append(element);
        await element.updateComplete;
        expect(rules(element)).to.deep.equal(before);
      }
      // Created for that document.
      const first = create(tag);
      other.body.append(first);
      await first.updateComplete;
      expect(rules(first)).to.deep.equal(before);
      document.body.append(first);
      expect(rules(first)).to.deep.equal(before);
      // A document without a window renders nothing.
      new DOMParser().parseFromString('', 'text/html').body.append(first);
      await first.updateComplete;
      document.body.append(first);
      expect(rules(first)).to.deep.equal(before);
      expect(problems).to.deep.equal([]);
    });
  }

  it('has the language around an element in a shadow root', async () => {
    other.documentElement.lang = 'de';
    const host = other.createElement('div');
    other.body.append(host);
    const element = create('wallet-connect-button');
    host.attachShadow({ mode: 'open' }).append(element);
    await element.updateComplete;
    await waitUntil(() => inside(element, '[part=label]').textContent.includes('verbinden'));
  });

  it('shows the picker in the document of the button', async () => {
    const uninstall = installWallet(fakeWallet(), FAKE);
    const client = createWalletClient({ storage: memoryStorage() });
    client.picker = openPicker;
    const button = Object.assign(document.createElement('wallet-connect-button'), { client });
    const picker = (from: Document) => from.querySelector<WalletSelectModal>('wallet-select-modal');
    for (const [here, there] of [
      [other, document],
      [document, other],
    ] as const) {
      here.body.append(button);
      await button.updateComplete;
      button.click();
      await waitUntil(() => picker(here)?.open === true);
      expect(picker(there)).to.equal(null);
      const modal = picker(here)!;
      await waitUntil(() => inside(modal, 'dialog').matches(':modal'));
      expect(rules(modal)).to.not.deep.equal([]);
      expect(getComputedStyle(here.documentElement).overflowY).to.equal('hidden');
      modal.hide();
      await waitUntil(() => picker(here) === null);
      expect(getComputedStyle(here.documentElement).overflowY).to.equal('visible');
    }
    uninstall();
    expect(problems).to.deep.equal([]);
  });

  it('ends the choice when the frame of the picker is removed', async () => {
    const uninstall = installWallet(fakeWallet(), FAKE);
    const client = createWalletClient({ storage: memoryStorage() });
    client.picker = openPicker;
    const button = Object.assign(document.createElement('wallet-connect-button'), { client });
    other.body.append(button);
    await button.updateComplete;
    button.click();
    await waitUntil(() => other.querySelector('wallet-select-modal')?.open === true);
    frame.remove();
    await waitUntil(() => client.choice === undefined);
    uninstall();
    expect(problems).to.deep.equal([]);
  });

  it('shows a failure and the account menu next to the button there', async () => {
    const client = createWalletClient({ storage: memoryStorage() });
    const fail = () => Promise.reject(new Error('No.'));
    const button = Object.assign(document.createElement('wallet-connect-button'), { client });
    client.picker = fail;
    other.body.append(button);
    await button.updateComplete;
    button.click();
    await waitUntil(() => button.shadowRoot!.querySelector('.panel.danger') !== null);
    await waitUntil(() => inside(button, '.panel.danger').matches(':popover-open'));
    expect(problems).to.deep.equal([]);
  });
});
