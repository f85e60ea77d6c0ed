import { expect, fixture, html } from '@open-wc/testing';
import { configure } from '../../core/configure.js';
import { Cl, serialize } from '../../clarity/index.js';
import {
  findPart,
  inside,
  installed,
  part,
  type Installed,
} from '../../testing/element-helpers.js';
import { OTHER_STX_ADDRESS, STX_ADDRESS } from '../../testing/fake-wallet.js';
import { pause, waitUntil } from '../../testing/wait-until.js';
import type { WalletConnectButton } from '../wallet-connect-button/wallet-connect-button.js';
import { shortAddress } from '../../accounts/short-address.js';
import type { WalletAccount } from './wallet-account.js';
import './define.js';
import '../wallet-connect-button/define.js';

const NAME = 'alice.btc';
let page: Installed | undefined;
let number = 0;

/** A node that has one name for every address. `refuse` makes it busy. */
async function connected(name = NAME, owner = STX_ADDRESS) {
  number += 1;
  const asked: string[] = [];
  const control = { refuse: false };
  const buffer = (text: string) => Cl.buffer(new TextEncoder().encode(text));
  const answers: Readonly<Record<string, () => unknown>> = {
    'get-primary': () => {
      const [label = '', namespace = ''] = name.split(/\.(?=[^.]*$)/);
      const tuple = { name: buffer(label), namespace: buffer(namespace) };
      return okay(Cl.ok(Cl.some(Cl.tuple(tuple))));
    },
    'can-resolve-name': () =>
      okay(Cl.ok(Cl.tuple({ owner: Cl.principal(owner), renewal: Cl.uint(0n) }))),
    info: () => ({ burn_block_height: 900 }),
  };
  configure({
    // Answers are kept for ten minutes, by their URL.
    stacksApi: { mainnet: `https://names-${number}.example` },
    fetch: (href) => {
      const { pathname } = new URL(String(href));
      asked.push(pathname);
      if (control.refuse) return Promise.resolve(new Response('', { status: 500 }));
      return Promise.resolve(Response.json(answers[pathname.split('/').at(-1)!]!()));
    },
  });
  page = await installed({ connected: true });
  return { asked, control, client: page.client };
}
const okay = (value: Parameters<typeof serialize>[0]) => ({
  okay: true,
  result: `0x${serialize(value)}`,
});

async function account(given: Parameters<typeof connected>, names = true) {
  const node = await connected(...given);
  const element = await fixture<WalletAccount>(
    html`<wallet-account inline ?names=${names} .client=${node.client}></wallet-account>`,
  );
  return { ...node, element };
}

