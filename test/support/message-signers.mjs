/** Signs messages with @stacks/encryption, @stacks/transactions and @scure/btc-signer, to test the verifier. */
import { base64, hex } from '@scure/base';
import * as btc from '@scure/btc-signer';
import { concatBytes, pubECDSA, pubSchnorr, sha256 } from '@scure/btc-signer/utils.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hashMessage } from '@stacks/encryption';
import {
  privateKeyToAddress,
  privateKeyToPublic,
  signMessageHashRsv,
  signStructuredData,
} from '@stacks/transactions';

const KEY = 'edf9aee84d9b7abc145504dde6726c64f369d37ee34ded868fabd876c26570bc';

export function stacksSigner(privateKey = `${KEY}01`) {
  return {
    privateKey,
    publicKey: privateKeyToPublic(privateKey),
    address: (network = 'mainnet') => privateKeyToAddress(privateKey, network),
    sign: (message) =>
      signMessageHashRsv({ messageHash: hex.encode(hashMessage(message)), privateKey }),
    signHash: (messageHash) => signMessageHashRsv({ messageHash, privateKey }),
    signStructured: (message, domain) => signStructuredData({ message, domain, privateKey }),
  };
}

const OP_RETURN = Uint8Array.of(0x6a);
const utf8 = (text) => new TextEncoder().encode(text);
const twice = (bytes) => sha256(sha256(bytes));

/** The transaction whose output pays the address and whose input contains the message hash (BIP-322, "Full"). */
function toSpend(message, script) {
  const tag = sha256(utf8('BIP0322-signed-message'));
  const hash = sha256(concatBytes(tag, tag, utf8(message)));
  return btc.RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(0, 32), hash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  });
}

const TYPES = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2sh-p2wsh', 'p2pkh'];

/**
 * `p2sh-p2wsh`: one of two keys must sign.
 *
 * @param {'p2wpkh' | 'p2tr' | 'p2sh-p2wpkh' | 'p2sh-p2wsh' | 'p2pkh'} type
 */
export function bitcoinSigner(type, key = KEY, network = btc.NETWORK) {
  if (!TYPES.includes(type)) throw new Error(type);
  const privateKey = hex.decode(key);
  const publicKey = pubECDSA(privateKey);
  const internal = pubSchnorr(privateKey);
  const payment = {
    p2wpkh: () => btc.p2wpkh(publicKey, network),
    p2tr: () => btc.p2tr(internal, undefined, network),
    'p2sh-p2wpkh': () => btc.p2sh(btc.p2wpkh(publicKey, network), network),
    'p2sh-p2wsh': () => {
      const other = pubECDSA(new Uint8Array(32).fill(7));
      return btc.p2sh(btc.p2wsh(btc.p2ms(1, [publicKey, other]), network), network);
    },
    p2pkh: () => btc.p2pkh(publicKey, network),
  }[type]();

  function signed(message, { version = 0, lockTime = 0, sequence = 0 } = {}) {
    const spent = toSpend(message, payment.script);
    const tx = new btc.Transaction({
      version,
      lockTime,
      allowUnknownOutputs: true,
      allowLegacyWitnessUtxo: true,
    });
    tx.addInput({
      txid: hex.encode(twice(spent).reverse()),
      index: 0,
      sequence,
      ...(type === 'p2pkh'
        ? { nonWitnessUtxo: spent }
        : { witnessUtxo: { script: payment.script, amount: 0n } }),
      ...(payment.redeemScript && { redeemScript: payment.redeemScript }),
      ...(payment.witnessScript && { witnessScript: payment.witnessScript }),
      ...(type === 'p2tr' && { tapInternalKey: internal }),
    });
    tx.addOutput({ script: OP_RETURN, amount: 0n });
    tx.signIdx(privateKey, 0);
    tx.finalize();
    return tx;
  }

  return {
    address: payment.address,
    script: hex.encode(payment.script),
    publicKey: hex.encode(publicKey),
    simple: (message) =>
      base64.encode(btc.RawWitness.encode(signed(message).getInput(0).finalScriptWitness)),
    full: (message, options) => base64.encode(signed(message, options).extract()),
    /** A BIP-137 signature. Its first byte is `header` plus the recovery id. */
    ecdsa: (message, header = 31) => {
      const text = utf8(message);
      const length =
        text.length < 253
          ? Uint8Array.of(text.length)
          : Uint8Array.of(253, text.length & 255, text.length >> 8);
      const hash = twice(concatBytes(utf8('\x18Bitcoin Signed Message:\n'), length, text));
      const bytes = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' });
      return base64.encode(concatBytes(Uint8Array.of(header + bytes[0]), bytes.slice(1)));
    },
  };
}
