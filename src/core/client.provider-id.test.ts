import { expect } from '@open-wc/testing';
import { refusal } from '../testing/every-wallet.js';
import { fakeWallet, installWallet, memoryStorage } from '../testing/fake-wallet.js';
import { createWalletClient } from './client.js';

const ONE = { id: 'OneProvider', name: 'One' };
const TWO = { id: 'TwoProvider', name: 'Two' };

describe('connect({ providerId })', () => {
  it('uses that wallet without a picker, even if another one is remembered', async () => {
    const [one, two] = [fakeWallet(), fakeWallet()];
    const undo = [installWallet(one, ONE), installWallet(two, TWO)];
    const client = createWalletClient({
      storage: memoryStorage({ STX_PROVIDER: 'OneProvider' }),
      picker: () => Promise.reject(new Error('The picker was opened.')),
    });
    await client.connect({ providerId: 'TwoProvider' });
    expect(one.calls).to.have.length(0);
    expect(two.calls).to.have.length(1);
    expect(client.selectedProviderId).to.equal('TwoProvider');
    for (const remove of undo) remove();
  });

  it('offers only that wallet in the picker if it is not installed', async () => {
    let offered: readonly string[] | undefined;
    const client = createWalletClient({
      storage: memoryStorage(),
      picker: (selection) => {
        offered = [...selection.wallets.installed, ...selection.wallets.others].map(({ id }) => id);
        return Promise.reject(new Error('closed'));
      },
    });
    await client.connect({ providerId: 'LeatherProvider' }).catch(() => {});
    expect(offered).to.deep.equal(['LeatherProvider']);
  });

  it('does not use a deprecated copy of a provider, which has a `request`, too', async () => {
    const wallet = fakeWallet();
    const undo = installWallet(wallet, { id: 'HiroWalletProvider', name: 'Hiro' });
    const client = createWalletClient({ storage: memoryStorage() });
    await refusal(client.connect({ providerId: 'HiroWalletProvider' }));
    expect(wallet.calls).to.have.length(0);
    undo();
  });

  it('is refused if it is not in `approvedProviderIds`, before a wallet or the user is asked', async () => {
    const wallet = fakeWallet();
    const undo = installWallet(wallet, ONE);
    for (const storage of [memoryStorage(), memoryStorage({ STX_PROVIDER: 'OneProvider' })]) {
      const client = createWalletClient({
        storage,
        picker: () => Promise.reject(new Error('The picker was opened.')),
      }).with({ approvedProviderIds: ['TwoProvider', 'LeatherProvider'] });
      for (const providerId of ['OneProvider', 'NowhereProvider']) {
        for (const asked of [
          () => client.connect({ providerId }),
          () => client.request({ providerId }, 'stx_signMessage', { message: 'hi' }),
        ]) {
          const error = await refusal(asked());
          expect(error.code).to.equal(-32602);
          expect(error.message)
            .to.contain(`"${providerId}"`)
            .and.contain('approvedProviderIds')
            .and.contain('TwoProvider, LeatherProvider');
          expect(error.data).to.include({ field: 'providerId' });
        }
      }
    }
    expect(wallet.calls).to.have.length(0);
    undo();
  });

  it('is used if it is in `approvedProviderIds`; a provider object is always used', async () => {
    const [one, own] = [fakeWallet(), fakeWallet()];
    const undo = installWallet(one, ONE);
    const client = createWalletClient({ storage: memoryStorage() });
    await client.connect({ providerId: ONE.id, approvedProviderIds: [ONE.id] });
    await client.connect({ provider: own, approvedProviderIds: [ONE.id] });
    expect([one.calls.length, own.calls.length]).to.deep.equal([1, 1]);
    undo();
  });

  it('does not use an unapproved wallet that another tab connects during the wait for the remembered one', async () => {
    const storage = memoryStorage({ STX_PROVIDER: ONE.id });
    const two = fakeWallet();
    const undo = installWallet(two, TWO);
    const page = {
      performance: { now: () => 50 },
      document: { readyState: 'interactive' },
      addEventListener() {},
      removeEventListener() {},
      wbip_providers: [TWO],
      [TWO.id]: two,
    } as unknown as Window;
    const client = createWalletClient({ storage, window: page });
    const options = { approvedProviderIds: [ONE.id] };
    const request = client.request(options, 'stx_signMessage', { message: 'hi' });
    setTimeout(() => storage.setItem('STX_PROVIDER', TWO.id), 100);
    expect(await refusal(request)).to.include({ code: -31000 });
    expect(two.calls).to.deep.equal([]);
    undo();
  });
});
