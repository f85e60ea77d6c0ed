import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { build } from 'esbuild';
import { root } from '../support/program.mjs';
import {
  createNonce,
  createSignInMessage,
  createSignInVerifier,
  memoryNonceStore,
  verifyMessage,
  verifySignIn,
} from '../../dist/verify/index.js';
import { bitcoinSigner, stacksSigner } from '../support/message-signers.mjs';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const at = (seconds) => new Date(NOW + seconds * 1000).toISOString();
const signer = stacksSigner();
const nonces = memoryNonceStore(600_000, () => NOW);
const POLICY = {
  domains: ['app.example.com'],
  uris: ['https://app.example.com'],
  chains: ['stacks:mainnet', 'bitcoin:mainnet'],
  statements: ['Sign in to Example.'],
  nonces,
  now: () => NOW,
};

const fieldsOf = (changes) => ({
  domain: 'app.example.com',
  chain: 'stacks:mainnet',
  address: signer.address(),
  statement: 'Sign in to Example.',
  uri: 'https://app.example.com',
  nonce: nonces.create(),
  issuedAt: at(-5),
  expirationTime: at(600),
  ...changes,
});
/** The message and signature that a page sends, after its wallet has signed these fields. */
function answer(changes, { sign = signer.sign, ...rest } = {}) {
  const message = createSignInMessage(fieldsOf(changes));
  return { message, signature: sign(message), ...rest };
}
/**
 * A message with a changed signature that can only be RSV: its first byte is above 3, which is an invalid recovery id
 * in VRS. `change` must keep that byte.
 */
function answerInRsv(change) {
  const { message, signature } = answer({});
  return signature < '04' ? answerInRsv(change) : { message, signature: change(signature) };
}
const codeOf = async (input, policy = POLICY) => {
  const result = await verifySignIn(input, policy);
  return result.ok ? 'ok' : result.code;
};

/** The signature with high S and the other recovery id: valid for the same key, message and address. */
function withHighS(signature) {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = (order - BigInt(`0x${signature.slice(64, 128)}`)).toString(16).padStart(64, '0');
  return signature.slice(0, 64) + s + `0${Number(signature.slice(128)) ^ 1}`;
}

