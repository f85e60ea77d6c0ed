import { expect } from '@esm-bundle/chai';
import { bareHex, base64ToBytes, bytesToHex, hexToBytes } from './bytes.js';
import { isPsbt, psbtToHex } from '../bitcoin/psbt-params.js';

const PSBT_HEX = '70736274ff01';
const PSBT_BASE64 = 'cHNidP8B';

describe('bareHex', () => {
  it('accepts whole bytes, with and without 0x, and keeps the case', () => {
    expect(['00', '0x0aFF', 'ABcd'].map(bareHex)).to.deep.equal(['00', '0aFF', 'ABcd']);
  });

  it('refuses anything else', () => {
    for (const value of ['', '0x', 'a', '0xabc', 'zz', '00 ', ' 00', '00,', 0, null, ['00']]) {
      expect(bareHex(value), String(value)).to.equal(undefined);
    }
  });
});

describe('hexToBytes', () => {
  it('decodes every byte that bytesToHex encodes', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(bytesToHex(all)).to.match(/^000102.*fdfeff$/);
    expect(hexToBytes(bytesToHex(all))).to.deep.equal(all);
    expect(hexToBytes('FF')).to.deep.equal(Uint8Array.of(255));
  });
});

describe('base64ToBytes', () => {
  it('decodes padded base64', () => {
    expect(base64ToBytes('')).to.deep.equal(new Uint8Array());
    expect(base64ToBytes('YQ==')).to.deep.equal(Uint8Array.of(97));
    expect(base64ToBytes('+/8=')).to.deep.equal(Uint8Array.of(251, 255));
  });

  it('returns undefined for anything else, and never throws', () => {
    for (const text of ['YQ', 'YQ=', 'Y===', 'YQ==YQ==', '-_8=', 'YQ =', 'YQ=\n', 'é===']) {
      expect(base64ToBytes(text), text).to.equal(undefined);
    }
  });
});

describe('isPsbt', () => {
  it('recognizes base64 and hex in either case by the first five bytes', () => {
    for (const text of [PSBT_BASE64, PSBT_HEX, PSBT_HEX.toUpperCase(), `0x${PSBT_HEX}`]) {
      expect(isPsbt(text), text).to.equal(true);
      expect(psbtToHex(text)).to.match(/^70736274ff01$/i);
    }
  });

  it('refuses anything else', () => {
    // With another fifth byte, with the magic bytes not at the start, or base64 without padding.
    for (const text of ['cHNidP4B', '70736274fe01', `00${PSBT_HEX}`, 'cHNidP8', '', 5, null]) {
      expect(isPsbt(text), String(text)).to.equal(false);
    }
    expect(() => psbtToHex('70736274fe01')).to.throw(TypeError);
  });
});
