import { expect } from '@esm-bundle/chai';
import { hex } from '@scure/base';
import { p2ms, p2wsh, Transaction } from '@scure/btc-signer';
import {
  addressFromVersionHash,
  addressToString,
  Cl,
  makeUnsignedContractCall,
  privateKeyToPublic,
  publicKeyToHex,
} from '@stacks/transactions';
import type { MethodName } from '../../src/core/index.js';
import { ask, EVERY_WALLET, freshClient, refusal, sentTo } from '../../src/testing/every-wallet.js';
import { leatherMobile, leatherWallet } from '../../src/testing/emulated-wallets.js';
import { addressOf } from '../../src/testing/psbts.js';
import { STX_ADDRESS, type SchemaWallet } from '../../src/testing/schema-wallet.js';
import { VALID_PARAMS } from '../../src/testing/valid-params.js';

/** A multisig account of Stacks, and one of Bitcoin: two of three keys. */
const KEYS = ['01', '09', '0a'].map((byte) =>
  publicKeyToHex(privateKeyToPublic(`${byte.repeat(32)}01`)),
);
const CALL = {
  publicKeys: KEYS,
  numSignatures: 2,
  fee: 300n,
  nonce: 1n,
  network: 'mainnet',
  contractAddress: STX_ADDRESS,
  contractName: 'token',
  functionName: 'mint',
  functionArgs: [Cl.uint(1)],
  validateWithAbi: false,
} as const;
const unsigned = await makeUnsignedContractCall({ ...CALL, functionArgs: [...CALL.functionArgs], publicKeys: [...KEYS] }); // prettier-ignore
const STACKS = addressToString(addressFromVersionHash(20, unsigned.auth.spendingCondition.signer));
const script = p2wsh(p2ms(2, KEYS.map((key) => hex.decode(key)).sort(compare))); // prettier-ignore
const BITCOIN = script.address;
const DESCRIPTOR = `wsh(sortedmulti(2,${KEYS.join(',')}))`;

function compare(one: Uint8Array, other: Uint8Array): number {
  return hex.encode(one) < hex.encode(other) ? -1 : 1;
}

/** What the extension returns, in place of the addresses of one key (leather-io/mono, September 2026). */
const STACKS_ROW = {
  symbol: 'STX',
  kind: 'multisig',
  address: STACKS,
  threshold: 2,
  publicKeys: KEYS,
};
const BITCOIN_ROW = { symbol: 'BTC', type: 'p2wsh', address: BITCOIN, descriptor: DESCRIPTOR };

/** Leather with a multisig account, which the user has chosen. */
function leatherWith(row: object, results: Readonly<Record<string, unknown>> = {}): SchemaWallet {
  const wallet = leatherWallet();
  Object.assign(wallet.results, { getAddresses: { addresses: [row] }, ...results });
  return wallet;
}

async function connected(wallet: SchemaWallet) {
  const client = freshClient().with({ provider: wallet });
  const result = await client.request('getAddresses', { allowPolicyAccounts: true });
  expect(sentTo(wallet)).to.deep.equal({ allowPolicyAccounts: true });
  wallet.calls.length = 0;
  return { client, ...result };
}

describe('getAddresses with allowPolicyAccounts', () => {
  it('returns a multisig account of Stacks with its keys, and connects it', async () => {
    const { client, addresses } = await connected(leatherWith(STACKS_ROW));
    expect(addresses).to.deep.equal([{ ...STACKS_ROW, publicKey: '' }]);
    const { status, address, stxAddress } = client.state;
    expect([status, address, stxAddress]).to.deep.equal(['connected', STACKS, STACKS]);
  });

  it('returns a multisig account of Bitcoin, which has no key and no Stacks address', async () => {
    const { client, addresses } = await connected(leatherWith(BITCOIN_ROW));
    expect(addresses).to.deep.equal([{ ...BITCOIN_ROW, publicKey: '' }]);
    expect(client.state).to.include({ status: 'connected', address: BITCOIN });
    expect(client.state.stxAddress).to.equal(undefined);
  });

  it('returns an account of one key as before', async () => {
    const { addresses } = await connected(leatherWallet());
    expect(addresses.map(({ symbol }) => symbol)).to.deep.equal(['BTC', 'BTC', 'STX']);
  });

  it('drops keys that are not what they are said to be', async () => {
    for (const wrong of [
      { threshold: 0 },
      { threshold: 4 },
      { threshold: '2' },
      { threshold: 1.5 },
      { publicKeys: 'keys' },
      { publicKeys: [...KEYS, 5] },
      { publicKeys: [KEYS[0], KEYS[1], '<b>'] },
      { publicKeys: Array(101).fill(KEYS[0]) },
      { publicKeys: undefined },
    ]) {
      const { addresses } = await connected(leatherWith({ ...STACKS_ROW, ...wrong }));
      expect(addresses[0]).to.include({ address: STACKS, kind: 'multisig' });
      expect(addresses[0]).not.to.have.any.keys('threshold', 'publicKeys');
    }
  });

  it('must be true or false, and is a param of this method only', async () => {
    for (const value of ['true', 1, null, {}]) {
      const error = await refusal(ask(leatherWallet(), 'getAddresses', { allowPolicyAccounts: value })); // prettier-ignore
      expect(error.data).to.include({ field: 'allowPolicyAccounts' });
    }
    await refusal(ask(leatherWallet(), 'stx_getAddresses', { allowPolicyAccounts: true }));
  });

  it('is ignored by other wallets, and by the phone app of Leather', async () => {
    const rows = await freshClient().explain('getAddresses', { allowPolicyAccounts: true });
    for (const { providerId, outcome, ignores, request } of rows) {
      expect(outcome).to.equal('sent');
      const isRead = providerId === 'LeatherProvider';
      expect(ignores, providerId).to.deep.equal(isRead ? [] : ['allowPolicyAccounts']);
      if (providerId.startsWith('Xverse')) expect(request?.params).to.equal(undefined);
    }
    const { Leather, ...others } = EVERY_WALLET;
    for (const makeWallet of [leatherMobile, ...Object.values(others)]) {
      const wallet = makeWallet();
      await ask(wallet, 'getAddresses', { allowPolicyAccounts: true });
      expect(wallet.violations).to.deep.equal([]);
    }
    const phone = leatherMobile();
    await ask(phone, 'getAddresses', { allowPolicyAccounts: true, network: 'mainnet' });
    expect(sentTo(phone)).to.deep.equal({ network: 'mainnet' });
    expect(Leather).to.be.a('function');
  });
});

