import { expect } from '@esm-bundle/chai';
import { refusal } from '../testing/every-wallet.js';
import { memoryStorage } from '../testing/fake-wallet.js';
import { createWalletClient } from './client.js';

describe('discovery without a page', () => {
  it('finds no wallet, and makes no provider', async () => {
    let made = 0;
    const mine = {
      info: { id: 'MineProvider', name: 'Mine' },
      matches: () => true,
      request: () => Promise.reject(new Error('asked')),
      create: () => {
        made += 1;
        return { request: () => Promise.reject(new Error('asked')) };
      },
    };
    const client = createWalletClient({ storage: memoryStorage(), wallets: [mine] });
    expect(client.wallets().installed).to.deep.equal([]);
    const error = await refusal(client.connect({ providerId: 'MineProvider' }));
    expect(error.message).to.contain('server');
    expect(made).to.equal(0);
  });
});