describe('verifySignIn', () => {
  it('accepts a Stacks account, and identifies it by the address of its key', async () => {
    const input = answer({}, { publicKey: signer.publicKey });
    const result = await verifySignIn(input, POLICY);
    assert.deepEqual(result.account, {
      id: `stacks:1:${signer.address()}`,
      chain: 'stacks:mainnet',
      address: signer.address(),
    });
    assert.equal(result.protocol, 'stacks');
    assert.equal(result.fields.nonce, input.message.match(/Nonce: (.*)/)[1]);
  });

  for (const [type, sign, protocol] of [
    ['p2wpkh', 'simple', 'bip-322-simple'],
    ['p2tr', 'simple', 'bip-322-simple'],
    ['p2sh-p2wpkh', 'simple', 'bip-322-simple'],
    ['p2pkh', 'full', 'bip-322-full'],
    ['p2wpkh', 'ecdsa', 'bip-137'],
    ['p2sh-p2wpkh', 'ecdsa', 'bip-137'],
    ['p2pkh', 'ecdsa', 'bip-137'],
  ]) {
    it(`accepts a Bitcoin account: ${type}, ${protocol}`, async () => {
      const bitcoin = bitcoinSigner(type);
      const changes = { chain: 'bitcoin:mainnet', address: bitcoin.address };
      const result = await verifySignIn(answer(changes, { sign: bitcoin[sign] }), POLICY);
      assert.deepEqual(result.account, {
        id: `bip122:000000000019d6689c085ae165831e93:${bitcoin.address}`,
        ...changes,
      });
      assert.equal(result.protocol, protocol);
    });
  }

  it('accepts the signature as hex with 0x, in upper case, and as VRS', async () => {
    for (const written of [
      (rsv) => `0x${rsv}`,
      (rsv) => rsv.toUpperCase(),
      (rsv) => rsv.slice(128) + rsv.slice(0, 128),
    ]) {
      const sign = (message) => written(signer.sign(message));
      assert.equal(await codeOf(answer({}, { sign })), 'ok');
    }
  });

  const other = stacksSigner(`${'11'.repeat(32)}01`);
  const multisig = 'SM2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G';
  const p2wsh = 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9';
  /** The expected code, and a function that creates the input. */
  const refusals = {
    'another domain': ['domain', () => answer({ domain: 'evil.example' })],
    'the domain with a port': ['domain', () => answer({ domain: 'app.example.com:8443' })],
    'another URI': ['uri', () => answer({ uri: 'https://app.example.com/other' })],
    'the URI of another host': ['uri', () => answer({ uri: 'https://evil.example' })],
    'the URI with another scheme': ['uri', () => answer({ uri: 'http://app.example.com' })],
    'an expired message': ['expired', () => answer({ issuedAt: at(-200), expirationTime: at(-1) })],
    'a message that expires now': ['expired', () => answer({ expirationTime: at(0) })],
    'a message without an expiration time': [
      'lifetime',
      () => answer({ expirationTime: undefined }),
    ],
    'a message that is valid for too long': [
      'lifetime',
      () => answer({ expirationTime: at(3596) }),
    ],
    'a message that ends before it begins': [
      'lifetime',
      () => answer({ issuedAt: at(30), expirationTime: at(20) }),
    ],
    'a message issued in the future': ['issued-in-future', () => answer({ issuedAt: at(61) })],
    'a message that is too old': ['too-old', () => answer({ issuedAt: at(-301) })],
    'a message that is not valid yet': ['not-yet-valid', () => answer({ notBefore: at(61) })],
    'testnet if only mainnet is allowed': [
      'chain',
      () => answer({ chain: 'stacks:testnet', address: signer.address('testnet') }),
    ],
    'a testnet address in a text for mainnet': [
      'network-mismatch',
      () => {
        const input = answer({});
        const message = input.message.replace(signer.address(), signer.address('testnet'));
        return { message, signature: signer.sign(message) };
      },
    ],
    'another statement': ['statement', () => answer({ statement: 'Give me everything.' })],
    'no statement': ['statement', () => answer({ statement: undefined })],
    'resources that were not requested': [
      'statement',
      () => answer({ resources: ['https://app.example.com'] }),
    ],
    'a request id': ['statement', () => answer({ requestId: 'a' })],
    'a nonce of another server': ['nonce-unknown', () => answer({ nonce: createNonce() })],
    'a message changed by one character': [
      'signature-mismatch',
      () => {
        const input = answer({});
        return {
          ...input,
          message: input.message
            .replace(':05:00.', ':06:00.')
            .replace(/(\d)Z$/, (_all, digit) => `${(Number(digit) + 1) % 10}Z`),
        };
      },
    ],
    CRLF: [
      'malformed',
      () => ({ ...answer({}), message: answer({}).message.replaceAll('\n', '\r\n') }),
    ],
    'confusable letters in the domain': [
      'malformed',
      () => {
        const message = answer({}).message.replace('app.', '\u0430pp.');
        return { message, signature: signer.sign(message) };
      },
    ],
    'confusable letters in the address': [
      'malformed',
      () => {
        const message = answer({}).message.replace(/^(SP.*).$/m, '$1O');
        return { message, signature: signer.sign(message) };
      },
    ],
    'a text of more than 1024 bytes': [
      'too-long',
      () => ({ ...answer({}), message: `${answer({}).message}${' '.repeat(1024)}` }),
    ],
    'a signature with high S': ['signature-encoding', () => answerInRsv(withHighS)],
    'the other recovery byte': [
      'signature-mismatch',
      () =>
        answer(
          {},
          { sign: (message) => signer.sign(message).replace(/0(.)$/, (_all, id) => `0${id ^ 1}`) },
        ),
    ],
    'an invalid recovery byte': [
      'signature-encoding',
      () => answerInRsv((signature) => signature.replace(/..$/, '1b')),
    ],
    'the signature of another account': [
      'signature-mismatch',
      () => answer({}, { sign: other.sign }),
    ],
    'a public key of another account': [
      'signature-mismatch',
      () => answer({}, { publicKey: other.publicKey }),
    ],
    'an invalid public key': ['signature-mismatch', () => answer({}, { publicKey: 'zz' })],
    'a Stacks multisig address': ['multisig-unsupported', () => answer({ address: multisig })],
    'a Bitcoin multisig address': [
      'multisig-unsupported',
      () => answer({ chain: 'bitcoin:mainnet', address: p2wsh }),
    ],
    'a valid signature of a multisig script, which its address does not show': [
      'multisig-unsupported',
      () => {
        const { address, full } = bitcoinSigner('p2sh-p2wsh');
        return answer({ chain: 'bitcoin:mainnet', address }, { sign: full });
      },
    ],
    'an address with a wrong checksum': [
      'address',
      () => answer({ address: `${signer.address().slice(0, -1)}0` }),
    ],
    'a Bitcoin address with a wrong checksum': [
      'address',
      () =>
        answer({ chain: 'bitcoin:mainnet', address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyq' }),
    ],
    'a Stacks signature for a Bitcoin account': [
      'signature-encoding',
      () => answer({ chain: 'bitcoin:mainnet', address: bitcoinSigner('p2wpkh').address }),
    ],
    'a BIP-137 signature for Taproot': [
      'signature-mismatch',
      () => {
        const { address, ecdsa } = bitcoinSigner('p2tr');
        return answer({ chain: 'bitcoin:mainnet', address }, { sign: ecdsa });
      },
    ],
    'a BIP-322 signature of another address of the same key': [
      'signature-mismatch',
      () => {
        const { simple } = bitcoinSigner('p2sh-p2wpkh');
        const { address } = bitcoinSigner('p2wpkh');
        return answer({ chain: 'bitcoin:mainnet', address }, { sign: simple });
      },
    ],
    'a BIP-322 signature with a lock time': [
      'signature-inconclusive',
      () => {
        const { address, full } = bitcoinSigner('p2wpkh');
        const sign = (message) => full(message, { version: 2, lockTime: 800_000 });
        return answer({ chain: 'bitcoin:mainnet', address }, { sign });
      },
    ],
    'no signature': ['signature-encoding', () => ({ ...answer({}), signature: undefined })],
    'an empty signature': ['signature-encoding', () => ({ ...answer({}), signature: '' })],
    'a signature of 64 bytes': [
      'signature-encoding',
      () => answer({}, { sign: (message) => signer.sign(message).slice(0, 128) }),
    ],
    'a signature of zeros': [
      'signature-encoding',
      () => ({ ...answer({}), signature: '00'.repeat(65) }),
    ],
    'no message': ['malformed', () => ({ signature: signer.sign('a') })],
    nothing: ['malformed', () => undefined],
    null: ['malformed', () => null],
    'a string instead of an object': ['malformed', () => answer({}).message],
  };
  for (const [title, [code, make]] of Object.entries(refusals)) {
    it(`refuses ${title}: ${code}`, async () => {
      assert.equal(await codeOf(make()), code);
    });
  }

  it('accepts a nonce only once, also for several calls at the same time', async () => {
    const input = answer({});
    const codes = await Promise.all([codeOf(input), codeOf(input), codeOf(input)]);
    assert.deepEqual(codes.sort(), ['nonce-unknown', 'nonce-unknown', 'ok']);
    assert.equal(await codeOf(input), 'nonce-unknown');
    const used = { ...POLICY, nonces: { consume: () => 'used' } };
    assert.equal(await codeOf(answer({}), used), 'nonce-used');
  });

  it('does not consume a nonce for a refused signature', async () => {
    const { message, signature } = answer({});
    assert.equal(await codeOf({ message, signature: other.sign(message) }), 'signature-mismatch');
    assert.equal(await codeOf({ message, signature }), 'ok');
  });

  it('accepts only the result `consumed` of a store, and rejects with its error', async () => {
    for (const value of [true, undefined, 1, 'CONSUMED', {}]) {
      const loose = { ...POLICY, nonces: { consume: () => value } };
      assert.equal(await codeOf(answer({}), loose), 'nonce-unknown');
    }
    const consume = () => Promise.reject(new Error('no database'));
    await assert.rejects(
      verifySignIn(answer({}), { ...POLICY, nonces: { consume } }),
      /no database/,
    );
  });

  it('accepts times at the limits', async () => {
    const cases = [
      { issuedAt: at(60) },
      { issuedAt: at(-300), expirationTime: at(1) },
      { notBefore: at(60) },
      { expirationTime: at(3595) },
    ];
    for (const changes of cases) assert.equal(await codeOf(answer(changes)), 'ok');
  });

  it('accepts only messages without a statement if the policy has no statements', async () => {
    const policy = { ...POLICY, statements: undefined };
    assert.equal(await codeOf(answer({ statement: undefined }), policy), 'ok');
    assert.equal(await codeOf(answer({}), policy), 'statement');
  });

  it('distinguishes networks that share addresses by the chain id of the message', async () => {
    const testnet = bitcoinSigner('p2wpkh', undefined, {
      bech32: 'tb',
      pubKeyHash: 0x6f,
      scriptHash: 0xc4,
      wif: 0xef,
    });
    const sign = testnet.simple;
    const changes = { chain: 'bitcoin:signet', address: testnet.address };
    const policy = (chain) => ({ ...POLICY, chains: [chain] });
    assert.equal(await codeOf(answer(changes, { sign }), policy('bitcoin:signet')), 'ok');
    assert.equal(await codeOf(answer(changes, { sign }), policy('bitcoin:testnet')), 'chain');
  });

  it('verifies the signature of the message that it has read, even if the input changes', async () => {
    const { message } = answer({});
    const signedBefore = 'A text that the account signed for somebody else.';
    let reads = 0;
    const input = {
      get message() {
        reads += 1;
        return reads === 1 ? message : signedBefore;
      },
      signature: signer.sign(signedBefore),
    };
    assert.equal(await codeOf(input), 'signature-mismatch');
  });

  it('never throws for any input', async () => {
    const verify = createSignInVerifier(POLICY);
    const hostile = {
      get message() {
        throw new Error('message');
      },
    };
    const results = [
      await verify(hostile),
      await verify(new Proxy({}, { get: () => hostile.message })),
    ];
    for (const { ok } of results) assert.equal(ok, false);
    const { message, signature } = answer({});
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), fc.anything(), async (one, two, three) => {
        for (const input of [
          one,
          { message: one, signature: two, publicKey: three },
          { message, signature: one, publicKey: two },
          { message, signature, publicKey: one === undefined ? null : one },
        ]) {
          assert.equal((await verify(input)).ok, false);
          assert.equal(verifyMessage({ ...input, address: three }).ok, false);
        }
      }),
      { numRuns: process.env.TEST_LONG ? 1000 : 30 },
    );
  });
});

