import { secp256k1 } from '@noble/curves/secp256k1.js';
import { OutScript, RawTx, RawWitness, Script, Transaction } from '@scure/btc-signer';
import { VarBytes } from '@scure/btc-signer/script.js';
import { equalBytes, hash160, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js';
import { base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { attempt } from '../lib/safe-access.js';
import type { SignatureCode, SignatureResult } from '../stacks/stacks-message.js';
import { readBitcoinAddress, type BitcoinAddress, UNCHECKED } from './psbt-inputs.js';
import { checkScript, isP2sh, SpentInput } from './scripts.js';

/** Base64 characters. The longest signature of a known script, of 16 keys, has about 4,000. */
const MAX_SIGNATURE = 10_000;
const COMPACT = 65;
/** The versions of a transaction that BIP-322 defines; another could get new rules. */
const VERSIONS = [0, 2];
/** The SIGHASH types of a signed message: DEFAULT and ALL, which commit to all of the transaction. */
const TYPES = [0, 1];
const NO_BYTES = new Uint8Array(0);

const refused = (code: SignatureCode) => ({ ok: false, code }) as const;

/**
 * Verifies a signature of a Bitcoin address: BIP-322 (`simple` and `full`, with the prefixes of its version 2 or
 * without), or BIP-137 for an address with the hash of one key.
 *
 * The header of BIP-137 names the type of the address, but wallets write various ones, and it is not signed: any
 * header is accepted for each of these addresses.
 */
export function verifyBitcoin(
  message: string,
  signature: unknown,
  signer: string,
): SignatureResult {
  const address = readBitcoinAddress(signer);
  if (!address) return refused('address');
  if (typeof signature !== 'string' || signature.length > MAX_SIGNATURE) {
    return refused('signature-encoding');
  }
  const prefix = /^(?:smp|ful|pof)/.exec(signature)?.[0];
  const text = signature.slice(prefix?.length ?? 0);
  const bytes = base64ToBytes(text);
  // Base64 has several forms of the same bytes.
  if (!bytes?.length || bytesToBase64(bytes) !== text) return refused('signature-encoding');
  // A proof of funds can be verified only with the UTXO set of the chain.
  if (prefix === 'pof') return refused('signature-inconclusive');
  const content = new TextEncoder().encode(message);
  if (!prefix && bytes.length === COMPACT) return verifyCompact(content, bytes, address);

  const txid = getMessageTxid(content, address.script);
  const witness = prefix === 'ful' ? undefined : attempt(() => RawWitness.decode(bytes));
  if (witness) return verifyTransaction(encodeSimple(witness, txid, address), txid, address, 'bip-322-simple'); // prettier-ignore
  return prefix === 'smp'
    ? refused('signature-encoding')
    : verifyTransaction(bytes, txid, address, 'bip-322-full');
}

/** BIP-137: a header, which contains the recovery id, then R and S. */
function verifyCompact(
  message: Uint8Array,
  bytes: Uint8Array,
  { address, network, script }: BitcoinAddress,
): SignatureResult {
  const header = bytes[0] as number;
  const title = new TextEncoder().encode('\x18Bitcoin Signed Message:\n');
  const hash = sha256x2(title, VarBytes.encode(message));
  if (header < 27 || header > 42) return refused('signature-encoding');
  try {
    const signature = secp256k1.Signature.fromBytes(bytes.subarray(1), 'compact');
    if (signature.hasHighS()) return refused('signature-encoding');
    const key = signature.addRecoveryBit((header - 27) & 3).recoverPublicKey(hash);
    const [compressed, uncompressed] = [hash160(key.toBytes(true)), hash160(key.toBytes(false))];
    const segwit = OutScript.encode({ type: 'wpkh', hash: compressed });
    const scriptsOfKey = [
      OutScript.encode({ type: 'pkh', hash: compressed }),
      OutScript.encode({ type: 'pkh', hash: uncompressed }),
      segwit,
      OutScript.encode({ type: 'sh', hash: hash160(segwit) }),
    ];
    if (!scriptsOfKey.some((keyScript) => equalBytes(keyScript, script))) {
      return refused('signature-mismatch');
    }
    const rest = { protocol: 'bip-137', multisig: false, lockTime: 0, sequence: 0 } as const;
    return { ok: true, address, network, ...rest };
  } catch {
    return refused('signature-mismatch'); // No key can be recovered from it.
  }
}

/**
 * The id, in hex, of the transaction with the message (`to_spend` of BIP-322). Its only output is spent by the
 * transaction that is signed.
 */
export function getMessageTxid(message: Uint8Array, script: Uint8Array): string {
  const finalScriptSig = Script.encode([0, tagSchnorr('BIP0322-signed-message', message)]);
  const input = { txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig, sequence: 0 };
  const outputs = [{ amount: 0n, script }];
  const toSpend = { version: 0, segwitFlag: false, inputs: [input], outputs, lockTime: 0 };
  return bytesToHex(sha256x2(RawTx.encode(toSpend)).reverse());
}

/**
 * The transaction whose witness the format `simple` contains (`to_sign`). For P2SH, `scriptSig` must contain the P2WPKH
 * script of the key.
 */
function encodeSimple(witness: Uint8Array[], txid: string, { script }: BitcoinAddress): Uint8Array {
  const key = witness[1];
  const finalScriptSig =
    isP2sh(script) && key
      ? Script.encode([OutScript.encode({ type: 'wpkh', hash: hash160(key) })])
      : NO_BYTES;
  return RawTx.encode({
    version: 0,
    lockTime: 0,
    segwitFlag: witness.length > 0,
    witnesses: [witness],
    inputs: [{ txid: hexToBytes(txid), index: 0, finalScriptSig, sequence: 0 }],
    outputs: [{ amount: 0n, script: Script.encode(['RETURN']) }],
  });
}

/** Verifies `to_sign`. It has one output, of 0 satoshis, that is provably unspendable: OP_RETURN. */
function verifyTransaction(
  bytes: Uint8Array,
  txid: string,
  { address, network, script }: BitcoinAddress,
  protocol: 'bip-322-simple' | 'bip-322-full',
): SignatureResult {
  const transaction = attempt(() => Transaction.fromRaw(bytes, UNCHECKED));
  if (!transaction?.inputsLength || !transaction.outputsLength)
    return refused('signature-encoding');
  const { version, lockTime } = transaction;
  const input = transaction.getInput(0);
  const { txid: spent = NO_BYTES, index, sequence = 0 } = input;
  if (bytesToHex(spent) !== txid || index !== 0) return refused('signature-mismatch');
  // Further inputs prove funds, which needs the UTXO set of the chain.
  if (transaction.inputsLength > 1) return refused('signature-inconclusive');
  const { amount, script: output = NO_BYTES } = transaction.getOutput(0);
  const isReturn = amount === 0n && equalBytes(output, Script.encode(['RETURN']));
  if (transaction.outputsLength > 1 || !isReturn) return refused('signature-mismatch');
  const coins = [{ script, amount: 0n }];
  const spend = new SpentInput(transaction, 0, coins, input, TYPES, false);
  const result = checkScript(spend, script);
  if (result === 'invalid') return refused('signature-mismatch');
  if (result === 'inconclusive' || !VERSIONS.includes(version)) {
    return refused('signature-inconclusive');
  }
  const multisig = result === 'several';
  return { ok: true, address, network, protocol, multisig, lockTime, sequence };
}
