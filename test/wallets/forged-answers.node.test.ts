import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { expect } from '@esm-bundle/chai';
import { base64, hex } from '@scure/base';
import {
  OP,
  p2ms,
  p2pk,
  p2sh,
  p2tr,
  p2tr_ms,
  p2tr_ns,
  p2wsh,
  RawWitness,
  Script,
  SigHash,
  Transaction,
} from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import {
  Cl,
  makeUnsignedContractCall,
  PostConditionMode,
  privateKeyToPublic as publicKeyOf,
} from '@stacks/transactions';
import type { SignPsbtParams, SignPsbtResult } from '../../src/core/index.js';
import { freshClient, refusal } from '../../src/testing/every-wallet.js';
import { answering, fakeWallet, STX_ADDRESS } from '../../src/testing/fake-wallet.js';
import { signBitcoinMessage, signStacksMessage } from '../../src/testing/messages.js';
import {
  addressOf,
  finalized,
  OWNERS,
  psbtBytesFor,
  sign,
  txidOf,
  type Owner,
} from '../../src/testing/psbts.js';
import {
  OTHER_STX_KEY,
  signTransaction,
  STX_KEY,
  transferOf,
} from '../../src/testing/transactions.js';

const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const [FIRST, SECOND, STRANGER] = [1, 2, 7].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const OPTIONS = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true };

/** The functions by which Xverse is recognized. */
const ACCOUNT = { addresses: [{ address: addressOf('segwit'), publicKey: '02' }] };
const XVERSE = { signMultipleTransactions() {}, createRepeatInscriptions() {} };

/** Asks a wallet that gives this answer. */
const asked = (method: string, params: object, answer: object, addresses?: object[]) => {
  const wallet = fakeWallet(
    answering({ [method]: answer, getAddresses: { addresses }, wallet_getAccount: ACCOUNT }),
  );
  // Only Xverse has a method for Bitcoin messages of every address.
  const provider = method === 'signMessage' ? Object.assign(wallet, XVERSE) : wallet;
  const client = freshClient().with({ provider });
  return (async () => {
    if (addresses) await client.connect();
    return client.request(method as 'signPsbt', params as never) as Promise<unknown>;
  })();
};

const signPsbt = (psbt: Uint8Array, answered: Uint8Array, more: Partial<SignPsbtParams> = {}) =>
  asked(
    'signPsbt',
    { psbt: base64.encode(psbt), signInputs: [0], ...more },
    { psbt: base64.encode(answered) },
  ) as Promise<SignPsbtResult>;

async function isRefused(request: Promise<unknown>, fault: string): Promise<void> {
  const error = await refusal(request);
  expect(error.code, error.message).to.equal(-32603);
  expect(error.message).to.contain(fault);
}

type Update = Parameters<Transaction['updateInput']>[1];

/** The PSBT with other fields in its first input. */
function altered(psbt: Uint8Array, change: Update): Uint8Array {
  const transaction = Transaction.fromPSBT(psbt, OPTIONS);
  transaction.updateInput(0, change, true);
  return transaction.toPSBT();
}

