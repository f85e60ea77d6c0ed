import { expect } from '@open-wc/testing';
import { p2ms, p2sh, p2tr, p2tr_ms, p2wsh, SigHash, Transaction } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { readPsbt } from './psbt-outline.js';
import { witnessSignatures } from './psbt-signatures.js';

const KEYS = [1, 2].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array];
const ECDSA = KEYS.map((key) => pubECDSA(key));
const SCHNORR = KEYS.map((key) => pubSchnorr(key));

/** Scripts that require two keys: in a witness, in a script, in a Taproot leaf. */
const SHARED = {
  p2wsh: p2wsh(p2ms(2, ECDSA)),
  p2sh: p2sh(p2ms(2, ECDSA)),
  'p2sh-p2wsh': p2sh(p2wsh(p2ms(2, ECDSA))),
  'a leaf of p2tr': p2tr(undefined, { script: p2tr_ms(2, SCHNORR).script }, undefined, true),
};
type Shared = (typeof SHARED)[keyof typeof SHARED];

function psbtOf(payment: Shared, sighashType: SigHash): Transaction {
  const previous = new Transaction({ allowUnknownInputs: true });
  previous.addOutput({ script: payment.script, amount: 10_000n });
  previous.addInput({ txid: new Uint8Array(32), index: 0, finalScriptSig: new Uint8Array(1) });
  const transaction = new Transaction({ allowUnknownInputs: true });
  const { script, ...rest } = payment;
  transaction.addInput({
    txid: previous.id,
    index: 0,
    nonWitnessUtxo: previous.toBytes(true),
    witnessUtxo: { script, amount: 10_000n },
    sighashType,
    ...rest,
  } as Parameters<Transaction['addInput']>[0]);
  transaction.addOutput({ script, amount: 9_000n });
  return transaction;
}

describe('the signatures of an input of several keys', () => {
  for (const [what, payment] of Object.entries(SHARED)) {
    for (const sighash of [SigHash.ALL, SigHash.NONE, SigHash.SINGLE_ANYONECANPAY]) {
      it(`${what}, ${sighash}: are read before and after it is finalized`, () => {
        const transaction = psbtOf(payment, sighash);
        const types = () => {
          const [input] = readPsbt(transaction.toPSBT()).inputs;
          if (!input?.finalized) expect(input?.oneKey).to.equal(false);
          return [...(input?.signatures.values() ?? [])];
        };
        expect(types()).to.deep.equal([]);
        for (const [signed, key] of KEYS.entries()) {
          transaction.signIdx(key, 0, [sighash]);
          expect(types()).to.deep.equal(Array<number>(signed + 1).fill(sighash));
        }
        transaction.finalize();
        expect(types()).to.deep.equal([sighash, sighash]);
      });
    }
  }

  it('do not include other data of their length in a witness that is not Taproot’s', () => {
    const pubkey = pubECDSA(KEYS[0], false);
    expect(pubkey).to.have.length(65);
    expect(witnessSignatures([pubkey, new Uint8Array(64), Uint8Array.of(0x51)])).to.deep.equal([]);
  });

  it('are read beside an annex', () => {
    const annex = Uint8Array.of(0x50, 1);
    const signature = new Uint8Array(65).fill(2);
    expect(witnessSignatures([signature, annex])).to.deep.equal([signature]);
  });
});
