import { connectedState, DISCONNECTED } from '../../core/session.js';
import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { nothing } from 'lit';
import { resetMouse, sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { createWalletClient } from '../../core/client.js';
import type { WalletState } from '../../core/types.js';
import { type JsonRpcError, JsonRpcErrorCode } from '../../errors.js';
import { choosing } from '../../testing/fake-picker.js';
import { axTree, emulateFeatures, hasCdp } from '../../testing/cdp.js';
import {
  atRest,
  FAKE,
  inScheme,
  inside,
  installed,
  linesOf,
  part,
  press,
  themeColor,
  type Installed,
} from '../../testing/element-helpers.js';
import { loadMessages } from '../messages/registry.js';
import { locales } from '../messages/registry.js';
import { MemoryClient } from '../../testing/memory-client.js';
import {
  ADDRESSES,
  memoryStorage,
  OTHER_STX_ADDRESS,
  STX_ADDRESS,
} from '../../testing/fake-wallet.js';
import { waitUntil } from '../../testing/wait-until.js';
import { shortAddress } from '../../accounts/short-address.js';
import type {
  WalletConnectButton,
  WalletConnectErrorEvent,
  WalletConnectEvent,
} from './wallet-connect-button.js';
import './define.js';

const SHORT = shortAddress(STX_ADDRESS);
const NEVER = () => new Promise<never>(() => {});
const refusing = (code: number, message: string) => () =>
  Promise.reject({ jsonrpc: '2.0', id: '1', error: { code, message } });

let page: Installed;

async function button(setup: Parameters<typeof installed>[0] = {}, template: unknown = nothing) {
  page = await installed(setup);
  const element = await fixture<WalletConnectButton>(
    html`<wallet-connect-button .client=${page.client}>${template}</wallet-connect-button>`,
  );
  await element.updateComplete;
  return element;
}

const inner = (element: WalletConnectButton) => inside<HTMLButtonElement>(element, 'button');
const shown = (element: WalletConnectButton) => {
  const label = inside(element, '#shown');
  const slotted = [...label.querySelectorAll('slot')].flatMap((slot) => slot.assignedNodes());
  return [label.textContent, ...slotted.map((node) => node.textContent)].join('').trim();
};
const menuIsOpen = (element: WalletConnectButton) =>
  element.shadowRoot!.querySelector('wallet-account')?.open ?? false;
const announced = (element: WalletConnectButton) => inside(element, '[role=status]').textContent;
const alerted = (element: WalletConnectButton) => inside(element, '[role=alert]').textContent;

/** The sides of an element that rotates around its center. */
function unrotated(element: HTMLElement): { left: number; right: number } {
  const { left, right } = element.getBoundingClientRect();
  const [center, half] = [(left + right) / 2, element.offsetWidth / 2];
  return { left: center - half, right: center + half };
}

describe('<wallet-connect-button>', () => {
  afterEach(async () => {
    page.uninstall();
    await resetMouse();
  });

  it('connects on a click, shows the short address and announces it', async () => {
    const element = await button();
    const events: Event[] = [];
    element.addEventListener('wallet-connect', (event) => events.push(event));
    expect(shown(element)).to.equal('Connect wallet');
    await press(element);
    await waitUntil(() => element.status === 'connected');
    expect(element.getAttribute('status')).to.equal('connected');
    expect(inside(element, '[part=address]').textContent).to.equal(SHORT);
    expect(announced(element)).to.equal('Wallet connected.');
    expect((events[0] as WalletConnectEvent).addresses.at(-1)?.address).to.equal(STX_ADDRESS);
    await atRest();
    await expect(element).to.be.accessible();
  });

  for (const key of ['Enter', ' ']) {
    it(`is a single tab stop and connects by ${key === ' ' ? 'Space' : key}`, async () => {
      const element = await button();
      await sendKeys({ press: 'Tab' });
      expect(document.activeElement).to.equal(element);
      await sendKeys({ press: key });
      await waitUntil(() => element.status === 'connected');
      expect(page.wallet.calls).to.have.length(1);
    });
  }

  it('shows a stored session in its first frame', async () => {
    page = await installed({ connected: true });
    const element = document.createElement('wallet-connect-button');
    element.client = page.client;
    document.body.append(element);
    await Promise.resolve();
    await element.updateComplete;
    expect(shown(element)).to.contain(SHORT);
    expect(element.status).to.equal('connected');
    element.remove();
  });

  it('has every documented part and state', async () => {
    const element = await button({ behaviour: refusing(-32603, 'The wallet is locked.') });
    for (const name of ['button', 'icon', 'label', 'spinner', 'address']) {
      inside(element, `[part=${name}]`);
    }
    await press(element);
    await waitUntil(() => element.shadowRoot!.querySelector('[part=error]'));
    expect(element.matches(':state(failed)')).to.equal(true);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !element.matches(':state(failed)'), 'Escape ends the state failed');
  });

  it('has the visible text as its name, also with a slotted label', async function () {
    if (!hasCdp) this.skip(); // Only CDP provides the accessibility tree.
    await button({ connected: true }, 'Log in');
    const names = (await axTree()).filter((node) => node.role?.value === 'button');
    expect(names.map((node) => node.name?.value)).to.deep.equal([`Account ${SHORT}`]);
  });

  it('is as wide as its label and 16 pixels at each side, also while it connects', async () => {
    const element = await button({ behaviour: NEVER });
    const { left, right, width } = inner(element).getBoundingClientRect();
    const text = inside(element, '#shown .line').getBoundingClientRect();
    for (const side of [text.left - left, right - text.right]) expect(side).to.be.closeTo(17, 0.6);
    inner(element).click();
    await waitUntil(() => shown(element).includes('Connecting'));
    expect(inner(element).getBoundingClientRect().width).to.be.closeTo(width, 0.1);
  });

  it('is as wide as its account while it is connected', async () => {
    const element = await button({ connected: true }, html`A long label of a button that connects`);
    const { left, right } = inner(element).getBoundingClientRect();
    const text = inside(element, '#shown').getBoundingClientRect();
    for (const side of [text.left - left, right - text.right]) expect(side).to.be.closeTo(17, 0.6);
  });

  it('shrinks with an ellipsis where it has no room, and makes the page no wider', async () => {
    const element = await button();
    const row = await fixture<HTMLElement>(html`<div><b>Larkspur</b></div>`);
    row.append(element);
    for (const display of ['flex', 'grid', 'block', 'inline-flex']) {
      row.style.cssText = `display: ${display}; width: 180px`;
      expect(row.scrollWidth, display).to.be.at.most(180);
      expect(inner(element).getBoundingClientRect().width).to.be.at.most(
        element.getBoundingClientRect().width + 0.1,
      );
      const line = inside(element, '#shown .line');
      expect(getComputedStyle(line).textOverflow).to.equal('ellipsis');
    }
  });

  for (const [where, width, fontSize] of [
    ['at 320 px', 320, '16px'],
    ['at 390 px', 390, '16px'],
    ['at 320 px and with text of 200 %', 320, '32px'],
  ] as const) {
    it(`is one line next to a title, in every language, ${where}`, async () => {
      page = await installed({});
      const { style } = document.documentElement;
      style.fontSize = fontSize;
      const connecting = { ...DISCONNECTED, status: 'connecting' } as WalletState;
      const connected = connectedState(ADDRESSES, undefined, 'mainnet');
      for (const lang of ['en', ...Object.entries(locales).map(([tag]) => tag)]) {
        await loadMessages(lang);
        for (const state of [DISCONNECTED, connecting, connected]) {
          const client = Object.assign(new MemoryClient(state).asClient(), {
            wallets: () => ({ installed: [], others: [] }),
          });
          const row = await fixture<HTMLElement>(
            html`<header lang=${lang}>
              <b>Larkspur Exchange</b>
              <wallet-connect-button .client=${client}></wallet-connect-button>
            </header>`,
          );
          row.style.cssText = `display: flex; flex-wrap: wrap; gap: 8px; width: ${width - 32}px`;
          const element = row.querySelector('wallet-connect-button')!;
          const spinner = inside(element, '.spinner');
          await waitUntil(
            () =>
              state.status !== 'connecting' ||
              spinner.checkVisibility({ visibilityProperty: true }),
          );
          const line = inside(element, '#shown .line');
          const box = inner(element).getBoundingClientRect();
          const visible = line.getBoundingClientRect();
          const isCut = line.scrollWidth > line.clientWidth + 1;
          const what = `${lang}, ${line.textContent.trim()}: ${Math.round(box.width)} px${isCut ? ', cut off' : ''}`;
          expect(linesOf(line), what).to.equal(1);
          expect(box.right, what).to.be.at.most(row.getBoundingClientRect().right + 0.5);
          const isConnecting = state === connecting;
          const shown = [visible, ...(isConnecting ? [unrotated(spinner)] : [])];
          const before = Math.min(...shown.map(({ left }) => left)) - box.left;
          const after = box.right - Math.max(...shown.map(({ right }) => right));
          // A spinner is in the padding.
          expect(Math.min(before, after), what).to.be.at.least(isConnecting ? 8 : 16);
          if (isConnecting) expect(before, `${what}, centered`).to.be.closeTo(after, 1);
          if (fontSize === '16px') expect(isCut, what).to.equal(false);
          row.style.flexWrap = 'nowrap';
          expect(row.scrollWidth, `${what}, without wrapping`).to.be.at.most(width - 32);
          row.remove();
        }
      }
      style.fontSize = '';
    });
  }

  it('is inline, and not displayed when hidden', async () => {
    const element = await button();
    expect(getComputedStyle(element).display).to.equal('inline-grid');
    element.hidden = true;
    expect(getComputedStyle(element).display).to.equal('none');
  });

  it('keeps showing the account while the page connects again', async () => {
    const element = await button({ connected: true, behaviour: NEVER });
    const abort = new AbortController();
    const again = page.client.connect({ signal: abort.signal }).catch(() => {});
    await waitUntil(() => page.wallet.calls.length > 0);
    await element.updateComplete;
    expect(element.status).to.equal('connected');
    expect(shown(element)).to.contain(SHORT);
    abort.abort();
    await again;
  });

  it('shows the spinner after about 100 ms', async () => {
    const element = await button({ behaviour: NEVER });
    const start = performance.now();
    inner(element).click();
    await waitUntil(() => element.status === 'connecting');
    await waitUntil(() => shown(element) === 'Connecting…');
    expect(performance.now() - start, 'delay of the spinner').to.be.above(95);
    expect(inner(element).getAttribute('aria-busy')).to.equal('true');
  });

  it('keeps its label until a wallet is chosen in the picker, and so does another button', async () => {
    const element = await button({ behaviour: NEVER });
    element.client = createWalletClient({ storage: memoryStorage(), picker: () => {} });
    const other = await fixture<WalletConnectButton>(
      html`<wallet-connect-button .client=${element.client}></wallet-connect-button>`,
    );
    inner(element).click();
    await waitUntil(() => element.client!.choice?.state.status === 'choosing');
    await aTimeout(200);
    expect([element.status, other.status]).to.deep.equal(['disconnected', 'disconnected']);
    expect([element, other].map(shown)).to.deep.equal(['Connect wallet', 'Connect wallet']);
    expect(inner(element).getAttribute('aria-busy')).to.equal('false');
    element.client.choice!.pick(FAKE.id);
    await waitUntil(() => shown(element) === 'Connecting…');
    // Another press opens the picker again.
    inner(element).click();
    await waitUntil(() => shown(element) === 'Connect wallet');
  });

  it('calls no wallet when wallet-before-connect is canceled', async () => {
    const element = await button();
    element.addEventListener('wallet-before-connect', (event) => event.preventDefault());
    await press(element);
    expect(page.wallet.calls).to.have.length(0);
    expect(element.status).to.equal('disconnected');
  });

  it('connects once on a double click', async () => {
    const element = await button({ behaviour: NEVER });
    let attempts = 0;
    element.addEventListener('wallet-before-connect', () => attempts++);
    inner(element).dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
    inner(element).dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }));
    await waitUntil(() => page.wallet.calls.length > 0);
    await aTimeout(50);
    expect([attempts, page.wallet.calls.length]).to.deep.equal([1, 1]);
  });

  it('connects again when pressed while a wallet does not answer, and ignores the late answer', async () => {
    let answerFirst = (_: unknown) => {};
    let calls = 0;
    const element = await button({
      behaviour: () =>
        ++calls === 1
          ? new Promise((resolve) => (answerFirst = resolve))
          : { result: { addresses: [{ address: OTHER_STX_ADDRESS, publicKey: '' }] } },
    });
    const events: string[] = [];
    for (const type of ['wallet-connect', 'wallet-connect-error']) {
      element.addEventListener(type, () => events.push(type));
    }
    await press(element);
    await waitUntil(() => calls === 1);
    inner(element).click();
    await waitUntil(() => element.status === 'connected');
    answerFirst({ result: { addresses: [{ address: STX_ADDRESS, publicKey: '' }] } });
    await aTimeout(20);
    expect(inside(element, '[part=address]').textContent).to.equal(shortAddress(OTHER_STX_ADDRESS));
    expect(events).to.deep.equal(['wallet-connect']);
  });

  it('announces a rejection as a status, and shows a failure as an alert', async () => {
    const element = await button({ behaviour: refusing(4001, 'User rejected') });
    let event = oneEvent<WalletConnectErrorEvent>(element, 'wallet-connect-error');
    await press(element);
    expect((await event).rejected).to.equal(true);
    await element.updateComplete;
    expect(alerted(element)).to.equal('');
    expect(announced(element)).to.equal('Connection declined.');
    await waitUntil(() => element.shadowRoot!.querySelector('[part=notice]:popover-open'));
    expect(inside(element, '[part=notice]').innerText).to.equal('Connection declined.');

    page.uninstall();
    page = await installed({ behaviour: refusing(-32603, 'The wallet is locked.') });
    element.client = page.client;
    event = oneEvent<WalletConnectErrorEvent>(element, 'wallet-connect-error');
    inner(element).click();
    expect((await event).rejected).to.equal(false);
    expect((await event).error).to.include({ code: JsonRpcErrorCode.InternalError });
    await element.updateComplete;
    await waitUntil(() => alerted(element) !== '');
    expect(alerted(element)).to.equal(
      'Couldn’t connect. Your wallet says: “The wallet is locked.” Check your wallet before you try again.',
    );
    await waitUntil(() => element.shadowRoot!.querySelector('[part=error]:popover-open'));
    const bubble = inside(element, '[part=error]');
    expect(getComputedStyle(bubble).backgroundColor).to.equal(themeColor(element, 'danger-soft'));
    expect(bubble.querySelector('svg')).not.to.equal(null);
    await atRest();
    await expect(element).to.be.accessible();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => alerted(element) === '');
  });

  it('keeps a message beside its button in a narrow window: aligned with its start, and within the window', async function () {
    // Other browsers show it in the middle of the window.
    if (!CSS.supports('position-area: self-block-end')) this.skip();
    const element = await button({ behaviour: refusing(-32603, 'The wallet is locked: unlock it first.') }); // prettier-ignore
    try {
      await setViewport({ width: 320, height: 640 });
      for (const [start, left, width] of [
        [0, 0, 304],
        [32, 32, 272],
        [60, 60, 244],
        // There is more room for words in the middle of the window.
        [120, 8, 304],
      ] as const) {
        element.parentElement!.style.cssText = `position: absolute; inset-inline-start: ${start}px`;
        inner(element).click();
        const find = () => element.shadowRoot!.querySelector('[part=error]:popover-open');
        await waitUntil(() => find() !== null);
        await atRest();
        const box = find()!.getBoundingClientRect();
        expect([box.left, box.width], `${start} px`).to.deep.equal([left, width]);
        inside(element, '[part=error]').click();
      }
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('does not repeat a failure that the picker has shown, even if a wallet is remembered', async () => {
    const element = await button({
      behaviour: () => Promise.reject(new Error('The wallet is locked.')),
    });
    const storage = memoryStorage({ STX_PROVIDER: 'FakeWalletProvider' });
    element.client = createWalletClient({
      storage,
      picker: choosing(FAKE.id),
    }).with({ forceWalletSelect: true });
    const failed = oneEvent<WalletConnectErrorEvent>(element, 'wallet-connect-error');
    inner(element).click();
    expect((await failed).error).to.have.property('message', 'The wallet is locked.');
    await element.updateComplete;
    expect(alerted(element)).to.equal('');
  });

  it('opens the account menu, and Escape returns the focus', async () => {
    const element = await button({ connected: true });
    expect(inner(element).getAttribute('aria-expanded')).to.equal('false');
    await press(element);
    await waitUntil(() => inner(element).getAttribute('aria-expanded') === 'true');
    const account = inside(element, 'wallet-account');
    await waitUntil(() => account.shadowRoot?.querySelector('[part=disconnect-button]'));
    await atRest();
    await expect(element).to.be.accessible();
    await sendKeys({ press: 'Tab' });
    expect(element.shadowRoot!.activeElement).to.equal(account);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => inner(element).getAttribute('aria-expanded') === 'false');
    await waitUntil(() => element.shadowRoot!.activeElement === inner(element));
  });

  it('exports the parts of its menu for the page’s styles', async () => {
    const element = await button({ connected: true });
    await press(element);
    const menu = () => inside(element, 'wallet-account').shadowRoot;
    await waitUntil(() => menu()?.querySelector('[part=disconnect-button]'));
    const parts = [...menu()!.querySelectorAll<HTMLElement>('[part]')];
    const names = [...new Set(parts.map((found) => found.getAttribute('part')!))];
    expect(names).to.include.members(['menu', 'list', 'row', 'copy-button', 'disconnect-button']);
    const sheet = new CSSStyleSheet();
    const others = names.filter((name) => !['address', 'copy-error'].includes(name));
    sheet.replaceSync(
      others.map((name) => `wallet-connect-button::part(${name}) { order: 7 }`).join('\n'),
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const reached = parts.filter((found) => getComputedStyle(found).order === '7');
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    expect([...new Set(reached.map((found) => found.getAttribute('part')))]).to.deep.equal(others);
  });

  it('announces a disconnect in its menu once', async () => {
    const element = await button({ connected: true });
    await press(element);
    const menu = inside(element, 'wallet-account');
    await waitUntil(() => menu.shadowRoot?.querySelector('[part=disconnect-button]'));
    await atRest();
    const said: (string | null)[] = [];
    for (const region of [inside(element, '[role=status]'), inside(menu, '[role=status]')]) {
      new MutationObserver(() => said.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    }
    await press(inside(menu, '[part=disconnect-button]'));
    await waitUntil(() => announced(element) === 'Wallet disconnected.');
    await aTimeout(50);
    expect(said).to.deep.equal(['Wallet disconnected.']);
  });

  it('closes the account menu on a second press', async () => {
    const element = await button({ connected: true });
    await press(element);
    await waitUntil(() => menuIsOpen(element));
    await press(element);
    await waitUntil(() => !menuIsOpen(element));
    // Waits, since the same press could open it again.
    await aTimeout(50);
    expect(menuIsOpen(element)).to.equal(false);
  });

  it('opens the account menu by key after a pointer was pressed on it and released elsewhere', async () => {
    const element = await button({ connected: true });
    await press(element);
    await waitUntil(() => menuIsOpen(element));
    const { x, y } = element.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(x) + 5, Math.round(y) + 5] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [700, 500] });
    await sendMouse({ type: 'up' });
    await waitUntil(() => !menuIsOpen(element));
    element.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => menuIsOpen(element), 'the menu opens');
  });

  it('clears the announcement "Wallet connected." after a disconnect', async () => {
    const element = await button();
    await press(element);
    await waitUntil(() => announced(element) === 'Wallet connected.');
    page.client.disconnect();
    await waitUntil(() => element.status === 'disconnected');
    await element.updateComplete;
    expect(announced(element)).to.equal('');
  });

  it('announces nothing when disconnect() ends an attempt', async () => {
    const element = await button({ behaviour: NEVER });
    const event = oneEvent<WalletConnectErrorEvent>(element, 'wallet-connect-error');
    await press(element);
    await waitUntil(() => page.wallet.calls.length === 1);
    page.client.disconnect();
    const { error, rejected } = await event;
    expect(rejected).to.equal(false);
    expect((error as JsonRpcError).code).to.equal(JsonRpcErrorCode.UserCanceled);
    expect(((error as JsonRpcError).cause as DOMException).name).to.equal('AbortError');
    await element.updateComplete;
    expect([announced(element), alerted(element), element.status]).to.deep.equal([
      '',
      '',
      'disconnected',
    ]);
  });

  it('has the focus after disconnecting in the menu', async () => {
    const element = await button({ connected: true });
    await press(element);
    const account = () => element.shadowRoot!.querySelector('wallet-account')?.shadowRoot;
    await waitUntil(() => account()?.querySelector('[part=disconnect-button]'));
    expect(element.matches(':state(open)')).to.equal(true);
    const targets: (EventTarget | null)[] = [];
    document.addEventListener('wallet-disconnect', (event) => targets.push(event.target), {
      once: true,
    });
    await press(account()!.querySelector('[part=disconnect-button]')!);
    await waitUntil(() => element.status === 'disconnected');
    expect(targets.map((target) => target === element)).to.deep.equal([true]);
    expect(element.matches(':state(open)')).to.equal(false);
    await element.updateComplete;
    expect(page.client.isConnected()).to.equal(false);
    expect(element.shadowRoot!.activeElement).to.equal(inner(element));
    expect(announced(element)).to.equal('Wallet disconnected.');
  });

  it('opens nothing when pressed with without-menu', async () => {
    const element = await button({ connected: true });
    const hasArrow = () => inside(element, 'slot[name=connected]').nextElementSibling !== null;
    expect(hasArrow()).to.equal(true);
    element.withoutMenu = true;
    await element.updateComplete;
    expect(hasArrow()).to.equal(false);
    await press(element);
    await sendKeys({ press: 'Enter' });
    await aTimeout(50);
    expect(menuIsOpen(element)).to.equal(false);
    expect(inner(element).hasAttribute('aria-expanded')).to.equal(false);
    expect(element.matches(':state(open)')).to.equal(false);
    expect(alerted(element)).to.equal('');
  });

  it('does nothing while disabled, by pointer, key or script', async () => {
    const element = await button();
    let attempts = 0;
    element.addEventListener('wallet-before-connect', () => attempts++);
    element.disabled = true;
    await element.updateComplete;
    expect(element.hasAttribute('disabled')).to.equal(true);
    await press(element);
    element.focus();
    await sendKeys({ press: 'Enter' });
    element.click();
    expect(attempts).to.equal(0);
    element.removeAttribute('disabled');
    await element.updateComplete;
    element.focus();
    await sendKeys({ press: 'Enter' });
    expect(attempts).to.equal(1);
  });

  it('is quiet while connected, with the picture of the account, unless it has a variant', async () => {
    const element = await button({ connected: true });
    // The color changes gradually.
    const hasBackground = (name: string) =>
      waitUntil(
        () => getComputedStyle(inner(element)).backgroundColor === themeColor(element, name),
        name,
      );
    await hasBackground('surface');
    await waitUntil(() => part(element, 'avatar').querySelector('svg'));
    const font = (one: Element) => getComputedStyle(one).fontFamily;
    expect(font(part(element, 'address'))).to.equal(font(inner(element)));
    element.variant = 'filled';
    await element.updateComplete;
    await hasBackground('accent');
    page.uninstall();
    page = await installed();
    element.variant = undefined;
    element.client = page.client;
    await element.updateComplete;
    await hasBackground('accent');
    expect(part(element, 'avatar').querySelector('svg'), 'of nobody').to.equal(null);
  });

  it('is darker and smaller while pressed, at once', async function () {
    if (!hasCdp) this.skip();
    await emulateFeatures({ 'prefers-reduced-motion': 'no-preference' });
    const element = await button();
    const control = inner(element);
    const { left, top } = control.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(left + 20), Math.round(top + 20)] });
    expect(getComputedStyle(control).scale).to.equal('none');
    await sendMouse({ type: 'down' });
    const { scale, backgroundColor } = getComputedStyle(control);
    expect(scale).to.equal('0.97');
    expect(backgroundColor).to.equal(themeColor(element, 'accent-active'));
    await emulateFeatures();
    expect(getComputedStyle(control).scale, 'with reduced motion').to.equal('none');
  });

  it('shows label, variant, size and slots', async () => {
    const element = await button({}, html`<svg slot="icon"></svg>Sign <b>in</b>`);
    const height = element.offsetHeight;
    const borderColor = () => getComputedStyle(inner(element)).borderTopColor;
    expect(borderColor()).to.equal('rgba(0, 0, 0, 0)');
    element.variant = 'outlined';
    element.size = 'l';
    await element.updateComplete;
    expect(element.offsetHeight).to.be.above(height);
    await waitUntil(() => borderColor() !== 'rgba(0, 0, 0, 0)', 'the border');
    expect(shown(element)).to.equal('Sign in');
  });

  it('shows the slot of its status, and always the icon', async () => {
    const element = await button(
      { behaviour: NEVER },
      html`<svg slot="icon"></svg><b>Sign in</b><b slot="connecting">One moment</b
        ><b slot="connected">My account</b>`,
    );
    const seen = () =>
      [...element.children]
        .filter((child) => child.checkVisibility({ visibilityProperty: true }))
        .map((child) => child.slot);
    expect(seen()).to.deep.equal(['icon', '']);
    await press(element);
    await waitUntil(() => seen().includes('connecting'));
    expect(seen()).to.deep.equal(['icon', 'connecting']);
    page.uninstall();
    page = await installed({ connected: true });
    element.client = page.client;
    await element.updateComplete;
    expect(seen()).to.deep.equal(['icon', 'connected']);
  });

  it('has focus() and click()', async () => {
    const element = await button();
    element.focus();
    expect(element.shadowRoot!.activeElement === inner(element)).to.equal(true);
    element.click();
    await waitUntil(() => element.status === 'connected');
    document.createElement('wallet-connect-button').click(); // has no button yet
  });

  it('shows the spinner only while connecting, and a label in both states', async () => {
    const element = await button({ behaviour: NEVER });
    const labels = () => [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part=label]')];
    const seen = (one: HTMLElement) => one.checkVisibility({ visibilityProperty: true });
    const spinner = inside(element, '[part=spinner]');
    expect(labels().map((label) => label.textContent.trim())).to.deep.equal([
      'Connect wallet',
      'Connecting…',
    ]);
    expect([...labels(), spinner].map(seen)).to.deep.equal([true, false, false]);
    await press(element);
    await waitUntil(() => seen(spinner));
    expect(labels().map(seen)).to.deep.equal([false, true]);
  });

  it('keeps its default label if there is only white space between the tags', async () => {
    const element = await button({}, '\n  ');
    expect(shown(element)).to.equal('Connect wallet');
    element.label = 'Log in';
    await element.updateComplete;
    expect(shown(element)).to.equal('Log in');
    element.textContent = 'Sign in';
    await waitUntil(() => shown(element) === 'Sign in');
  });

  it('follows a text that the page changes: of the name, and of a label that was empty', async () => {
    const [name, label] = ['alice.btc', ''].map((data) => document.createTextNode(data));
    const element = await button(
      { connected: true },
      html`<span slot="name">${name}</span>${label}`,
    );
    const address = () => part(element, 'address').textContent.trim();
    expect(address()).to.equal('alice.btc');
    name!.data = 'bob.btc';
    await waitUntil(() => address() === 'bob.btc');
    page.client.disconnect();
    await waitUntil(() => shown(element) === 'Connect wallet');
    label!.data = 'Log in';
    await waitUntil(() => shown(element) === 'Log in');
  });

  it('connects the wallet of `provider` without the picker', async () => {
    page = await installed();
    const client = createWalletClient({
      storage: memoryStorage(),
      picker: () => Promise.reject(new Error('The picker was opened.')),
    });
    const element = await fixture<WalletConnectButton>(
      html`<wallet-connect-button
        provider="FakeWalletProvider"
        .client=${client}
      ></wallet-connect-button>`,
    );
    await press(element);
    await waitUntil(() => element.status === 'connected');
    expect(page.wallet.calls).to.have.length(1);
  });

  it('works after it was moved, removed and attached again', async () => {
    const element = await button({ connected: true });
    const other = await fixture<HTMLElement>(html`<div></div>`);
    for (let count = 0; count < 25; count++) {
      other.append(element);
      element.remove();
    }
    other.append(element);
    await element.updateComplete;
    expect(shown(element)).to.contain(SHORT);
    page.client.disconnect();
    await waitUntil(() => shown(element) === 'Connect wallet');
  });

  it('has the colors of a new color scheme at once with reduced motion, also in its content', async function () {
    if (!hasCdp) this.skip();
    await emulateFeatures({ 'prefers-reduced-motion': 'reduce' });
    const element = await button();
    const color = () => getComputedStyle(inside(element, '[part=label] bdi')).color;
    const { style } = document.documentElement;
    const colors: string[] = [];
    for (const scheme of ['light', 'dark'] as const) {
      style.colorScheme = scheme;
      colors.push(color());
    }
    style.colorScheme = '';
    await emulateFeatures();
    expect(colors).to.deep.equal(['color(xyz-d65 0.9505 1 1.089)', 'color(xyz-d65 0 0 0)']);
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`passes axe in ${scheme}, in every variant and state`, () =>
      inScheme(scheme, async () => {
        const states = {
          disconnected: {},
          connecting: { behaviour: NEVER },
          connected: { connected: true },
        };
        for (const [status, setup] of Object.entries(states)) {
          const element = await button(setup);
          if (status === 'connecting') {
            inner(element).click();
            await waitUntil(() => shown(element) === 'Connecting…');
          }
          expect(element.status).to.equal(status);
          for (const variant of ['filled', 'outlined', 'plain'] as const) {
            element.variant = variant;
            await element.updateComplete;
            await atRest();
            await expect(element).to.be.accessible();
          }
          element.remove();
          page.uninstall();
        }
      }));
  }

  for (const withoutMenu of [false, true]) {
    it(`shows a wrong network instead of the address, before anything is signed${withoutMenu ? ', without a menu' : ''}`, async () => {
      const network = (name: string) =>
        connectedState([{ symbol: 'STX', address: STX_ADDRESS, publicKey: '' }], undefined, name);
      const memory = new MemoryClient(network('mainnet'));
      const client = Object.assign(memory.asClient(), { network: 'testnet', wallets: () => ({ installed: [], others: [] }) }); // prettier-ignore
      const element = await fixture<WalletConnectButton>(
        html`<wallet-connect-button
          .client=${client}
          ?without-menu=${withoutMenu}
        ></wallet-connect-button>`,
      );
      const text = () => inside(element, '[part=address]').textContent;
      await waitUntil(() => text() === 'Wrong network');
      const hasIcon = () => inside(element, 'button').querySelector('.glyph') !== null;
      expect(hasIcon()).to.equal(true);
      memory.state = network('testnet');
      await waitUntil(() => text() === SHORT);
      expect(hasIcon()).to.equal(false);
      memory.state = network('mainnet');
      await waitUntil(() => text() === 'Wrong network');
      memory.disconnect();
      await waitUntil(() => text() === '');
    });
  }
});
