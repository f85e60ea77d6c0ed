import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { TEST_NETWORK } from '@scure/btc-signer';
import { verifyMessageSignatureRsv } from '@stacks/encryption';
import { Cl, deserializeCV, serializeCV } from '@stacks/transactions';
import fc from 'fast-check';
import { encodeClarity } from '../../dist/stacks/clarity.js';
import { verifyMessage, verifyStructuredData } from '../../dist/verify/index.js';
import { verifyMessage as verifyIndependently } from '../../fixtures/chain/verify-bitcoin.mjs';
import { bitcoinSigner, stacksSigner } from '../support/message-signers.mjs';

const RUNS = process.env.TEST_LONG ? 1000 : 10;
const codeOf = (result) => (result.ok ? 'ok' : result.code);
const privateKey = () => randomBytes(32).toString('hex');
/** The order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** Texts that every run has: an empty one, one with surrogate pairs, and one of more than 252 bytes. */
const TEXTS = ['', 'Grüße 🎉', '世界🎉'.repeat(40)];
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'grapheme', minLength: 250, maxLength: 300 }),
);

describe('verifyMessage, Stacks', () => {
  it('agrees with @stacks/encryption for random keys and texts, on both networks', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('01', ''), (message, compressed) => {
        const signer = stacksSigner(privateKey() + compressed);
        const signature = signer.sign(message);
        const { publicKey } = signer;
        assert.ok(verifyMessageSignatureRsv({ signature, message, publicKey }));
        for (const network of ['mainnet', 'testnet']) {
          const address = signer.address(network);
          const signed = { message, signature, address, publicKey };
          assert.deepEqual(verifyMessage(signed), {
            ...{ ok: true, address, network, protocol: 'stacks' },
            ...{ multisig: false, lockTime: 0, sequence: 0 },
          });
          assert.equal(
            codeOf(verifyMessage({ ...signed, message: `${message}.` })),
            'signature-mismatch',
          );
        }
      }),
      { numRuns: RUNS, examples: TEXTS.flatMap((text) => ['01', ''].map((end) => [text, end])) },
    );
  });

  describe('refuses, unlike @stacks/encryption,', () => {
    const signer = stacksSigner();
    const message = 'Hello';
    const signature = signer.sign(message);
    const { publicKey } = signer;
    const highS = (ORDER - BigInt(`0x${signature.slice(64, 128)}`)).toString(16).padStart(64, '0');
    const cases = {
      'a signature with high S, which is a second form of the same signature': [
        signature.slice(0, 64) + highS + signature.slice(128),
        'signature-encoding',
      ],
      'a wrong recovery byte, which gives another key': [
        signature.replace(/(.)$/, (id) => String(Number(id) ^ 1)),
        'signature-mismatch',
      ],
      'a recovery byte above 3': [signature.replace(/..$/, 'ff'), 'signature-encoding'],
    };
    for (const [title, [changed, code]] of Object.entries(cases)) {
      it(title, () => {
        assert.ok(verifyMessageSignatureRsv({ signature: changed, message, publicKey }));
        const signed = { message, signature: changed, address: signer.address() };
        assert.equal(codeOf(verifyMessage(signed)), code);
      });
    }

    it('the prefix of wallets before 2022', () => {
      const text = Buffer.from(`\x18Stacks Message Signing:\n\x05${message}`);
      const hash = createHash('sha256').update(text).digest('hex');
      const old = signer.signHash(hash);
      assert.ok(verifyMessageSignatureRsv({ signature: old, message, publicKey }));
      const signed = { message, signature: old, address: signer.address() };
      assert.equal(codeOf(verifyMessage(signed)), 'signature-mismatch');
    });
  });

  it('refuses invalid messages and addresses', () => {
    const signer = stacksSigner();
    const signed = { message: 'a', signature: signer.sign('a'), address: signer.address() };
    assert.equal(codeOf(verifyMessage(signed)), 'ok');
    assert.equal(codeOf(verifyMessage({ ...signed, message: 'half \ud83c' })), 'message');
    assert.equal(codeOf(verifyMessage({ ...signed, message: Buffer.from('a') })), 'message');
    for (const address of [
      '',
      'SP',
      `${signed.address}.token`,
      signed.address.toLowerCase(),
      undefined,
    ]) {
      assert.equal(codeOf(verifyMessage({ ...signed, address })), 'address', address);
    }
    for (const address of [
      'SM2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G',
      'SN2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G',
    ]) {
      const code = codeOf(verifyMessage({ ...signed, address }));
      assert.ok(code === 'multisig-unsupported' || code === 'address', code);
    }
    assert.equal(codeOf(verifyMessage({ ...signed, address: signer.address('testnet') })), 'ok');
  });
});