describe('the policy of verifySignIn', () => {
  it('may have empty lists of statements and resources, which are the default', async () => {
    const policy = { ...POLICY, statements: [], resources: [] };
    assert.equal(await codeOf(answer({ statement: undefined }), policy), 'ok');
    assert.equal(await codeOf(answer({}), policy), 'statement');
  });

  const cases = {
    domains: [
      undefined,
      [],
      'app.example.com',
      ['https://app.example.com'],
      ['App.example.com'],
      [5],
    ],
    uris: [undefined, [], ['https://evil.example'], ['app.example.com'], ['ftp://app.example.com']],
    chains: [undefined, [], ['stacks'], ['toString'], 'stacks:mainnet'],
    nonces: [undefined, null, {}, { consume: true }],
    statements: ['Sign in to Example.', [''], [5]],
    resources: ['https://a', [5]],
    maxAgeSeconds: ['300', -1, NaN, Infinity],
    maxLifetimeSeconds: ['300', -1],
    clockSkewSeconds: ['60', NaN],
    now: [5],
  };
  for (const [field, values] of Object.entries(cases)) {
    it(`must have a valid \`${field}\`; otherwise, createSignInVerifier throws a TypeError`, async () => {
      for (const value of values) {
        const policy = { ...POLICY, [field]: value };
        assert.throws(
          () => createSignInVerifier(policy),
          (error) => error instanceof TypeError && error.message.includes(`\`${field}\``),
          `${field}: ${String(value)}`,
        );
        await assert.rejects(verifySignIn(answer({}), policy), TypeError);
      }
    });
  }

  it('is required', async () => {
    for (const policy of [undefined, null, {}]) {
      assert.throws(() => createSignInVerifier(policy), TypeError);
    }
  });
});

