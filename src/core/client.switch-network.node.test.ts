import { expect } from '@esm-bundle/chai';
import { freshClient, refusal } from '../testing/every-wallet.js';
import {
  fordefiWallet,
  leatherWallet,
  standardWallet,
  xverseWallet,
} from '../testing/emulated-wallets.js';
import { TESTNET_STX_ADDRESS } from '../testing/transactions.js';

describe('client.switchNetwork', () => {
  it('changes the network of Xverse, and stores its addresses on that network', async () => {
    const wallet = xverseWallet();
    const client = freshClient().with({ provider: wallet });
    await client.connect();
    await client.switchNetwork('testnet');
    expect(wallet.violations).to.deep.equal([]);
    expect(wallet.calls.map(({ method }) => method)).to.include.ordered.members([
      'wallet_connect',
      'wallet_changeNetwork',
      'wallet_getAccount',
    ]);
    const change = wallet.calls.find(({ method }) => method === 'wallet_changeNetwork');
    expect(change?.params).to.deep.equal({ name: 'Testnet' });
    expect(client.state).to.include({
      ...{ status: 'connected', network: 'testnet', stxAddress: TESTNET_STX_ADDRESS },
    });
    expect(client.getLocalStorage()?.addresses.stx[0]?.address).to.equal(TESTNET_STX_ADDRESS);
  });

  it('resolves if Xverse is on that network already', async () => {
    const wallet = xverseWallet();
    const client = freshClient().with({ provider: wallet });
    await client.connect();
    const { request } = wallet;
    const error = {
      ...{ code: -32602, message: 'Invalid parameters.' },
      data: { error: 'Network already active' },
    };
    wallet.request = async (method, params) =>
      method === 'wallet_changeNetwork'
        ? { jsonrpc: '2.0', id: '1', error }
        : request(method, params);
    await client.switchNetwork('mainnet');
    expect(client.state).to.include({ status: 'connected', network: 'mainnet' });
  });

  it('fails with advice for a wallet that has no such method, and does not ask it', async () => {
    for (const [makeWallet, name] of [
      [leatherWallet, 'Leather'],
      [fordefiWallet, 'Fordefi'],
      [standardWallet, 'switchNetwork: the wallet cannot be asked'],
    ] as const) {
      const wallet = makeWallet();
      const error = await refusal(freshClient().switchNetwork('testnet', { provider: wallet }));
      expect(error.code).to.equal(-32601);
      expect(error.message).to.contain(name).and.contain('ask the user to choose testnet');
      expect(error.data).to.include({ network: 'testnet' });
      expect(wallet.calls).to.deep.equal([]);
    }
  });

  it('fails for an unknown network, a rejection, and without a wallet', async () => {
    const wallet = xverseWallet();
    const unknown = await refusal(freshClient().switchNetwork('nowhere', { provider: wallet }));
    expect(unknown.code).to.equal(-32602);
    expect(wallet.calls).to.deep.equal([]);
    wallet.request = async () => ({ error: { code: -32000, message: 'Rejected' } });
    const rejected = await refusal(freshClient().switchNetwork('testnet', { provider: wallet }));
    expect(rejected.code).to.equal(-32000);
    expect((await refusal(freshClient().switchNetwork('testnet'))).code).to.equal(-31000);
  });
});
