import { base64, hex } from '@scure/base';
import type { SigHash } from '@scure/btc-signer';
import {
  Address,
  NETWORK,
  OutScript,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  TEST_NETWORK,
  Transaction,
} from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';

/** A key for tests: 32 times one byte. */
const key = (byte: number) => new Uint8Array(32).fill(byte);

const segwit = (byte: number) => p2wpkh(pubECDSA(key(byte)), NETWORK);

/** The possible owners of an input: address types of wallets, and another person. */
export const OWNERS = {
  segwit: { ...segwit(1), key: key(1), publicKey: hex.encode(pubECDSA(key(1))) },
  taproot: {
    ...p2tr(pubSchnorr(key(2)), undefined, NETWORK),
    key: key(2),
    publicKey: hex.encode(pubSchnorr(key(2))),
  },
  nested: { ...p2sh(segwit(3), NETWORK), key: key(3), publicKey: hex.encode(pubECDSA(key(3))) },
  legacy: {
    ...p2pkh(pubECDSA(key(4)), NETWORK),
    key: key(4),
    publicKey: hex.encode(pubECDSA(key(4))),
  },
  other: { ...segwit(9), key: key(9), publicKey: hex.encode(pubECDSA(key(9))) },
} as const;
export type Owner = keyof typeof OWNERS;

export function addressOf(owner: Owner): string {
  return OWNERS[owner].address;
}

/** Parameters of the Bitcoin networks with different address formats. */
export const PARAMETERS = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
} as const;

/** The addresses so far: an address of Taproot takes 2 ms, and wallets show theirs in every answer. */
const addresses = new Map<string, string>();

export function addressOn(network: keyof typeof PARAMETERS, owner: Owner): string {
  const name = `${network} ${owner}`;
  const address =
    addresses.get(name) ??
    Address(PARAMETERS[network]).encode(OutScript.decode(OWNERS[owner].script));
  addresses.set(name, address);
  return address;
}

interface PsbtOptions {
  /** The SIGHASH type of every input. */
  readonly sighash?: SigHash;
  /** The SIGHASH type of each input. */
  readonly sighashes?: readonly (SigHash | undefined)[];
  /** Omits the spent outputs, so that the owners of the inputs are unknown. */
  readonly bare?: boolean;
  /** The number of outputs. Default: 1. */
  readonly outputs?: number;
  /** The version of the transaction. Default: 2. */
  readonly version?: number;
}

/** A PSBT with one input of 10 000 satoshis for each owner. */
export function psbtBytesFor(owners: readonly Owner[], options: PsbtOptions = {}): Uint8Array {
  const { version = 2 } = options;
  const transaction = new Transaction({
    allowUnknownInputs: true,
    allowUnknownVersion: true,
    version,
  });
  owners.forEach((owner, index) => {
    const { script, ...payment } = OWNERS[owner];
    const sighash = options.sighashes?.[index] ?? options.sighash;
    // An input without a witness needs the whole previous transaction.
    const previous = owner === 'legacy' ? transactionTo(script, index) : undefined;
    const coin = previous
      ? { nonWitnessUtxo: previous.toBytes(true) }
      : { witnessUtxo: { script, amount: 10_000n } };
    transaction.addInput({
      txid: previous ? previous.id : key(0x40 + index),
      index: previous ? 0 : index,
      ...(options.bare ? {} : coin),
      ...(!options.bare && 'redeemScript' in payment ? { redeemScript: payment.redeemScript } : {}),
      ...(!options.bare && 'tapInternalKey' in payment
        ? { tapInternalKey: payment.tapInternalKey }
        : {}),
      ...(sighash === undefined ? {} : { sighashType: sighash }),
    });
  });
  for (let added = 0; added < (options.outputs ?? 1); added++) {
    transaction.addOutputAddress(addressOf('other'), 9_000n, NETWORK);
  }
  return transaction.toPSBT();
}

/** A transaction with one output of 10 000 satoshis. */
export function transactionTo(script: Uint8Array, seed: number): Transaction {
  const transaction = new Transaction({ allowUnknownInputs: true, disableScriptCheck: true });
  transaction.addOutput({ script, amount: 10_000n });
  const txid = key(0x60 + seed);
  transaction.addInput({ txid, index: 0, finalScriptSig: new Uint8Array(1) });
  return transaction;
}

export function psbtFor(owners: readonly Owner[], options?: PsbtOptions): string {
  return base64.encode(psbtBytesFor(owners, options));
}

/** Signs like a wallet: the inputs at `indexes` for which it has the key. */
export function sign(
  psbt: Uint8Array,
  indexes: readonly number[] | 'all',
  owners: readonly Owner[],
): Uint8Array {
  const transaction = Transaction.fromPSBT(psbt, {
    allowUnknownInputs: true,
    allowUnknownVersion: true,
  });
  const wanted = indexes === 'all' ? [...Array(transaction.inputsLength).keys()] : indexes;
  for (const index of wanted) {
    for (const owner of owners) {
      const { sighashType } = transaction.getInput(index);
      try {
        transaction.signIdx(OWNERS[owner].key, index, sighashType ? [sighashType] : undefined);
      } catch {
        continue; // This key does not match the input.
      }
    }
  }
  return transaction.toPSBT();
}

/** A signed PSBT with one finalized input, as another party may send it. */
export function finalized(psbt: Uint8Array, index: number): Uint8Array {
  const transaction = Transaction.fromPSBT(psbt, { allowUnknownInputs: true });
  transaction.finalizeIdx(index);
  return transaction.toPSBT();
}

/** The indexes of the inputs with a signature. */
export function signedIndexes(psbt: string): number[] {
  const transaction = Transaction.fromPSBT(base64.decode(psbt), { allowUnknownInputs: true });
  return [...Array(transaction.inputsLength).keys()].filter((index) => {
    const { partialSig, tapKeySig } = transaction.getInput(index);
    return (partialSig?.length ?? 0) > 0 || tapKeySig !== undefined;
  });
}

/** The id of the transaction in a signed PSBT, with the inputs that can be finalized. */
export function txidOf(psbt: Uint8Array): string {
  const transaction = Transaction.fromPSBT(psbt, { allowUnknownInputs: true });
  for (let index = 0; index < transaction.inputsLength; index++) {
    try {
      transaction.finalizeIdx(index);
    } catch {
      continue; // Another party signs it.
    }
  }
  return transaction.id;
}