describe('a signature of a PSBT', () => {
  for (const owner of ['segwit', 'nested', 'legacy'] as const) {
    const psbt = psbtBytesFor([owner]);
    const key = hex.decode(OWNERS[owner].publicKey);
    const withSignature = (signature: Uint8Array, by: Uint8Array = key) =>
      altered(psbt, { partialSig: [[by, signature]] });
    const ofHash = (hash: Uint8Array, by: Uint8Array = OWNERS[owner].key) =>
      Uint8Array.of(...secp256k1.sign(hash, by, { prehash: false, format: 'der' }), 1);

    it(`${owner}: is an error if it is DER over something else`, () =>
      isRefused(signPsbt(psbt, withSignature(ofHash(new Uint8Array(32)))), 'not valid'));

    it(`${owner}: is an error by the key of a stranger`, () =>
      isRefused(
        signPsbt(psbt, withSignature(ofHash(new Uint8Array(32), STRANGER), pubECDSA(STRANGER))),
        'by a key that its script does not list',
      ));

    it(`${owner}: is an error over other outputs`, async () => {
      const other = sign(psbtBytesFor([owner], { outputs: 2 }), [0], [owner]);
      const [[, signature] = []] = Transaction.fromPSBT(other, OPTIONS).getInput(0).partialSig!;
      await isRefused(signPsbt(psbt, withSignature(signature!)), 'not valid');
    });

    it(`${owner}: is an error in a forged final script or witness`, async () => {
      const signature = ofHash(new Uint8Array(32));
      const final = Transaction.fromPSBT(finalized(sign(psbt, [0], [owner]), 0), OPTIONS);
      const forged: Update =
        owner === 'legacy'
          ? { finalScriptSig: Script.encode([signature, key]) }
          : { finalScriptWitness: [signature, key] };
      final.updateInput(0, forged, true);
      await isRefused(signPsbt(psbt, final.toPSBT()), 'not valid');
    });

    it(`${owner}: is of the public key that was asked for, in full`, async () => {
      const signed = sign(psbt, [0], [owner]);
      const named = (publicKey: string) =>
        signPsbt(psbt, signed, { signInputs: [{ index: 0, publicKey }] });
      await named(OWNERS[owner].publicKey);
      const short = await refusal(named(OWNERS[owner].publicKey.slice(-2)));
      expect(short.code).to.equal(-32602);
      await isRefused(named(hex.encode(pubECDSA(STRANGER))), 'by another key');
    });
  }

  it('is an error if it is hidden behind OP_PUSHDATA4', async () => {
    const psbt = psbtBytesFor(['legacy']);
    const final = Transaction.fromPSBT(finalized(sign(psbt, [0], ['legacy']), 0), OPTIONS);
    const [signature, key] = Script.decode(final.getInput(0).finalScriptSig!) as Uint8Array[];
    const hidden = Uint8Array.of(0x4e, signature!.length, 0, 0, 0, ...signature!, 33, ...key!);
    final.updateInput(0, { finalScriptSig: hidden }, true);
    await isRefused(signPsbt(psbt, final.toPSBT()), 'not valid');
  });

  it('is an error for Taproot if it is any 64 bytes, or of the key before its tweak', async () => {
    const psbt = psbtBytesFor(['taproot']);
    for (const tapKeySig of [
      new Uint8Array(64).fill(1),
      Uint8Array.from(schnorr.sign(new Uint8Array(32), OWNERS.taproot.key)),
    ]) {
      await isRefused(signPsbt(psbt, altered(psbt, { tapKeySig })), 'not valid');
      const witness = altered(psbt, { finalScriptWitness: [tapKeySig] });
      await isRefused(signPsbt(psbt, witness), 'not valid');
    }
  });

  it('is an error if the answer changes the amount or the script of an output that is spent', async () => {
    const psbt = psbtBytesFor(['segwit']);
    for (const witnessUtxo of [
      { script: OWNERS.segwit.script, amount: 9_999n },
      { script: OWNERS.other.script, amount: 10_000n },
    ]) {
      const answered = altered(sign(psbt, [0], ['segwit']), { witnessUtxo });
      await isRefused(signPsbt(psbt, answered), 'another amount or script');
      // Also if the signature is over the changed amount.
      const other = sign(altered(psbt, { witnessUtxo }), [0], ['segwit', 'other']);
      await isRefused(signPsbt(psbt, other), 'another amount or script');
    }
  });

  it('is in `unverified` if the PSBT does not show what an input spends', async () => {
    const bare = psbtBytesFor(['segwit'], { bare: true });
    const signed = Transaction.fromPSBT(sign(psbtBytesFor(['segwit']), [0], ['segwit']));
    const { partialSig } = signed.getInput(0);
    const result = await signPsbt(bare, altered(bare, { partialSig: partialSig! }));
    expect((result as { unverified?: unknown }).unverified).to.deep.equal([0]);
    const own = psbtBytesFor(['segwit']);
    expect(await signPsbt(own, sign(own, [0], ['segwit']))).not.to.have.property('unverified');
  });

  it('is in `unverified` if only the wallet shows what an input spends', async () => {
    const bare = psbtBytesFor(['segwit'], { bare: true });
    const result = await signPsbt(bare, sign(psbtBytesFor(['segwit']), [0], ['segwit']));
    expect((result as { unverified?: unknown }).unverified).to.deep.equal([0]);
  });

  it('has the txid of its PSBT beside it', async () => {
    const psbt = psbtBytesFor(['nested', 'legacy']);
    const answered = sign(psbt, [0, 1], ['nested', 'legacy']);
    const params = { psbt: base64.encode(psbt), broadcast: true };
    const result = { psbt: base64.encode(answered), hex: '00', txId: `0x${txidOf(answered)}` };
    expect(await asked('signPsbt', params, result)).to.deep.equal({
      psbt: result.psbt,
      txid: txidOf(answered),
    });
    await isRefused(asked('signPsbt', params, { ...result, txId: 'ab'.repeat(32) }), 'the txid');
  });
});

