import { expect } from '@open-wc/testing';
import { Cl } from '@stacks/transactions';
import fc from 'fast-check';
import { freshClient, refusal } from '../testing/every-wallet.js';
import { memoryStorage } from '../testing/fake-wallet.js';
import {
  fordefiWallet,
  leatherMobile,
  leatherWallet,
  standardWallet,
  xverseWallet,
} from '../testing/emulated-wallets.js';
import { addressOf, psbtFor } from '../testing/psbts.js';
import { STX_ADDRESS, STX_PUBLIC_KEY, type SchemaWallet } from '../testing/schema-wallet.js';
import { TESTNET_STX_ADDRESS } from '../testing/transactions.js';
import { FULL_PARAMS, METHODS, VALID_PARAMS } from '../testing/valid-params.js';
import { knownWallets } from '../wallets/catalog.js';
import { createWalletClient } from './client.js';
import type { MethodName } from './index.js';

const WALLETS: Readonly<Record<string, () => SchemaWallet>> = {
  LeatherProvider: leatherWallet,
  PhoneLeatherProvider: leatherMobile,
  'XverseProviders.BitcoinProvider': xverseWallet,
  'FordefiProviders.UtxoProvider': fordefiWallet,
  AnyProvider: standardWallet,
};

/** A page with one wallet, found under its id. */
function pageWith(id: string) {
  const wallet = WALLETS[id]!();
  const page = document.createElement('iframe');
  document.body.append(page);
  const window = page.contentWindow as unknown as Record<string, unknown> & Window;
  const [first = '', second] = id.split('.');
  window[first] = second ? { [second]: wallet } : wallet;
  window['wbip_providers'] = [{ id, name: 'A wallet', icon: '' }];
  const client = createWalletClient({ window, storage: memoryStorage() });
  return { wallet, client, remove: () => page.remove() };
}

const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const CONTRACT = `${STX_ADDRESS}.token`;
/** Params without fields that some wallets need, and with Clarity values. */
const BASE: { readonly [M in MethodName]: object | undefined } = {
  ...VALID_PARAMS,
  signMessage: { message: 'hello' },
  signPsbt: { psbt: psbtFor(['segwit', 'taproot']) },
  stx_transferStx: { amount: 5n, recipient: RECIPIENT },
  stx_transferSip9Nft: { ...VALID_PARAMS.stx_transferSip9Nft, assetId: Cl.uint(1) },
  stx_callContract: { ...VALID_PARAMS.stx_callContract, functionArgs: [Cl.uint(1)] },
  stx_signStructuredMessage: { message: Cl.uint(1), domain: '03' },
};

/** Values of fields that wallets treat differently. */
const MORE: Readonly<Record<string, readonly unknown[]>> = {
  network: ['mainnet', 'testnet', 'Devnet', 'nowhere', 5],
  fee: [5n, '2', -1],
  nonce: [3, 2n ** 60n],
  address: [STX_ADDRESS, RECIPIENT, TESTNET_STX_ADDRESS, addressOf('taproot'), addressOf('legacy')],
  sponsored: [true, false],
  broadcast: [true, false],
  memo: ['lunch', '食事', 'x'.repeat(40)],
  amount: [0, 2n ** 60n, '1e3'],
  recipient: [CONTRACT, 'nobody'],
  postConditions: [[], ['000216a46ff88886c2ef9762d970b4d2c63678835bd39d050000000000000005']],
  postConditionMode: ['allow', 'deny', 'originator', 9],
  protocol: ['ECDSA', 'BIP322'],
  signInputs: [[0], [7], [{ index: 0, address: addressOf('other') }]],
  allowedSighash: [['ALL'], ['NONE']],
  clarityVersion: ['3', 9],
};
const field = fc
  .constantFrom(...Object.keys(MORE))
  .chain((name) => fc.constantFrom(...MORE[name]!).map((value) => [name, value] as const));

const call = fc.record({
  id: fc.constantFrom(...Object.keys(WALLETS)),
  method: fc.constantFrom(...METHODS),
  more: fc.array(field, { maxLength: 8 }),
  network: fc.constantFrom(undefined, undefined, 'mainnet', 'testnet'),
  connected: fc.boolean(),
  overrides: fc.constantFrom(undefined, undefined, false),
});

