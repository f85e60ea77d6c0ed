import type { Transaction } from '@scure/btc-signer';
import { RawTx } from '@scure/btc-signer';
import { inputsOf, type SpentOutput } from './psbt-outline.js';
import { SIGHASH_TYPES } from './sighash.js';
import { joined, sha256Twice, uint32 } from '../stacks/signed-bytes.js';
import type { EcdsaVersion, Spend } from './scripts.js';
import { isEcdsaSigned, isSchnorrSigned } from '../stacks/signed.js';

/** A signature that is valid. */
export interface ValidSignature {
  readonly signature: Uint8Array;
  /** 33 or 65 bytes; for Taproot, 32. */
  readonly key: Uint8Array;
  /** The SIGHASH type. */
  readonly type: number;
}

/** An input of a transaction with the outputs that all inputs spend, for the verification of its signatures. */
export class SpentInput implements Spend {
  readonly scriptSig: Uint8Array;
  readonly witness: readonly Uint8Array[];
  readonly runsLeaves = true;
  /** The signatures that were verified so far. */
  readonly valid: ValidSignature[] = [];

  /** @param coins undefined for an output that is not known */
  constructor(
    private readonly transaction: Transaction,
    private readonly index: number,
    private readonly coins: readonly (SpentOutput | undefined)[],
    { finalScriptSig, finalScriptWitness }: ReturnType<Transaction['getInput']>,
  ) {
    this.scriptSig = finalScriptSig ?? new Uint8Array(0);
    this.witness = finalScriptWitness ?? [];
  }

  ecdsa(signature: Uint8Array, key: Uint8Array, code: Uint8Array, version: EcdsaVersion): boolean {
    const type = signature.at(-1) ?? 0;
    const coin = this.coins[this.index];
    if (type === 0 || !SIGHASH_TYPES.includes(type) || !coin) return false;
    const hash =
      version === 'segwit'
        ? this.transaction.preimageWitnessV0(this.index, code, type, coin.amount)
        : legacyHash(this.transaction, this.index, code, type);
    return hash !== undefined && this.found(isEcdsaSigned(signature, key, hash), { signature, key, type }); // prettier-ignore
  }

  schnorr(signature: Uint8Array, key: Uint8Array, leaf?: Uint8Array): boolean {
    const type = signature.length === 65 ? (signature[64] ?? 0) : 0;
    // The default type has no byte of its own (BIP-341).
    if ((signature.length !== 64 && type === 0) || !SIGHASH_TYPES.includes(type)) return false;
    // With ANYONECANPAY, the other coins are not part of the hash.
    const [scripts, amounts] = [
      this.coins.map((coin) => coin?.script ?? new Uint8Array(0)),
      this.coins.map((coin) => coin?.amount ?? 0n),
    ];
    try {
      const hash = this.transaction.preimageWitnessV1(
        ...([this.index, scripts, type, amounts, undefined, leaf] as const),
      );
      return this.found(isSchnorrSigned(signature, key, hash), { signature, key, type });
    } catch {
      return false; // SINGLE, and there is no output of this index.
    }
  }

  private found(isValid: boolean, signature: ValidSignature): boolean {
    if (isValid) this.valid.push(signature);
    return isValid;
  }
}

const ANYONECANPAY = 0x80;
const [NONE, SINGLE] = [2, 3];

/** The hash that an input without witness signs. Undefined for SINGLE without an output of this index. */
function legacyHash(
  transaction: Transaction,
  index: number,
  code: Uint8Array,
  type: number,
): Uint8Array | undefined {
  const base = type & ~ANYONECANPAY;
  const { version, lockTime, outputsLength } = transaction;
  if (base === SINGLE && index >= outputsLength) return undefined;
  const inputs = inputsOf(transaction).map((input, at) => ({
    txid: input.txid as Uint8Array,
    index: input.index as number,
    finalScriptSig: at === index ? code : new Uint8Array(0),
    sequence:
      at !== index && (base === NONE || base === SINGLE) ? 0 : (input.sequence ?? 0xffffffff),
  }));
  const all = [...Array(outputsLength).keys()].map((at) => {
    const { amount = 0n, script = new Uint8Array(0) } = transaction.getOutput(at);
    return base === SINGLE && at < index
      ? { amount: 0xffffffffffffffffn, script: new Uint8Array(0) }
      : { amount, script };
  });
  const bytes = RawTx.encode({
    ...{ version, lockTime, segwitFlag: false },
    inputs: type & ANYONECANPAY ? inputs.slice(index, index + 1) : inputs,
    outputs: base === NONE ? [] : base === SINGLE ? all.slice(0, index + 1) : all,
  });
  return sha256Twice(joined(bytes, uint32(type)));
}
