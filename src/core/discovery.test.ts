import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { fakeWallet } from '../testing/fake-wallet.js';
import { waitUntil } from '../testing/wait-until.js';
import type { ProviderDescriptor } from '../wallets/wallet.js';
import { createDiscovery as createFullDiscovery } from './discovery.js';

type Page = Record<string, unknown>;

const page = window as unknown as Page;
const KEYS = [
  'wbip_providers',
  'btc_providers',
  'webbtc_stx_providers',
  'AProvider',
  'BProvider',
  'CProvider',
];

afterEach(() => KEYS.forEach((name) => delete page[name]));

const ICON = 'data:image/png;base64,';
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const LINK = 'https://a.example/';
const LINKS = [
  'webUrl',
  'chromeWebStoreUrl',
  'mozillaAddOnsUrl',
  'iOSAppStoreUrl',
  'googlePlayStoreUrl',
] as const;

/** Its lists are without the fields that are undefined. */
const createDiscovery = (...given: Parameters<typeof createFullDiscovery>) => {
  const discovery = createFullDiscovery(...given);
  const list = (...options: Parameters<typeof discovery.list>) =>
    JSON.parse(JSON.stringify(discovery.list(...options))) as ReturnType<typeof discovery.list>;
  return { ...discovery, list };
};

const installedIds = () =>
  createDiscovery(window, () => [])
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

  it('lists a provider object once, even under several ids', () => {
    page['AProvider'] = page['BProvider'] = fakeWallet();
    page['wbip_providers'] = ['AProvider', 'BProvider'].map((id) => ({ id, name: id }));
    expect(installedIds()).to.deep.equal(['AProvider']);
  });

  it('shows the page’s icon, but not its name or link, for a known wallet that has announced none', () => {
    const own = { id: 'LeatherProvider', name: 'Other', icon: PNG, webUrl: LINK };
    const known = { id: own.id, name: 'Leather', webUrl: 'https://known.example/' };
    const discovery = createDiscovery(window, () => [{ info: known }]);
    expect(discovery.list({ defaultProviders: [own] }).others).to.deep.equal([
      { ...known, icon: PNG },
    ]);
    page['btc_providers'] = [{ ...own, icon: ICON }];
    expect(discovery.list({ defaultProviders: [own] }).others[0]?.icon).to.equal(ICON);
    page['btc_providers'] = [{ ...own, icon: undefined }];
    expect(discovery.list({ defaultProviders: [own] }).others[0]?.icon).to.equal(PNG);
  });

  it('lists known wallets in the order of the registries, then of the page', () => {
    const known = ['AProvider', 'BProvider', 'CProvider'].map((id) => ({
      id,
      name: `Wallet ${id}`,
    }));
    const [a, b, c] = known as [ProviderDescriptor, ProviderDescriptor, ProviderDescriptor];
    const discovery = createDiscovery(window, () => known.map((info) => ({ info })));
    expect(discovery.list({ defaultProviders: [c, a] }).others).to.deep.equal([c, a]);
    page['AProvider'] = fakeWallet();
    page['BProvider'] = fakeWallet();
    page['btc_providers'] = [b, a];
    expect(discovery.list().installed).to.deep.equal([b, a]);
  });

  it('adds no link of the page to a known wallet', () => {
    const known = { id: 'LeatherProvider', name: 'Leather' };
    const entry = { ...known, icon: ICON, webUrl: LINK, mozillaAddOnsUrl: LINK };
    page['btc_providers'] = [entry];
    const { others } = createDiscovery(window, () => [{ info: known }]).list({
      defaultProviders: [{ ...entry, openInWalletUrl: LINK }],
    });
    expect(others).to.deep.equal([{ ...known, icon: ICON }]);
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
    expect(createDiscovery(window, () => []).list().installed).to.deep.equal([
      { id: 'AProvider', name: 'A<b>' },
    ]);
  });

  it('reads the other registries if one is invalid', () => {
    page['AProvider'] = fakeWallet();
    for (const registry of KEYS.slice(0, 3)) {
      page[registry] = [{ id: 'AProvider', name: 'A' }];
      expect(installedIds(), registry).to.deep.equal(['AProvider']);
      delete page[registry];
    }
  });

  it('ignores registries that throw on every access', () => {
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

  it('limits the number of entries of a registry', () => {
    page['AProvider'] = fakeWallet();
    const entries = Array.from({ length: 1000 }, (_, i) => ({ id: `P${i}`, name: 'x' }));
    page['wbip_providers'] = entries;
    expect(installedIds()).to.deep.equal([]);
    const last = { id: 'AProvider', name: 'A' };
    page['wbip_providers'] = [...entries.slice(0, 49), last];
    expect(installedIds()).to.deep.equal(['AProvider']);
    page['wbip_providers'] = [...entries.slice(0, 50), last];
    expect(installedIds()).to.deep.equal([]);
  });

  it('reads only own properties', () => {
    const discovery = createDiscovery(window, () => []);
    for (const id of ['constructor', 'location.href', '__proto__', 'toString', '', '.', 'a..b']) {
      expect(discovery.provider(id), id).to.equal(undefined);
    }
  });

  it('reports a wallet that is injected later, until unsubscribed', async () => {
    const discovery = createDiscovery(window, () => []);
    const seen: string[][] = [];
    const undo = discovery.watch(({ installed }) => seen.push(installed.map(({ id }) => id)));
    page['AProvider'] = fakeWallet();
    page['wbip_providers'] = [{ id: 'AProvider', name: 'A' }];
    await waitUntil(() => seen.length > 0);
    undo();
    delete page['AProvider'];
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(seen).to.deep.equal([['AProvider']]);
  });
});