describe('the name of the account', () => {
  afterEach(() => page?.uninstall());

  it('is shown by <wallet-account names>, beside the address', async () => {
    const { element, asked } = await account([]);
    await waitUntil(() => findPart(element, 'name'));
    const name = part(element, 'name');
    expect([name.localName, name.innerText, name.translate]).to.deep.equal(['bdi', NAME, false]);
    expect(part(element, 'address').innerText).to.equal(shortAddress(STX_ADDRESS));
    expect(asked.length).to.equal(3);
    await expect(element).to.be.accessible();
  });

  it('is asked for only with `names`', async () => {
    const { element, asked } = await account([], false);
    await pause(200);
    expect(asked).to.deep.equal([]);
    expect(findPart(element, 'name')).to.equal(null);
    element.names = true;
    await waitUntil(() => findPart(element, 'name'));
    element.names = false;
    await element.updateComplete;
    expect(findPart(element, 'name')).to.equal(null);
  });

  it('is on the button that opens <wallet-account names>', async () => {
    const { client } = await connected();
    const element = await fixture<WalletAccount>(
      html`<wallet-account names .client=${client}></wallet-account>`,
    );
    await waitUntil(() => findPart(element, 'name'));
    expect(part(element, 'trigger').innerText.replace(/\s+/g, ' ').trim()).to.equal(
      `Account ${NAME} ${shortAddress(STX_ADDRESS)}`,
    );
  });

  for (const [what, name, owner] of [
    ['belongs to another account', NAME, OTHER_STX_ADDRESS],
    ['has other characters', 'аlice.btc', STX_ADDRESS],
    ['has markup', '<b>x</b>.btc', STX_ADDRESS],
    ['has a direction mark', '\u202ealice.btc', STX_ADDRESS],
  ] as const) {
    it(`is not shown if it ${what}`, async () => {
      const { element, asked } = await account([name, owner]);
      await waitUntil(() => asked.length > 0);
      await pause(100);
      expect(findPart(element, 'name')).to.equal(null);
    });
  }

  it('is not that of the former account', async () => {
    const { element, client, asked } = await account([]);
    await waitUntil(() => findPart(element, 'name'));
    const before = asked.length;
    page!.wallet.emit('stx_accountChange', {
      addresses: [{ symbol: 'STX', address: OTHER_STX_ADDRESS, publicKey: '' }],
    });
    await waitUntil(() => client.state.stxAddress === OTHER_STX_ADDRESS);
    await element.updateComplete;
    expect(findPart(element, 'name')).to.equal(null);
    // Else it would ask the node of the next test.
    await waitUntil(() => asked.length > before);
  });

  it('is asked for again when the user returns, if the clock was set back', async () => {
    const { element, asked } = await account([]);
    await waitUntil(() => findPart(element, 'name'));
    const before = asked.length;
    const { now } = Date;
    Date.now = () => now() - 86_400_000;
    try {
      window.dispatchEvent(new Event('focus'));
      await waitUntil(() => asked.length > before);
    } finally {
      Date.now = now;
    }
  });

  it('is asked for again after the service failed, but not at once', async () => {
    const { client, asked, control } = await connected();
    control.refuse = true;
    const { setTimeout } = window;
    const delays: number[] = [];
    let retry: (() => void) | undefined;
    window.setTimeout = ((task: () => void, ms = 0) => {
      delays.push(ms);
      if (ms === 30_000) retry = task;
      return setTimeout(task, ms);
    }) as never;
    try {
      const element = await fixture<WalletAccount>(
        html`<wallet-account inline names .client=${client}></wallet-account>`,
      );
      await waitUntil(() => retry, delays.join());
      element.requestUpdate();
      window.dispatchEvent(new Event('focus'));
      await element.updateComplete;
      expect(asked.length).to.equal(1);
      control.refuse = false;
      retry!();
      await waitUntil(() => findPart(element, 'name'));
    } finally {
      Object.assign(window, { setTimeout });
    }
  });

  it('is not asked for after the element was removed', async () => {
    const { element, asked } = await account([]);
    await waitUntil(() => findPart(element, 'name'));
    element.remove();
    const before = asked.length;
    const { now } = Date;
    Date.now = () => now() + 86_400_000;
    try {
      window.dispatchEvent(new Event('focus'));
      await pause(50);
    } finally {
      Date.now = now;
    }
    expect(asked.length).to.equal(before);
  });

  describe('on <wallet-connect-button names>', () => {
    async function button(content = '') {
      const node = await connected();
      const element = await fixture<WalletConnectButton>(
        html`<wallet-connect-button
          names
          .client=${node.client}
          .innerHTML=${content}
        ></wallet-connect-button>`,
      );
      return { ...node, element };
    }

    it('is beside the short address, and in the name of the button', async () => {
      const { element } = await button();
      await waitUntil(() => findPart(element, 'name'));
      expect(part(element, 'name').innerText).to.equal(NAME);
      expect(part(element, 'name').translate).to.equal(false);
      expect(part(element, 'address').innerText).to.equal(shortAddress(STX_ADDRESS));
      await expect(element).to.be.accessible();
    });

    it('appears as soon as `names` is set, and goes when it is removed', async () => {
      const { element } = await button();
      element.removeAttribute('names');
      await waitUntil(() => element.renderRoot.querySelector('[part=avatar] svg'));
      expect(findPart(element, 'name')).to.equal(null);
      for (const [set, unset] of [
        [() => element.setAttribute('names', ''), () => element.removeAttribute('names')],
        [() => (element.names = true), () => (element.names = false)],
        [() => (element.rich = true), () => (element.rich = false)],
      ] as const) {
        set();
        await waitUntil(() => findPart(element, 'name')?.innerText === NAME);
        unset();
        await waitUntil(() => !findPart(element, 'name'));
      }
    });

    it('and the picture are those of another client that is set later', async () => {
      const { element, client } = await button();
      await waitUntil(() => findPart(element, 'name'));
      element.client = client.with({ network: 'testnet' });
      await waitUntil(() => !findPart(element, 'name'));
      element.client = client.with({ enableOverrides: false });
      await waitUntil(() => findPart(element, 'name'));
      expect(part(element, 'avatar').querySelector('svg')).to.not.equal(null);
    });

    it('gives way before the address where there is little space', async () => {
      const { element } = await button();
      await waitUntil(() => findPart(element, 'name'));
      const width = () => part(element, 'address').getBoundingClientRect().width;
      const whole = width();
      element.style.inlineSize = '210px';
      // A thousandth of what is missing is taken from the address.
      expect(width()).to.be.closeTo(whole, 0.5);
      expect(element.getBoundingClientRect().width).to.equal(210);
      expect(part(element, 'name').scrollWidth).to.be.above(part(element, 'name').clientWidth);
      expect(inside(element, 'button').scrollWidth).to.be.at.most(210);
    });

    it('is removed when the wallet is disconnected', async () => {
      const { element, client } = await button();
      await waitUntil(() => findPart(element, 'name'));
      client.disconnect();
      await waitUntil(() => !findPart(element, 'name'));
    });

    it('is not on the button if the page named the account', async () => {
      const { element, asked } = await button('<span slot="name">My account</span>');
      await waitUntil(() => asked.length === 3);
      await pause(100);
      expect(findPart(element, 'name')).to.equal(null);
      expect(part(element, 'address').innerText).to.equal('My account');
    });
  });
});
