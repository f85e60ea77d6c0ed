import { expect } from '@esm-bundle/chai';
import { Cl, deserializeTransaction, makeUnsignedContractCall } from '@stacks/transactions';
import type { MethodName } from '../client/index.js';
import { EVERY_WALLET, freshClient, refusal, sentTo } from '../testing/every-wallet.js';
import { leatherMobile, leatherWallet, xverseWallet } from '../testing/emulated-wallets.js';
import { STX_ADDRESS, STX_PUBLIC_KEY, TXID, type SchemaWallet } from '../testing/schema-wallet.js';
import { signTransaction } from '../testing/transactions.js';

const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const CONTRACT = `${STX_ADDRESS}.token`;

/** The methods of Leather with the mode of SIP-040. */
const CALLS = {
  stx_callContract: { contract: CONTRACT, functionName: 'swap' },
  stx_deployContract: { name: 'token', clarityCode: '(ok 1)' },
  stx_transferSip10Ft: { amount: 5n, recipient: RECIPIENT, asset: `${CONTRACT}::tok` },
  stx_transferSip9Nft: { recipient: RECIPIENT, asset: `${CONTRACT}::nft`, assetId: Cl.uint(1) },
} as const;
const TRANSFER = { amount: 5n, recipient: RECIPIENT };
const MODES = ['originator', 3] as const;

const leatherOf = (version: unknown) => () =>
  Object.assign(leatherWallet(), { getProductInfo: () => ({ version }) });
/** Versions that cannot read the mode in a transaction, or are not known to. */
const OLD = [leatherMobile, leatherOf('6.73.4'), leatherOf('6.101.9'), leatherOf('5.200.0'), leatherOf(''), leatherOf(7)]; // prettier-ignore
const NEW = ['6.102.0', '6.107.0', '7.0.0'].map((version) => () => {
  const wallet = leatherOf(version)();
  const { request } = wallet;
  // The emulation is version 6.73.4, which cannot read the mode.
  wallet.request = async (method, params) => {
    if (method !== 'stx_signTransaction') return request(method, params);
    const { transaction } = params as { transaction: string };
    return { jsonrpc: '2.0', id: '1', result: { transaction: signTransaction(transaction) } };
  };
  return wallet;
});

async function connected(wallet: SchemaWallet) {
  const client = freshClient().with({ provider: wallet });
  await client.connect();
  wallet.calls.length = 0;
  return client;
}

async function isRefused(wallet: SchemaWallet, method: string, params: object, field: string) {
  const client = await connected(wallet);
  const error = await refusal(client.request(method as MethodName, params as never));
  expect(error.code, error.message).to.equal(-32602);
  expect(error.data).to.include({ field });
  expect(wallet.calls).to.deep.equal([]);
}

describe('the post-condition mode `originator`', () => {
  for (const [method, params] of Object.entries(CALLS)) {
    it(`is sent with ${method} to every version of the extension of Leather`, async () => {
      for (const makeWallet of [leatherWallet, ...NEW]) {
        for (const postConditionMode of MODES) {
          const wallet = makeWallet();
          // The schema of @leather.io/rpc 2.21.16 refuses it. This is the answer of newer versions.
          for (const name of Object.keys(CALLS)) wallet.results[name] = { txid: TXID };
          const client = await connected(wallet);
          await client.request(method as MethodName, { ...params, postConditionMode } as never);
          expect(sentTo(wallet)).to.include({ postConditionMode: 'originator' });
        }
      }
    });

    it(`is not sent with ${method} to the phone app of Leather, or to any other wallet`, async () => {
      const others = Object.entries(EVERY_WALLET).filter(([name]) => name !== 'Leather');
      for (const makeWallet of [leatherMobile, ...others.map(([, make]) => make)]) {
        for (const postConditionMode of MODES) {
          await isRefused(makeWallet(), method, { ...params, postConditionMode }, 'postConditionMode'); // prettier-ignore
        }
      }
    });

    it(`is not built into a sponsored ${method} for a wallet that is not known to read it`, async () => {
      for (const makeWallet of [...OLD, xverseWallet]) {
        const more = { sponsored: true, nonce: 1, postConditionMode: 'originator' };
        await isRefused(makeWallet(), method, { ...params, ...more }, 'postConditionMode');
      }
    });

    it(`is built into a sponsored ${method} for an extension of Leather that reads it`, async () => {
      for (const makeWallet of NEW) {
        const client = await connected(makeWallet());
        const more = { sponsored: true, nonce: 1, postConditionMode: 'originator' };
        const { transaction } = (await client.request(
          method as MethodName,
          { ...params, ...more } as never,
        )) as { transaction: string };
        expect(deserializeTransaction(transaction).postConditionMode).to.equal(3);
      }
    });
  }

  it('is not sent in a transaction to a version of Leather that is not known to read it', async () => {
    const made = await makeUnsignedContractCall({
      publicKey: STX_PUBLIC_KEY,
      fee: 200n,
      nonce: 1n,
      network: 'mainnet',
      contractAddress: STX_ADDRESS,
      contractName: 'token',
      functionName: 'swap',
      functionArgs: [],
      postConditionMode: 'originator',
      validateWithAbi: false,
    });
    const transaction = made.serialize();
    for (const makeWallet of OLD) {
      await isRefused(makeWallet(), 'stx_signTransaction', { transaction }, 'transaction');
    }
    for (const makeWallet of NEW) {
      const client = await connected(makeWallet());
      await client.request('stx_signTransaction', { transaction });
    }
  });

  it('is not sent with a transfer of STX, in which Leather builds `deny`, as is `allow`', async () => {
    for (const postConditionMode of ['allow', 1, ...MODES]) {
      for (const makeWallet of [leatherWallet, ...NEW]) {
        const params = { ...TRANSFER, postConditionMode };
        await isRefused(makeWallet(), 'stx_transferStx', params, 'postConditionMode');
      }
    }
    const wallet = leatherWallet();
    const client = await connected(wallet);
    await client.request('stx_transferStx', { ...TRANSFER, postConditionMode: 'deny' });
    expect(wallet.violations).to.deep.equal([]);
  });
});

describe('the Clarity version of a sponsored deployment', () => {
  it('is built for Leather only if the version is known to read it', async () => {
    const deploy = { ...CALLS.stx_deployContract, sponsored: true, nonce: 1 };
    for (const clarityVersion of [4, '5', 6]) {
      for (const makeWallet of OLD) {
        await isRefused(makeWallet(), 'stx_deployContract', { ...deploy, clarityVersion }, 'clarityVersion'); // prettier-ignore
      }
    }
    for (const makeWallet of NEW) {
      await isRefused(makeWallet(), 'stx_deployContract', { ...deploy, clarityVersion: 6 }, 'clarityVersion'); // prettier-ignore
      for (const clarityVersion of [1, '4', 5]) {
        const client = await connected(makeWallet());
        await client.request('stx_deployContract', { ...deploy, clarityVersion });
      }
    }
    const client = await connected(leatherOf('6.73.4')());
    await client.request('stx_deployContract', { ...deploy, clarityVersion: 3 });
  });
});
