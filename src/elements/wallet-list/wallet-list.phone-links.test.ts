import { expect, fixture, html } from '@open-wc/testing';
import { createWalletClient } from '../../core/client.js';
import './define.js';
import { fakeWallet, memoryStorage } from '../../testing/fake-wallet.js';
import { press } from '../../testing/element-helpers.js';
import { walletButton } from '../../testing/modal.js';
import { waitUntil } from '../../testing/wait-until.js';
import type { WalletList } from './wallet-list.js';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const page = window as unknown as Record<string, unknown>;
const before = location.href;

/** A list of the wallets of this page, with a new client that has these options. */
async function list(options = {}): Promise<WalletList> {
  const client = createWalletClient({ storage: memoryStorage() }).with(options);
  return fixture(html`<wallet-list .client=${client}></wallet-list>`);
}

const row = (element: WalletList, name: string) => walletButton(element, name).closest('li')!;
const button = (element: WalletList, text: string) =>
  [...element.shadowRoot!.querySelectorAll('button')].find((one) => one.innerText === text)!;
const links = (element: WalletList, name: string) =>
  [...row(element, name).querySelectorAll('a')].map(({ href }) => href);

describe('<wallet-list> on a phone', () => {
  beforeEach(() =>
    Object.defineProperty(navigator, 'userAgent', { value: IPHONE, configurable: true }),
  );
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'userAgent');
    for (const name of ['LeatherProvider', 'AlderProvider', 'btc_providers']) delete page[name];
    history.replaceState(null, '', before);
  });

  it('opens this page in Leather, with its path, query and hash, and links to the app store', async () => {
    history.replaceState(null, '', '/a%20b/?pay=1&to=$&#part/2?x=1&y');
    const element = await list();
    const [open] = links(element, 'Leather');
    const url = new URL(open!);
    expect(url.protocol).to.equal('leather:');
    expect(open).to.match(/^leather:\/\/browser\?url=/);
    expect(url.hash, 'everything is in the parameter').to.equal('');
    expect([...url.searchParams]).to.deep.equal([['url', location.href]]);
    await press(button(element, 'Get one'));
    await element.updateComplete;
    const [store] = links(element, 'Leather');
    expect(store).to.match(/^https:\/\/apps\.apple\.com\/app\/id\d+$/);
    await press(button(element, 'Back'));
    await element.updateComplete;
    expect(links(element, 'Leather')).to.deep.equal([open]);
  });

  it('opens the page of the time of the press, after a single-page app has changed it', async () => {
    const element = await list();
    const link = () => row(element, 'Xverse').querySelector('a')!;
    const opened = () => new URL(link().href).searchParams.get('url');
    for (const press of ['pointerdown', 'keydown']) {
      history.pushState(null, '', `/after/${press}?{url}`);
      link().dispatchEvent(new Event(press, { bubbles: true, composed: true }));
      // The link is opened by another event, after the update.
      await Promise.resolve();
      expect(opened(), press).to.equal(location.href);
    }
  });

  it('shows which wallet the page recommends, while it opens wallets and while it installs one', async () => {
    const client = createWalletClient({ storage: memoryStorage() });
    const element = await fixture<WalletList>(
      html`<wallet-list
        recommend="XverseProviders.BitcoinProvider"
        .client=${client}
      ></wallet-list>`,
    );
    const recommended = () =>
      [...element.shadowRoot!.querySelectorAll<HTMLElement>('.recommended')].map(({ innerText }) =>
        innerText.split('\n').filter(Boolean).slice(0, 3),
      );
    expect(recommended()).to.deep.equal([['Xverse', 'Recommended', 'Open']]);
    await press(button(element, 'Get one'));
    await element.updateComplete;
    expect(recommended()).to.deep.equal([['Xverse', 'Recommended', 'Get']]);
  });

  it('has one action in each row, and does not say that there is no wallet: a page cannot see apps', async () => {
    const element = await list();
    const texts = () =>
      [...element.shadowRoot!.querySelectorAll('li')].map((one) =>
        one.innerText.split('\n').filter(Boolean),
      );
    expect(texts()).to.deep.include.members([
      ['Leather', 'Open'],
      ['Fordefi', 'Get', '(new tab)'],
    ]);
    const { innerText } = element.shadowRoot!.querySelector<HTMLElement>('.wallets')!;
    expect(innerText).to.match(/^Continue in your wallet app\./);
    expect(innerText).not.to.contain('No wallet found');
    await press(button(element, 'Get one'));
    await element.updateComplete;
    expect(texts()).to.deep.include.members([
      ['Leather', 'Get', '(new tab)'],
      ['Fordefi', 'Get', '(new tab)'],
    ]);
  });

  it('does not offer to open Leather inside Leather, which injects its provider late', async () => {
    const element = await list();
    expect(links(element, 'Leather')).to.have.length(1);
    page['LeatherProvider'] = fakeWallet();
    await waitUntil(() => walletButton(element, 'Leather').localName === 'button');
    expect(links(element, 'Leather')).to.deep.equal([]);
  });

  it('does not offer to open another wallet inside the browser of a wallet', async () => {
    page['LeatherProvider'] = fakeWallet();
    const element = await list();
    const shown = [...element.shadowRoot!.querySelectorAll('[data-id]')];
    expect(shown.map((one) => one.getAttribute('data-id'))).to.deep.equal(['LeatherProvider']);
    delete page['LeatherProvider'];
    const later = await list();
    expect(links(later, 'Xverse')[0]).to.contain('https://connect.xverse.app/browser?url=');
    page['LeatherProvider'] = fakeWallet();
    await waitUntil(() => walletButton(later, 'Leather').localName === 'button');
    // Rows that are already shown stay, but link only to the store.
    for (const url of links(later, 'Xverse')) expect(url).to.contain('apps.apple.com');
  });

  it('ignores links of the page and of announced wallets with another scheme than https', async () => {
    const openInWalletUrl = 'other://browser?url={url}';
    const alder = { id: 'AlderProvider', name: 'Alder', webUrl: 'https://alder.example/' };
    const birch = { id: 'BirchProvider', name: 'Birch', webUrl: 'https://birch.example/' };
    const leather = { id: 'LeatherProvider', name: 'Leather', openInWalletUrl };
    page['btc_providers'] = [{ ...alder, openInWalletUrl }, leather];
    const element = await list({
      defaultProviders: [alder, { ...birch, openInWalletUrl }, leather],
    });
    expect(links(element, 'Alder'), 'announced').to.deep.equal([alder.webUrl]);
    expect(links(element, 'Birch'), 'of the page').to.deep.equal([birch.webUrl]);
    expect(links(element, 'Leather')[0]).to.match(/^leather:/);
  });
});

describe('<wallet-list> on a desktop', () => {
  it('offers no QR code with the scheme of an app, which many cameras ignore', async () => {
    const element = await list();
    for (const link of links(element, 'Leather')) expect(link).to.match(/^https:/);
  });
});
