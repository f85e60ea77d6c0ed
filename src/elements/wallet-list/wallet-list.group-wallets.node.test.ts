import { expect } from '@esm-bundle/chai';
import { asignaInfo } from '../../wallets/catalog.js';
import type { ProviderDescriptor } from '../../wallets/wallet.js';
import { groupWallets, type GroupOptions, type WalletRows } from './wallet-rows.js';

const [C, A, B] = ['Cedar', 'Alder', 'birch'].map((name) => ({
  id: `${name}Provider`,
  name,
  webUrl: `https://${name}.example/`,
})) as [ProviderDescriptor, ProviderDescriptor, ProviderDescriptor];

const OPTIONS = {
  platform: 'chromium',
  page: 'https://page.example/',
  lastProviderId: undefined,
  sort: 'recent',
} satisfies GroupOptions;

const names = (rows: WalletRows) =>
  [rows.installed, rows.others, rows.late].map((group) => group.map(({ name }) => name).join());

describe('groupWallets', () => {
  it('lists installed wallets in their given order, then the others', () => {
    expect(names(groupWallets({ installed: [C, A], others: [B] }, OPTIONS))).to.deep.equal([
      'Cedar,Alder',
      'birch',
      '',
    ]);
  });

  it('sort recent: the last used wallet is first', () => {
    const options = { ...OPTIONS, lastProviderId: B.id };
    expect(names(groupWallets({ installed: [C, A, B], others: [] }, options))[0]).to.equal(
      'birch,Cedar,Alder',
    );
  });

  it('sort name: by name, ignoring case; sort none: in the given order', () => {
    const list = { installed: [C, A, B], others: [] };
    const options = { ...OPTIONS, lastProviderId: B.id };
    expect(names(groupWallets(list, { ...options, sort: 'name' }))[0]).to.equal(
      'Alder,birch,Cedar',
    );
    expect(names(groupWallets(list, { ...options, sort: 'none' }))[0]).to.equal(
      'Cedar,Alder,birch',
    );
  });

  it('has one row per id, preferring an installed wallet', () => {
    expect(names(groupWallets({ installed: [A, A], others: [A, B] }, OPTIONS))).to.deep.equal([
      'Alder',
      'birch',
      '',
    ]);
  });

  it('omits a wallet that is neither installed nor has a link', () => {
    const nowhere = { id: 'NowhereProvider', name: 'Nowhere' };
    expect(names(groupWallets({ installed: [], others: [nowhere] }, OPTIONS))[1]).to.equal('');
  });

  it('adds the id to wallets of the same name', () => {
    const twin = { ...A, id: 'Other.AlderProvider' };
    const { installed } = groupWallets({ installed: [A, twin, C], others: [] }, OPTIONS);
    expect(installed.map(({ note }) => note)).to.deep.equal([A.id, twin.id, undefined]);
  });

  it('recommends a wallet to a user without one: it is first, also after a wallet was found', () => {
    const options = { ...OPTIONS, recommend: A.id };
    const rows = groupWallets({ installed: [], others: [C, A, B] }, options);
    expect(names(rows)[1]).to.equal('Alder,Cedar,birch');
    expect(rows.others.map(({ recommended }) => recommended)).to.deep.equal([true, undefined, undefined]); // prettier-ignore
    const later = groupWallets({ installed: [B], others: [C, A] }, options, rows);
    expect(names(later)[1]).to.equal('Alder,Cedar,birch');
    const { others } = groupWallets({ installed: [B], others: [C, A] }, options);
    expect(others.map(({ id }) => id)).to.deep.equal([C.id, A.id]);
    expect(others.some(({ recommended }) => recommended)).to.equal(false);
  });

  it('says what a wallet is, but not on a phone; the site only of one that is not installed', () => {
    const stores = {
      ...A,
      chromeWebStoreUrl: 'https://chrome.example/',
      iOSAppStoreUrl: 'https://ios.example/',
      googlePlayStoreUrl: 'https://play.example/',
    };
    const kinds = (platform: GroupOptions['platform'], others: readonly ProviderDescriptor[]) =>
      groupWallets({ installed: [], others }, { ...OPTIONS, platform }).others[0]!.kinds;
    expect(kinds('chromium', [stores])).to.deep.equal(['extension', 'iPhone', 'Android']);
    expect(kinds('firefox', [{ ...A, webApp: true }])).to.deep.equal(['webApp']);
    expect(kinds('firefox', [asignaInfo.info])).to.deep.equal(['multisigWebApp']);
    expect(kinds('chromium', [{ ...A, webUrl: 'https://www.a.example/get' }])).to.deep.equal(['a.example']); // prettier-ignore
    expect(kinds('ios', [stores])).to.deep.equal([]);
    const installed = [stores, { ...B, webUrl: 'https://www.b.example/get' }];
    const rows = groupWallets({ installed, others: [] }, { ...OPTIONS, sort: 'none' }).installed;
    expect(rows.map((row) => row.kinds)).to.deep.equal([['extension', 'iPhone', 'Android'], []]);
  });

  it('keeps the order of the previous rows; new wallets are last, newly installed wallets keep their place', () => {
    const before = groupWallets({ installed: [C], others: [A] }, { ...OPTIONS, sort: 'name' });
    const after = groupWallets(
      { installed: [B, A, C], others: [] },
      { ...OPTIONS, sort: 'name' },
      before,
    );
    expect(names(after)).to.deep.equal(['Cedar', 'Alder', 'birch']);
    expect(after.others[0]!.installed).to.equal(true);
    const gone = groupWallets({ installed: [B, A], others: [] }, OPTIONS, after);
    expect(names(gone)).to.deep.equal(['', 'Alder', 'birch']);
  });

  it('keeps an installed wallet in a list of a thousand others, and limits the others', () => {
    const crowd = Array.from({ length: 1_000 }, (_, i) => ({
      ...B,
      id: `Crowd${i}`,
      name: `Crowd ${i}`,
    }));
    const rows = groupWallets({ installed: [A], others: crowd }, OPTIONS);
    expect(rows.installed.map(({ name }) => name)).to.deep.equal(['Alder']);
    expect(rows.others.length).to.be.below(100);
  });
});
