/**
 * Compares `verifyMessage` with bip322-js 3.0.0, for random keys and texts. Every difference has a test below.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { TEST_NETWORK } from '@scure/btc-signer';
import bip322 from 'bip322-js';
import { verifyMessage } from 'stacks-wallet-elements/verify';
import { bitcoinSigner } from '../../test/support/message-signers.mjs';

const ROUNDS = process.env.TEST_LONG ? 500 : 25;
const TYPES = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh'];
const theirs = ({ address, message, signature }) => {
  try {
    return bip322.Verifier.verifySignature(address, message, signature);
  } catch (error) {
    return error.constructor.name;
  }
};
const ours = (signed) => {
  const result = verifyMessage(signed);
  return result.ok || result.code;
};
const key = () => randomBytes(32).toString('hex');
const text = () => randomBytes(Math.floor(Math.random() * 300)).toString('base64');

describe('verifyMessage and bip322-js', () => {
  for (const type of TYPES) {
    it(`agree on ${type}: valid signatures, and those of another message or key`, () => {
      for (let round = 0; round < ROUNDS; round++) {
        const network = round % 2 ? TEST_NETWORK : undefined;
        const signer = bitcoinSigner(type, key(), network);
        const message = text();
        const signed = { message, signature: signer.simple(message), address: signer.address };
        const other = bitcoinSigner(type, key(), network);
        assert.deepEqual([ours(signed), theirs(signed)], [true, true]);
        for (const wrong of [
          { ...signed, message: `${message}.` },
          { ...signed, address: other.address },
        ]) {
          assert.deepEqual([ours(wrong), theirs(wrong)], ['signature-mismatch', false]);
        }
      }
    });
  }

  it('agree on BIP-137 for each type but Taproot', () => {
    for (const type of ['p2wpkh', 'p2sh-p2wpkh', 'p2pkh']) {
      const signer = bitcoinSigner(type, key());
      const signed = { message: 'a', signature: signer.ecdsa('a'), address: signer.address };
      assert.deepEqual([ours(signed), theirs(signed)], [true, true]);
      const wrong = { ...signed, message: 'b' };
      assert.deepEqual([ours(wrong), theirs(wrong)], ['signature-mismatch', false]);
    }
  });

  describe('differ', () => {
    const signed = (type, format) => {
      const signer = bitcoinSigner(type, key());
      return { message: 'a', signature: signer[format]('a'), address: signer.address };
    };
    const prefixed = (prefix, { signature, ...rest }) => ({
      ...rest,
      signature: prefix + signature,
    });

    it('on the prefixes of version 2, which bip322-js does not support', () => {
      for (const type of TYPES) {
        const current = prefixed('smp', signed(type, 'simple'));
        assert.equal(ours(current), true);
        assert.notEqual(theirs(current), true);
      }
    });

    it('on the format full, which bip322-js does not support', () => {
      const full = signed('p2wpkh', 'full');
      assert.equal(ours(full), true);
      assert.notEqual(theirs(full), true);
    });

    it('on BIP-137 for Taproot, which bip322-js accepts by default and BIP-322 does not define', () => {
      const taproot = signed('p2tr', 'ecdsa');
      assert.equal(ours(taproot), 'signature-mismatch');
      assert.equal(theirs(taproot), true);
    });

    it('on BIP-137 with high S, a second form of the same signature, which bip322-js accepts', () => {
      const { signature, ...rest } = signed('p2wpkh', 'ecdsa');
      const bytes = Buffer.from(signature, 'base64');
      const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
      const s = order - BigInt(`0x${bytes.subarray(33).toString('hex')}`);
      bytes.write(s.toString(16).padStart(64, '0'), 33, 'hex');
      bytes[0] = 31 + ((bytes[0] - 31) ^ 1);
      const high = { ...rest, signature: bytes.toString('base64') };
      assert.equal(ours(high), 'signature-encoding');
      assert.equal(theirs(high), true);
    });

    it('on invalid signatures: bip322-js throws, or returns false', () => {
      for (const signature of ['', 'zz', '!!', 'AA==']) {
        const { address } = bitcoinSigner('p2wpkh');
        assert.equal(verifyMessage({ message: 'a', signature, address }).ok, false);
        assert.notEqual(theirs({ message: 'a', signature, address }), true);
      }
    });
  });
});
