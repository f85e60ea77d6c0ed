import { expect } from '@open-wc/testing';
import { ask, freshClient, isRefused, refusal, sentTo } from '../testing/every-wallet.js';
import { fordefiWallet, xverseWallet } from '../testing/emulated-wallets.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';
import { memoryStorage } from '../testing/fake-wallet.js';
import { createWalletClient } from '../core/client.js';
import { findWallet } from './index.js';
import { addressOf, addressOn, psbtFor } from '../testing/psbts.js';
import { TESTNET_STX_ADDRESS, TESTNET_UNSIGNED, UNSIGNED } from '../testing/transactions.js';

const CONTRACT = `${STX_ADDRESS}.token`;
const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const TESTNET_RECIPIENT = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
const recipients = [{ address: addressOf('other'), amount: 5n }];
const transfer = { amount: 5n, recipient: RECIPIENT };

/** Installs a provider at a dot path of the page. */
function installAt(id: string, provider: object): () => void {
  const [outer = '', inner = ''] = id.split('.');
  Object.assign(window, { [outer]: { [inner]: provider } });
  return () => delete (window as unknown as Record<string, unknown>)[outer];
}

describe('Xverse', () => {
  it('gets Bitcoin amounts as numbers', async () => {
    const wallet = xverseWallet();
    await ask(wallet, 'sendTransfer', { recipients });
    expect(sentTo(wallet)).to.deep.include({
      recipients: [{ address: addressOf('other'), amount: 5 }],
    });
  });

  it('gets `broadcast: false` by default, because its own default is true', async () => {
    for (const [given, sent] of [
      [undefined, false],
      [false, false],
      [true, true],
    ] as const) {
      const wallet = xverseWallet();
      const params = {
        transaction: `0x${UNSIGNED}`,
        ...(given === undefined ? {} : { broadcast: given }),
      };
      await ask(wallet, 'stx_signTransaction', params);
      expect(sentTo(wallet)).to.include({ broadcast: sent, transaction: UNSIGNED });
    }
  });

  it('with a Ledger refuses the same after a reload', async () => {
    const providerId = 'XverseProviders.BitcoinProvider';
    const wallet = xverseWallet();
    const remove = installAt(providerId, wallet);
    const [stacks, bitcoin] = [
      { address: STX_ADDRESS, purpose: 'stacks', walletType: 'ledger' },
      { address: addressOf('segwit'), purpose: 'payment', walletType: 'ledger' },
    ];
    for (const method of ['wallet_connect', 'wallet_getAccount']) {
      wallet.results[method] = { addresses: [stacks, bitcoin] };
    }
    const storage = memoryStorage();
    await createWalletClient({ storage }).connect({ providerId });
    const afterReload = createWalletClient({ storage });
    const { supported, reason } = await afterReload.supports('stx_signTransactions');
    expect(supported).to.equal(false);
    expect(reason).to.contain('Ledger');
    const sponsored = { ...transfer, nonce: 1, sponsored: true };
    const error = await refusal(afterReload.request('stx_transferStx', sponsored));
    expect(error.code).to.equal(-32602);
    expect(error.message).to.contain('Ledger');
    expect(wallet.calls.map(({ method }) => method)).not.to.include('stx_signTransactions');
    remove();
  });

  it('with a Ledger refuses the same after a migration from @stacks/connect, which stores no wallet type', async () => {
    const providerId = 'XverseProviders.BitcoinProvider';
    const wallet = xverseWallet();
    const remove = installAt(providerId, wallet);
    const stx = { address: STX_ADDRESS, purpose: 'stacks' };
    const btc = { address: addressOf('segwit'), purpose: 'payment' };
    const record = { addresses: { stx: [stx], btc: [btc] }, version: '0.0.1' };
    const storage = memoryStorage({
      STX_PROVIDER: providerId,
      '@stacks/connect': JSON.stringify(record),
    });
    const [publicKey, walletType] = ['03'.padEnd(66, '1'), 'ledger'];
    wallet.results['wallet_getAccount'] = {
      addresses: [
        { ...stx, publicKey, walletType },
        { ...btc, publicKey, walletType },
      ],
    };
    const client = createWalletClient({ storage });
    for (const params of [{ transactions: [UNSIGNED] }, { transactions: [UNSIGNED, UNSIGNED] }]) {
      const error = await refusal(client.request('stx_signTransactions', params));
      expect(error.code).to.equal(-32602);
      expect(error.message).to.contain('Ledger');
    }
    expect(wallet.calls.map(({ method }) => method)).to.deep.equal(['wallet_getAccount']);
    for (const one of [client, createWalletClient({ storage })]) {
      expect((await one.supports('stx_signTransactions')).supported).to.equal(false);
      for (const row of one.state.addresses) expect(row).to.include({ publicKey, walletType });
    }
    remove();
  });

  it('gets the arguments of a call under the names of old and new versions', async () => {
    const wallet = xverseWallet();
    await ask(wallet, 'stx_callContract', {
      contract: CONTRACT,
      functionName: 'mint',
      functionArgs: ['0x03'],
      postConditionMode: 1,
    });
    expect(sentTo(wallet)).to.deep.include({
      functionArgs: ['03'],
      arguments: ['03'],
      postConditionMode: 'allow',
    });
  });

  it('gets the mode of a transfer as a number', async () => {
    for (const [mode, sent] of [
      ['allow', 1],
      [1, 1],
      ['deny', 2],
      [2, 2],
    ] as const) {
      const wallet = xverseWallet();
      await ask(wallet, 'stx_transferStx', { ...transfer, postConditionMode: mode });
      expect(sentTo(wallet)['postConditionMode']).to.equal(sent);
    }
  });

  it('is not asked for an unknown mode', async () => {
    const params = { ...transfer, postConditionMode: 'originator' };
    expect((await refusal(ask(xverseWallet(), 'stx_transferStx', params))).message).to.contain(
      'postConditionMode',
    );
  });

  it('is not asked for a deployment with a Clarity version, which it drops, as Fordefi', async () => {
    const deploy = { name: 'token', clarityCode: '(ok 1)' };
    for (const makeWallet of [xverseWallet, fordefiWallet]) {
      for (const clarityVersion of [1, '3', 4, '6', 7]) {
        const params = { ...deploy, clarityVersion };
        await isRefused('stx_deployContract', params, 'clarityVersion', makeWallet);
      }
      const wallet = makeWallet({ network: 'testnet' });
      const client = freshClient().with({ provider: wallet });
      await client.connect({ network: 'testnet' });
      await client.request('stx_deployContract', deploy);
      expect(sentTo(wallet)).to.deep.equal({ ...deploy, network: 'testnet' });
    }
  });

  describe('is asked for its version before a deployment on mainnet, where 0.54.2 deploys other code,', () => {
    const deploy = { name: 'token', clarityCode: '(ok 1)' };
    const versions: readonly (readonly [version: unknown, isSent: boolean])[] = [
      ['0.54.2', false],
      ['0.54.1', false],
      ['0.49.0', false],
      ['0.54.3', true],
      ['0.55.0', true],
      ['1.5.0', true],
      ['1.55.0-beta', true],
      ...[undefined, null, '', '1', 'v1.5.0', 'version', 1.5, { version: '1.5.0' }].map(
        (version) => [version, false] as const,
      ),
    ];
    for (const [version, isSent] of versions) {
      it(`and is ${isSent ? '' : 'not '}sent it with the version ${JSON.stringify(version)}`, async () => {
        for (const network of [undefined, 'mainnet'] as const) {
          const wallet = xverseWallet();
          wallet.results['getInfo'] = { version };
          const client = freshClient().with({ provider: wallet });
          await client.connect();
          const request = client.request('stx_deployContract', { ...deploy, network });
          if (isSent) await request.catch(() => undefined);
          else {
            const { code, data, message } = await refusal(request);
            expect(code).to.equal(-32602);
            expect(data).to.include({ field: 'network' });
            expect(message).to.contain('mainnet');
          }
          const asked = wallet.calls.slice(1).map(({ method }) => method);
          const silent = network === undefined ? ['getInfo'] : asked.slice(0, -1);
          expect(asked.at(-1)).to.equal(isSent ? 'stx_deployContract' : 'getInfo');
          expect(asked).to.include.members(silent);
        }
      });
    }

    it('and is not asked for its version on a test network, and Fordefi never', async () => {
      const wallet = xverseWallet({ network: 'testnet' });
      const client = freshClient().with({ provider: wallet });
      await client.connect({ network: 'testnet' });
      const { txid } = await client.request('stx_deployContract', deploy);
      expect(txid).to.be.a('string');
      expect(wallet.calls.map(({ method }) => method)).to.deep.equal([
        'wallet_connect',
        'stx_deployContract',
      ]);
      const other = fordefiWallet();
      await ask(other, 'stx_deployContract', deploy);
      expect(other.calls.map(({ method }) => method)).to.deep.equal(['stx_deployContract']);
    });

    it('and is refused by explain, which asks no wallet', async () => {
      const rows = await freshClient().explain('stx_deployContract', deploy);
      const row = rows.find(({ name }) => name === 'Xverse');
      expect(row).to.include({ outcome: 'refused' });
      expect(row?.error?.message).to.contain('unknown version');
    });
  });

  it('is not asked for another network than its current one', async () => {
    const wallet = xverseWallet();
    const client = freshClient();
    await client.connect({ provider: wallet });
    const error = await refusal(
      client.request({ provider: wallet, network: 'testnet' }, 'stx_transferStx', {
        amount: 1,
        recipient: TESTNET_RECIPIENT,
      }),
    );
    expect(error.code).to.equal(-32602);
    expect(error.message).to.contain('`network`').and.to.contain('mainnet');
    expect(wallet.calls.map(({ method }) => method)).to.deep.equal(['wallet_connect']);
  });

  /** Every method without a field for the network in Xverse, with params that show none. */
  const WITHOUT_NETWORK: Readonly<Record<string, object | undefined>> = {
    stx_getAccounts: undefined,
    signPsbt: { psbt: psbtFor(['taproot']) },
    stx_deployContract: { name: 'token', clarityCode: '(ok 1)' },
    stx_signTransaction: { transaction: TESTNET_UNSIGNED },
    stx_signMessage: { message: 'hello' },
    stx_signStructuredMessage: { message: '03', domain: '03' },
  };
  for (const [method, params] of Object.entries(WITHOUT_NETWORK)) {
    it(`is not asked for ${method} on another network than its current one`, async () => {
      const wallet = xverseWallet();
      const client = freshClient();
      await client.connect({ provider: wallet });
      const options = { provider: wallet, network: 'testnet' } as const;
      const error = await refusal(client.request(options, method, params));
      expect(error).to.deep.include({ code: -32602 });
      expect(error.data).to.include({ field: 'network' });
      expect(wallet.calls.map(({ method: asked }) => asked)).to.deep.equal(['wallet_connect']);
    });
  }

  it('is not asked for another network after a reload either: the stored addresses show its network', async () => {
    const storage = memoryStorage();
    const wallet = xverseWallet();
    const { info } = findWallet(wallet, undefined);
    const undo = installAt(info.id, wallet);
    await createWalletClient({ storage }).connect({ providerId: info.id });
    const reloaded = createWalletClient({ storage });
    const error = await refusal(
      reloaded.request({ network: 'testnet' }, 'stx_transferStx', {
        amount: 1,
        recipient: TESTNET_RECIPIENT,
      }),
    );
    undo();
    expect(error.message).to.contain('`network`').and.to.contain('mainnet');
  });

  it('on Regtest is sent a deployment after a reload', async () => {
    const storage = memoryStorage();
    const wallet = xverseWallet({ network: 'regtest' });
    for (const method of ['wallet_connect', 'wallet_getAccount']) {
      wallet.results[method] = {
        addresses: [{ address: addressOn('regtest', 'segwit') }, { address: TESTNET_STX_ADDRESS }],
        // As 0.54: the name of its Bitcoin network.
        network: { bitcoin: { name: 'Regtest' }, stacks: { name: 'Regtest' } },
      };
    }
    const { info } = findWallet(wallet, undefined);
    const undo = installAt(info.id, wallet);
    await createWalletClient({ storage }).connect({ providerId: info.id });
    const reloaded = createWalletClient({ storage });
    await reloaded
      .request('stx_deployContract', { name: 'token', clarityCode: '(ok 1)' })
      .finally(undo);
    expect(sentTo(wallet)).to.deep.include({ name: 'token', network: 'regtest' });
  });

  it('is asked if it never reported its network', async () => {
    const wallet = xverseWallet({ network: 'testnet' });
    await ask(wallet, 'stx_transferStx', { amount: 1, recipient: TESTNET_RECIPIENT });
    expect(wallet.calls).to.have.length(1);
  });

  it('is also not asked for another network if the page does not remember the wallet', async () => {
    const wallet = xverseWallet();
    const client = freshClient().with({ provider: wallet, persistWalletSelect: false });
    await client.connect();
    const error = await refusal(
      client.request('stx_deployContract', {
        name: 'token',
        clarityCode: '(ok 1)',
        network: 'testnet',
      }),
    );
    expect(error.message).to.contain('`network`').and.to.contain('mainnet');
    expect(wallet.calls.map(({ method }) => method)).to.deep.equal([
      'wallet_connect',
      'wallet_getAccount',
    ]);
  });

  it('is not asked for an unknown network: it would use its current one', async () => {
    for (const network of ['nakamoto', 'https://api.testnet.hiro.so']) {
      const wallet = xverseWallet();
      const params = { name: 'token', clarityCode: '(ok 1)', network };
      const error = await refusal(ask(wallet, 'stx_deployContract', params));
      expect(error.message).to.contain('`network`');
      expect(wallet.calls).to.deep.equal([]);
    }
  });

  it('is not asked again if it connects on another network than the requested one', async () => {
    const calls: string[] = [];
    const wallet = {
      ...xverseWallet(),
      request: (method: string) => {
        calls.push(method);
        return Promise.resolve(
          method === 'wallet_connect'
            ? { result: { addresses: [], network: { stacks: { name: 'Mainnet' } } } }
            : { error: { code: -32002, message: 'Access denied.' } },
        );
      },
    };
    const error = await refusal(
      freshClient().request({ provider: wallet, network: 'testnet' }, 'stx_getAccounts'),
    );
    expect(error.code).to.equal(-32602);
    expect(error.message).to.contain('`network`').and.to.contain('mainnet');
    expect(calls).to.deep.equal(['wallet_getAccount', 'stx_getAccounts', 'wallet_connect']);
  });

  it('is connected with further params of the caller', async () => {
    const wallet = xverseWallet();
    await ask(wallet, 'getAddresses', { message: 'Welcome', network: 'mainnet' });
    expect(sentTo(wallet)).to.deep.equal({ message: 'Welcome', network: 'Mainnet' });
  });

  it('is connected without params if the caller passes none', async () => {
    for (const params of [undefined, {}, { network: undefined }]) {
      const wallet = xverseWallet();
      await ask(wallet, 'getAddresses', params);
      expect(wallet.calls).to.deep.equal([{ method: 'wallet_connect', params: undefined }]);
    }
  });

  it('gets 21 million bitcoin as an exact number', async () => {
    const wallet = xverseWallet();
    const address = addressOf('other');
    await ask(wallet, 'sendTransfer', { recipients: [{ address, amount: '2099999999999999' }] });
    expect(sentTo(wallet)['recipients']).to.deep.equal([
      { address, amount: 2_099_999_999_999_999 },
    ]);
  });

  it('is not connected on a network that it does not have', async () => {
    const wallet = xverseWallet();
    expect(
      (await refusal(ask(wallet, 'getAddresses', { network: 'nakamoto' }))).message,
    ).to.contain('`network`');
    expect(wallet.calls).to.deep.equal([]);
  });

  it('is not sent the key or the network of another wallet', async () => {
    const other = xverseWallet();
    const client = freshClient();
    await client.connect({ provider: other });
    const wallet = xverseWallet({ network: 'Testnet' });
    await wallet.request('wallet_connect');
    const options = { provider: wallet, network: 'testnet' } as const;
    await client.request(options, 'stx_signMessage', { message: 'hello' });
    expect(sentTo(wallet)).to.deep.equal({ message: 'hello', network: 'testnet' });
  });

  it('gets the public key of the account, which some versions require with a message', async () => {
    const wallet = xverseWallet();
    const client = freshClient();
    await client.connect({ provider: wallet });
    await client.request({ provider: wallet }, 'stx_signMessage', { message: 'hello' });
    expect(sentTo(wallet)['publicKey']).to.match(/^[0-9a-f]{66}$/);
  });
});
