import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { configure } from '../../core/configure.js';
import { findPart, inside, installed, type Installed } from '../../testing/element-helpers.js';
import { pause, waitUntil } from '../../testing/wait-until.js';
import type { WalletConnectButton } from '../wallet-connect-button/wallet-connect-button.js';
import type { WalletAccount } from './wallet-account.js';
import './define.js';
import '../wallet-connect-button/define.js';

const BALANCE = { balance: '1204500000', available: '1204500000', locked: null, mempool: null };

let page: Installed | undefined;
let number = 0;

/** A wallet, and a service of balances. `asked`: the paths for which the service was asked. */
async function connected(answer = () => Response.json(BALANCE)) {
  number += 1;
  const asked: string[] = [];
  configure({
    stacksApi: { mainnet: `https://balances-${number}.example` },
    fetch: (href) => {
      const { pathname } = new URL(String(href));
      asked.push(pathname);
      const isBalance = pathname.endsWith('/balances/stx');
      return Promise.resolve(isBalance ? answer() : new Response('', { status: 500 }));
    },
  });
  page = await installed({ connected: true });
  return { asked, client: page.client };
}

const text = (element: Element | null) =>
  element?.shadowRoot?.querySelector('ft-amount')?.shadowRoot?.textContent?.replace(/\s+/g, ' ');

describe('the balance of the account', () => {
  afterEach(() => page?.uninstall());

  it('is read and shown only with `balance`', async () => {
    const { asked, client } = await connected();
    const element = await fixture<WalletAccount>(
      html`<wallet-account inline .client=${client}></wallet-account>`,
    );
    await pause(200);
    expect(findPart(element, 'balance')).to.equal(null);
    expect(asked).to.deep.equal([]);
    element.balance = true;
    await waitUntil(() => text(findPart(element, 'balance'))?.includes('1,204.5'));
    await expect(element).to.be.accessible();
  });

  it('gives way to a balance of the page in the slot', async () => {
    const { client } = await connected();
    const element = await fixture<WalletAccount>(
      html`<wallet-account inline balance .client=${client}
        ><i slot="balance">3 HNY</i></wallet-account
      >`,
    );
    await waitUntil(() => !findPart(element, 'balance'));
    expect((element.firstElementChild as HTMLElement).checkVisibility()).to.equal(true);
  });

  it('can be read on a filled button, whose address is whole at 320 px', async () => {
    const { client } = await connected();
    await setViewport({ width: 320, height: 640 });
    const button = await fixture<WalletConnectButton>(
      html`<wallet-connect-button
        balance
        variant="filled"
        .client=${client}
      ></wallet-connect-button>`,
    );
    button.style.maxInlineSize = '272px';
    const balance = () => button.shadowRoot!.querySelector('button wallet-balance');
    await waitUntil(() => text(balance())?.includes('1,204.5'));
    const amount = balance()!.shadowRoot!.querySelector('ft-amount')!;
    expect(getComputedStyle(amount).color).to.equal(getComputedStyle(inside(button, 'button')).color); // prettier-ignore
    await waitUntil(() => inside(button, '.picture > svg'));
    const { scrollWidth, clientWidth } = inside(button, '.address');
    expect(scrollWidth).to.equal(clientWidth);
    await setViewport({ width: 800, height: 600 });
  });

  it('is on the connect button only where it is whole beside the whole address, without a gap', async function () {
    this.timeout(20_000);
    const { client } = await connected();
    const box = await fixture<HTMLElement>(
      html`<div><wallet-connect-button balance .client=${client}></wallet-connect-button></div>`,
    );
    const button = box.querySelector('wallet-connect-button')!;
    await waitUntil(() => inside(button, '.picture > svg'));
    await waitUntil(() =>
      text(button.shadowRoot!.querySelector('button wallet-balance'))?.includes('1,204.5'),
    );
    const measure = (selector: string) => inside(button, selector).getBoundingClientRect();
    const full = Math.ceil(measure('button').width);
    for (const dir of ['ltr', 'rtl']) {
      button.dir = dir;
      for (let width = full + 20; width > 130; width -= 10) {
        box.style.inlineSize = `${width}px`;
        const outer = measure('button');
        const amount = measure('.amount');
        const isShown = amount.top < outer.bottom - 4;
        const where = `${dir} ${width}`;
        expect(outer.width, where).to.be.at.most(width + 0.5);
        if (width > full) expect(isShown, where).to.equal(true);
        if (width < full - 10) expect(isShown, where).to.equal(false);
        // Both sides have the same space, apart from that of the picture, which is half a letter wider.
        const ends = [
          measure('.picture'),
          measure('.chevron'),
          ...(isShown ? [measure('wallet-balance')] : []),
        ];
        const left = Math.min(...ends.map((end) => end.left)) - outer.left;
        const right = outer.right - Math.max(...ends.map((end) => end.right));
        expect(Math.abs(left - right), where).to.be.below(14);
        const { scrollWidth, clientWidth } = inside(button, '.address');
        if (isShown) expect(scrollWidth, where).to.be.at.most(clientWidth + 1);
      }
    }
  });

  it('is on the connect button and in its menu', async () => {
    const { client } = await connected();
    const button = await fixture<WalletConnectButton>(
      html`<wallet-connect-button balance .client=${client}></wallet-connect-button>`,
    );
    await waitUntil(() =>
      text(button.shadowRoot!.querySelector('button wallet-balance'))?.includes('1,204.5'),
    );
    inside(button, 'button').click();
    const account = inside<WalletAccount>(button, 'wallet-account');
    await waitUntil(() => text(findPart(account, 'balance'))?.includes('1,204.5'));
    await expect(button).to.be.accessible();
  });

  it('has its worth in the menu, not on the connect button, with `fiat`', async () => {
    const { client } = await connected();
    configure({ network: 'mainnet', prices: () => ({ price: '0.5' }) });
    const button = await fixture<WalletConnectButton>(
      html`<wallet-connect-button balance fiat="eur" .client=${client}></wallet-connect-button>`,
    );
    inside(button, 'button').click();
    const account = inside<WalletAccount>(button, 'wallet-account');
    await waitUntil(() => text(findPart(account, 'balance'))?.includes('602.25'));
    expect(text(button.shadowRoot!.querySelector('button wallet-balance'))).to.not.contain(
      '602.25',
    );
  });
});

