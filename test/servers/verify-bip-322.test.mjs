import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verifyMessage } from '../../dist/verify/index.js';
import { getMessageTxid } from '../../dist/bitcoin/bitcoin-message.js';
import {
  BASIC_ERRORS,
  BASIC_SIMPLE,
  GENERATED_FULL,
  GENERATED_SIMPLE,
  HASHES,
  PROOFS_OF_FUNDS,
} from '../vectors/bip-322.mjs';

const withoutPrefix = (vector) => ({
  ...vector,
  signature: vector.signature.replace(/^(?:smp|ful)/, ''),
});
const named = ({ type, message }) => `${type}, ${JSON.stringify(message)}`;
const codeOf = (result) => (result.ok ? 'ok' : result.code);

describe('the published vectors of BIP-322', () => {
  for (const { message, toSpend } of HASHES.vectors) {
    it(`has the id of to_spend for ${JSON.stringify(message)}`, () => {
      const script = Buffer.from('00142b05d564e6a7a33c087f16e0f730d1440123799d', 'hex');
      assert.equal(getMessageTxid(new TextEncoder().encode(message), script), toSpend);
    });
  }

  const valid = [
    ...[...BASIC_SIMPLE, ...GENERATED_SIMPLE].map((vector) => ['bip-322-simple', vector]),
    ...GENERATED_FULL.filter(({ isInconclusive }) => !isInconclusive).map((vector) => [
      'bip-322-full',
      vector,
    ]),
  ];
  for (const [protocol, vector] of valid) {
    it(`verifies ${protocol}: ${named(vector)}, with and without its prefix`, () => {
      const time = protocol === 'bip-322-full' ? 2016 : 0;
      for (const signed of [vector, withoutPrefix(vector)]) {
        assert.deepEqual(verifyMessage(signed), {
          ok: true,
          address: vector.address,
          network: 'mainnet',
          protocol,
          multisig: vector.type.includes('multisig'),
          lockTime: time,
          sequence: time,
        });
      }
    });
  }

  for (const vector of GENERATED_FULL.filter(({ isInconclusive }) => isInconclusive)) {
    it(`is inconclusive for a time lock: ${named(vector)}`, () => {
      assert.equal(codeOf(verifyMessage(vector)), 'signature-inconclusive');
      assert.equal(codeOf(verifyMessage(withoutPrefix(vector))), 'signature-inconclusive');
    });
  }

  for (const vector of PROOFS_OF_FUNDS) {
    it(`is inconclusive for a proof of funds: ${named(vector)}`, () => {
      assert.equal(codeOf(verifyMessage(vector)), 'signature-inconclusive');
    });
  }

  for (const { description, code, ...vector } of BASIC_ERRORS) {
    it(`refuses: ${description}`, () => {
      assert.equal(codeOf(verifyMessage(vector)), code);
    });
  }

  for (const vector of [...GENERATED_SIMPLE, ...GENERATED_FULL]) {
    const { wrongMessage: message, wrongSigner: address, type, signature } = vector;
    const format = signature.startsWith('ful') ? 'full' : 'simple';
    it(`refuses: wrong message for ${type} ${format} signature`, () => {
      assert.equal(codeOf(verifyMessage({ ...vector, message })), 'signature-mismatch');
    });
    it(`refuses: wrong signer for ${type} ${format} signature`, () => {
      assert.equal(codeOf(verifyMessage({ ...vector, address })), 'signature-mismatch');
    });
  }
});