describe('a signature of an input with a script', () => {
  const keys = [FIRST, SECOND].map((key) => pubECDSA(key));
  const schnorrKeys = [FIRST, SECOND].map((key) => pubSchnorr(key));
  const hashLock = Script.encode(['SHA256', new Uint8Array(32), 'EQUALVERIFY', keys[0]!, 'CHECKSIG']); // prettier-ignore
  const leaf = (script: Uint8Array) => p2tr(undefined, { script }, undefined, true);
  /** Each with whether its final witness can be verified. */
  const SCRIPTS = {
    'P2WSH of two keys': [p2wsh(p2ms(2, keys)), true],
    'P2SH of two keys': [p2sh(p2ms(2, keys)), true],
    'P2SH-P2WSH of two keys': [p2sh(p2wsh(p2ms(2, keys))), true],
    'P2WSH of one key': [p2wsh(p2pk(keys[0]!)), true],
    'a leaf of all keys': [leaf(p2tr_ns(2, schnorrKeys)[0]!.script), true],
    'a leaf of some keys': [leaf(p2tr_ms(1, schnorrKeys).script), true],
    'P2WSH with a hash lock': [p2wsh({ type: 'unknown', script: hashLock }), false],
  } as const;

  for (const [what, [payment, isKnown]] of Object.entries(SCRIPTS)) {
    const { script, ...rest } = payment;
    const previous = new Transaction(OPTIONS);
    previous.addOutput({ script, amount: 10_000n });
    previous.addInput({ txid: new Uint8Array(32), index: 0, finalScriptSig: Uint8Array.of(0) });
    const made = new Transaction(OPTIONS);
    made.addInput({
      ...{ txid: previous.id, index: 0, nonWitnessUtxo: previous.toBytes(true) },
      ...(rest as object),
    });
    made.addOutputAddress(addressOf('other'), 9_000n);
    const psbt = made.toPSBT();
    const signedBy = (...by: Uint8Array[]) => signedAs(undefined, ...by);
    const signedAs = (sighashType: SigHash | undefined, ...by: Uint8Array[]) => {
      const transaction = Transaction.fromPSBT(psbt, OPTIONS);
      if (sighashType !== undefined) transaction.updateInput(0, { sighashType }, true);
      for (const key of by) {
        try {
          transaction.signIdx(key, 0, sighashType === undefined ? undefined : [sighashType]);
        } catch {
          continue; // The script does not list it.
        }
      }
      return transaction;
    };

    it(`${what}: is accepted, and verified`, async () => {
      const result = await signPsbt(psbt, signedBy(FIRST).toPSBT());
      expect(result).not.to.have.property('unverified');
    });

    const itIfKnown = isKnown ? it : () => undefined;
    itIfKnown(
      `${what}: is accepted when it is final, and an error with another signature`,
      async () => {
        const transaction = signedBy(FIRST, SECOND);
        transaction.finalize();
        expect(await signPsbt(psbt, transaction.toPSBT())).not.to.have.property('unverified');
        const { finalScriptWitness, finalScriptSig } = transaction.getInput(0);
        const isSignature = (item: Uint8Array) => item.length >= 64 && item.length <= 73;
        const spoiled = (item: Uint8Array) =>
          isSignature(item) ? item.map((byte, at) => (at === 40 ? byte ^ 1 : byte)) : item;
        const update: Update = finalScriptWitness
          ? { finalScriptWitness: finalScriptWitness.map(spoiled) }
          : {
              finalScriptSig: Script.encode(
                Script.decode(finalScriptSig!).map((part) =>
                  part instanceof Uint8Array ? spoiled(part) : part,
                ),
              ),
            };
        transaction.updateInput(0, update, true);
        await isRefused(signPsbt(psbt, transaction.toPSBT()), 'not valid');
      },
    );

    itIfKnown(
      `${what}: may be there before, if its key is named or the input is now final`,
      async () => {
        const mine = signedBy(FIRST);
        const publicKey = hex.encode(keys[0]!);
        const again = { signInputs: [{ index: 0, publicKey }] };
        expect(await signPsbt(mine.toPSBT(), mine.toPSBT(), again)).to.have.property('psbt');
        const all = signedBy(FIRST, SECOND);
        const done = all.clone();
        done.finalize();
        expect(await signPsbt(all.toPSBT(), done.toPSBT())).to.have.property('psbt');
        const other = { signInputs: [{ index: 0, publicKey: hex.encode(keys[1]!) }] };
        await isRefused(signPsbt(mine.toPSBT(), mine.toPSBT(), other), 'without signing input 0');
      },
    );

    it(`${what}: is an error of a SIGHASH type that was not allowed, also when it is final`, async () => {
      const one = signedAs(SigHash.NONE, FIRST);
      const answers = [one.toPSBT()];
      if (isKnown) {
        const all = signedAs(SigHash.NONE, FIRST, SECOND).toPSBT();
        answers.push(all, finalized(all, 0));
      } else {
        const { witnessScript, partialSig } = one.getInput(0);
        const finalScriptWitness = [partialSig![0]![1], witnessScript!];
        answers.push(altered(psbt, { finalScriptWitness }));
      }
      for (const answer of answers) {
        await isRefused(signPsbt(psbt, answer), 'of the SIGHASH type NONE, which is not allowed');
      }
    });

    it(`${what}: is an error if one byte of it differs`, async () => {
      const { partialSig, tapScriptSig } = signedBy(FIRST).getInput(0);
      const spoil = <K>(list: readonly (readonly [K, Uint8Array])[]) =>
        list.map(([key, bytes]) => [key, bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))] as [K, Uint8Array]); // prettier-ignore
      const update = partialSig
        ? { partialSig: spoil(partialSig) }
        : { tapScriptSig: spoil(tapScriptSig!) };
      await isRefused(signPsbt(psbt, altered(psbt, update)), 'not valid');
    });
  }

  it('is an error of the type SINGLE without an output of this index: it commits to nothing', async () => {
    const psbt = psbtBytesFor(['segwit', 'legacy'], { sighashes: [undefined, 3] });
    const { key, publicKey } = OWNERS.legacy;
    const one = Uint8Array.of(1, ...new Uint8Array(31));
    const signature = secp256k1.sign(one, key, { prehash: false, format: 'der' });
    const forged = Transaction.fromPSBT(psbt, OPTIONS);
    const partialSig: [Uint8Array, Uint8Array][] = [[hex.decode(publicKey), Uint8Array.of(...signature, 3)]]; // prettier-ignore
    forged.updateInput(1, { partialSig }, true);
    const named = { signInputs: [1], allowedSighash: ['SINGLE'] } as const;
    await isRefused(signPsbt(psbt, forged.toPSBT(), named), 'not valid');
  });

  it('is an error in a leaf of Taproot by a key that the leaf does not list, also if it is valid', async () => {
    const payment = leaf(p2tr_ns(2, schnorrKeys)[0]!.script);
    const made = new Transaction(OPTIONS);
    made.addInput({
      ...{ txid: new Uint8Array(32).fill(9), index: 0 },
      witnessUtxo: { script: payment.script, amount: 10_000n },
      ...payment,
    } as Update);
    made.addOutputAddress(addressOf('other'), 9_000n);
    const psbt = made.toPSBT();
    const signed = Transaction.fromPSBT(psbt, OPTIONS);
    signed.signIdx(FIRST, 0);
    const { leafHash } = signed.getInput(0).tapScriptSig![0]![0];
    const [[, leafScript] = []] = signed.getInput(0).tapLeafScript!;
    const hash = made.preimageWitnessV1(0, [payment.script], SigHash.DEFAULT, [10_000n], undefined, leafScript!.slice(0, -1)); // prettier-ignore
    const by = (key: Uint8Array) =>
      altered(psbt, {
        tapScriptSig: [[{ pubKey: pubSchnorr(key), leafHash }, schnorr.sign(hash, key)]],
      });
    expect(await signPsbt(psbt, by(FIRST))).to.have.property('psbt');
    await isRefused(signPsbt(psbt, by(STRANGER)), 'by a key that its script does not list');
  });

  it('is found in a final witness of an unknown output whatever its first byte, also that of an annex', async () => {
    const before = psbtBytesFor(['taproot'], { bare: true });
    for (const first of [0x30, 0x50]) {
      const signature = Uint8Array.of(first, ...new Uint8Array(63).fill(7));
      const answer = altered(before, { finalScriptWitness: [signature] });
      const result = await signPsbt(before, answer);
      expect(result, `${first}`).to.have.property('unverified').that.deep.equals([0]);
    }
    const annexAlone = altered(before, { finalScriptWitness: [Uint8Array.of(0x50)] });
    await isRefused(signPsbt(before, annexAlone), 'without signing input 0');
  });

  it('is an error in a leaf of Taproot whose control block has the other parity of the key', async () => {
    const payment = leaf(p2tr_ns(2, schnorrKeys)[0]!.script);
    const made = new Transaction(OPTIONS);
    made.addInput({
      ...{ txid: new Uint8Array(32).fill(9), index: 0 },
      witnessUtxo: { script: payment.script, amount: 10_000n },
      ...payment,
    } as Update);
    made.addOutputAddress(addressOf('other'), 9_000n);
    const psbt = made.toPSBT();
    const transaction = Transaction.fromPSBT(psbt, OPTIONS);
    for (const key of [FIRST, SECOND]) transaction.signIdx(key, 0);
    transaction.finalize();
    expect(await signPsbt(psbt, transaction.toPSBT())).to.have.property('psbt');
    const witness = [...transaction.getInput(0).finalScriptWitness!];
    const control = witness.pop()!;
    const finalScriptWitness = [
      ...witness,
      control.map((byte, at) => (at === 0 ? byte ^ 1 : byte)),
    ];
    transaction.updateInput(0, { finalScriptWitness }, true);
    await isRefused(signPsbt(psbt, transaction.toPSBT()), 'not valid');
  });

  it('is an error if the wallet adds another script than that of the output', async () => {
    const [own, other] = [0, 1].map((at) => Script.encode([keys[at]!, 'CHECKSIG']));
    const made = new Transaction(OPTIONS);
    const { script } = p2wsh({ type: 'unknown', script: own! });
    made.addInput({
      ...{ txid: new Uint8Array(32).fill(9), index: 0 },
      witnessUtxo: { script, amount: 10_000n },
    });
    made.addOutputAddress(addressOf('other'), 9_000n);
    const psbt = made.toPSBT();
    for (const [witnessScript, key, at] of [
      [own!, FIRST, 0],
      [other!, SECOND, 1],
    ] as const) {
      // prettier-ignore
      const hash = made.preimageWitnessV0(0, witnessScript, 1, 10_000n);
      const der = secp256k1.sign(hash, key, { prehash: false, format: 'der' });
      const partialSig: [Uint8Array, Uint8Array][] = [[keys[at]!, Uint8Array.of(...der, 1)]];
      const answer = signPsbt(psbt, altered(psbt, { witnessScript, partialSig }));
      if (at === 0) expect(await answer).to.have.property('psbt');
      else await isRefused(answer, 'a script of input 0 that is not valid');
    }
  });

  it('is in `unverified` if its script has OP_CODESEPARATOR, which changes what it commits to', async () => {
    const rest = Script.encode([keys[0]!, 'CHECKSIG']);
    const script = Uint8Array.of(...Script.encode([keys[1]!, 'CHECKSIGVERIFY', 'CODESEPARATOR']), ...rest); // prettier-ignore
    const made = new Transaction(OPTIONS);
    const payment = p2wsh({ type: 'unknown', script });
    made.addInput({
      ...{ txid: new Uint8Array(32).fill(9), index: 0 },
      ...{ witnessUtxo: { script: payment.script, amount: 10_000n }, witnessScript: script },
    });
    made.addOutputAddress(addressOf('other'), 9_000n);
    const psbt = made.toPSBT();
    const hash = made.preimageWitnessV0(0, rest, 1, 10_000n);
    const der = secp256k1.sign(hash, FIRST, { prehash: false, format: 'der' });
    const partialSig: [Uint8Array, Uint8Array][] = [[keys[0]!, Uint8Array.of(...der, 1)]];
    const result = await signPsbt(psbt, altered(psbt, { partialSig }));
    expect((result as { unverified?: unknown }).unverified).to.deep.equal([0]);
  });

  it('is in `unverified` if it is in a final witness of an unknown script', async () => {
    const script = Script.encode([keys[0]!, 'CHECKSIGVERIFY', OP.OP_1]);
    const payment = p2wsh({ type: 'unknown', script });
    const made = new Transaction(OPTIONS);
    made.addInput({
      ...{ txid: new Uint8Array(32).fill(9), index: 0 },
      ...{ witnessUtxo: { script: payment.script, amount: 10_000n }, witnessScript: script },
    });
    made.addOutputAddress(addressOf('other'), 9_000n);
    const psbt = made.toPSBT();
    const hash = made.preimageWitnessV0(0, script, 1, 10_000n);
    const signature = Uint8Array.of(
      ...secp256k1.sign(hash, FIRST, { prehash: false, format: 'der' }),
      1,
    );
    const result = await signPsbt(psbt, altered(psbt, { finalScriptWitness: [signature, script] }));
    expect((result as { unverified?: unknown }).unverified).to.deep.equal([0]);
    expect(RawWitness.encode([signature, script])).to.have.length.above(70);
  });
});

