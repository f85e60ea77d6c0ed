import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { resetMouse, sendKeys } from '@web/test-runner-commands';
import { createWalletClient } from '../../core/client.js';
import {
  atRest,
  FAKE,
  inScheme,
  inside,
  installed,
  keys,
  press,
  type Installed,
} from '../../testing/element-helpers.js';
import { BTC_ADDRESS, OTHER_STX_ADDRESS, STX_ADDRESS } from '../../testing/fake-wallet.js';
import { waitUntil } from '../../testing/wait-until.js';
import type { AddressEntry } from '../../accounts/addresses.js';
import { shortAddress } from '../../accounts/short-address.js';
import type { WalletAccount, WalletAccountToggleEvent, WalletCopyEvent } from './wallet-account.js';
import { loadMessages } from '../messages/registry.js';
import './define.js';

const TAPROOT = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
const THREE = [
  { symbol: 'BTC', purpose: 'ordinals', address: TAPROOT, publicKey: '' },
  { symbol: 'BTC', purpose: 'payment', address: BTC_ADDRESS, publicKey: '' },
  { symbol: 'STX', purpose: 'stacks', address: STX_ADDRESS, publicKey: '' },
] satisfies AddressEntry[];

let page: Installed;

async function account(setup: Partial<WalletAccount> = {}, addresses: AddressEntry[] = THREE) {
  page = await installed({ connected: true, addresses });
  const element = await fixture<WalletAccount>(
    html`<wallet-account .client=${page.client}></wallet-account>`,
  );
  Object.assign(element, setup);
  await element.updateComplete;
  return element;
}

const all = (element: WalletAccount, part: string) => [
  ...element.shadowRoot!.querySelectorAll<HTMLElement>(`[part=${part}]`),
];
const texts = (element: WalletAccount, part: string) =>
  all(element, part).map((found) => found.textContent.trim());
const announced = (element: WalletAccount) => inside(element, '[role=status]').textContent;
const isOpen = (element: WalletAccount) => inside(element, '#menu').matches(':popover-open');

function clipboard(writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
}

