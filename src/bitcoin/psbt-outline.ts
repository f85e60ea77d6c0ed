import { Transaction } from '@scure/btc-signer';

/** The properties of a PSBT input that requests are checked against. Its owner is not among them. */
export interface InputOutline {
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

export function inputsOf(psbt: Transaction): readonly Input[] {
  return [...Array(psbt.inputsLength).keys()].map((index) => psbt.getInput(index));
}

/** The output that an input spends, if the PSBT has it. */
export function spentOutput({
  index,
  witnessUtxo,
  nonWitnessUtxo,
}: Input): SpentOutput | undefined {
  return (index === undefined ? undefined : nonWitnessUtxo?.outputs[index]) ?? witnessUtxo;
}

export function inputOutlines(psbt: Transaction): readonly InputOutline[] {
  return inputsOf(psbt).map((input) => {
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