describe('what cannot be verified in a final witness', () => {
  const key = pubECDSA(FIRST);
  const input = (script: Uint8Array, more: object = {}) => {
    const made = new Transaction(OPTIONS);
    const spent = { txid: new Uint8Array(32).fill(9), index: 0 };
    made.addInput({ ...spent, witnessUtxo: { script, amount: 10_000n }, ...more });
    made.addOutputAddress(addressOf('other'), 9_000n);
    return made;
  };

  it('is a Taproot signature beside an annex, whose SIGHASH type is read', async () => {
    const made = input(OWNERS.taproot.script);
    const psbt = made.toPSBT();
    const annex = Uint8Array.of(0x50, 1);
    const answer = (signature: Uint8Array) =>
      signPsbt(psbt, altered(psbt, { finalScriptWitness: [signature, annex] }));
    const signature = new Uint8Array(64).fill(2);
    expect(await answer(signature)).to.deep.include({ unverified: [0] });
    await isRefused(answer(Uint8Array.of(...signature, SigHash.NONE)), 'of the SIGHASH type NONE');
  });

  it('is no signature if it has the length of one for Taproot, in another witness', async () => {
    const script = Script.encode(['DROP', 'DROP', key, 'CHECKSIG']);
    const payment = p2wsh({ type: 'unknown', script });
    const made = input(payment.script, { witnessScript: script });
    const psbt = made.toPSBT();
    const hash = made.preimageWitnessV0(0, script, 1, 10_000n);
    const der = secp256k1.sign(hash, FIRST, { prehash: false, format: 'der' });
    const other = [pubECDSA(SECOND, false), new Uint8Array(64)];
    const finalScriptWitness = [Uint8Array.of(...der, 1), ...other, script];
    const result = await signPsbt(psbt, altered(psbt, { finalScriptWitness }));
    expect(result).to.deep.include({ unverified: [0] });
  });
});

