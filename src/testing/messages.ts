import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64 } from '@scure/base';
import { CompactSize, RawTx, RawWitness, Transaction } from '@scure/btc-signer';
import { concatBytes, sha256 } from '@scure/btc-signer/utils.js';
import { hashMessage } from '@stacks/encryption';
import { privateKeyToPublic, publicKeyToHex, signMessageHashRsv } from '@stacks/transactions';
import { bytesToHex, hexToBytes } from '../lib/bytes.js';
import { OWNERS, type Owner } from './psbts.js';
import { STX_KEY } from './transactions.js';

/** Signs a text as `stx_signMessage` does. */
export function signStacksMessage(message: string, privateKey = STX_KEY) {
  return signHash(hashMessage(message), privateKey);
}

/** The result of `stx_signMessage` for a fake wallet with this key. */
export const signs =
  (privateKey = STX_KEY) =>
  (params: { readonly message: string }) =>
    signStacksMessage(params.message, privateKey);

/** Signs two Clarity values in hex as `stx_signStructuredMessage` does (SIP-018). */
export function signStructuredMessage(domain: string, message: string, privateKey = STX_KEY) {
  const parts = [domain, message].map((value) => sha256(hexToBytes(value)));
  return signHash(sha256(concatBytes(utf8('SIP018'), ...parts)), privateKey);
}

function signHash(hash: Uint8Array, privateKey: string) {
  const messageHash = bytesToHex(hash);
  const signature = signMessageHashRsv({ messageHash, privateKey });
  return { signature, publicKey: publicKeyToHex(privateKeyToPublic(privateKey)) };
}

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Signs a text with the key of an address: BIP-322 (simple), or ECDSA as in BIP-137. Returns base64. */
export function signBitcoinMessage(owner: Owner, message: string, protocol = 'BIP322'): string {
  return protocol === 'ECDSA' ? ecdsa(owner, utf8(message)) : simple(owner, utf8(message));
}

function ecdsa(owner: Owner, message: Uint8Array): string {
  const prefix = utf8('\x18Bitcoin Signed Message:\n');
  const length = CompactSize.encode(BigInt(message.length));
  const hash = sha256(sha256(concatBytes(prefix, length, message)));
  const options = { prehash: false, format: 'recovered' } as const;
  const [recovery = 0, ...rest] = secp256k1.sign(hash, OWNERS[owner].key, options);
  return base64.encode(Uint8Array.of(31 + recovery, ...rest));
}

function simple(owner: Owner, message: Uint8Array): string {
  const { key, script, ...payment } = OWNERS[owner];
  const tag = sha256(utf8('BIP0322-signed-message'));
  const hash = sha256(concatBytes(tag, tag, message));
  const toSpend = RawTx.encode({
    ...{ version: 0, segwitFlag: false, lockTime: 0 },
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: Uint8Array.of(0, 32, ...hash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
  });
  const spend = new Transaction({ version: 0, allowUnknownOutputs: true });
  spend.addInput({
    txid: sha256(sha256(toSpend)).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...('redeemScript' in payment ? { redeemScript: payment.redeemScript } : {}),
    ...('tapInternalKey' in payment ? { tapInternalKey: payment.tapInternalKey } : {}),
  });
  spend.addOutput({ script: Uint8Array.of(0x6a), amount: 0n });
  spend.signIdx(key, 0);
  spend.finalize();
  return base64.encode(RawWitness.encode(spend.getInput(0).finalScriptWitness ?? []));
}