describe('a multisig account of Leather', () => {
  const transaction = unsigned.serialize();
  const proposed = { status: 'proposed', txid: '', proposalId: '7', transaction };
  const call = { contract: `${STX_ADDRESS}.token`, functionName: 'mint', functionArgs: ['0100000000000000000000000000000001'] }; // prettier-ignore

  it('proposes a call of a contract, which is compared with the request', async () => {
    const wallet = leatherWith(STACKS_ROW, { stx_callContract: proposed });
    const { client } = await connected(wallet);
    const result = await client.request('stx_callContract', call);
    expect(result).to.deep.equal({
      status: 'proposed',
      txid: '',
      proposalId: '7',
      proposedTransaction: transaction,
    });
    const other = await refusal(client.request('stx_callContract', { ...call, functionName: 'burn' })); // prettier-ignore
    expect(other).to.include({ code: -32603 });
  });

  it('proposes a transfer of a token, as a call of a contract', async () => {
    const wallet = leatherWith(STACKS_ROW, { stx_callContract: { ...proposed, transaction: undefined } }); // prettier-ignore
    const { client } = await connected(wallet);
    const asset = `${STX_ADDRESS}.token::tok`;
    const params = { asset, amount: 5, recipient: STX_ADDRESS };
    expect(await client.request('stx_transferSip10Ft', params)).to.include({ status: 'proposed' });
    expect(sentTo(wallet)['postConditions']).to.have.length(1);
  });

  it('adds a signature to a transaction of the account', async () => {
    const wallet = leatherWith(STACKS_ROW, { stx_signTransaction: { transaction } });
    const { client } = await connected(wallet);
    const same = await refusal(client.request('stx_signTransaction', { transaction }));
    expect(same.message).to.contain('its origin has not signed');
    expect(wallet.calls).to.have.length(1);
  });

  it('proposes a transfer of bitcoin', async () => {
    const wallet = leatherWith(BITCOIN_ROW, { sendTransfer: { status: 'proposed', proposalId: '7' } }); // prettier-ignore
    const { client } = await connected(wallet);
    const recipients = [{ address: addressOf('other'), amount: 5n }];
    expect(await client.request('sendTransfer', { recipients })).to.include({ status: 'proposed' });
  });

  const REFUSED = {
    stacks: ['stx_signMessage', 'stx_signStructuredMessage', 'stx_transferStx', 'stx_deployContract', 'sendTransfer', 'signPsbt', 'signMessage'],
    bitcoin: ['signMessage', 'stx_signMessage', 'stx_signStructuredMessage', 'stx_transferStx', 'stx_deployContract', 'stx_callContract', 'stx_transferSip10Ft', 'stx_transferSip9Nft', 'stx_signTransaction'],
  } as const; // prettier-ignore
  for (const [chain, methods] of Object.entries(REFUSED)) {
    for (const method of methods) {
      it(`of ${chain} cannot use ${method}, and Leather is not asked`, async () => {
        const wallet = leatherWith(chain === 'stacks' ? STACKS_ROW : BITCOIN_ROW);
        const { client } = await connected(wallet);
        const params = { ...VALID_PARAMS[method as keyof typeof VALID_PARAMS] };
        if (method === 'signMessage') Reflect.deleteProperty(params, 'address');
        const error = await refusal(client.request(method as MethodName, params as never));
        expect(error.code, error.message).to.equal(-32602);
        expect(error.message).to.contain('multisig account');
        expect(wallet.calls).to.deep.equal([]);
        const { supported, reason } = await client.supports(method);
        expect(supported).to.equal(false);
        expect(reason).to.contain('multisig account');
      });
    }
  }

  it('cannot sign a PSBT without its descriptor', async () => {
    const wallet = leatherWith(BITCOIN_ROW);
    const { client } = await connected(wallet);
    const made = new Transaction();
    made.addInput({ txid: '1'.repeat(64), index: 0, witnessUtxo: { script: script.script, amount: 9_000n }, witnessScript: script.witnessScript }); // prettier-ignore
    made.addOutputAddress(addressOf('other'), 8_000n);
    const psbt = hex.encode(made.toPSBT());
    const error = await refusal(client.request('signPsbt', { psbt }));
    expect(error.data).to.include({ field: 'descriptor' });
    expect(wallet.calls).to.deep.equal([]);
    wallet.results['signPsbt'] = { status: 'proposed', proposalId: '7' };
    const result = await client.request('signPsbt', { psbt, descriptor: DESCRIPTOR });
    expect(result).to.include({ status: 'proposed' });
    expect(sentTo(wallet)).to.include({ descriptor: DESCRIPTOR });
  });

  it('cannot be sponsored', async () => {
    const { client } = await connected(leatherWith(STACKS_ROW));
    const error = await refusal(client.request('stx_callContract', { ...call, sponsored: true, nonce: 1 })); // prettier-ignore
    expect(error.message).to.contain('not a single-signature account');
  });
});