describe('client.explain', function () {
  it('copies the params when it is called', async () => {
    const params = { message: 'Hello' };
    const explaining = freshClient().explain('stx_signMessage', params);
    params.message = 'Changed';
    const rows = await explaining;
    expect(JSON.stringify(rows)).to.contain('Hello').and.not.to.contain('Changed');
  });

  this.timeout(60_000);

  it('returns what a request would do, for any wallet, method, params and options, and asks no wallet', () =>
    fc.assert(
      fc.asyncProperty(call, async ({ id, method, more, network, connected, overrides }) => {
        const { wallet, client, remove } = pageWith(id);
        try {
          if (connected) await client.connect({ providerId: id });
          // The nonce is given, so that no Stacks API is asked.
          const own = Object.fromEntries(more.filter(([name]) => name in FULL_PARAMS[method]));
          const params = { ...BASE[method], ...own, ...('sponsored' in own && { nonce: 3 }) };
          const options = { network, enableOverrides: overrides };
          wallet.calls.length = 0;
          const explained = await client.explain(method, params, options);
          expect(wallet.calls, 'it asked the wallet').to.deep.equal([]);
          const row = explained.find(({ providerId }) => providerId === id)!;
          expect(row).to.include({ installed: true, connected });

          const real = await client
            .request({ ...options, providerId: id }, method as string, params)
            .then(
              () => undefined,
              (error: Error & { code: number }) => error,
            );
          // A wallet whose requests have no field for the network is first asked for its network. If that is not the
          // assumed one, the request fails with an error about `network`.
          const silent = ['wallet_getAccount', 'getInfo'];
          const asked = wallet.calls.filter((each) => !silent.includes(each.method));
          if (row.assumedNetwork !== undefined && !asked.length) {
            if (real?.message !== row.error?.message) expect(real?.message).to.contain('`network`');
            return;
          }
          if (row.request) {
            const { method: name, params: sent } = asked[0]!;
            expect(JSON.parse(JSON.stringify(row.request))).to.deep.equal(JSON.parse(JSON.stringify({ method: name, params: sent }))); // prettier-ignore
          } else {
            expect(asked).to.deep.equal([]);
            // explain does not ask for the version.
            const text = (error?: Error) =>
              error?.message.replace(/; this is [^;]*\. See/, '. See');
            // explain does not ask for the network, either, and names what else the wallet would lose.
            if (!real?.message.includes('it did not report its own')) expect(text(real)).to.equal(text(row.error)); // prettier-ignore
            expect(real?.code).to.equal(row.error?.code);
          }
          const isMissing = real?.code === -32601 && !(id === 'AnyProvider' && method === 'stx_signTransactions'); // prettier-ignore
          if (overrides !== false) expect(row.outcome === 'unsupported').to.equal(isMissing && row.outcome !== 'refused'); // prettier-ignore
        } finally {
          remove();
        }
      }),
      { numRuns: 150 },
    ));

  it('has a row for every wallet of the catalog, installed or not, without asking any wallet', async () => {
    const { client, remove } = pageWith('LeatherProvider');
    const rows = await client.explain('stx_transferStx', { ...BASE.stx_transferStx, fee: 5, nonce: 1 }); // prettier-ignore
    remove();
    const ids = rows.map(({ providerId }) => providerId);
    for (const { info } of knownWallets) expect(ids).to.include(info.id);
    const row = (id: string) => rows.find(({ providerId }) => providerId === id);
    expect(row('LeatherProvider')).to.include({
      installed: true,
      name: 'Leather',
      outcome: 'sent',
    });
    expect(row('LeatherProvider')?.ignores).to.deep.equal(['fee', 'nonce']);
    const xverse = row('XverseProviders.BitcoinProvider');
    expect(xverse).to.include({ installed: false, name: 'Xverse', outcome: 'sent' });
    expect(xverse?.request).to.deep.equal({
      method: 'stx_transferStx',
      params: { amount: '5', recipient: RECIPIENT, fee: '5', nonce: '1', network: 'mainnet' },
    });
    expect(row('AsignaProvider')?.ignores).to.deep.equal([]);
  });

  it('names a field that is not sent to a wallet of SIP-030', async () => {
    const { client, remove } = pageWith('AnyProvider');
    const rows = await client.explain('stx_signMessage', {
      message: 'hi',
      publicKey: STX_PUBLIC_KEY,
    });
    remove();
    for (const id of ['AnyProvider', 'AsignaProvider', 'LeatherProvider']) {
      const row = rows.find(({ providerId }) => providerId === id);
      expect(row?.ignores, id).to.deep.equal(['publicKey']);
    }
    expect(rows.find(({ name }) => name === 'Xverse')?.ignores).to.deep.equal([]);
  });

  it('returns `assumedNetwork` only if the request would first ask the wallet for its network', async () => {
    const { client, wallet, remove } = pageWith('XverseProviders.BitcoinProvider');
    const rows = await client.explain('stx_transferStx', { amount: 1, recipient: TESTNET_STX_ADDRESS, network: 'testnet' }); // prettier-ignore
    remove();
    const xverse = rows.find(({ name }) => name === 'Xverse');
    expect(xverse).to.include({ outcome: 'sent', assumedNetwork: 'testnet' });
    expect(rows.find(({ name }) => name === 'Leather')).not.to.have.property('assumedNetwork');
    expect(wallet.calls).to.deep.equal([]);
  });

  it('returns the request to sign the transaction that is built for a sponsored one', async () => {
    const { client, remove } = pageWith('XverseProviders.BitcoinProvider');
    const params = { ...BASE.stx_transferStx, sponsored: true, nonce: 1 };
    const rows = () => client.explain('stx_transferStx', params);
    const xverse = async () => (await rows()).find(({ name }) => name === 'Xverse');
    expect((await xverse())?.error?.data).to.include({ field: 'sponsored' });
    await client.connect({ providerId: 'XverseProviders.BitcoinProvider' });
    expect((await xverse())?.request?.method).to.equal('stx_signTransactions');
    remove();
  });
});

