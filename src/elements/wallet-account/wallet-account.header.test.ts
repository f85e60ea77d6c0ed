import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import type { WalletClient } from '../../core/types.js';
import { axTree, cdp, hasCdp, swipe } from '../../testing/cdp.js';
import {
  findPart,
  inScheme,
  inside,
  installed,
  type Installed,
  part,
  press,
  roundsLetters,
} from '../../testing/element-helpers.js';
import { OTHER_STX_ADDRESS, STX_ADDRESS } from '../../testing/fake-wallet.js';
import { waitUntil } from '../../testing/wait-until.js';
import { loadMessages, locales } from '../messages/registry.js';
import type { WalletConnectButton } from '../wallet-connect-button/wallet-connect-button.js';
import type { WalletAccount } from './wallet-account.js';
import './define.js';
import '../wallet-connect-button/define.js';

const TESTNET = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';

let page: Installed;

async function account(address = STX_ADDRESS, network?: string): Promise<WalletAccount> {
  page?.uninstall();
  page = await installed({
    connected: true,
    addresses: [{ symbol: 'STX', address, publicKey: '' }],
  });
  const client: WalletClient = network ? page.client.with({ network }) : page.client;
  return fixture(html`<wallet-account inline .client=${client}></wallet-account>`);
}

const picture = (element: Element) => part(element, 'avatar').outerHTML;

describe('<wallet-account>: the avatar', () => {
  afterEach(() => page.uninstall());

  it('is the same for the same address, and different for another address', async () => {
    const first = picture(await account());
    expect(picture(await account())).to.equal(first);
    expect(picture(await account(OTHER_STX_ADDRESS))).to.not.equal(first);
  });

  it('is hidden from screen readers', async () => {
    expect(part(await account(), 'avatar').getAttribute('aria-hidden')).to.equal('true');
  });
});

describe('<wallet-account>: the actions', () => {
  afterEach(() => page.uninstall());

  for (const width of [250, 320, 480]) {
    it(`fit at the largest size of the text, ${width} px wide`, async () => {
      const element = await account();
      Object.assign(element.style, { inlineSize: `${width}px`, maxInlineSize: 'none' });
      element.style.setProperty('--wallet-font-size', '24px');
      const actions = [...element.shadowRoot!.querySelectorAll<HTMLElement>('.action')];
      expect(actions).to.have.length(3);
      for (const { scrollWidth, clientWidth, innerText } of actions)
        expect(scrollWidth, innerText).to.be.at.most(clientWidth);
    });
  }
});

describe('<wallet-account>: the actions in every language', () => {
  afterEach(() => page.uninstall());

  it('are in one row, 270 px wide', async function () {
    if (roundsLetters()) this.skip();
    for (const language of ['en', ...Object.keys(locales)]) {
      await loadMessages(language);
      const element = await account();
      element.lang = language;
      element.style.inlineSize = '270px';
      await waitUntil(() => inside(element, '.all').lang === language);
      await element.updateComplete;
      const actions = [...element.shadowRoot!.querySelectorAll<HTMLElement>('.action')];
      expect(actions).to.have.length(3);
      expect(new Set(actions.map((one) => one.offsetTop)), language).to.have.property('size', 1);
      for (const { scrollWidth, clientWidth, innerText } of actions)
        expect(scrollWidth, innerText).to.be.at.most(clientWidth);
      element.remove();
    }
  });
});

describe('<wallet-account>: the network', () => {
  afterEach(() => page.uninstall());

  it('is shown without a warning', async () => {
    const element = await account();
    expect(part(element, 'network').innerText).to.equal('Mainnet');
    expect(findPart(element, 'network-warning')).to.equal(null);
  });

  it('is shown on another network, without a warning if the page uses it', async () => {
    const element = await account(TESTNET, 'testnet');
    expect(part(element, 'network').textContent).to.equal('testnet');
    expect(findPart(element, 'network-warning')).to.equal(null);
  });

  it('is shown with a warning if the page uses another network', async () => {
    const element = await account(TESTNET, 'mainnet');
    const { innerText } = part(element, 'network-warning');
    expect(innerText.trim()).to.equal(
      'Your wallet is on testnet, but this page uses mainnet. Switch to mainnet in your wallet.',
    );
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`passes axe with a warning in ${scheme}`, () =>
      inScheme(scheme, async () => {
        await expect(await account(TESTNET, 'mainnet')).to.be.accessible();
      }));
  }
});

describe('<wallet-account>: name and balance', () => {
  afterEach(() => page.uninstall());

  it('are shown in the menu of a connect button', async () => {
    page = await installed({ connected: true });
    const button = await fixture<WalletConnectButton>(
      html`<wallet-connect-button .client=${page.client}
        ><b slot="name">larkspur.btc</b><i slot="balance">3 STX</i></wallet-connect-button
      >`,
    );
    const [name, balance] = button.children;
    expect((name as HTMLElement).checkVisibility()).to.be.false;
    inside(button, 'button').click();
    await waitUntil(() => (name as HTMLElement).checkVisibility());
    expect((balance as HTMLElement).checkVisibility()).to.be.true;
    expect(part(button, 'address').textContent, 'instead of the address').to.equal('larkspur.btc');
  });

  it('are shown by the account itself', async () => {
    const element = await account();
    element.innerHTML = '<b slot="name">larkspur.btc</b><i slot="balance">3 STX</i>';
    await nextFrame();
    for (const child of element.children) expect(child.checkVisibility()).to.be.true;
  });
});

