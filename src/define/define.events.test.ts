import { aTimeout, expect, fixture, html, nextFrame } from '@open-wc/testing';
import { resetMouse, sendKeys } from '@web/test-runner-commands';
import { inside, installed, type Installed, part, press } from '../testing/element-helpers.js';
import { ADDRESSES, OTHER_STX_ADDRESS, STX_ADDRESS, success } from '../testing/fake-wallet.js';
import { clickBackdrop, shown, still, walletButton } from '../testing/modal.js';
import { waitUntil } from '../testing/wait-until.js';
import './all.js';

/** What a listener on the document receives from an element in another element's shadow root. */
type Received = Record<string, unknown> & { type: string };

/** The fields that any of the events may have. */
const FIELDS = [
  'addresses',
  'address',
  'copied',
  'error',
  'method',
  'open',
  'params',
  'providerId',
  'reason',
  'rejected',
  'result',
  'status',
];

const TYPES = [
  'wallet-before-connect',
  'wallet-connect',
  'wallet-connect-error',
  'wallet-disconnect',
  'wallet-account-toggle',
  'wallet-copy',
  'wallet-before-request',
  'wallet-request-success',
  'wallet-request-error',
  'wallet-modal-show',
  'wallet-modal-after-show',
  'wallet-modal-hide',
  'wallet-modal-after-hide',
  'wallet-select',
  'wallet-change',
];

const LOCKED = () => Promise.reject({ error: { code: -32603, message: 'Locked' } });
const DECLINED = () => Promise.reject({ error: { code: 4001, message: 'No' } });
const APPROVED = () => success({ addresses: ADDRESSES });