describe('<wallet-account>', () => {
  afterEach(async () => {
    document.dir = '';
    Reflect.deleteProperty(navigator, 'clipboard');
    page.uninstall();
    await resetMouse();
  });

  it('shows nothing while no wallet is connected', async () => {
    const element = await account();
    page.client.disconnect();
    await waitUntil(() => element.status === 'disconnected');
    await element.updateComplete;
    expect(element.shadowRoot!.querySelector('button')).to.equal(null);
    expect(element.getBoundingClientRect().height).to.equal(0);
  });

  it('shortens the address as before after its attributes are removed', async () => {
    const element = await account();
    const shown = () => inside(element, '[part=trigger] bdi').textContent;
    const before = shown();
    const attributes = { chain: 'btc', 'chars-start': '9', 'chars-end': '9' };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    await element.updateComplete;
    expect(shown()).to.match(/^bc1/);
    for (const name of Object.keys(attributes)) element.removeAttribute(name);
    await element.updateComplete;
    expect(shown()).to.equal(before);
  });

  it('opens and closes by pointer and keyboard, and returns the focus', async () => {
    const element = await account();
    const trigger = inside(element, '#trigger');
    await press(trigger);
    await waitUntil(() => isOpen(element));
    expect(trigger.getAttribute('aria-expanded')).to.equal('true');
    await press(trigger);
    await waitUntil(() => !isOpen(element));
    trigger.focus();
    await keys('Enter', 'Tab', 'Tab');
    expect(element.shadowRoot!.activeElement?.getAttribute('part')).to.equal('explorer-link');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => element.shadowRoot!.activeElement === trigger);
    expect(trigger.getAttribute('aria-expanded')).to.equal('false');
  });

  it('opens, closes and toggles by its methods, and fires wallet-account-toggle', async () => {
    const element = await account();
    const toggles: boolean[] = [];
    const listen = (event: WalletAccountToggleEvent) => toggles.push(event.open);
    document.addEventListener('wallet-account-toggle', listen);
    for (const call of ['show', 'hide', 'toggle', 'toggle'] as const) {
      const before = toggles.length;
      element[call]();
      await waitUntil(() => toggles.length > before, `${call}() fires the event`);
      expect(isOpen(element), call).to.equal(element.open);
      expect(element.hasAttribute('open'), call).to.equal(element.open);
    }
    document.removeEventListener('wallet-account-toggle', listen);
    expect(toggles).to.deep.equal([true, false, true, false]);
  });

  it('has every documented part', async () => {
    const element = await account();
    element.show();
    await element.updateComplete;
    const rows = ['row', 'purpose', 'address', 'copy-button', 'explorer-link', 'copy-error'];
    const head = ['header', 'avatar', 'wallet', 'network'];
    for (const name of ['trigger', 'menu', ...head, 'list', ...rows, 'disconnect-button']) {
      expect(all(element, name), name).to.not.have.length(0);
    }
  });

  it('does not open before it is connected', () => {
    const element = document.createElement('wallet-account');
    element.show();
    element.toggle();
    expect(element.open).to.equal(false);
  });

  it('opens next to the element set as `anchor`, and then has no button of its own', async () => {
    const anchor = await fixture<HTMLElement>(html`<button>Account</button>`);
    const element = await account({ anchor });
    expect(all(element, 'trigger')).to.have.length(0);
    anchor.focus();
    element.show();
    await waitUntil(() => isOpen(element));
    all(element, 'copy-button')[0]!.focus();
    await keys('Escape');
    await waitUntil(() => document.activeElement === anchor, 'the focus returns to the button');
  });

  it('is below its button and aligned with its start, or where there is room', async function () {
    // Other browsers show it in the middle of the window.
    if (!CSS.supports('position-area: self-block-end')) this.skip();
    const element = await account();
    const holder = element.parentElement!;
    const places = [
      ['start', 'start', 'ltr', 'left', 'below'],
      ['end', 'start', 'ltr', 'right', 'below'],
      ['start', 'start', 'rtl', 'right', 'below'],
      ['start', 'end', 'ltr', 'left', 'above'],
    ] as const;
    for (const [inline, block, dir, edge, side] of places) {
      // Of the page: in a page with the other direction, Firefox 153 places it at the left edge of the window.
      document.dir = dir;
      // Higher than the window: next to a classic scrollbar.
      holder.style.cssText = `display: flex; justify-content: ${inline}; align-items: ${block};
        block-size: 100vh; margin-block-end: 100vh`;
      scrollTo(0, 0);
      element.show();
      await waitUntil(() => isOpen(element));
      const menu = inside(element, '#menu');
      await atRest();
      const trigger = inside(element, '#trigger').getBoundingClientRect();
      const box = menu.getBoundingClientRect();
      const place = `${inline} ${block} ${dir}`;
      expect(box[edge], place).to.be.closeTo(trigger[edge], 1);
      const gap = side === 'below' ? box.top - trigger.bottom : trigger.top - box.bottom;
      expect(gap, place).to.be.closeTo(8, 1);
      expect([box.left >= 0, box.right <= innerWidth], place).to.deep.equal([true, true]);
      element.hide();
      await waitUntil(() => !isOpen(element));
    }
  });

  it('has the address as its title, then the wallet and the network, then the other addresses with their purposes', async () => {
    const element = await account({ inline: true });
    expect(texts(element, 'purpose')).to.deep.equal(['Bitcoin payment', 'Bitcoin ordinals']);
    expect(texts(element, 'address')).to.deep.equal(
      [STX_ADDRESS, BTC_ADDRESS, TAPROOT].map((address) => shortAddress(address)),
    );
    expect(texts(element, 'wallet')).to.deep.equal(['Fake wallet']);
    expect(texts(element, 'network')).to.deep.equal(['mainnet']);
    const bold = Number(getComputedStyle(all(element, 'address')[0]!).fontWeight);
    expect(bold).to.be.above(600);
  });

  it('names mainnet in the language of the page', async () => {
    await loadMessages('ar');
    document.documentElement.lang = 'ar';
    try {
      const element = await account({ inline: true });
      expect(texts(element, 'network')).to.deep.equal(['الشبكة الرئيسية']);
    } finally {
      document.documentElement.lang = '';
    }
  });

  it('has three tiles below the header: copy, explorer and disconnect', async () => {
    const element = await account({ inline: true });
    const tiles = [...inside(element, '.actions').children] as HTMLElement[];
    expect(tiles.map((tile) => tile.innerText.trim())).to.deep.equal([
      'Copy',
      'Explorer',
      'Disconnect',
    ]);
    const labels = tiles.map((tile) => tile.getAttribute('aria-label'));
    expect(labels.slice(0, 2)).to.deep.equal([
      'Copy address',
      'View Stacks address in explorer (new tab)',
    ]);
    element.withoutCopy = element.withoutExplorer = true;
    await element.updateComplete;
    expect(inside(element, '.actions').children).to.have.length(1);
  });

  it('has one width in the page, also in a flex container, and gives way to a narrow one', async () => {
    const element = await account({ inline: true });
    const parent = element.parentElement!;
    const width = () => element.getBoundingClientRect().width;
    expect(width()).to.equal(360);
    parent.style.display = 'flex';
    expect(width()).to.equal(360);
    parent.style.inlineSize = '280px';
    expect(width()).to.equal(280);
  });

  it('gives every button and link a unique name', async () => {
    const twice = [
      ...THREE,
      { ...THREE[1]!, address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
    ];
    const element = await account({ inline: true }, twice);
    const names = [...all(element, 'copy-button'), ...all(element, 'explorer-link')].map(
      (found) => found.getAttribute('aria-label') ?? found.textContent.trim(),
    );
    expect(new Set(names).size).to.equal(8);
    expect(names).to.include('Copy Bitcoin payment 2 address');
  });

  it('copies an address, shows "Copied" and announces it', async () => {
    let copied = '';
    clipboard(async (text) => void (copied = text));
    const element = await account({ inline: true });
    const event = oneEvent<WalletCopyEvent>(element, 'wallet-copy');
    await press(all(element, 'copy-button')[0]!);
    expect(await event).to.include({ address: STX_ADDRESS, copied: true });
    await element.updateComplete;
    expect(copied).to.equal(STX_ADDRESS);
    expect(texts(element, 'copy-button')[0]).to.equal('Copied');
    expect(announced(element)).to.equal('Stacks address copied.');
    await waitUntil(() => texts(element, 'copy-button')[0] === 'Copy');
  });

  for (const [reason, refuse] of [
    ['because it is not allowed', () => clipboard(() => Promise.reject(new Error('NotAllowed')))],
    [
      'because there is no clipboard',
      () => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
    ],
  ] as const) {
    it(`shows an error and the whole address when copying fails ${reason}`, async () => {
      refuse();
      const element = await account({ inline: true });
      const event = oneEvent<WalletCopyEvent>(element, 'wallet-copy');
      await press(all(element, 'copy-button')[0]!);
      expect((await event).copied).to.equal(false);
      await element.updateComplete;
      const [error] = all(element, 'copy-error');
      expect(error!.getAttribute('role')).to.equal('alert');
      // WebKit ends the text of a block with a line break.
      const text = error!.innerText.trim();
      expect(text).to.equal('Couldn’t copy. Select the address and copy it manually.');
      expect(texts(element, 'address')[0]).to.equal(STX_ADDRESS);
      await atRest();
      await expect(element).to.be.accessible();
    });
  }

  it('announces the result again when the address is copied again', async () => {
    for (const [writeText, region] of [
      [() => Promise.resolve(), '[role=status]'],
      [() => Promise.reject(new Error('NotAllowed')), '[role=alert]'],
      [undefined, '[role=alert]'],
    ] as const) {
      Object.defineProperty(navigator, 'clipboard', {
        value: writeText && { writeText },
        configurable: true,
      });
      const element = await account({ inline: true });
      const copy = async () => {
        const event = oneEvent(element, 'wallet-copy');
        await press(all(element, 'copy-button')[0]!);
        await event;
        await element.updateComplete;
      };
      await copy();
      const text = inside(element, region).textContent.trim();
      expect(text).not.to.equal('');
      const again = copy();
      // A screen reader announces the same text again only if the region was empty for a moment.
      await waitUntil(() => inside(element, region).textContent.trim() === '', 'it is emptied', {
        interval: 5,
      });
      await again;
      expect(inside(element, region).textContent.trim()).to.equal(text);
      element.remove();
      page.uninstall();
    }
  });

  it('clears an announcement that is no longer true', async () => {
    clipboard(() => Promise.resolve());
    const element = await account({ inline: true });
    await press(all(element, 'copy-button')[0]!);
    await waitUntil(() => announced(element) === 'Stacks address copied.');
    await waitUntil(() => announced(element) === '', 'the announcement is cleared');
    await press(all(element, 'disconnect-button')[0]!);
    await waitUntil(() => announced(element) === 'Wallet disconnected.');
    await page.client.connect();
    await waitUntil(() => announced(element) === '', 'the announcement is cleared');
  });

  it('links to the explorer of the network, or to the explorer that the page sets', async () => {
    const element = await account({ inline: true });
    const href = () => (all(element, 'explorer-link')[0] as HTMLAnchorElement).href;
    expect(href()).to.equal(`https://explorer.hiro.so/address/${STX_ADDRESS}?chain=mainnet`);
    expect(all(element, 'explorer-link')[0]!.getAttribute('rel')).to.contain('noopener');
    element.explorer = 'https://x.test/{address}';
    await element.updateComplete;
    expect(href()).to.equal(`https://x.test/${STX_ADDRESS}`);
    element.explorer = 'javascript:alert(1)';
    await element.updateComplete;
    expect(all(element, 'explorer-link')).to.have.length(0);
  });

  it('shows a new account within a frame, without the old address', async () => {
    const element = await account({ inline: true });
    await waitUntil(() => page.wallet.listenerCount > 0);
    page.wallet.emit('stx_accountChange', {
      addresses: [{ address: OTHER_STX_ADDRESS, publicKey: '', symbol: 'STX' }],
    });
    await new Promise(requestAnimationFrame);
    expect(texts(element, 'address')).to.include(shortAddress(OTHER_STX_ADDRESS));
    expect(element.shadowRoot!.textContent).not.to.contain(shortAddress(STX_ADDRESS));
  });

  it('keeps the focus when the account changes', async () => {
    const element = await account({ inline: true });
    all(element, 'copy-button')[0]!.focus();
    await waitUntil(() => page.wallet.listenerCount > 0);
    page.wallet.emit('stx_accountChange', {
      accounts: [{ symbol: 'STX', address: OTHER_STX_ADDRESS, publicKey: '' }],
    });
    await waitUntil(() => texts(element, 'address')[0] === shortAddress(OTHER_STX_ADDRESS));
    expect(element.shadowRoot!.activeElement === all(element, 'copy-button')[0]).to.equal(true);
  });

  it('disconnects when another tab disconnects', async () => {
    page = await installed();
    const client = createWalletClient();
    await client.connect();
    const element = await fixture<WalletAccount>(
      html`<wallet-account inline .client=${client}></wallet-account>`,
    );
    expect(element.status).to.equal('connected');
    const tab = document.createElement('iframe');
    document.body.append(tab);
    tab.contentWindow!.localStorage.clear();
    await waitUntil(() => element.status === 'disconnected');
    tab.remove();
  });

  it('disconnects, fires wallet-disconnect and announces it', async () => {
    const element = await account();
    await press(inside(element, '#trigger'));
    const event = oneEvent(element, 'wallet-disconnect');
    await press(all(element, 'disconnect-button')[0]!);
    await event;
    expect(page.client.isConnected()).to.equal(false);
    await element.updateComplete;
    expect(announced(element)).to.equal('Wallet disconnected.');
  });

  it('is a named group of buttons and links, and closes when Tab moves the focus out of it', async () => {
    const element = await account();
    const after = await fixture<HTMLElement>(html`<button>After</button>`);
    await press(inside(element, '#trigger'));
    await waitUntil(() => isOpen(element));
    expect(inside(element, '#menu').getAttribute('role')).to.equal('group');
    expect(inside(element, '#menu').getAttribute('aria-label')).to.equal('Account');
    expect(element.shadowRoot!.querySelectorAll('[role^=menu]')).to.have.length(0);
    all(element, 'explorer-link').at(-1)!.focus();
    await keys('Tab');
    await waitUntil(() => !isOpen(element));
    expect(document.activeElement === after).to.equal(true);
  });

  it('closes when the page disconnects', async () => {
    const element = await account();
    element.show();
    await waitUntil(() => isOpen(element));
    page.client.disconnect();
    await waitUntil(() => element.status === 'disconnected');
    await waitUntil(() => !element.open);
    expect(element.hasAttribute('open')).to.equal(false);
    await page.client.connect();
    await waitUntil(() => element.getAttribute('status') === 'connected');
    expect(isOpen(element)).to.equal(false);
  });

  it('is closed and has no attribute `open` after it was removed', async () => {
    const element = await account();
    element.show();
    await waitUntil(() => element.open);
    element.remove();
    await element.updateComplete;
    expect([element.open, element.hasAttribute('open')]).to.deep.equal([false, false]);
  });

  it('delegates the focus to its button', async () => {
    const element = await account();
    element.focus();
    expect(element.shadowRoot!.activeElement === inside(element, '#trigger')).to.equal(true);
  });

  it('shows the icon of the wallet', async () => {
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
    const element = await account({ inline: true });
    expect(element.hasAttribute('inline')).to.equal(true);
    expect(inside(element, '[part=wallet-icon]').querySelectorAll('img')).to.have.length(0);
    Object.assign(window, { wbip_providers: [{ ...FAKE, icon }] });
    element.requestUpdate();
    await element.updateComplete;
    const image = inside(element, '[part=wallet-icon]').querySelector('img')!;
    expect([image.src, image.alt]).to.deep.equal([icon, '']);
  });

  it('shows the first letter of the wallet’s name if it has no icon, or a broken one', async () => {
    const element = await account({ inline: true });
    const mark = () => inside(element, '[part=wallet-icon]');
    expect(mark().innerText.trim()).to.equal('F');
    const data = btoa('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const [icon, isDrawn] of [
      ['data:image/png;base64,AAAA', false],
      [`data:image/svg;base64,${data}`, true],
    ] as const) {
      Object.assign(window, { wbip_providers: [{ ...FAKE, icon }] });
      element.requestUpdate();
      await element.updateComplete;
      const image = mark().querySelector('img')!;
      await waitUntil(() => image.complete && image.hidden === !isDrawn);
      expect([mark().innerText.trim(), image.naturalWidth > 0]).to.deep.equal([
        isDrawn ? '' : 'F',
        isDrawn,
      ]);
    }
  });

  it('opens the explorer in a new tab, without opener or referrer', async () => {
    const element = await account({ inline: true });
    for (const link of all(element, 'explorer-link') as HTMLAnchorElement[]) {
      expect([link.target, link.rel]).to.deep.equal(['_blank', 'noopener noreferrer']);
    }
  });

  it('has no explorer link on a network without a known explorer', async () => {
    const element = await account({ inline: true });
    const state = { ...page.client.state, network: 'devnet' };
    const client = page.client.with({ network: 'devnet' });
    element.client = Object.defineProperty(client, 'state', { value: state });
    await element.updateComplete;
    expect(all(element, 'explorer-link')).to.have.length(0);
  });

  it('shows a failed copy until the next copy', async () => {
    clipboard(() => Promise.reject(new Error('NotAllowed')));
    const element = await account({ inline: true });
    await press(all(element, 'copy-button')[0]!);
    await waitUntil(() => all(element, 'copy-error')[0]!.textContent.trim() !== '');
    await aTimeout(2_300);
    expect(all(element, 'copy-error')[0]!.textContent).to.contain('Couldn’t copy');
    clipboard(() => Promise.resolve());
    await press(all(element, 'copy-button')[0]!);
    await waitUntil(() => announced(element) === 'Stacks address copied.');
    expect(all(element, 'copy-error')[0]!.textContent.trim()).to.equal('');
  });

  it('omits copy, explorer and disconnect, and shortens addresses, according to its properties', async () => {
    const element = await account({
      inline: true,
      withoutCopy: true,
      withoutExplorer: true,
      withoutDisconnect: true,
      charsStart: 3,
      charsEnd: 2,
    });
    expect(element.shadowRoot!.querySelectorAll('button, a')).to.have.length(0);
    expect(texts(element, 'address')[0]).to.equal('SP1…4N');
    element.inline = false;
    element.chain = 'bitcoin';
    await element.updateComplete;
    expect(inside(element, '#trigger').textContent).to.contain('bc1…yu');
  });

  it('shows slotted content', async () => {
    page = await installed({ connected: true });
    const element = await fixture<WalletAccount>(
      html`<wallet-account .client=${page.client}>
        <b slot="trigger">Me</b><i slot="before">12 STX</i><a slot="after" href="#me">Profile</a>
      </wallet-account>`,
    );
    await press(inside(element, '#trigger'));
    await waitUntil(() => isOpen(element));
    await element.updateComplete;
    for (const child of element.children) {
      expect(child.getBoundingClientRect().height, child.slot).to.be.greaterThan(0);
    }
  });

  it('shows HTML in a wallet’s name as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const element = await account({ inline: true });
    Object.assign(window, { wbip_providers: [{ ...FAKE, name: hostile }] });
    element.requestUpdate();
    await element.updateComplete;
    const wallet = inside(element, '[part=wallet]');
    expect(wallet.textContent).to.contain(hostile);
    expect(wallet.querySelectorAll('img')).to.have.length(0);
  });

  it('works after it was removed and attached again while open', async () => {
    const element = await account();
    for (let count = 0; count < 20; count++) {
      inside(element, '#trigger').click();
      const parent = element.parentElement!;
      element.remove();
      parent.append(element);
      await element.updateComplete;
    }
    expect(isOpen(element)).to.equal(false);
    await press(inside(element, '#trigger'));
    await waitUntil(() => isOpen(element));
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`passes axe in ${scheme}: open, inline, and after a failed copy`, () =>
      inScheme(scheme, async () => {
        const element = await account();
        await press(inside(element, '#trigger'));
        await waitUntil(() => isOpen(element));
        await atRest();
        await expect(element).to.be.accessible();
        element.inline = true;
        await element.updateComplete;
        await atRest();
        await expect(element).to.be.accessible();
        clipboard(() => Promise.reject(new Error('NotAllowed')));
        const event = oneEvent<WalletCopyEvent>(element, 'wallet-copy');
        await press(all(element, 'copy-button')[0]!);
        await event;
        await atRest();
        await expect(element).to.be.accessible();
      }));
  }
});
