import { expect } from '@open-wc/testing';
import { base64, hex } from '@scure/base';
import { NETWORK, p2ms, p2wsh, Transaction } from '@scure/btc-signer';
import { freshClient, refusal } from '../testing/every-wallet.js';
import {
  addressOf,
  finalized,
  OWNERS,
  psbtBytesFor,
  psbtFor,
  sign,
  type Owner,
} from '../testing/psbts.js';
import { fordefiWallet, standardWallet, xverseWallet } from '../testing/emulated-wallets.js';
import type { SchemaWallet } from '../testing/schema-wallet.js';
import type { SignPsbtParams } from '../client/index.js';

const OTHER_KEY = `02${'11'.repeat(32)}`;

function answering(psbt: Uint8Array, wallet: SchemaWallet = standardWallet()): SchemaWallet {
  wallet.results['signPsbt'] = { psbt: base64.encode(psbt) };
  return wallet;
}

const signPsbt = (provider: SchemaWallet, params: SignPsbtParams) =>
  freshClient().request({ provider }, 'signPsbt', params);

describe('the `publicKey` of an input in `signInputs`', () => {
  for (const [name, makeWallet] of Object.entries({ xverseWallet, fordefiWallet })) {
    it(`must belong to the connected account, if its keys are known: ${name}`, async () => {
      const wallet = makeWallet();
      const client = freshClient().with({ provider: wallet });
      await client.connect();
      const entry = (publicKey: string) => [{ index: 0, address: addressOf('nested'), publicKey }];
      const psbt = psbtFor(['nested']);
      const request = client.request('signPsbt', { psbt, signInputs: entry(OTHER_KEY) });
      const error = await refusal(request);
      expect(error.code).to.equal(-32602);
      expect(error.data).to.include({ field: 'signInputs' });
      expect(wallet.calls).to.have.length(1);
      await client.request('signPsbt', { psbt, signInputs: entry(OWNERS.nested.publicKey) });
    });
  }

  for (const owner of ['segwit', 'nested'] as const) {
    it(`is compared with the key of a finalized input: ${owner}`, async () => {
      const psbt = psbtFor([owner]);
      const closed = finalized(sign(psbtBytesFor([owner]), [0], [owner]), 0);
      const request = (publicKey: string) =>
        signPsbt(answering(closed), { psbt, signInputs: [{ index: 0, publicKey }] });
      expect((await refusal(request(OTHER_KEY))).message).to.contain(
        'by another key than its `publicKey`',
      );
      await request(OWNERS[owner].publicKey);
    });
  }
});

describe('an input of several keys', () => {
  const shared = p2wsh(
    p2ms(
      2,
      [OWNERS.segwit, OWNERS.other].map(({ publicKey }) => hex.decode(publicKey)),
    ),
    NETWORK,
  );
  const transaction = new Transaction();
  transaction.addInput({
    txid: '40'.repeat(32),
    index: 0,
    witnessUtxo: { script: shared.script, amount: 10_000n },
    witnessScript: shared.witnessScript,
  });
  transaction.addOutputAddress(addressOf('other'), 9_000n, NETWORK);
  const bytes = transaction.toPSBT();

  /** The PSBT with the signature of one owner, stored under `publicKey`. */
  function signedAs(publicKey: string, owner: Owner = 'segwit'): Uint8Array {
    const signed = Transaction.fromPSBT(sign(bytes, [0], [owner]));
    const [[, signature]] = signed.getInput(0).partialSig as [[Uint8Array, Uint8Array]];
    const other = Transaction.fromPSBT(bytes);
    other.updateInput(0, { partialSig: [[hex.decode(publicKey), signature]] }, true);
    return other.toPSBT();
  }

  it('must be signed by a key that its script lists', async () => {
    const params = { psbt: base64.encode(bytes), signInputs: [0] };
    await signPsbt(answering(signedAs(OWNERS.segwit.publicKey)), params);
    await signPsbt(answering(signedAs(OWNERS.other.publicKey, 'other')), params);
    const error = await refusal(signPsbt(answering(signedAs(OWNERS.legacy.publicKey)), params));
    expect(error.code).to.equal(-32603);
    expect(error.message).to.contain('by a key that its script does not list');
  });
});
