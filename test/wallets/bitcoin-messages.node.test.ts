import { expect } from '@esm-bundle/chai';
import { freshClient, refusal, sentTo } from '../../src/testing/every-wallet.js';
import { fordefiWallet, leatherMobile, leatherWallet, xverseWallet } from '../../src/testing/emulated-wallets.js'; // prettier-ignore
import { signBitcoinMessage } from '../../src/testing/messages.js';
import { addressOf } from '../../src/testing/psbts.js';
import type { SchemaWallet } from '../../src/testing/schema-wallet.js';
import { verifyMessage } from '../../src/verify/index.js';

const METHOD = 'signMessage';

async function connected(wallet: SchemaWallet) {
  const client = freshClient().with({ provider: wallet });
  await client.connect();
  wallet.calls.length = 0;
  return (params: object) => client.request(METHOD, { message: 'hello', ...params });
}

describe('signMessage with a Bitcoin key', () => {
  for (const [name, makeWallet, payment] of [
    ['Leather', leatherWallet, 'segwit'],
    ['Leather on a phone', leatherMobile, 'segwit'],
    ['Xverse', xverseWallet, 'nested'],
    ['Fordefi', fordefiWallet, 'nested'],
  ] as const) {
    it(`has one shape for ${name}`, async () => {
      for (const [owner, params] of [
        [payment, {}],
        ['taproot', { address: addressOf('taproot') }],
        [payment, { address: addressOf(payment), protocol: 'BIP322' }],
      ] as const) {
        const wallet = makeWallet();
        const result = await (await connected(wallet))(params);
        expect(result).to.include({ message: 'hello', protocol: 'BIP322' });
        expect(verifyMessage(result)).to.include({ ok: true, protocol: 'bip-322-simple' });
        expect(result.address).to.equal(addressOf(owner));
        expect(wallet.violations).to.deep.equal([]);
        // No second request, such as one for the addresses.
        expect(wallet.calls).to.have.length(1);
      }
    });

    it(`fails if ${name} signed with another address than the requested one`, async () => {
      const wallet = makeWallet();
      const { protocol } = { protocol: 'BIP322' };
      const signature = signBitcoinMessage('other', 'hello');
      wallet.results[METHOD] = {
        signature,
        address: addressOf('other'),
        message: 'hello',
        protocol,
      };
      const error = await refusal((await connected(wallet))({ address: addressOf('taproot') }));
      expect(error.code).to.equal(-32603);
    });

    it(`does not ask ${name} for an address that the account does not have`, async () => {
      const wallet = makeWallet();
      const error = await refusal((await connected(wallet))({ address: addressOf('other') }));
      expect(error.code).to.equal(-32602);
      expect(error.data).to.include({ field: 'address' });
      expect(wallet.calls).to.deep.equal([]);
    });
  }

  it('fails if Xverse signed with another address than the payment address of the session', async () => {
    const wallet = xverseWallet();
    const signature = signBitcoinMessage('taproot', 'hello');
    const answered = { signature, address: addressOf('taproot'), protocol: 'BIP322' };
    wallet.results[METHOD] = answered;
    const error = await refusal((await connected(wallet))({}));
    expect(error.code).to.equal(-32603);
    expect(sentTo(wallet)).to.include({ address: addressOf('nested'), protocol: 'BIP322' });
  });

  it('asks Xverse for ECDSA only if it is requested, and never Leather', async () => {
    const wallet = xverseWallet();
    const params = { address: addressOf('nested'), protocol: 'ECDSA' } as const;
    expect(await (await connected(wallet))(params)).to.include({ protocol: 'ECDSA' });
    const error = await refusal((await connected(leatherWallet()))({ protocol: 'ECDSA' }));
    expect(error.data).to.include({ field: 'protocol' });
  });
});