describe('memoryNonceStore', () => {
  it('accepts a nonce during its lifetime', () => {
    let now = 0;
    const store = memoryNonceStore(1000, () => now);
    const [early, late] = [store.create(), store.create()];
    now = 999;
    assert.equal(store.consume(early), 'consumed');
    now = 1000;
    assert.equal(store.consume(late), 'unknown');
    assert.equal(store.consume('__proto__'), 'unknown');
  });

  it('keeps the newest 100,000 nonces, since anyone can ask for them', () => {
    const store = memoryNonceStore();
    const [oldest, second] = [store.create(), store.create()];
    for (let at = 2; at <= 100_000; at += 1) store.create();
    assert.equal(store.consume(oldest), 'unknown');
    assert.equal(store.consume(second), 'consumed');
  });

  it('refuses a lifetime that is none', () => {
    for (const lifetime of [NaN, 0, -1, Infinity, '600000', null, 0.5]) {
      assert.throws(() => memoryNonceStore(lifetime), /TypeError: memoryNonceStore: `lifetime`/);
    }
  });
});

describe('createNonce', () => {
  it('returns 26 letters and digits, from an alphabet of 32', () => {
    const made = [...Array(200)].map(() => createNonce());
    for (const nonce of made) assert.match(nonce, /^[A-Z0-9]{26}$/);
    assert.equal(new Set(made).size, 200);
    assert.equal(new Set(made.join('')).size, 32);
  });
});

describe('stacks-wallet-elements/verify', () => {
  it('needs no API of a page or of Node, so that it runs in Workers and Deno', async () => {
    const { outputFiles } = await build({
      entryPoints: [`${root}dist/verify/index.js`],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'verifier',
    });
    const [{ text: code }] = outputFiles;
    const given = { TextEncoder, TextDecoder, crypto, atob, btoa };
    const context = createContext({ ...given });
    runInContext(code, context);
    for (const [type, sign] of [
      ['p2wpkh', 'simple'],
      ['p2tr', 'full'],
      ['p2pkh', 'ecdsa'],
    ]) {
      const bitcoin = bitcoinSigner(type);
      context.signed = { message: 'a', signature: bitcoin[sign]('a'), address: bitcoin.address };
      assert.equal(runInContext('verifier.verifyMessage(signed).ok', context), true, type);
    }
    context.input = answer({});
    context.policy = POLICY;
    assert.equal((await runInContext('verifier.verifySignIn(input, policy)', context)).ok, true);
  });
});
