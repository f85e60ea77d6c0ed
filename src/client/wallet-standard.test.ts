import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { choosing } from '../testing/fake-picker.js';
import { fakeWallet, installWallet, memoryStorage, STX_ADDRESS } from '../testing/fake-wallet.js';
import { announce, standardWalletOf } from '../testing/standard-wallet.js';
import { waitUntil } from '../testing/wait-until.js';
import type { Unsubscribe } from '../lib/store.js';
import { createWalletClient } from './client.js';
import type { SelectWallet, WalletSelection } from './picker.js';

const ID = 'wallet-standard:Standard wallet';
const PNG = 'data:image/png;base64,iVBORw0KGgo=';

let undos: Unsubscribe[] = [];
const afterTest = (undo: Unsubscribe) => void undos.push(undo);
afterEach(() => {
  for (const undo of undos) undo();
  undos = [];
});

/** What the picker of a new client lists as installed. */
async function listed(selectWallet?: SelectWallet) {
  let shown: WalletSelection | undefined;
  const client = createWalletClient({
    storage: memoryStorage(),
    selectWallet: (selection) => {
      shown = selection;
      return selectWallet?.(selection) ?? choosing([])();
    },
  });
  await client.connect().catch(() => undefined);
  return shown?.installed ?? [];
}

const ids = async () => (await listed()).map(({ id }) => id);

/** A provider with the flag by which Leather is recognized. */
const leather = () => Object.assign(fakeWallet(), { isLeather: true });