describe('verifyStructuredData, SIP-018', () => {
  const DOMAIN = { name: 'Test App', version: '1.0.0', chainId: 1 };
  const TUPLE = Cl.tuple({
    name: Cl.stringAscii('Test App'),
    version: Cl.stringAscii('1.0.0'),
    'chain-id': Cl.uint(1),
  });
  const signer = stacksSigner('753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a601');
  const SIGNATURE =
    '8b94e45701d857c9f1d1d70e8b2ca076045dae4920fb0160be0642a68cd78de072ab527b5c5277a593baeb2a8b657c216b99f7abb5d14af35b4bf12ba6460ba401';
  const signed = {
    message: Cl.stringAscii('Hello World'),
    signature: SIGNATURE,
    address: signer.address(),
  };

  for (const [title, value, hash] of [
    [
      'Hello World',
      Cl.stringAscii('Hello World'),
      '5297eef9765c466d945ad1cb2c81b30b9fed6c165575dc9226e9edf78b8cd9e8',
    ],
    [
      'an empty string',
      Cl.stringAscii(''),
      '3c8f1b104592e3ebb2b2602b3979a27e77f586fb4c655369fa4eccb6d545a0f8',
    ],
    ['the domain', TUPLE, '2538b5dc06c5ae2f11549261d7ae174d9f77a55a92b00f330884695497be5065'],
  ]) {
    it(`has the published hash of ${title}`, () => {
      const bytes = Buffer.from(encodeClarity(value, 'value', assert.fail).hex, 'hex');
      assert.equal(createHash('sha256').update(bytes).digest('hex'), hash);
    });
  }

  it('verifies the published signature, with its public key, as a value or as hex', () => {
    // Published with the testnet address of the key, although its domain is that of mainnet.
    assert.equal(signer.address('testnet'), 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM');
    const publicKey = '0390a5cac7c33fda49f70bc1b0866fa0ba7a9440d9de647fecb8132ceb76a94dfa';
    const message = serializeCV(signed.message);
    for (const input of [signed, { ...signed, publicKey }, { ...signed, message }]) {
      const result = verifyStructuredData(input, DOMAIN);
      assert.equal(codeOf(result), 'ok');
      assert.equal(result.protocol, 'sip-018');
    }
  });

  it('refuses an address of another network than that of the domain', () => {
    const address = signer.address('testnet');
    assert.equal(codeOf(verifyStructuredData({ ...signed, address }, DOMAIN)), 'network-mismatch');
    const testnet = { ...DOMAIN, chainId: 2147483648 };
    assert.equal(codeOf(verifyStructuredData(signed, testnet)), 'network-mismatch');
  });

  it('refuses another message, domain, key or signature', () => {
    for (const [input, domain, code] of [
      [{ ...signed, message: Cl.stringAscii('Hello') }, DOMAIN, 'signature-mismatch'],
      [{ ...signed, message: Cl.stringUtf8('Hello World') }, DOMAIN, 'signature-mismatch'],
      [signed, { ...DOMAIN, version: '1.0.1' }, 'signature-mismatch'],
      [{ ...signed, address: stacksSigner().address() }, DOMAIN, 'signature-mismatch'],
      [{ ...signed, message: { type: 'uint', value: '-1' } }, DOMAIN, 'message'],
      [{ ...signed, message: 'Hello' }, DOMAIN, 'message'],
      [{ ...signed, message: undefined }, DOMAIN, 'message'],
      [{ ...signed, signature: '' }, DOMAIN, 'signature-encoding'],
      [{ ...signed, address: 5 }, DOMAIN, 'address'],
      [undefined, DOMAIN, 'address'],
    ]) {
      assert.equal(codeOf(verifyStructuredData(input, domain)), code);
    }
  });

  it('refuses hex that is not exactly one Clarity value, although its bytes are signed', () => {
    const one = serializeCV(Cl.tuple({ a: Cl.uint(1), b: Cl.stringUtf8('ä') }));
    const domain = createHash('sha256').update(serializeCV(TUPLE), 'hex').digest('hex');
    const inputOf = (message) => {
      const content = createHash('sha256').update(message, 'hex').digest('hex');
      const bytes = Buffer.from(`534950303138${domain}${content}`, 'hex');
      const signature = signer.signHash(createHash('sha256').update(bytes).digest('hex'));
      return { ...signed, message, signature };
    };
    assert.equal(codeOf(verifyStructuredData(inputOf(one), DOMAIN)), 'ok');
    assert.equal(codeOf(verifyStructuredData(inputOf(one.toUpperCase()), DOMAIN)), 'ok');
    for (const [title, message] of Object.entries({
      'a byte before it': `00${one}`,
      'a byte after it': `${one}00`,
      'two values': one + one,
      'cut off': one.slice(0, -2),
      'an unknown type': '0f',
      'text that is not a value': Buffer.from('Pay me').toString('hex'),
      'the same entry twice': '0c00000002016103016103',
      'text that is not UTF-8': '0e00000001ff',
      'a list with a wrong count': '0b0000000203',
      'nested too deeply': `${'0a'.repeat(40)}09`,
      nothing: '',
    })) {
      assert.equal(codeOf(verifyStructuredData(inputOf(message), DOMAIN)), 'message', title);
    }
    fc.assert(
      fc.property(fc.nat(one.length / 2 - 1), fc.nat(255), (at, byte) => {
        const changed =
          one.slice(0, at * 2) + byte.toString(16).padStart(2, '0') + one.slice(at * 2 + 2);
        const result = verifyStructuredData(inputOf(changed), DOMAIN);
        // What is accepted is one value: it is written with the same bytes. Not by `serializeCV`, which sorts by locale.
        if (result.ok)
          assert.equal(encodeClarity(deserializeCV(changed), '', assert.fail).hex, changed);
        else assert.match(result.code, /^(message|signature-mismatch)$/);
      }),
      { numRuns: RUNS * 10 },
    );
  });

  it('throws a TypeError for an invalid domain', () => {
    for (const domain of [{}, { ...DOMAIN, name: 'Äpp' }, { ...DOMAIN, chainId: -1 }]) {
      assert.throws(() => verifyStructuredData(signed, domain), TypeError);
    }
  });

  it('verifies signatures of @stacks/transactions, for any value', () => {
    const values = fc.oneof(
      fc.nat().map((value) => Cl.uint(value)),
      fc.string({ unit: 'grapheme' }).map((value) => Cl.stringUtf8(value)),
      fc.array(fc.boolean()).map((list) => Cl.list(list.map((value) => Cl.bool(value)))),
      fc
        .string({ unit: 'grapheme-ascii' })
        .map((a) => Cl.tuple({ b: Cl.stringAscii(a), a: Cl.none() })),
    );
    fc.assert(
      fc.property(values, (message) => {
        const signature = signer.signStructured(message, TUPLE);
        assert.equal(codeOf(verifyStructuredData({ ...signed, message, signature }, DOMAIN)), 'ok');
      }),
      { numRuns: RUNS },
    );
  });
});

describe('verifyMessage, Bitcoin', () => {
  const types = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'];

  for (const type of types) {
    it(`verifies signatures of @scure/btc-signer for ${type}, with random keys and texts`, async () => {
      await fc.assert(
        fc.asyncProperty(texts, async (message) => {
          const signer = bitcoinSigner(type, privateKey());
          const signatures = {
            ...(type !== 'p2pkh' && { 'bip-322-simple': signer.simple(message) }),
            'bip-322-full': signer.full(message),
            ...(type !== 'p2tr' && { 'bip-137': signer.ecdsa(message) }),
          };
          for (const [protocol, signature] of Object.entries(signatures)) {
            const signed = { message, signature, address: signer.address };
            const result = verifyMessage(signed);
            assert.deepEqual(result, {
              ...{ ok: true, address: signer.address, network: 'mainnet', protocol },
              ...{ multisig: false, lockTime: 0, sequence: 0 },
            });
            const other = { ...signed, message: `${message}.` };
            assert.equal(codeOf(verifyMessage(other)), 'signature-mismatch');
          }
          if (type === 'p2wpkh' || type === 'p2tr') {
            const { script } = signer;
            assert.ok(await verifyIndependently(message, script, signatures['bip-322-simple']));
          }
        }),
        { numRuns: RUNS, examples: TEXTS.map((text) => [text]) },
      );
    });
  }

  it('verifies the signature of the end-to-end test of Leather 6.73', () => {
    const signed = {
      message: 'test',
      address: 'bc1q530dz4h80kwlzywlhx2qn0k6vdtftd93c499yq',
      signature:
        'AkcwRAIgBt6EMsCmR5Wy3NL1mDhviAddDFFSVK7EMNV4Z6fOfsECIGsXBBT2x8sMtBJFvjQwuf5BFMQqbFqGZzQRWy0/V2IhASEDA0e+UAqLJwegDnV2wMUnokfN3G6DY+5RFHuOQ7WQuqk=',
    };
    assert.equal(verifyMessage(signed).protocol, 'bip-322-simple');
  });

  it('returns the network of the address, which the signature does not contain', () => {
    const { simple, address } = bitcoinSigner('p2wpkh', undefined, TEST_NETWORK);
    const result = verifyMessage({ message: 'a', signature: simple('a'), address });
    assert.equal(result.network, 'testnet');
    const mainnet = bitcoinSigner('p2wpkh').address;
    assert.equal(
      codeOf(verifyMessage({ message: 'a', signature: simple('a'), address: mainnet })),
      'ok',
    );
  });

  it('returns an address in upper case as lower case', () => {
    const { simple, address } = bitcoinSigner('p2wpkh');
    const signed = { message: 'a', signature: simple('a'), address: address.toUpperCase() };
    assert.equal(verifyMessage(signed).address, address);
  });

  it('accepts every header of BIP-137 for an address of one key, since wallets use different ones', () => {
    for (const type of types.filter((each) => each !== 'p2tr')) {
      const { ecdsa, address } = bitcoinSigner(type);
      for (const header of [27, 31, 35, 39]) {
        const signed = { message: 'a', signature: ecdsa('a', header), address };
        assert.equal(verifyMessage(signed).protocol, 'bip-137', `${type} ${header}`);
      }
      for (const header of [0, 23, 43]) {
        const signed = { message: 'a', signature: ecdsa('a', header), address };
        assert.equal(codeOf(verifyMessage(signed)), 'signature-encoding');
      }
    }
  });

  const { simple, full, ecdsa, address } = bitcoinSigner('p2wpkh');
  const bytes = (base64) => Buffer.from(base64, 'base64');
  const cases = {
    'the prefix of another format': ['signature-encoding', () => `ful${simple('a')}`],
    'the prefix of simple before full': ['signature-encoding', () => `smp${full('a')}`],
    'bytes after the signature': [
      'signature-encoding',
      () => Buffer.concat([bytes(simple('a')), Buffer.of(0)]).toString('base64'),
    ],
    'base64 with a missing character': ['signature-encoding', () => simple('a').replace(/.$/, '')],
    base64url: ['signature-encoding', () => `${simple('a')}-_`],
    'white space': ['signature-encoding', () => `${simple('a')}\n`],
    'base64 with other bits after the last byte': [
      'signature-encoding',
      () => ecdsa('a', 39).replace(/.=$/, (end) => `${String.fromCharCode(end.charCodeAt() + 1)}=`),
    ],
    'a signature of BIP-137 with high S': [
      'signature-encoding',
      () => {
        const changed = bytes(ecdsa('a', 39));
        const highS = ORDER - BigInt(`0x${changed.toString('hex', 33)}`);
        changed.write(highS.toString(16).padStart(64, '0'), 33, 'hex');
        changed[0] = 27 + ((changed[0] - 27) ^ 1); // The other recovery id, for the same key.
        return changed.toString('base64');
      },
    ],
    'another type than SIGHASH_ALL': [
      'signature-mismatch',
      () => {
        const changed = bytes(simple('a'));
        changed[1 + changed[1]] = 0x81;
        return changed.toString('base64');
      },
    ],
    'one byte of the signature changed': [
      'signature-mismatch',
      () => {
        const changed = bytes(simple('a'));
        changed[20] ^= 1;
        return changed.toString('base64');
      },
    ],
    'a version reserved for future rules': [
      'signature-inconclusive',
      () => full('a', { version: 3 }),
    ],
    'more than 10,000 characters': ['signature-encoding', () => 'A'.repeat(10_004)],
  };
  for (const [title, [code, make]] of Object.entries(cases)) {
    it(`refuses ${title}: ${code}`, () => {
      const signature = make();
      assert.equal(codeOf(verifyMessage({ message: 'a', signature, address })), code);
    });
  }

  /** The items of a Taproot witness after the signature, each with its length. */
  const furtherItems = {
    'with an annex': [Buffer.of(1, 0x50)],
    // A script of one opcode, and a control block with a key of 32 bytes.
    'by a script path': [Buffer.of(1, 0x51), Buffer.of(33, 0xc0, ...Buffer.alloc(32, 1))],
  };
  for (const [title, items] of Object.entries(furtherItems)) {
    it(`is inconclusive for a Taproot signature ${title}`, () => {
      const taproot = bitcoinSigner('p2tr');
      const item = bytes(taproot.simple('a')).subarray(1);
      const witness = Buffer.concat([Buffer.of(1 + items.length), item, ...items]);
      const signature = witness.toString('base64');
      const signed = { message: 'a', signature, address: taproot.address };
      assert.equal(codeOf(verifyMessage(signed)), 'signature-inconclusive');
    });
  }
});