describe('<wallet-account>: the sheet of a small screen', () => {
  beforeEach(() => setViewport({ width: 390, height: 700 }));
  afterEach(async () => {
    page.uninstall();
    await resetMouse();
    await setViewport({ width: 800, height: 600 });
  });

  async function sheet() {
    // WebKitGTK changes the size of its window later.
    await waitUntil(() => matchMedia('(max-width: 480px)').matches);
    page = await installed({ connected: true });
    const element = await fixture<WalletAccount>(
      html`<wallet-account .client=${page.client}></wallet-account>`,
    );
    const trigger = inside(element, '#trigger');
    trigger.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => findPart(element, 'disconnect-button'));
    const dialog = inside<HTMLDialogElement>(element, '#sheet');
    await Promise.all(dialog.getAnimations().map(({ finished }) => finished));
    return { element, dialog, trigger };
  }

  it('is at the bottom, as wide as the screen', async () => {
    const { dialog } = await sheet();
    const { left, right, bottom } = dialog.getBoundingClientRect();
    expect([left, right, Math.round(bottom)]).to.deep.equal([0, 390, 700]);
  });

  it('is modal: the page behind it is inert and does not scroll, and Tab stays inside', async () => {
    const { element, dialog } = await sheet();
    const link = await fixture<HTMLAnchorElement>(html`<a href="#after">After</a>`);
    expect(dialog.matches(':modal')).to.equal(true);
    expect(getComputedStyle(document.documentElement).overflowY).to.equal('hidden');
    link.focus();
    expect(document.activeElement).to.not.equal(link);
    // In Firefox the focus moves to the browser's own interface, and no driver can bring it back.
    for (let presses = 0; hasCdp && presses < 25; presses++) {
      await sendKeys({ press: 'Tab' });
      expect(document.activeElement === link).to.equal(false);
    }
    if (hasCdp) {
      const names = (await axTree()).map(({ role, name }) => `${role?.value} ${name?.value}`);
      expect(names).to.include('dialog Account');
      expect(names).to.not.include('link After');
    }
    await expect(element).to.be.accessible();
  });

  for (const [how, close] of [
    ['Escape', () => sendKeys({ press: 'Escape' })],
    ['its button', (element: WalletAccount) => press(part(element, 'close-button'))],
    ['a press on the backdrop', () => sendMouse({ type: 'click', position: [195, 20] })],
    ['hide()', (element: WalletAccount) => element.hide()],
  ] as const) {
    it(`closes by ${how}: the focus returns, and the page scrolls again`, async () => {
      const { element, dialog, trigger } = await sheet();
      const toggles: boolean[] = [];
      element.addEventListener('wallet-account-toggle', ({ open }) => toggles.push(open));
      await close(element);
      await waitUntil(() => !element.open);
      await element.updateComplete;
      expect([dialog.open, element.hasAttribute('open')]).to.deep.equal([false, false]);
      expect(toggles).to.deep.equal([false]);
      expect(element.shadowRoot!.activeElement === trigger).to.equal(true);
      expect(getComputedStyle(document.documentElement).overflowY).to.equal('visible');
      await waitUntil(() => !findPart(element, 'disconnect-button'), 'the content is removed');
    });
  }

  it('lets the page scroll again after it was removed while open', async () => {
    const { element } = await sheet();
    element.remove();
    expect(element.open).to.equal(false);
    expect(getComputedStyle(document.documentElement).overflowY).to.equal('visible');
  });

  it('announces that an address was copied where screen readers hear it', async () => {
    const { element, dialog } = await sheet();
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.resolve() },
      configurable: true,
    });
    await press(part(element, 'copy-button'));
    await waitUntil(() => dialog.querySelector('[role=status]')!.textContent !== '');
    Reflect.deleteProperty(navigator, 'clipboard');
    await press(part(element, 'disconnect-button'));
    await waitUntil(() => !element.open);
    await waitUntil(() => inside(element, '[role=status]').textContent === 'Wallet disconnected.');
  });

  for (const [place, y] of [
    ['handle', 12],
    ['content', 60],
  ] as const)
    it(`closes when its ${place} is dragged down, and its scrim follows`, async function () {
      if (!hasCdp) this.skip();
      // Controls are taller for touch input.
      await cdp('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
      const { element, dialog } = await sheet();
      const { top } = dialog.getBoundingClientRect();
      await swipe(195, top + y, top + y + 150, {
        before() {
          const scrim = Number(getComputedStyle(dialog, '::backdrop').opacity);
          expect(scrim).to.be.closeTo(1 - 150 / dialog.offsetHeight, 0.01);
          expect(getComputedStyle(dialog).translate).to.equal('0px 150px');
        },
      });
      await waitUntil(() => !element.open);
    });
});
