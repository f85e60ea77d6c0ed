import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Address, OutScript } from '@scure/btc-signer';
import { BITCOIN_NETWORKS } from './bitcoin-networks.js';
import { base64ToBytes, bytesToBase64 } from '../lib/bytes.js';
import { hash160, isSame, joined, sha256Twice, utf8, withLength } from '../stacks/signed-bytes.js';
import {
  refused,
  type SignatureProtocol,
  type SignatureResult,
  type VerifiedSignature,
} from '../stacks/verification.js';
import { checkScript } from './scripts.js';
import { messageOutpoint, messageSpend, readToSign, readWitness, type ToSign } from './to-sign.js';

/** Base64 characters. The longest signature of a known script, of 16 keys, has about 4,000. */
const MAX_SIGNATURE = 10_000;
const COMPACT = 65;
/** The versions of a transaction that BIP-322 defines; another could get new rules. */
const VERSIONS = [0, 2];

/**
 * Verifies a signature of a Bitcoin address: BIP-322 (`simple` and `full`, with the prefixes of its version 2 or
 * without), or BIP-137 for an address with the hash of one key.
 *
 * The header of BIP-137 names the type of the address, but wallets write various ones, and it is not signed: any
 * header is accepted for each of these addresses.
 */
export function verifyBitcoin(message: string, signature: unknown, given: string): SignatureResult {
  const address = readBitcoinAddress(given);
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
  const content = utf8(message);
  if (!prefix && bytes.length === COMPACT) return verifyCompact(content, bytes, address);

  const outpoint = messageOutpoint(content, address.script);
  const witness = prefix !== 'ful' && readWitness(bytes);
  if (witness)
    return verifyTransaction(simple(witness, address), outpoint, address, 'bip-322-simple');
  const full = prefix === 'smp' ? undefined : readToSign(bytes, outpoint);
  if (!full) return refused('signature-encoding');
  if (typeof full === 'string') return refused(`signature-${full}`);
  return verifyTransaction(full, outpoint, address, 'bip-322-full');
}

/** The format `simple` has only the witness. For P2SH, `scriptSig` must contain the P2WPKH script of the key. */
function simple(witness: readonly Uint8Array[], { script }: BitcoinAddress): ToSign {
  const key = witness[1];
  const isP2sh = script.length === 23 && script[0] === 0xa9;
  const scriptSig =
    isP2sh && key ? joined(Uint8Array.of(22, 0, 20), hash160(key)) : new Uint8Array(0);
  return { version: 0, sequence: 0, lockTime: 0, scriptSig, witness };
}

function verifyTransaction(
  tx: ToSign,
  outpoint: Uint8Array,
  { address, network, script }: BitcoinAddress,
  protocol: SignatureProtocol,
): SignatureResult {
  const result = checkScript(messageSpend(tx, outpoint, script), script);
  if (result === 'invalid') return refused('signature-mismatch');
  if (result === 'inconclusive' || !VERSIONS.includes(tx.version)) {
    return refused('signature-inconclusive');
  }
  const { lockTime, sequence } = tx;
  const multisig = result === 'several';
  return { ok: true, address, network, protocol, multisig, lockTime, sequence };
}

/** BIP-137: a header, which contains the recovery id, then R and S. */
function verifyCompact(
  message: Uint8Array,
  bytes: Uint8Array,
  to: BitcoinAddress,
): SignatureResult {
  const header = bytes[0] as number;
  const { address, network, script } = to;
  const hash = sha256Twice(joined(utf8('\x18Bitcoin Signed Message:\n'), withLength(message)));
  if (header < 27 || header > 42) return refused('signature-encoding');
  try {
    const signature = secp256k1.Signature.fromBytes(bytes.subarray(1), 'compact');
    if (signature.hasHighS()) return refused('signature-encoding');
    const key = signature.addRecoveryBit((header - 27) & 3).recoverPublicKey(hash);
    const [compressed, uncompressed] = [hash160(key.toBytes(true)), hash160(key.toBytes(false))];
    const scripts = [
      ...[compressed, uncompressed].map((each) => joined(P2PKH, each, P2PKH_END)),
      joined(P2WPKH, compressed),
      joined(P2SH, hash160(joined(P2WPKH, compressed)), P2SH_END),
    ];
    if (!scripts.some((each) => isSame(each, script))) return refused('signature-mismatch');
    const rest = { protocol: 'bip-137', multisig: false, lockTime: 0, sequence: 0 } as const;
    return { ok: true, address, network, ...rest };
  } catch {
    return refused('signature-mismatch'); // No key can be recovered from it.
  }
}

const P2PKH = Uint8Array.of(0x76, 0xa9, 20);
const P2PKH_END = Uint8Array.of(0x88, 0xac);
const P2WPKH = Uint8Array.of(0, 20);
const P2SH = Uint8Array.of(0xa9, 20);
const P2SH_END = Uint8Array.of(0x87);

interface BitcoinAddress {
  /** As this library writes it: Bech32 in lower case. */
  readonly address: string;
  readonly script: Uint8Array;
  readonly network: VerifiedSignature['network'];
}

/** Undefined for anything but an address with a valid checksum. */
export function readBitcoinAddress(address: string): BitcoinAddress | undefined {
  for (const [network, each] of BITCOIN_NETWORKS) {
    try {
      const decoded = Address(each).decode(address);
      return { address: Address(each).encode(decoded), script: OutScript.encode(decoded), network };
    } catch {
      /* Not an address of this network. */
    }
  }
  return undefined;
}
