import { expect } from '@esm-bundle/chai';
import { SigHash, Transaction } from '@scure/btc-signer';
import { describeInputs, readPsbt } from './psbt-inputs.js';
import { addressOf, psbtBytesFor } from '../testing/psbts.js';

const readOutline = (bytes: Uint8Array) => describeInputs(readPsbt(bytes));
const getOwners = (bytes: Uint8Array, network: string | undefined, known: readonly string[]) =>
  describeInputs(readPsbt(bytes), network, known).map(({ owner }) => owner);

describe('readPsbt', () => {
  it('counts the inputs of a PSBT of version 0 and of version 2', () => {
    const version0 = psbtBytesFor(['segwit', 'taproot', 'nested']);
    const version2 = Transaction.fromPSBT(version0).toPSBT(2);
    for (const bytes of [version0, version2]) expect(readOutline(bytes)).to.have.length(3);
  });

  it('counts more inputs than fit into one byte', () => {
    expect(readOutline(psbtBytesFor(Array<'segwit'>(300).fill('segwit')))).to.have.length(300);
  });

  it('reads the SIGHASH type that an input names', () => {
    const [input] = readOutline(psbtBytesFor(['segwit'], { sighash: SigHash.SINGLE_ANYONECANPAY }));
    expect(input).to.include({ finalized: false, sighash: 0x83 });
  });

  it('recognizes a finalized input', () => {
    const transaction = Transaction.fromPSBT(psbtBytesFor(['segwit', 'segwit']));
    transaction.signIdx(new Uint8Array(32).fill(1), 1);
    transaction.finalizeIdx(1);
    const outline = readOutline(transaction.toPSBT());
    expect(outline.map(({ finalized }) => finalized)).to.deep.equal([false, true]);
  });

  it('throws for every truncated PSBT', () => {
    const bytes = psbtBytesFor(['segwit']);
    for (let length = 5; length < bytes.length; length++) {
      expect(() => readOutline(bytes.slice(0, length)), `${length} bytes`).to.throw();
    }
  });
});

describe('the owners of inputs', () => {
  it('are written on the requested network', () => {
    const bytes = psbtBytesFor(['segwit', 'taproot', 'nested']);
    expect(getOwners(bytes, undefined, [])).to.deep.equal(
      (['segwit', 'taproot', 'nested'] as const).map(addressOf),
    );
    expect(getOwners(bytes, 'testnet', [])[0]).to.match(/^tb1q/);
    expect(getOwners(bytes, 'devnet', [])[0]).to.match(/^bcrt1q/);
  });

  it('are preferably an address that is known to belong to the wallet', () => {
    const bytes = psbtBytesFor(['segwit']);
    expect(getOwners(bytes, 'testnet', [addressOf('segwit')])).to.deep.equal([addressOf('segwit')]);
  });

  it('are read from a previous transaction, too', () => {
    const previous = new Transaction({ allowUnknownInputs: true });
    previous.addOutputAddress(addressOf('segwit'), 10_000n);
    previous.addInput({
      txid: new Uint8Array(32).fill(5),
      index: 0,
      finalScriptSig: new Uint8Array(1),
    });
    const transaction = new Transaction();
    transaction.addInput({ txid: previous.id, index: 0, nonWitnessUtxo: previous.toBytes(true) });
    transaction.addOutputAddress(addressOf('other'), 9_000n);
    expect(getOwners(transaction.toPSBT(), undefined, [])).to.deep.equal([addressOf('segwit')]);
  });

  it('are written for every name of a network', () => {
    const bytes = psbtBytesFor(['segwit']);
    for (const [network, prefix] of [
      ['mainnet', 'bc1'],
      ['testnet', 'tb1'],
      ['testnet4', 'tb1'],
      ['signet', 'tb1'],
      ['regtest', 'bcrt1'],
      ['devnet', 'bcrt1'],
      ['sbtcDevenv', 'bcrt1'],
    ] as const) {
      expect(getOwners(bytes, network, [])[0]?.startsWith(prefix), network).to.equal(true);
    }
    expect(getOwners(psbtBytesFor(['nested']), 'testnet', [])[0]).to.match(/^2/);
  });

  it('are undefined for an input without its previous output', () => {
    expect(getOwners(psbtBytesFor(['segwit'], { bare: true }), undefined, [])).to.deep.equal([
      undefined,
    ]);
  });
});
