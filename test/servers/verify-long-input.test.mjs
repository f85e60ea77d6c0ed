/** No field of an input, however long, keeps a server busy: each is refused by its length before it is read. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Cl, serializeCV } from '@stacks/transactions';
import fc from 'fast-check';
import {
  createSignInMessage,
  createSignInVerifier,
  memoryNonceStore,
  parseSignInMessage,
  verifyMessage,
  verifySignIn,
  verifyStructuredData,
} from '../../dist/verify/index.js';
import { bitcoinSigner, stacksSigner } from '../support/message-signers.mjs';

/** Characters. */
const SIZES = [1_000_000, 40_000_000];
/**
 * Milliseconds of CPU time for the fastest of three calls. The slowest input, a Clarity value that is counted to 64 kB,
 * takes 20 to 80 on a busy machine; without a limit, the same inputs take seconds.
 */
const LIMIT = 300;

const signer = stacksSigner();
const bitcoin = bitcoinSigner('p2wpkh');
const TUPLE = Cl.tuple({
  name: Cl.stringAscii('Test App'),
  version: Cl.stringAscii('1.0.0'),
  'chain-id': Cl.uint(1),
});
const DOMAIN = { name: 'Test App', version: '1.0.0', chainId: 1 };
const nonces = memoryNonceStore();
const nonce = nonces.create();
const issuedAt = new Date().toISOString();
const FIELDS = {
  domain: 'app.example.com',
  chain: 'stacks:mainnet',
  address: signer.address(),
  statement: 'Sign in to Example.',
  uri: 'https://app.example.com',
  nonce,
  issuedAt,
  expirationTime: new Date(Date.parse(issuedAt) + 600_000).toISOString(),
  notBefore: issuedAt,
  requestId: 'a',
  resources: ['https://app.example.com/terms'],
};
const POLICY = {
  domains: [FIELDS.domain],
  uris: [FIELDS.uri],
  chains: [FIELDS.chain],
  statements: [FIELDS.statement],
  resources: FIELDS.resources,
  // Is never reached: nothing here is accepted.
  nonces: { consume: () => 'consumed' },
};
const { publicKey } = signer;
const text = createSignInMessage({ ...FIELDS, requestId: undefined });
const signIn = { message: text, signature: signer.sign(text), publicKey };
const stacks = {
  ...{ message: 'Hello', signature: signer.sign('Hello') },
  ...{ address: signer.address(), publicKey },
};
const value = Cl.stringAscii('Hello');
const structured = {
  ...{ message: serializeCV(value), signature: signer.signStructured(value, TUPLE) },
  ...{ address: signer.address(), publicKey },
};
const verifier = createSignInVerifier(POLICY);
const caught = (call) => {
  try {
    return call();
  } catch (error) {
    assert.ok(error instanceof TypeError, String(error));
    return { ok: false, code: 'TypeError' };
  }
};
/** Each entry point, an input that it accepts, and the fields that it reads. */
const DOORS = {
  verifySignIn: [
    (input) => verifySignIn(input, POLICY),
    signIn,
    ['message', 'signature', 'publicKey'],
  ],
  createSignInVerifier: [verifier, signIn, ['message', 'signature', 'publicKey']],
  'verifyMessage, Stacks': [verifyMessage, stacks, Object.keys(stacks)],
  'verifyMessage, Bitcoin': [
    verifyMessage,
    { message: 'Hello', signature: bitcoin.simple('Hello'), address: bitcoin.address },
    ['message', 'signature', 'address'],
  ],
  verifyStructuredData: [
    (input) => verifyStructuredData(input, DOMAIN),
    structured,
    Object.keys(structured),
  ],
  createSignInMessage: [
    (input) => caught(() => ({ ok: createSignInMessage(input) !== '' })),
    FIELDS,
    Object.keys(FIELDS).filter((field) => field !== 'resources'),
  ],
  parseSignInMessage: [({ message }) => parseSignInMessage(message), signIn, ['message']],
};

/** The policy of a server, and the fields that have texts. */
const policy = (changes) =>
  caught(() => ({ ok: Boolean(createSignInVerifier({ ...POLICY, ...changes })) }));
DOORS['the policy of createSignInVerifier'] = [
  (input) =>
    policy(Object.fromEntries(Object.entries(input).map(([field, text]) => [field, [text]]))),
  {
    ...{ domains: FIELDS.domain, uris: FIELDS.uri, chains: FIELDS.chain },
    ...{ statements: FIELDS.statement, resources: FIELDS.uri },
  },
  ['domains', 'uris', 'chains', 'statements', 'resources'],
];

/** The result, and the CPU time of the fastest of three calls in milliseconds. */
async function timed(call) {
  let [result, fastest] = [undefined, Infinity];
  for (let round = 0; round < 3; round++) {
    const start = process.cpuUsage();
    result = await call();
    const { user, system } = process.cpuUsage(start);
    fastest = Math.min(fastest, (user + system) / 1000);
  }
  return [result, fastest];
}

