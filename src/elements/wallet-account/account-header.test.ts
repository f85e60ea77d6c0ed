import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { WalletClient } from '../../client/types.js';
import { cdp, hasCdp, swipe } from '../../testing/cdp.js';
import {
  findPart,
  inScheme,
  inside,
  installed,
  type Installed,
  part,
} from '../../testing/element-helpers.js';
import { OTHER_STX_ADDRESS, STX_ADDRESS } from '../../testing/fake-wallet.js';
import { waitUntil } from '../../testing/wait-until.js';
import type { WalletConnectButton } from '../wallet-connect-button/wallet-connect-button.js';
import type { WalletAccount } from './wallet-account.js';
import './define.js';
import '../wallet-connect-button/define.js';

const TESTNET = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKPVKG2CE';

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

const picture = (element: Element) =>
  [...part(element, 'avatar').querySelectorAll('path')].map((path) => path.outerHTML).join();

describe('<wallet-account>: the avatar', () => {
  afterEach(() => page.uninstall());

  it('is the same for the same address, and different for another address', async () => {
    const first = picture(await account());
    expect(picture(await account())).to.equal(first);
    expect(picture(await account(OTHER_STX_ADDRESS))).to.not.equal(first);
  });

  it('differs for addresses that differ in one character', async () => {
    const pictures = new Set<string>();
    for (const last of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
      pictures.add(picture(await account(STX_ADDRESS.slice(0, -1) + last)));
    }
    expect(pictures.size).to.equal(32);
  });

  it('is hidden from screen readers', async () => {
    expect(part(await account(), 'avatar').getAttribute('aria-hidden')).to.equal('true');
  });
});

describe('<wallet-account>: the network', () => {
  afterEach(() => page.uninstall());

  it('is not shown on mainnet', async () => {
    const element = await account();
    expect(findPart(element, 'network')).to.equal(null);
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
    expect(innerText.trim()).to.equal('Your wallet is on testnet, but this page uses mainnet.');
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
    await setViewport({ width: 800, height: 600 });
  });

  async function sheet() {
    page = await installed({ connected: true });
    const element = await fixture<WalletAccount>(
      html`<wallet-account .client=${page.client}></wallet-account>`,
    );
    element.show();
    await waitUntil(() => findPart(element, 'disconnect-button'));
    const menu = inside(element, '#menu');
    await Promise.all(menu.getAnimations().map(({ finished }) => finished));
    return { element, menu };
  }

  it('is at the bottom, as wide as the screen', async () => {
    const { menu } = await sheet();
    const { left, right, bottom } = menu.getBoundingClientRect();
    expect([left, right, Math.round(bottom)]).to.deep.equal([0, 390, 700]);
  });

  it('closes when its handle is dragged down', async function () {
    if (!hasCdp) this.skip();
    // Controls are taller for touch input.
    await cdp('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
    const { element, menu } = await sheet();
    const { top } = menu.getBoundingClientRect();
    await swipe(195, top + 12, top + 160);
    await waitUntil(() => !element.open);
  });
});
