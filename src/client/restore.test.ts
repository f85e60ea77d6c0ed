import { expect } from '@open-wc/testing';
import { freshClient, refusal } from '../testing/every-wallet.js';
import { installWallet, memoryStorage } from '../testing/fake-wallet.js';
import { fordefiWallet, leatherWallet, standardWallet, xverseWallet } from '../testing/emulated-wallets.js'; // prettier-ignore
import { STX_ADDRESS, STX_PUBLIC_KEY, type SchemaWallet } from '../testing/schema-wallet.js';
import { TESTNET_STX_ADDRESS } from '../testing/transactions.js';
import { createWalletClient } from './client.js';

const ID = 'SomeWalletProvider';

/** A client of a page that was reloaded after the wallet was connected. */
async function reloaded(wallet: SchemaWallet) {
  const remove = installWallet(wallet, { id: ID, name: 'Some wallet', icon: '' });
  const storage = memoryStorage();
  await createWalletClient({ storage }).connect({ providerId: ID });
  wallet.calls.length = 0;
  return { client: createWalletClient({ storage }), remove };
}

const calledMethods = (wallet: SchemaWallet) => wallet.calls.map(({ method }) => method);

describe('client.restore', () => {
  it('verifies the account of Xverse, without a window', async () => {
    const wallet = xverseWallet();
    const { client, remove } = await reloaded(wallet);
    expect(await client.restore()).to.equal('verified');
    expect(calledMethods(wallet)).to.deep.equal(['wallet_getAccount']);
    expect(client.state).to.include({ status: 'connected', network: 'mainnet' });
    remove();
  });

  it('is stale if the account has changed or access is denied, and keeps the addresses', async () => {
    const denied = { jsonrpc: '2.0', id: '1', error: { code: -32002, message: 'Access denied.' } };
    const other = { addresses: [{ address: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE', publicKey: STX_PUBLIC_KEY }] }; // prettier-ignore
    for (const answer of [denied, { jsonrpc: '2.0', id: '1', result: other }]) {
      const wallet = xverseWallet();
      const { client, remove } = await reloaded(wallet);
      wallet.request = async () => answer;
      expect(await client.restore()).to.equal('stale');
      expect(client.getLocalStorage()?.addresses.stx).to.deep.equal([{ address: STX_ADDRESS }]);
      remove();
    }
  });

  it('is remembered if the wallet returns anything else', async () => {
    for (const answer of [undefined, null, {}, { error: { code: -32601 } }, { addresses: [] }]) {
      const wallet = xverseWallet();
      const { client, remove } = await reloaded(wallet);
      wallet.request = async () => answer;
      expect(await client.restore()).to.equal('remembered');
      remove();
    }
  });

  it('is remembered for wallets that cannot be asked without a window, which are not asked', async () => {
    for (const makeWallet of [leatherWallet, fordefiWallet, standardWallet]) {
      const wallet = makeWallet();
      const { client, remove } = await reloaded(wallet);
      expect(await client.restore()).to.equal('remembered');
      expect(wallet.calls).to.deep.equal([]);
      remove();
    }
  });

  it('is remembered while the wallet is not installed, and disconnected if nothing is stored', async () => {
    const wallet = xverseWallet();
    const { client, remove } = await reloaded(wallet);
    remove();
    expect(await client.restore()).to.equal('remembered');
    expect(await freshClient().restore()).to.equal('disconnected');
    expect(wallet.calls).to.deep.equal([]);
  });
});

describe('client.switchNetwork', () => {
  it('changes the network of Xverse, and stores its addresses on that network', async () => {
    const wallet = xverseWallet();
    const client = freshClient().with({ provider: wallet });
    await client.connect();
    await client.switchNetwork('testnet');
    expect(wallet.violations).to.deep.equal([]);
    expect(calledMethods(wallet)).to.deep.equal(['wallet_connect', 'wallet_changeNetwork', 'wallet_getAccount']); // prettier-ignore
    expect(wallet.calls[1]?.params).to.deep.equal({ name: 'Testnet' });
    const { state } = client;
    expect(state).to.include({ status: 'connected', network: 'testnet' });
    const addresses = state.status === 'connected' ? state.addresses : [];
    expect(addresses.map(({ address }) => address)).to.include(TESTNET_STX_ADDRESS);
  });

  it('resolves if Xverse is on that network already', async () => {
    const wallet = xverseWallet();
    const client = freshClient().with({ provider: wallet });
    await client.connect();
    const { request } = wallet;
    const error = { code: -32602, message: 'Invalid parameters.', data: { error: 'Network already active' } }; // prettier-ignore
    wallet.request = async (method, params) =>
      method === 'wallet_changeNetwork' ? { jsonrpc: '2.0', id: '1', error } : request(method, params); // prettier-ignore
    await client.switchNetwork('mainnet');
    expect(client.state).to.include({ network: 'mainnet' });
  });

  it('fails with advice for a wallet that has no such method, and does not ask it', async () => {
    for (const [makeWallet, name] of [
      [leatherWallet, 'Leather'],
      [fordefiWallet, 'Fordefi'],
      [standardWallet, 'Wallet'],
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