/** The fields of a registry entry and the description that is shown; undefined: the wallet is not listed. */
const ENTRIES: readonly [what: string, fields: object, shown: object | undefined][] = [
  ['a name of sixty characters', { name: 'x'.repeat(60) }, { name: 'x'.repeat(60) }],
  ['a longer name, cut', { name: 'x'.repeat(61) }, { name: `${'x'.repeat(59)}…` }],
  ['a longer name of surrogate pairs', { name: '👛'.repeat(31) }, { name: `${'👛'.repeat(29)}…` }],
  ['thirty characters of two UTF-16 units', { name: '👛'.repeat(30) }, { name: '👛'.repeat(30) }],
  [
    'a name that begins with a thousand invisible characters',
    { name: `${'\u200b'.repeat(1_000)}A` },
    undefined,
  ],
  [
    'a name with invisible characters and direction marks',
    { name: '\n\u200b A\u0007\u2028B \u202e' },
    { name: 'AB' },
  ],
  ['an invisible name', { name: ' \u200b' }, undefined],
  ['a name that is not a string', { name: { toString: () => 'A' } }, undefined],
  ['a list', { name: ['A'] }, undefined],
  ['an icon', { icon: 'data:image/svg+xml,<svg/>' }, { icon: 'data:image/svg+xml,<svg/>' }],
  [
    'the icon of Leather, whose type no browser displays',
    { icon: 'data:image/svg;base64,PHN2Zy8+' },
    { icon: 'data:image/svg+xml;base64,PHN2Zy8+' },
  ],
  ...['svg', 'SVG', 'svg;charset=utf-8', 'svg;utf8'].map((type): (typeof ENTRIES)[number] => [
    `an SVG icon as text that is declared as ${type}`,
    { icon: `data:image/${type},%3Csvg/%3E` },
    { icon: `data:image/${type.replace(/^svg/i, 'svg+xml')},%3Csvg/%3E` },
  ]),
  [
    'an icon of an unknown type',
    { icon: 'data:image/x-icon;base64,AAABAAEA' },
    { icon: 'data:image/x-icon;base64,AAABAAEA' },
  ],
  ['an icon at an https: URL', { icon: 'https://a.example/a.png' }, {}],
  ['an icon that is not an image', { icon: 'data:text/html,<b>' }, {}],
  ['an icon without data', { icon: 'data:image/png' }, {}],
  ['a large icon', { icon: ICON.padEnd(200_000, 'A') }, { icon: ICON.padEnd(200_000, 'A') }],
  ['an icon too large', { icon: ICON.padEnd(200_001, 'A') }, {}],
  [
    'every link',
    Object.fromEntries(LINKS.map((field) => [field, `HTTPS://a.example/${field}`])),
    Object.fromEntries(LINKS.map((field) => [field, `https://a.example/${field}`])),
  ],
  ['a javascript: link', { webUrl: 'javascript:alert(1)' }, {}],
  ['a link that is not a URL', { webUrl: 'a.example' }, {}],
  ['a link that is not a string', { webUrl: new URL('https://a.example') }, {}],
  ['a long link', { webUrl: LINK.padEnd(2_000, 'a') }, { webUrl: LINK.padEnd(2_000, 'a') }],
  ['a link too long', { webUrl: LINK.padEnd(2_001, 'a') }, {}],
];