describe('a transaction that a wallet returns', () => {
  const TRANSFER = { amount: 5n, recipient: RECIPIENT, memo: 'Tea', network: 'mainnet' };
  const send = (answer: object, params: object = TRANSFER, addresses?: object[]) =>
    asked('stx_transferStx', params, answer, addresses);
  const account = (address: string) => [{ symbol: 'STX', address, publicKey: '' }];

  it('is the requested one, with its id', async () => {
    const { transaction, txid } = await transferOf({ ...TRANSFER, network: 'mainnet' });
    for (const id of [txid, `0x${txid}`]) {
      const answer = { txid: id, transaction, hex: '00', txHex: '01', more: 1 };
      expect(await send(answer)).to.deep.equal({ txid: id, transaction });
    }
    await isRefused(send({ txid: 'ab'.repeat(32), transaction }), 'the txid');
  });

  for (const [what, change] of Object.entries({
    amount: { amount: 6n },
    recipient: { recipient: STX_ADDRESS },
    memo: { memo: 'Tee' },
    network: { network: 'testnet' },
  } as const)) {
    it(`is an error with another ${what}`, async () => {
      const { transaction, txid } = await transferOf({
        ...TRANSFER,
        network: 'mainnet',
        ...change,
      });
      await isRefused(send({ txid, transaction }), 'may have been broadcast');
    });
  }

  it('is an error if it cannot be read, or is not signed, or by another key', async () => {
    const { unsigned, txid } = await transferOf({ ...TRANSFER, network: 'mainnet' });
    for (const unreadable of ['deadbeef', 'zz', Uint8Array.of(1), { hex: '00' }, true]) {
      await isRefused(send({ txid, transaction: unreadable }), 'cannot be read');
      await isRefused(send({ status: 'proposed', transaction: unreadable }), 'cannot be read');
    }
    for (const nothing of [null, '', undefined]) {
      expect(await send({ txid, transaction: nothing })).to.deep.equal({ txid });
    }
    await isRefused(send({ transaction: unsigned }), 'that its origin has not signed');
    const other = signTransaction(unsigned, OTHER_STX_KEY);
    await isRefused(send({ txid, transaction: other }), 'that its origin has not signed');
  });

  it('is an error of another account than the connected one, or the one that was asked for', async () => {
    const foreign = await transferOf({ ...TRANSFER, network: 'mainnet', key: OTHER_STX_KEY });
    const answer = { txid: foreign.txid, transaction: foreign.transaction };
    await isRefused(send(answer, TRANSFER, account(STX_ADDRESS)), 'origin signer');
    await isRefused(send(answer, { ...TRANSFER, address: STX_ADDRESS }), 'origin signer');
    expect(await send(answer)).to.deep.equal(answer);
  });

  it('is a token transfer with the wallet’s own post-conditions, if the caller left them and the mode out', async () => {
    const asset = `${RECIPIENT}.token::tok` as const;
    const transfer = async (condition: 'eq' | 'lte', amount = 5n) => {
      const unsigned = await makeUnsignedContractCall({
        ...{ contractAddress: RECIPIENT, contractName: 'token', functionName: 'transfer' },
        functionArgs: [Cl.uint(amount), Cl.principal(STX_ADDRESS), Cl.principal(RECIPIENT), Cl.none()], // prettier-ignore
        postConditions: [{ type: 'ft-postcondition', address: STX_ADDRESS, condition, amount, asset }], // prettier-ignore
        ...{ publicKey: publicKeyOf(STX_KEY), fee: 1n, nonce: 0n, validateWithAbi: false },
      });
      return { transaction: signTransaction(unsigned.serialize()) };
    };
    const params = { asset, recipient: RECIPIENT, amount: 5n, network: 'mainnet' };
    const ask = (answer: object, more: object = {}) =>
      asked('stx_transferSip10Ft', { ...params, ...more }, answer, account(STX_ADDRESS));
    for (const condition of ['eq', 'lte'] as const) {
      expect(await ask(await transfer(condition))).to.include({ status: 'signed' });
    }
    await isRefused(ask(await transfer('lte', 6n)), 'payload');
    await isRefused(ask(await transfer('lte'), { postConditionMode: 'deny' }), 'post-conditions');
  });

  it('is an error with another post-condition mode than the one that was asked for', async () => {
    const unsigned = await makeUnsignedContractCall({
      ...{ contractAddress: RECIPIENT, contractName: 'token', functionName: 'mint' },
      ...{ functionArgs: [], postConditionMode: 'allow', validateWithAbi: false },
      ...{ publicKey: publicKeyOf(STX_KEY), fee: 1n, nonce: 0n },
    });
    const answer = { transaction: signTransaction(unsigned.serialize()) };
    const ask = (postConditionMode: 'allow' | 'deny') => {
      const contract = `${RECIPIENT}.token`;
      const params = { contract, functionName: 'mint', network: 'mainnet', postConditionMode };
      return asked('stx_callContract', params, answer, account(STX_ADDRESS));
    };
    expect(await ask('allow')).to.include({ status: 'signed' });
    await isRefused(ask('deny'), 'mode');
  });

  it('is an error with the mode `originator` if no mode was asked for', async () => {
    const answered = async (mode: PostConditionMode) => {
      const unsigned = await makeUnsignedContractCall({
        ...{ contractAddress: RECIPIENT, contractName: 'token', functionName: 'mint' },
        ...{ functionArgs: [], postConditionMode: mode, validateWithAbi: false },
        ...{ publicKey: publicKeyOf(STX_KEY), fee: 1n, nonce: 0n, network: 'mainnet' },
      });
      const contract = `${RECIPIENT}.token`;
      const params = { contract, functionName: 'mint', network: 'mainnet' };
      const answer = { transaction: signTransaction(unsigned.serialize()) };
      return asked('stx_callContract', params, answer, account(STX_ADDRESS));
    };
    for (const mode of [PostConditionMode.Allow, PostConditionMode.Deny]) {
      expect(await answered(mode)).to.include({ status: 'signed' });
    }
    await isRefused(answered(PostConditionMode.Originator), 'mode');
  });

  it('is an error if the user pays for a sponsored one', async () => {
    const { transaction, txid } = await transferOf({ ...TRANSFER, network: 'mainnet' });
    const params = { ...TRANSFER, sponsored: true };
    await isRefused(send({ txid, transaction }, params), 'type of authorization');
  });
});