describe('client.supports', () => {
  it('returns which methods each wallet supports, without asking it', async () => {
    for (const [id, lacks] of Object.entries({
      LeatherProvider: ['stx_getAccounts', 'stx_getNetworks', 'stx_updateProfile', 'stx_signTransactions'], // prettier-ignore
      'XverseProviders.BitcoinProvider': ['stx_getNetworks', 'stx_updateProfile', 'stx_transferSip10Ft', 'stx_transferSip9Nft'], // prettier-ignore
      AnyProvider: ['signMessage'],
    })) {
      const { client, wallet, remove } = pageWith(id);
      await client.connect({ providerId: id });
      wallet.calls.length = 0;
      for (const method of METHODS) {
        const { supported, reason, providerId } = await client.supports(method);
        const isUnsure = id === 'AnyProvider' && method === 'stx_signTransactions';
        const expected = isUnsure ? undefined : !lacks.includes(method);
        expect([method, supported]).to.deep.equal([method, expected]);
        expect(providerId).to.equal(id);
        if (!supported) expect(reason).to.contain(method);
      }
      expect(wallet.calls).to.deep.equal([]);
      remove();
    }
  });

  it('is undefined without a wallet, and for an unknown method', async () => {
    const { client, remove } = pageWith('LeatherProvider');
    expect(await client.supports('getAddresses')).to.deep.equal({
      supported: undefined,
      reason: 'No wallet is connected.',
    });
    const { supported, reason } = await client.supports('transferStx', { providerId: 'LeatherProvider' }); // prettier-ignore
    expect(supported).to.equal(undefined);
    expect(reason).to.contain('stx_transferStx');
    remove();
  });

  it('uses the network, the addresses and the wallet type of the session', async () => {
    const id = 'XverseProviders.BitcoinProvider';
    const { client, wallet, remove } = pageWith(id);
    const stacks = { address: STX_ADDRESS, purpose: 'stacks', walletType: 'ledger' };
    wallet.results['wallet_connect'] = { addresses: [stacks], network: { stacks: { name: 'mainnet' } } }; // prettier-ignore
    await client.connect({ providerId: id });
    for (const [method, options, why] of [
      ['stx_signTransactions', {}, 'Ledger'],
      ['signMessage', {}, 'no Bitcoin address'],
      ['stx_transferStx', { network: 'testnet' }, 'the wallet is on mainnet'],
    ] as const) {
      const { supported, reason } = await client.supports(method, options);
      expect(supported).to.equal(false);
      expect(reason).to.contain(why);
    }
    expect(await client.supports('stx_transferStx')).to.include({ supported: true });
    remove();
  });

  it('refuses options that are not plain data', async () => {
    const { client, remove } = pageWith('LeatherProvider');
    const error = await refusal(client.supports('getAddresses', { network: new Date() } as never));
    expect(error.code).to.equal(-32602);
    remove();
  });
});