describe('a registry entry of a wallet', () => {
  for (const [what, fields, shown] of ENTRIES) {
    it(`is shown safely: ${what}`, () => {
      page['AProvider'] = fakeWallet();
      page['wbip_providers'] = [{ id: 'AProvider', name: 'A', ...fields }];
      expect(createDiscovery(window, () => []).list().installed).to.deep.equal(
        shown ? [{ id: 'AProvider', name: 'A', ...shown }] : [],
      );
    });
  }

  it('must have an id that is a dot path of at most a hundred characters', () => {
    for (const [id, isListed] of [
      ['$_1', true],
      ['P'.repeat(100), true],
      ['P'.repeat(101), false],
      ['a-provider', false],
      ['1Provider', false],
      ['A Provider', false],
    ] as const) {
      page[id] = fakeWallet();
      page['wbip_providers'] = [{ id, name: 'A' }];
      expect(installedIds(), id).to.deep.equal(isListed ? [id] : []);
      delete page[id];
    }
  });

  it('may have a path through a function, but not through a string', () => {
    page['AProvider'] = Object.assign(() => undefined, { stacks: fakeWallet() });
    page['wbip_providers'] = ['AProvider.stacks', 'AProvider.name.length'].map((id) => ({
      id,
      name: id,
    }));
    expect(installedIds()).to.deep.equal(['AProvider.stacks']);
  });
});

describe('a known wallet', () => {
  const known = { id: 'AProvider', name: 'A', webUrl: 'https://a.example/' };

  it('is shown with this library’s name and links, and its own icon', () => {
    page['AProvider'] = fakeWallet();
    const icon = 'data:image/png;base64,AA==';
    const own = { id: 'AProvider', name: 'A (beta)', icon, webUrl: 'https://other.example/' };
    page['btc_providers'] = [own];
    expect(createDiscovery(window, () => [{ info: known }]).list().installed).to.deep.equal([
      { ...known, icon },
    ]);
  });

  const LEATHER = { id: 'LeatherProvider', name: 'Leather' };
  const XVERSE = { id: 'XverseProviders.BitcoinProvider', name: 'Xverse' };
  const named = (id: string, name: string) => {
    page['AProvider'] = page['BProvider'] = undefined;
    page[id] = fakeWallet();
    page['wbip_providers'] = [{ id, name, icon: PNG }];
    const wallets = [{ info: LEATHER }, { info: XVERSE }];
    const { installed } = createDiscovery(window, () => wallets).list();
    delete page[id];
    return installed;
  };

  it('cannot be renamed by a registry entry', () => {
    expect(named('LeatherProvider', 'Xverse')).to.deep.equal([{ ...LEATHER, icon: PNG }]);
  });

  for (const name of [
    'Xverse',
    'XVERSE',
    ' x verse ',
    'X\u200bverse',
    'X-Verse!',
    'Xverse Wallet',
    'The new Xverse (beta)',
    '1eather? No: Leather',
    'LEATHER',
    'Ｘｖｅｒｓｅ',
    '𝐗𝐯𝐞𝐫𝐬𝐞',
    'Xvérse',
  ]) {
    it(`cannot be imitated by another id: ${JSON.stringify(name)}`, () => {
      expect(named('AProvider', name)).to.deep.equal([
        { id: 'AProvider', name: 'window.AProvider' },
      ]);
    });
  }

  for (const name of [
    'Hex',
    'Verse',
    'Кошелёк',
    'Кошелёк STX',
    'Πορτοφόλι BTC',
    '財布',
    'OKX',
    'STXウォレット',
    'Verse 5',
    'Hebel',
    'Äther',
  ]) {
    it(`does not affect other names: ${name}`, () => {
      expect(named('AProvider', name)).to.deep.equal([{ id: 'AProvider', name, icon: PNG }]);
    });
  }

  it('cannot be imitated by another id with spaces, case or invisible characters', () => {
    const noise = fc.constantFrom('', ' ', '\u200b', '\u00ad', '-', '.', '\u0301', '\u2060', '  ');
    const written = fc
      .tuple(fc.constantFrom('Xverse', 'Leather'), fc.infiniteStream(fc.tuple(noise, fc.boolean())))
      .map(([name, stream]) =>
        [...name]
          .map((letter) => {
            const [{ value }] = [stream.next()];
            const [gap, isUpper] = value as [string, boolean];
            return (isUpper ? letter.toUpperCase() : letter.toLowerCase()) + gap;
          })
          .join(''),
      );
    fc.assert(
      fc.property(written, (name) => {
        expect(named('AProvider', name)[0]?.name, name).to.equal('window.AProvider');
      }),
    );
  });

  it('is offered while it is not installed', () => {
    expect(createDiscovery(window, () => [{ info: known }]).list().others).to.deep.equal([known]);
  });
});
