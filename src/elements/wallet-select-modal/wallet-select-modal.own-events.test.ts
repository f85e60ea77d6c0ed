import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import './define.js';
import { inside, keys, press } from '../../testing/element-helpers.js';
import { waitUntil } from '../../testing/wait-until.js';
import type { WalletSelectModal } from './wallet-select-modal.js';

const TYPES = [
  'pointerdown',
  'mousedown',
  'mouseup',
  'click',
  'keydown',
  'keyup',
  'focus',
  'focusin',
];

/** A dialog of a page listens to the document for what happens outside of it, as Radix does. */
describe('the events of <wallet-select-modal>', () => {
  let modal: WalletSelectModal;
  let seen: string[] = [];
  const see = (event: Event) => {
    if (event.composedPath().includes(modal)) seen.push(event.type);
  };

  beforeEach(async () => {
    modal = document.createElement('wallet-select-modal');
    document.body.append(modal);
    for (const type of TYPES)
      for (const target of [document, document.body])
        for (const capture of [true, false]) target.addEventListener(type, see, capture);
    modal.show();
    await modal.updateComplete;
    seen = [];
  });
  afterEach(() => {
    for (const type of TYPES)
      for (const target of [document, document.body])
        for (const capture of [true, false]) target.removeEventListener(type, see, capture);
    modal.remove();
  });

  it('are not seen by the page, and work', async () => {
    await press(inside(modal, '[part=title]'));
    await press(inside(modal, '.help button'));
    await waitUntil(() => modal.view.name === 'help');
    await keys('Tab', 'a');
    // A press would count as the second one of a double click.
    inside(modal, '[part=back-button]').click();
    await waitUntil(() => modal.view.name === 'list');
    inside(modal, '.help button').click();
    expect(modal.view.name).to.equal('help');
    expect(seen).to.deep.equal([]);
    await keys('Escape');
    await waitUntil(() => !modal.open);
    expect(seen).to.deep.equal([]);
  });

  it('are not seen by the page when the user presses the backdrop, the close button, or a key without a focus', async () => {
    const escaped: string[] = [];
    const see = ({ key }: KeyboardEvent) => escaped.push(key);
    document.addEventListener('keydown', see, true);
    (modal.shadowRoot!.activeElement as HTMLElement).blur();
    await keys('Escape');
    await waitUntil(() => !modal.open);
    document.removeEventListener('keydown', see, true);
    expect(escaped).to.deep.equal([]);
    modal.show();
    await modal.updateComplete;
    seen = [];
    await press(inside(modal, '[part=close-button]'));
    await waitUntil(() => !modal.open);
    expect(seen.filter((type) => !type.startsWith('focus'))).to.deep.equal([]);
  });

  it('open a link once', async () => {
    modal.helpHref = 'https://help.example/';
    await modal.updateComplete;
    const link = inside<HTMLAnchorElement>(modal, '.help a');
    const frame = document.createElement('iframe');
    frame.name = 'opened';
    document.body.append(frame);
    let loads = 0;
    frame.addEventListener('load', () => loads++);
    link.target = 'opened';
    link.href = 'about:blank?1';
    await press(link);
    await waitUntil(() => loads > 0);
    await new Promise((done) => setTimeout(done, 200));
    expect(loads).to.equal(1);
    frame.remove();
  });

  it('are not seen by the page when the pointer moves, and when the focus moves into the picker', async () => {
    modal.hide();
    await modal.updateComplete;
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    const types: string[] = [];
    const note = ({ type }: Event) => types.push(type);
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    for (const type of ['pointermove', 'mousemove', 'mouseover', 'pointerenter', 'pointerout'])
      document.addEventListener(type, (event) => see(event), options);
    for (const type of ['blur', 'focusout', 'focusin'])
      document.addEventListener(type, note, options);
    modal.show();
    await modal.updateComplete;
    expect(types).to.deep.equal([]);
    seen = [];
    for (const name of ['title', 'close-button']) {
      const { x, y } = inside(modal, `[part=${name}]`).getBoundingClientRect();
      await sendMouse({ type: 'move', position: [Math.ceil(x) + 4, Math.ceil(y) + 4] });
    }
    expect(seen).to.deep.equal([]);
    ended.abort();
    button.remove();
  });

  it('include the release of Escape, after which the keys are the page’s', async () => {
    const released: string[] = [];
    const ended = new AbortController();
    document.addEventListener('keyup', ({ key }) => released.push(key), { signal: ended.signal });
    await keys('Escape');
    await waitUntil(() => !modal.open);
    await keys('Escape');
    expect(released).to.deep.equal(['Escape']);
    ended.abort();
  });

  it('work if a script makes what is new in the page inert', async () => {
    modal.remove();
    const observer = new MutationObserver(() => {
      modal.inert = true;
      modal.ariaHidden = 'true';
    });
    observer.observe(document.body, { childList: true });
    document.body.append(modal);
    modal.show();
    await modal.updateComplete;
    await waitUntil(() => !modal.inert && !modal.hasAttribute('aria-hidden'));
    observer.disconnect();
  });

  it('of slotted content are those of the page', async () => {
    const button = document.createElement('button');
    button.slot = 'footer';
    button.textContent = 'Help';
    modal.append(button);
    let clicks = 0;
    button.addEventListener('click', () => clicks++);
    await press(button);
    expect(clicks).to.equal(1);
    expect(seen).to.include('click');
    seen = [];
    modal.hide();
    button.click();
    expect(clicks).to.equal(2);
  });

  it('are the page’s again once it is closed', async () => {
    modal.hide();
    seen = [];
    inside(modal, '[part=close-button]').click();
    expect(seen).to.not.deep.equal([]);
  });
});