describe('every event of the wallet elements', () => {
  let received: Received[] = [];
  let page: Installed;

  const listen = (event: Event): void => {
    const fields = FIELDS.filter((field) => field in event);
    received.push({
      type: event.type,
      cancelable: event.cancelable,
      // The innermost target that a page can see: the element itself, not a part of its shadow root.
      from: (event.composedPath()[0] as Element).localName,
      ...Object.fromEntries(fields.map((field) => [field, Reflect.get(event, field) as unknown])),
    });
  };

  beforeEach(() => {
    received = [];
    for (const type of TYPES) document.addEventListener(type, listen);
  });

  afterEach(async () => {
    for (const type of TYPES) document.removeEventListener(type, listen);
    page.uninstall();
    await resetMouse();
  });

  /** An element in the shadow root of another, with a client for a fake wallet that behaves as `setup` says. */
  async function within<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    setup: Parameters<typeof installed>[0] = {},
    attributes: Record<string, string> = {},
  ): Promise<HTMLElementTagNameMap[Tag]> {
    page = await installed(setup);
    const host = await fixture(html`<div></div>`);
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    host.attachShadow({ mode: 'open' }).append(Object.assign(element, { client: page.client }));
    await nextFrame();
    return element;
  }

  const types = () => received.map(({ type }) => type);
  const only = (type: string) => received.filter((event) => event.type === type);

  it('<wallet-connect-button>: before-connect and connect', async () => {
    const from = 'wallet-connect-button';
    await press(await within(from));
    await waitUntil(() => received.length > 1);
    const { addresses } = page.client.state as { addresses: unknown };
    expect(received).to.deep.equal([
      { type: 'wallet-before-connect', cancelable: true, from },
      { type: 'wallet-connect', cancelable: false, from, addresses },
    ]);
    expect(JSON.stringify(addresses)).to.contain(STX_ADDRESS);
  });

  for (const [what, behaviour, rejected] of [
    ['a failure', LOCKED, false],
    ['a rejection', DECLINED, true],
  ] as const) {
    it(`<wallet-connect-button>: connect-error, for ${what}`, async () => {
      const from = 'wallet-connect-button';
      await press(await within(from, { behaviour }));
      await waitUntil(() => received.length > 1);
      const { error, ...rest } = received[1]!;
      expect(rest).to.deep.equal({
        type: 'wallet-connect-error',
        cancelable: false,
        from,
        rejected,
      });
      expect(error).to.include({ name: 'JsonRpcError', code: rejected ? -32000 : -32603 });
    });

    it(`<wallet-request-button>: before-request and request-error, for ${what}`, async () => {
      const from = 'wallet-request-button';
      const method = 'stx_signMessage';
      const attributes = { method, params: '{"message":"hi"}' };
      await press(await within(from, { behaviour, connected: true }, attributes));
      await waitUntil(() => received.length > 1);
      const { error, ...rest } = received[1]!;
      expect([received[0], rest]).to.deep.equal([
        {
          type: 'wallet-before-request',
          cancelable: true,
          from,
          method,
          params: { message: 'hi' },
        },
        { type: 'wallet-request-error', cancelable: false, from, method, rejected },
      ]);
      expect(error).to.include({ name: 'JsonRpcError', code: rejected ? -32000 : -32603 });
    });
  }

  it('<wallet-request-button>: request-success', async () => {
    const from = 'wallet-request-button';
    const behaviour = APPROVED;
    await press(await within(from, { behaviour, connected: true }, { method: 'getAddresses' }));
    await waitUntil(() => only('wallet-request-success').length > 0);
    const { result, ...rest } = received.at(-1)!;
    expect(types()).to.deep.equal(['wallet-before-request', 'wallet-request-success']);
    expect(rest).to.deep.equal({
      type: 'wallet-request-success',
      cancelable: false,
      from,
      method: 'getAddresses',
    });
    expect(JSON.stringify(result)).to.contain(STX_ADDRESS);
  });

  it('<wallet-account>: toggle, copy and disconnect', async () => {
    const from = 'wallet-account';
    const element = await within(from, { connected: true });
    await press(inside(element, '[part=trigger]'));
    await waitUntil(() => only('wallet-account-toggle').length === 1);
    await press(inside(element, '[part=copy-button]'));
    await waitUntil(() => only('wallet-copy').length === 1);
    await press(inside(element, '[part=disconnect-button]'));
    await waitUntil(() => only('wallet-account-toggle').length === 2);
    const toggle = { type: 'wallet-account-toggle', cancelable: false, from };
    expect(only('wallet-account-toggle')).to.deep.equal([
      { ...toggle, open: true },
      { ...toggle, open: false },
    ]);
    const { copied, ...copy } = only('wallet-copy')[0]!;
    expect(copy).to.deep.equal({
      type: 'wallet-copy',
      cancelable: false,
      from,
      address: STX_ADDRESS,
    });
    expect(copied, 'depends on the browser').to.be.a('boolean');
    expect(only('wallet-disconnect')).to.deep.equal([
      { type: 'wallet-disconnect', cancelable: false, from },
    ]);
  });

  it('<wallet-list>: select', async () => {
    const list = await within('wallet-list', { behaviour: APPROVED });
    await press(walletButton(list, 'Fake wallet'));
    expect(received).to.deep.equal([
      {
        type: 'wallet-select',
        cancelable: true,
        from: 'wallet-list',
        providerId: 'FakeWalletProvider',
      },
    ]);
  });

  it('<wallet-context>: change, for a new status and for a new account', async () => {
    const from = 'wallet-context';
    const context = await within(from);
    await context.connect();
    await waitUntil(() => received.length > 0 && context.status === 'connected');
    await waitUntil(() => page.wallet.listenerCount > 0);
    const change = { type: 'wallet-change', cancelable: false, from, status: 'connected' };
    await waitUntil(() => received.some((event) => Object.values(event).includes('connected')));
    await aTimeout(20);
    expect(received.at(-1)).to.deep.equal(change);
    received = [];
    page.wallet.emit('stx_accountChange', {
      addresses: [{ symbol: 'STX', address: OTHER_STX_ADDRESS, publicKey: '' }],
    });
    await waitUntil(() => received.length > 0);
    expect(received).to.deep.equal([change]);
    context.disconnect();
    await waitUntil(() => received.length > 1);
    expect(received[1]).to.deep.equal({ ...change, status: 'disconnected' });
  });

  it('<wallet-select-modal>: show, after-show, select, hide and after-hide', async () => {
    const from = 'wallet-select-modal';
    const modal = await within(from, { behaviour: APPROVED });
    modal.show();
    await shown(modal);
    await still(modal);
    await press(walletButton(modal, 'Fake wallet'));
    await waitUntil(() => only('wallet-modal-after-hide').length > 0);
    const reason = 'connected';
    expect(received).to.deep.equal([
      { type: 'wallet-modal-show', cancelable: true, from },
      { type: 'wallet-modal-after-show', cancelable: false, from },
      { type: 'wallet-select', cancelable: true, from, providerId: 'FakeWalletProvider' },
      { type: 'wallet-modal-hide', cancelable: false, from, reason },
      { type: 'wallet-modal-after-hide', cancelable: false, from, reason },
    ]);
  });

  it('<wallet-select-modal>: hide can be canceled only when the user closes it', async () => {
    const modal = await within('wallet-select-modal', { behaviour: APPROVED });
    const ways = {
      escape: () => sendKeys({ press: 'Escape' }),
      backdrop: () => clickBackdrop(),
      'close-button': () => press(part(modal, 'close-button')),
      api: () => modal.hide(),
      removed: () => modal.remove(),
    };
    const root = modal.getRootNode() as ShadowRoot;
    for (const close of Object.values(ways)) {
      root.append(modal);
      modal.show();
      await shown(modal);
      await still(modal);
      await close();
      await waitUntil(() => !modal.open);
    }
    // The event of a removed modal does not reach the document.
    expect(
      only('wallet-modal-hide').map(({ reason, cancelable }) => [reason, cancelable]),
    ).to.deep.equal([
      ['escape', true],
      ['backdrop', true],
      ['close-button', true],
      ['api', false],
    ]);
  });
});
