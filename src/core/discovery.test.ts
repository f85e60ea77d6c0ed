import { expect } from '@open-wc/testing';
import { fakeWallet } from '../testing/fake-wallet.js';
import { createDiscovery } from './discovery.js';

type Page = Record<string, unknown>;

const page = window as unknown as Page;
const KEYS = ['wbip_providers', 'btc_providers', 'webbtc_stx_providers', 'AProvider', 'BProvider'];

afterEach(() => KEYS.forEach((name) => delete page[name]));

const installedIds = () =>
  createDiscovery(window, [])
    .list()
    .installed.map(({ id }) => id);

describe('discovery', () => {
  it('merges the three registries and lists each wallet once', () => {
    page['AProvider'] = fakeWallet();
    page['BProvider'] = fakeWallet();
    const a = { id: 'AProvider', name: 'A' };
    page['wbip_providers'] = [a];
    page['btc_providers'] = [a, { id: 'BProvider', name: 'B' }];
    page['webbtc_stx_providers'] = [a];
    expect(installedIds()).to.deep.equal(['AProvider', 'BProvider']);
  });

  it('lists one provider object once, whatever names it goes by', () => {
    page['AProvider'] = page['BProvider'] = fakeWallet();
    page['wbip_providers'] = ['AProvider', 'BProvider'].map((id) => ({ id, name: id }));
    expect(installedIds()).to.deep.equal(['AProvider']);
  });

  it('skips malformed entries and keeps the rest', () => {
    page['AProvider'] = fakeWallet();
    const throwing = {
      get id() {
        throw new Error('boo');
      },
    };
    page['wbip_providers'] = [
      null,
      5,
      'x',
      {},
      throwing,
      { id: 'AProvider' },
      { id: '..', name: 'x' },
      { id: 'constructor', name: 'x' },
      { id: 'location.href', name: 'x' },
      {
        id: 'AProvider',
        name: 'A\u202e<b>',
        icon: 'javascript:alert(1)',
        webUrl: 'http://x.example',
      },
    ];
    expect(createDiscovery(window, []).list().installed).to.deep.equal([
      { id: 'AProvider', name: 'A<b>' },
    ]);
  });

  it('survives registries that throw at every touch', () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    page['btc_providers'] = proxy;
    page['webbtc_stx_providers'] = new Proxy([], {
      get() {
        throw new Error('boo');
      },
    });
    page['AProvider'] = fakeWallet();
    page['wbip_providers'] = [{ id: 'AProvider', name: 'A' }];
    expect(installedIds()).to.deep.equal(['AProvider']);
  });

  it('reads a thousand entries without listing a thousand', () => {
    page['AProvider'] = fakeWallet();
    page['wbip_providers'] = Array.from({ length: 1000 }, (_, i) => ({ id: `P${i}`, name: 'x' }));
    expect(installedIds()).to.deep.equal([]);
  });

  it('walks own properties only', () => {
    const discovery = createDiscovery(window, []);
    for (const id of ['constructor', 'location.href', '__proto__', 'toString', '', '.', 'a..b']) {
      expect(discovery.provider(id), id).to.equal(undefined);
    }
  });

  it('is told of a wallet that comes late, until undone', async () => {
    const discovery = createDiscovery(window, []);
    const seen: string[][] = [];
    const undo = discovery.watch(({ installed }) => seen.push(installed.map(({ id }) => id)));
    page['AProvider'] = fakeWallet();
    page['wbip_providers'] = [{ id: 'AProvider', name: 'A' }];
    await new Promise((resolve) => setTimeout(resolve, 600));
    undo();
    delete page['AProvider'];
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(seen).to.deep.equal([['AProvider']]);
  });
});

describe('a wallet that this library knows', () => {
  const known = { id: 'AProvider', name: 'A', webUrl: 'https://a.example/' };

  it('goes by the name and the icon that it brings, and keeps this library’s links', () => {
    page['AProvider'] = fakeWallet();
    const icon = 'data:image/png;base64,AA==';
    const own = { id: 'AProvider', name: 'A (beta)', icon, webUrl: 'https://other.example/' };
    page['btc_providers'] = [own];
    expect(createDiscovery(window, [{ info: known }]).list().installed).to.deep.equal([
      { ...known, name: 'A (beta)', icon },
    ]);
  });

  it('is offered while it is not installed', () => {
    expect(createDiscovery(window, [{ info: known }]).list().others).to.deep.equal([known]);
  });
});
