import { bech32m } from '@scure/base';
import { Address, NETWORK, OP, OutScript, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js';
import { attempt } from '../lib/safe-access.js';
import { getNetworkFamily } from '../stacks/address.js';

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
 * its inputs name. Throws for bytes that are ambiguous, or not exactly one PSBT.
 */
export function readPsbt(bytes: Uint8Array): Transaction {
  const psbt = Transaction.fromPSBT(bytes, UNCHECKED);
  // @scure/btc-signer 2.4 accepts one more map in version 0, if it is empty.
  const isEnd = (psbt.opts.PSBTVersion ?? 0) > 0 || RawPSBTV0.decode(bytes).outputs.length === psbt.outputsLength; // prettier-ignore
  if (!isEnd) throw new RangeError('there is more after its last output');
  return psbt;
}

export type Input = ReturnType<Transaction['getInput']>;

export function getInputs(psbt: Transaction): readonly Input[] {
  return [...Array(psbt.inputsLength).keys()].map((index) => psbt.getInput(index));
}

export interface SpentOutput {
  readonly script: Uint8Array;
  /** Satoshis. */
  readonly amount: bigint;
}

/** The output that an input spends, if the PSBT has it. */
export function getSpentOutput({
  index,
  witnessUtxo,
  nonWitnessUtxo,
}: Input): SpentOutput | undefined {
  return (index === undefined ? undefined : nonWitnessUtxo?.outputs[index]) ?? witnessUtxo;
}

/** The properties of a PSBT input that requests are checked against. */
export interface InputDescription {
  /** True if it has a final script or witness. */
  readonly finalized: boolean;
  /** The SIGHASH type in the PSBT. Undefined means the default. */
  readonly sighash: number | undefined;
  /** False if the input has a script that may require several keys. */
  readonly oneKey: boolean;
  /** Where the keys are that sign it: its scripts, and the internal key of Taproot. */
  readonly scripts: readonly Uint8Array[];
  /** The address of the output that it spends. Undefined if the PSBT does not have that output, or it has no address. */
  readonly owner: string | undefined;
}

/**
 * @param network on which owners are written, if that is a known one
 * @param preferred if one of these addresses has the script of an input, it is the owner of that input
 */
export function describeInputs(
  psbt: Transaction,
  network = 'mainnet',
  preferred: readonly string[] = [],
): readonly InputDescription[] {
  return getInputs(psbt).map((input) => {
    const { finalScriptSig, finalScriptWitness, redeemScript, witnessScript } = input;
    const leaves = (input.tapLeafScript ?? []).map(([, leaf]) => leaf);
    const output = getSpentOutput(input)?.script;
    const all = [output, redeemScript, witnessScript, input.tapInternalKey, ...leaves];
    // A script has one address on each network, and none if its kind is not known.
    const addresses = FORMATS.flatMap(
      ([family, format]) =>
        attempt(() => {
          const address = Address(format).encode(OutScript.decode(output as Uint8Array));
          return { address, family };
        }) ?? [],
    );
    const owner =
      addresses.find(({ address }) => preferred.includes(address)) ??
      addresses.find(({ family }) => family === getNetworkFamily(network));
    return {
      finalized: Boolean(finalScriptSig ?? finalScriptWitness),
      sighash: input.sighashType,
      oneKey:
        !witnessScript &&
        !(output?.[0] === 0 && output[1] === 32) &&
        (!redeemScript || (redeemScript[0] === 0 && redeemScript[1] === 20)) &&
        leaves.length === 0,
      scripts: all.filter((script) => script !== undefined),
      owner: owner?.address,
    };
  });
}

/** The formats of addresses, by family of networks. Base58 of regtest is that of testnet. */
const FORMATS = [
  ['mainnet', NETWORK],
  ['testnet', TEST_NETWORK],
  ['regtest', { ...TEST_NETWORK, bech32: 'bcrt' }],
] as const;

export interface BitcoinAddress {
  /** As this library writes it: Bech32 in lower case. */
  readonly address: string;
  readonly script: Uint8Array;
  readonly network: 'mainnet' | 'testnet' | 'regtest';
}

/**
 * Undefined for anything but an address with a valid checksum and length. Also for an address of Taproot whose key is not on
 * the curve: nobody can sign for it.
 */
export function readBitcoinAddress(address: string): BitcoinAddress | undefined {
  for (const [network, format] of FORMATS) {
    const parsed =
      attempt(() => {
        const decoded = Address(format).decode(address);
        return { address: Address(format).encode(decoded), script: OutScript.encode(decoded) };
      }) ?? attempt(() => readLaterAddress(address, format.bech32));
    if (parsed) return { ...parsed, network };
  }
  return undefined;
}

/** Reads an address of a witness program of version 2 to 16, which have no rules yet (BIP-350). Throws for another. */
function readLaterAddress(address: string, prefix: string) {
  const decoded = bech32m.decode(address as `${string}1${string}`);
  const [version = 0, ...words] = decoded.words;
  const program = bech32m.fromWords(words);
  const { length } = program;
  if (decoded.prefix !== prefix || version < 2 || version > 16 || length < 2 || length > 40) {
    throw new RangeError('not an address of a later witness program');
  }
  const script = Uint8Array.of(OP.OP_1 + version - 1, length, ...program);
  return { address: address.toLowerCase(), script };
}