describe('a transaction that a wallet returns for a transfer of bitcoin', () => {
  const recipients = [
    { address: addressOf('other'), amount: 5_000n },
    { address: addressOf('taproot'), amount: '2000' },
    { address: addressOf('taproot'), amount: 2_000 },
  ];
  type Outputs = readonly (readonly [Owner, bigint])[];
  const PAID: Outputs = [
    ['segwit', 900n],
    ['taproot', 2_000n],
    ['other', 5_000n],
    ['taproot', 2_000n],
  ];

  /** Signed by the key of the first address type; with a legacy input, the id covers its script. */
  function paying(
    outputs: Outputs,
    owner: 'segwit' | 'legacy' = 'segwit',
    more: readonly { readonly script: Uint8Array; readonly amount: bigint }[] = [],
  ) {
    const transaction = Transaction.fromPSBT(psbtBytesFor([owner], { outputs: 0 }), OPTIONS);
    for (const [to, amount] of outputs) transaction.addOutputAddress(addressOf(to), amount);
    for (const output of more) transaction.addOutput(output);
    const unsigned = hex.encode(transaction.toBytes());
    const psbt = transaction.toPSBT();
    transaction.sign(OWNERS[owner].key);
    transaction.finalize();
    return { transaction: transaction.hex, txid: transaction.id, unsigned, psbt };
  }
  const send = (answer: object) => asked('sendTransfer', { recipients }, answer);

  it('pays a recipient with an address of a later version (BIP-350)', async () => {
    const address = 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs';
    const script = hex.decode('5210751e76e8199196d454941c45d1b3a323');
    const ask = (outputs: Outputs, amount: bigint) => {
      const { transaction, txid } = paying(outputs, 'segwit', [{ script, amount }]);
      const to = [...recipients, { address, amount: 50n }];
      return asked('sendTransfer', { recipients: to }, { txid, transaction });
    };
    expect(await ask(PAID, 50n)).to.have.keys('txid', 'transaction');
    await isRefused(ask(PAID, 51n), 'does not pay');
  });

  for (const owner of ['segwit', 'legacy'] as const) {
    it(`pays each recipient, and has the txid: ${owner}`, async () => {
      const { transaction, txid } = paying(PAID, owner);
      for (const field of ['transaction', 'hex', 'txHex']) {
        const answer = { txid, [field]: transaction, more: 1 };
        expect(await send(answer)).to.deep.equal({ txid, transaction });
        await isRefused(send({ ...answer, txid: 'ab'.repeat(32) }), 'the txid');
        await isRefused(send({ ...answer, [field]: 'deadbeef' }), 'cannot be read');
        await isRefused(send({ ...answer, [field]: `${transaction}00` }), 'cannot be read');
      }
      expect(await send({ txid, transaction: '', hex: null })).to.deep.equal({ txid });
    });
  }

  const WRONG: Readonly<Record<string, Outputs>> = {
    'another amount': [...PAID.slice(0, 2), ['other', 5_001n], ['taproot', 2_000n]],
    'another recipient': [...PAID.slice(0, 2), ['segwit', 5_000n], ['taproot', 2_000n]],
    'one output for two recipients': PAID.slice(0, 3),
    'no outputs': [],
  };
  for (const [what, outputs] of Object.entries(WRONG)) {
    it(`is an error with ${what}`, async () => {
      const { transaction, txid } = paying(outputs);
      await isRefused(send({ txid, transaction }), 'does not pay');
      await isRefused(send({ txid, transaction }), 'may have been broadcast');
    });
  }

  it('is an error if it is not signed', async () => {
    const { unsigned, txid } = paying(PAID);
    await isRefused(send({ txid, transaction: unsigned }), 'not signed');
  });

  it('is compared in a proposal, too, in which it is not signed', async () => {
    const forms = (outputs: Outputs) => {
      const { unsigned, psbt } = paying(outputs);
      return [unsigned, hex.encode(psbt), base64.encode(psbt)];
    };
    const proposed = { status: 'proposed', txid: '', proposalId: 'p1' };
    for (const transaction of forms(PAID)) {
      expect(await send({ ...proposed, txid: '', transaction })).to.deep.equal(proposed);
    }
    for (const transaction of forms(PAID.slice(0, 3))) {
      await isRefused(send({ ...proposed, transaction }), 'does not pay');
    }
    expect(await send(proposed)).to.deep.equal(proposed);
  });
});