describe('a balance that cannot be read', () => {
  afterEach(() => page?.uninstall());

  it('is said in the menu, and not on the connect button, which must not contain another button', async () => {
    const { client } = await connected(() => new Response('', { status: 500 }));
    const button = await fixture<WalletConnectButton>(
      html`<wallet-connect-button balance .client=${client}></wallet-connect-button>`,
    );
    const shown = () =>
      button.shadowRoot!.querySelector<HTMLElement>('button wallet-balance[status=error]');
    await waitUntil(shown);
    expect(findPart(shown()!, 'retry-button')!.checkVisibility()).to.equal(false);
    expect(inside(button, 'button').innerText).to.not.contain('not available');
    inside(button, 'button').click();
    const account = inside<WalletAccount>(button, 'wallet-account');
    await waitUntil(() => findPart(account, 'balance')?.getAttribute('status') === 'error');
    expect(findPart(findPart(account, 'balance')!, 'retry-button')!.checkVisibility()).to.equal(
      true,
    );
  });
});

describe('the attribute rich', () => {
  afterEach(() => page?.uninstall());

  it('turns on the name, the balance and the transactions of <wallet-account>', async () => {
    const { asked, client } = await connected();
    const element = await fixture<WalletAccount>(
      html`<wallet-account inline rich .client=${client}></wallet-account>`,
    );
    await waitUntil(() => findPart(element, 'balance') && findPart(element, 'transactions'));
    await waitUntil(() => asked.some((path) => path.endsWith('/get-primary')));
  });

  it('turns them on in <wallet-connect-button>, unless it is "false"', async () => {
    const { client } = await connected();
    for (const [value, isOn] of [
      ['', true],
      ['false', false],
    ] as const) {
      const button = await fixture<WalletConnectButton>(
        html`<wallet-connect-button rich=${value} .client=${client}></wallet-connect-button>`,
      );
      inside(button, 'button').click();
      const account = inside<WalletAccount>(button, 'wallet-account');
      await waitUntil(() => findPart(account, 'disconnect-button'));
      expect(findPart(account, 'transactions') !== null, value).to.equal(isOn);
      expect(findPart(account, 'balance') !== null, value).to.equal(isOn);
    }
  });
});
