import { expect } from '@open-wc/testing';
import { fakeWallet, installWallet, memoryStorage } from '../testing/fake-wallet.js';
import { createWalletClient } from './client.js';

const ONE = { id: 'OneProvider', name: 'One' };
const TWO = { id: 'TwoProvider', name: 'Two' };

describe('connect({ providerId })', () => {
  it('asks that wallet, with no picker, whatever is remembered', async () => {
    const [one, two] = [fakeWallet(), fakeWallet()];
    const undo = [installWallet(one, ONE), installWallet(two, TWO)];
    const client = createWalletClient({
      storage: memoryStorage({ STX_PROVIDER: 'OneProvider' }),
      selectWallet: () => Promise.reject(new Error('The picker was opened.')),
    });
    await client.connect({ providerId: 'TwoProvider' });
    expect(one.calls).to.have.length(0);
    expect(two.calls).to.have.length(1);
    expect(client.selectedProviderId).to.equal('TwoProvider');
    for (const remove of undo) remove();
  });

  it('offers the one wallet in the picker where it is not installed', async () => {
    let offered: readonly string[] | undefined;
    const client = createWalletClient({
      storage: memoryStorage(),
      selectWallet: (selection) => {
        offered = [...selection.installed, ...selection.others].map(({ id }) => id);
        return Promise.reject(new Error('closed'));
      },
    });
    await client.connect({ providerId: 'LeatherProvider' }).catch(() => {});
    expect(offered).to.deep.equal(['LeatherProvider']);
  });
});