/** Texts of one length: of every kind that a field may begin with. The longest are few, since they are slow to make. */
const longTexts = (length) => ({
  hex: 'ab'.repeat(length / 2),
  'labels of a host': 'a.'.repeat(length / 2),
  'surrogate pairs': '🎉'.repeat(length / 2),
  ...(length <= 1_000_000 && {
    'hex with 0x': `0x${'ab'.repeat(length / 2 - 1)}`,
    base64: 'A'.repeat(length),
    'a URL': `https://${'a'.repeat(length - 8)}`,
    digits: '1'.repeat(length),
    'an address': `SP${'0'.repeat(length - 2)}`,
    'a Bitcoin address': `bc1q${'q'.repeat(length - 4)}`,
    'line breaks': '\n'.repeat(length),
  }),
});

describe('an input of any length', () => {
  for (const [door, [call, accepted, fields]] of Object.entries(DOORS)) {
    it(`of ${door} is accepted with fields of their usual length`, async () => {
      assert.equal((await call(accepted)).ok, true);
    });

    for (const length of SIZES) {
      it(`of ${door} is refused at once with ${length / 1e6} million characters`, async () => {
        for (const [kind, long] of Object.entries(longTexts(length))) {
          for (const field of fields) {
            const input = { ...accepted, [field]: long };
            const [result, ms] = await timed(() => call(input));
            assert.equal(result.ok, false, `${field}: ${kind}`);
            assert.ok(ms < LIMIT, `${field}: ${kind}: ${ms.toFixed(1)} ms`);
          }
        }
      });
    }
  }

  /** Clarity values that are long in another way than a text in hex. */
  const values = (length) => ({
    'an ASCII string': Cl.stringAscii('a'.repeat(length)),
    'a UTF-8 string': Cl.stringUtf8('🎉'.repeat(length / 2)),
    'a buffer in hex': { type: 'buffer', value: 'ab'.repeat(length / 2) },
    'a buffer of bytes': { type: 'buffer', value: new Uint8Array(length) },
    'an integer': { type: 'uint', value: '1'.repeat(length) },
    'a principal': { type: 'address', value: `SP${'0'.repeat(length)}` },
    'a contract': { type: 'contract', value: `${signer.address()}.${'a'.repeat(length)}` },
    'a list': Cl.list(new Array(length / 10).fill(Cl.none())),
    'a tuple with a long name': { type: 'tuple', value: { ['a'.repeat(length)]: Cl.none() } },
    'a type': { type: 'a'.repeat(length), value: '' },
  });
  /** The same value again in each item: few objects, which are many values when they are written. */
  const shared = () => {
    let value = Cl.none();
    for (let depth = 0; depth < 20; depth++) value = Cl.list(new Array(100).fill(value));
    return value;
  };

  for (const length of SIZES) {
    it(`is refused at once as the Clarity value of a signature, with ${length / 1e6} million`, async () => {
      const messages = { ...values(length), 'one value many times': shared() };
      for (const [kind, message] of Object.entries(messages)) {
        const [result, ms] = await timed(() =>
          verifyStructuredData({ ...structured, message }, DOMAIN),
        );
        assert.deepEqual(result, { ok: false, code: 'message' }, kind);
        assert.ok(ms < LIMIT, `${kind}: ${ms.toFixed(1)} ms`);
      }
    });
  }

  it('is refused at once in any field, beginning with anything', () => {
    return fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(DOORS)),
        fc.nat(),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async ([call, accepted, fields], at, unit, isAfter) => {
          const field = fields[at % fields.length];
          const long = (isAfter ? accepted[field] : '') + unit.repeat(1_000_000);
          const [result, ms] = await timed(() => call({ ...accepted, [field]: long }));
          assert.equal(result.ok, false, field);
          assert.ok(ms < LIMIT, `${field}: ${ms.toFixed(1)} ms`);
        },
      ),
      { numRuns: process.env.TEST_LONG ? 1000 : 30 },
    );
  });

  it('is accepted up to 65,536 characters or bytes, as a message that is not a sign-in', () => {
    const codeOf = (result) => (result.ok ? 'ok' : result.code);
    for (const [length, code] of [
      [65_536, 'ok'],
      [65_537, 'message'],
    ]) {
      const message = 'a'.repeat(length);
      for (const [sign, address] of [
        [signer.sign, signer.address()],
        [bitcoin.full, bitcoin.address],
      ]) {
        assert.equal(codeOf(verifyMessage({ message, signature: sign(message), address })), code);
      }
      // The type and the length have five bytes.
      const value = Cl.stringAscii('a'.repeat(length - 5));
      const signature = signer.signStructured(value, TUPLE);
      for (const message of [value, serializeCV(value), `0x${serializeCV(value)}`]) {
        assert.equal(
          codeOf(verifyStructuredData({ ...structured, message, signature }, DOMAIN)),
          code,
        );
      }
    }
  });
});