describe('a signature of a message', () => {
  const message = 'hello';
  const stacks = [{ symbol: 'STX', address: STX_ADDRESS, publicKey: '' }];

  it('is an error over another text, or by a stranger', async () => {
    const ask = (answer: object, addresses?: object[]) =>
      asked('stx_signMessage', { message }, answer, addresses);
    const own = signStacksMessage(message);
    const result = { signature: `0x${own.signature}`, publicKey: own.publicKey };
    expect(await ask({ ...own, more: 1 }, stacks)).to.deep.equal(result);
    expect(await ask(own)).to.deep.equal(result);
    const foreign = signStacksMessage(message, OTHER_STX_KEY);
    await isRefused(ask(foreign, stacks), 'not of');
    await isRefused(ask({ ...own, publicKey: foreign.publicKey }), 'not of');
    await isRefused(ask(signStacksMessage('hello!'), stacks), 'not of');
    await isRefused(ask(signStacksMessage('hello!')), 'not of');
    await isRefused(ask({ ...own, signature: '01'.repeat(65) }, stacks), 'not of');
  });

  for (const owner of ['segwit', 'taproot', 'nested'] as const satisfies readonly Owner[]) {
    it(`of a Bitcoin address is an error over another text, or by a stranger: ${owner}`, async () => {
      const address = addressOf(owner);
      const ask = (signature: string, protocol = 'BIP322') =>
        asked('signMessage', { message, address }, { signature, address, message, protocol });
      await ask(signBitcoinMessage(owner, message));
      await isRefused(ask(signBitcoinMessage(owner, 'hello!')), 'not of');
      await isRefused(ask(signBitcoinMessage('other', message)), 'with a signature');
      await isRefused(ask(btoa('ab'.repeat(65))), 'with a signature');
      if (owner !== 'taproot') {
        await isRefused(ask(signBitcoinMessage(owner, message, 'ECDSA')), 'protocol');
      }
    });
  }
});
