import { Transaction, Address, OutScript, RawTx } from '@scure/btc-signer';
import { BITCOIN_NETWORKS } from './bitcoin-address.js';
import { getNetworkFamily } from '../stacks/network.js';
import { SIGHASH_TYPES } from './psbt-params.js';
import { joined, sha256Twice, uint32 } from '../stacks/signed-bytes.js';
import type { EcdsaVersion, Spend } from './scripts.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';

/** The properties of a PSBT input that requests are checked against. Its owner is not among them. */
export interface InputDescription {
  /** True if it has a final script or witness. */
  readonly finalized: boolean;
  /** The SIGHASH type in the PSBT. Undefined means the default. */
  readonly sighash: number | undefined;
  /** False if the input has a script that may require several keys. */
  readonly oneKey: boolean;
}

/** Reads transactions of any version, with any scripts. */
export const UNCHECKED = {
  allowUnknown: true,
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknownVersion: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
} as const;

/**
 * Reads a PSBT, version 0 or 2 (BIP-174, BIP-370), with any scripts. The previous transactions in it have the ids that
 * its inputs name. Throws the error of @scure/btc-signer for bytes that are ambiguous or not a PSBT.
 */
export function readPsbt(bytes: Uint8Array): Transaction {
  return Transaction.fromPSBT(bytes, UNCHECKED);
}

/** An output that an input spends. */
export interface SpentOutput {
  readonly script: Uint8Array;
  /** Satoshis. */
  readonly amount: bigint;
}

type Input = ReturnType<Transaction['getInput']>;

export function getInputs(psbt: Transaction): readonly Input[] {
  return [...Array(psbt.inputsLength).keys()].map((index) => psbt.getInput(index));
}

/** The output that an input spends, if the PSBT has it. */
export function getSpentOutput({
  index,
  witnessUtxo,
  nonWitnessUtxo,
}: Input): SpentOutput | undefined {
  return (index === undefined ? undefined : nonWitnessUtxo?.outputs[index]) ?? witnessUtxo;
}

export function describeInputs(psbt: Transaction): readonly InputDescription[] {
  return getInputs(psbt).map((input) => {
    const { finalScriptSig, finalScriptWitness, redeemScript, witnessScript } = input;
    return {
      finalized: Boolean(finalScriptSig ?? finalScriptWitness),
      sighash: input.sighashType,
      oneKey:
        !witnessScript &&
        (!redeemScript || (redeemScript[0] === 0 && redeemScript[1] === 20)) &&
        !input.tapLeafScript?.length,
    };
  });
}

/**
 * The address that owns each input of a PSBT, read from the output that the input spends. Undefined if the
 * PSBT does not contain that output.
 *
 * A script has one address on each network. The result is the one that is in `known`, else the one on
 * `network` (default: mainnet), if that is a known network. Throws the error of @scure/btc-signer for bytes
 * that are not a PSBT.
 */
export function getInputAddresses(
  bytes: Uint8Array,
  network: string | undefined,
  known: readonly string[],
): readonly (string | undefined)[] {
  return getInputs(readPsbt(bytes)).map((input) => {
    const script = getSpentOutput(input)?.script;
    if (!script) return undefined;
    const addresses = BITCOIN_NETWORKS.map(([, each]) => encode(script, each));
    return (
      addresses.find((address) => address !== undefined && known.includes(address)) ??
      addresses[networkIndex(network)]
    );
  });
}

type Format = (typeof BITCOIN_NETWORKS)[number][1];

function encode(script: Uint8Array, network: Format): string | undefined {
  try {
    return Address(network).encode(OutScript.decode(script));
  } catch {
    return undefined; // A script without an address.
  }
}

/** The index in {@link BITCOIN_NETWORKS}; -1 for an unknown network. */
function networkIndex(network = 'mainnet'): number {
  return BITCOIN_NETWORKS.findIndex(([name]) => name === getNetworkFamily(network));
}

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
  const inputs = getInputs(transaction).map((input, at) => ({
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

/** True if the signature, DER with S in the lower half and then the byte of its SIGHASH type, is of the key. Never throws. */
export const isEcdsaSigned = (signature: Uint8Array, key: Uint8Array, hash: Uint8Array): boolean =>
  isTrue(() =>
    secp256k1.verify(signature.subarray(0, -1), hash, key, {
      prehash: false,
      lowS: true,
      format: 'der',
    }),
  );

/** True if the signature, 64 bytes and perhaps the byte of its SIGHASH type, is of the key of 32 bytes. Never throws. */
export const isSchnorrSigned = (
  signature: Uint8Array,
  key: Uint8Array,
  hash: Uint8Array,
): boolean => isTrue(() => schnorr.verify(signature.subarray(0, 64), hash, key));

function isTrue(verify: () => boolean): boolean {
  try {
    return verify();
  } catch {
    return false; // Not a valid key or signature.
  }
}
