import { expect } from '@esm-bundle/chai';
import { freshClient, refusal } from '../../src/testing/every-wallet.js';
import { fordefiWallet, standardWallet, xverseWallet } from '../../src/testing/emulated-wallets.js';

const METHOD = 'runes_transfer';

for (const [name, makeWallet] of Object.entries({ Xverse: xverseWallet, Fordefi: fordefiWallet })) {
  describe(`options.network, with a method of ${name} that this library does not have,`, () => {
    it('is compared with the network of the wallet', async () => {
      const wallet = makeWallet();
      wallet.results[METHOD] = 'done';
      const client = freshClient().with({ provider: wallet, persistWalletSelect: false });
      const unknown = await refusal(client.request({ network: 'mainnet' }, METHOD, { amount: 1 }));
      expect(unknown.code).to.equal(-32602);
      expect(unknown.data).to.include({ field: 'network' });
      expect(unknown.message).to.contain('connect');
      await client.connect();
      const other = await refusal(client.request({ network: 'testnet' }, METHOD, { amount: 1 }));
      expect(other.message).to.contain('`network`').and.contain('mainnet');
      expect(wallet.calls.map(({ method }) => method)).not.to.include(METHOD);
      expect(await client.request({ network: 'mainnet' }, METHOD, { amount: 1 })).to.equal('done');
    });

    it('is not compared if the params name a network, nor for wallet_ methods', async () => {
      const wallet = makeWallet();
      const methods = ['wallet_changeNetwork', 'wallet_getNetwork', 'getInfo'];
      for (const method of [METHOD, ...methods]) wallet.results[method] = 'done';
      const client = freshClient().with({ provider: wallet, network: 'testnet' });
      await client.request(METHOD, { network: 'Mainnet' });
      for (const method of methods) await client.request(method, { name: 'Testnet' });
      expect(wallet.calls.map(({ method }) => method)).to.deep.equal([METHOD, ...methods]);
    });
  });
}

describe('options.network, with an unknown method whose params have an invalid network,', () => {
  it('is refused, with the name of the field', async () => {
    for (const network of [5, '', true, { chainId: 1 }]) {
      for (const enableOverrides of [true, false]) {
        const wallet = standardWallet();
        const options = { provider: wallet, network: 'testnet', enableOverrides };
        const error = await refusal(freshClient().request(options, METHOD, { network }));
        expect(error.code).to.equal(-32602);
        expect(error.message).to.contain('`network`');
        expect(wallet.calls).to.deep.equal([]);
      }
    }
  });

  it('leaves them unchanged if the options name none', async () => {
    const wallet = standardWallet();
    wallet.results[METHOD] = 'done';
    await freshClient().request({ provider: wallet }, METHOD, { network: 5 });
    expect(wallet.calls[0]?.params).to.deep.equal({ network: 5 });
  });
});