describe('a wallet that announces itself by the Wallet Standard', () => {
  it('is listed with its name and icon, connects, and is found again after a reload', async () => {
    const provider = fakeWallet();
    afterTest(announce(standardWalletOf(provider)));
    expect(await listed()).to.deep.equal([{ id: ID, name: 'Standard wallet', icon: PNG }]);

    const storage = memoryStorage();
    const client = createWalletClient({ storage, selectWallet: choosing(ID) });
    await client.connect();
    expect(storage.getItem('STX_PROVIDER')).to.equal(ID);
    expect(client.state).to.include({ status: 'connected', providerId: ID });

    const reloaded = createWalletClient({ storage });
    expect(reloaded.isConnected()).to.equal(true);
    const { length } = provider.calls;
    await reloaded.request('getAddresses');
    expect(provider.calls).to.have.length(length + 1);
  });

  it('is listened to after a reload, before a request', async () => {
    const provider = fakeWallet();
    afterTest(announce(standardWalletOf(provider)));
    const storage = memoryStorage();
    await createWalletClient({ storage, selectWallet: choosing(ID) }).connect();
    const before = provider.listenerCount;
    const reloaded = createWalletClient({ storage });
    afterTest(reloaded.subscribe(() => {}));
    await waitUntil(() => provider.listenerCount > before);
    expect(reloaded.state).to.include({ status: 'connected' });
  });

  it('appears in an open picker when it registers late, and is removed when it unregisters', async () => {
    const seen: string[][] = [];
    let undo: Unsubscribe | undefined;
    await listed((selection) => ({
      choice: async () => {
        expect(selection.installed).to.deep.equal([]);
        const stop = selection.watch(({ installed }) => seen.push(installed.map(({ id }) => id)));
        undo = announce(standardWalletOf(fakeWallet()));
        await waitUntil(() => seen.length === 1);
        undo();
        await waitUntil(() => seen.length === 2);
        stop();
        return undefined;
      },
      close: () => {},
    }));
    expect(seen).to.deep.equal([[ID], []]);
  });

  it('is reported by watchWallets, without a request', async () => {
    afterTest(announce(standardWalletOf(fakeWallet())));
    const client = createWalletClient({ storage: memoryStorage() });
    const seen: string[][] = [];
    afterTest(client.watchWallets(({ installed }) => seen.push(installed.map(({ id }) => id))));
    await waitUntil(() => seen.length > 0);
    expect(seen).to.deep.equal([[ID]]);
    expect(client.wallets().installed).to.have.length(1);
  });

  it('is listed once if a registry has the same object, or a wallet of the same name', async () => {
    const provider = fakeWallet();
    afterTest(announce(standardWalletOf(provider)));
    const entry = { id: 'AProvider', name: 'A' };
    afterTest(installWallet(provider, entry));
    expect(await listed()).to.deep.equal([entry]);
    undos.pop()?.();
    afterTest(installWallet(fakeWallet(), { ...entry, name: 'Standard wallet' }));
    expect(await ids()).to.deep.equal(['AProvider']);
    // A registry entry without a provider hides nothing.
    Reflect.deleteProperty(window, 'AProvider');
    expect(await ids()).to.deep.equal([ID]);
  });

  it('is listed once if it registers twice', async () => {
    const wallet = standardWalletOf(fakeWallet());
    afterTest(announce(wallet, wallet, standardWalletOf(fakeWallet())));
    afterTest(announce(wallet));
    expect(await ids()).to.deep.equal([ID]);
  });

  it('is listed once if it is a known wallet, recognized by its provider and not by its name', async () => {
    const info = { id: 'LeatherProvider', name: 'Leather' };
    const named = standardWalletOf(leather(), { name: 'Anything' });
    afterTest(announce(named));
    const [shown, ...more] = await listed();
    expect(more).to.deep.equal([]);
    expect(shown).to.include({ ...info, icon: PNG });
    const found = leather();
    afterTest(installWallet(found, { id: info.id, name: 'Leather' }));
    expect(await ids()).to.deep.equal([info.id]);
    await createWalletClient({
      storage: memoryStorage(),
      selectWallet: choosing(info.id),
    }).connect();
    expect(found.calls).to.have.length(1);
  });

  it('is not listed if it only has the name of a known wallet, or one that looks like it', async () => {
    for (const name of ['Leather', 'Xvеrse', 'L€ather', 'OKX Wallet']) {
      const undo = announce(standardWalletOf(fakeWallet(), { name }));
      expect(await listed(), name).to.deep.equal([]);
      undo();
    }
  });

  it('may announce its provider in one of several forms', async () => {
    const provider = fakeWallet();
    for (const [more, isListed] of [
      [{ chains: ['stacks:1'] }, true],
      [{ chains: ['bitcoin:mainnet'] }, false],
      [{ chains: undefined }, false],
      [{ chains: ['bitcoin:mainnet'], features: { 'stacks:request': { provider } } }, true],
      [{ features: { 'stacks:request': { request: provider.request } } }, true],
      [{ features: { 'sats-connect:': provider } }, true],
      [{ features: { 'sats-connect:': {} } }, false],
      [{ features: { 'bitcoin:connect': { provider } } }, false],
      [{ features: { 'sats-connect:': { provider: { request: 'no' } } } }, false],
      [{ features: undefined }, false],
    ] as const) {
      const undo = announce(standardWalletOf(provider, more));
      expect(await ids(), JSON.stringify(more)).to.deep.equal(isListed ? [ID] : []);
      undo();
    }
    const undo = announce(standardWalletOf(leather(), { chains: ['bitcoin:mainnet'] }));
    expect(await ids()).to.deep.equal(['LeatherProvider']);
    undo();
  });

  it('is filtered by `approvedProviderIds`', async () => {
    afterTest(announce(standardWalletOf(fakeWallet())));
    const client = createWalletClient({ storage: memoryStorage(), selectWallet: choosing([]) });
    await client.connect().catch(() => undefined);
    const { installed } = client.wallets({ approvedProviderIds: ['LeatherProvider'] });
    expect(installed).to.deep.equal([]);
    const { addresses } = await client.connect({ providerId: ID });
    expect(addresses.at(-1)?.address).to.equal(STX_ADDRESS);
  });

  it('cannot hide others by registering thousands of wallets', async () => {
    const others = Array.from({ length: 5_000 }, (_, at) =>
      standardWalletOf(fakeWallet(), { name: `N${at}` }),
    );
    afterTest(announce(standardWalletOf(fakeWallet()), ...others));
    const shown = await ids();
    expect(shown).to.have.length(50);
    expect(shown[0]).to.equal(ID);
  });

  it('cannot break the list, whatever it registers', async () => {
    afterTest(announce(standardWalletOf(fakeWallet())));
    const boo = () => {
      throw new Error('boo');
    };
    const throwing = (field: string) =>
      Object.defineProperty(standardWalletOf(fakeWallet()), field, { get: boo });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const all = new Proxy({}, { get: boo, has: boo, ownKeys: boo, getPrototypeOf: boo });
    const fields = ['name', 'icon', 'chains', 'features', 'accounts', 'version'];
    const values = [...fields.map(throwing), proxy, all, null, 5, [], () => undefined];
    const inFields = fields.flatMap(
      (field) =>
      [proxy, all, null, [], [proxy], 5].map((value) => standardWalletOf(fakeWallet(), { [field]: value, name: field === 'name' ? value : `x ${field}` })), // prettier-ignore
    );
    for (const wallet of [...values, ...inFields]) {
      const undo = announce(wallet);
      expect((await ids())[0]).to.equal(ID);
      undo();
    }
    for (const detail of [
      undefined,
      5,
      boo,
      proxy,
      (api: unknown) => void Object.assign(api as object, { register: 1 }),
    ])
      // prettier-ignore
      window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    expect(await ids()).to.deep.equal([ID]);
  });

  it('has a name and an icon that are as safe as those of a registry entry', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
        fc.oneof(
          fc.string().map((text) => `data:image/png;base64,${text}`),
          fc.anything(),
        ),
        async (name, icon) => {
          const undo = announce(standardWalletOf(fakeWallet(), { name, icon }));
          const viaStandard = await listed();
          undo();
          const remove = installWallet(fakeWallet(), { id: 'AProvider', name, icon } as never);
          const viaRegistry = await listed();
          remove();
          const [shown] = viaStandard;
          if (!shown) return; // The name cannot be shown, or looks like that of a known wallet.
          const { id, ...rest } = shown;
          expect(id).to.equal(`wallet-standard:${shown.name}`);
          expect([{ id: 'AProvider', ...rest }]).to.deep.equal(viaRegistry);
        },
      ),
      { numRuns: 60 },
    )).timeout(60_000);
});
