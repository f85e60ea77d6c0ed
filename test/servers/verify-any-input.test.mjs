/**
 * No input makes a function of `stacks-wallet-elements/verify` throw or reject: signatures, addresses, scripts and bodies of
 * requests that were valid and are changed, with valid checksums and hashes, so that they reach the code behind these.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, bech32, bech32m, createBase58check, hex } from '@scure/base';
import { OP, RawTx, RawWitness, Script } from '@scure/btc-signer';
import { Cl, serializeCV } from '@stacks/transactions';
import fc from 'fast-check';
import { getMessageTxid } from '../../dist/bitcoin/bitcoin-message.js';
import {
  createSignInHandler,
  createSignInMessage,
  createSignInVerifier,
  parseSignInMessage,
  verifyMessage,
  verifySignIn,
  verifyStructuredData,
} from '../../dist/verify/index.js';
import { bitcoinSigner, stacksSigner } from '../support/message-signers.mjs';

/** Inputs of each kind. */
const RUNS = process.env.TEST_LONG ? 100_000 : 400;

const base58check = createBase58check(sha256);
const hash160 = (bytes) => ripemd160(sha256(bytes));
const ORIGIN = 'https://app.example.com';
const FIELDS = {
  domain: 'app.example.com',
  uri: ORIGIN,
  nonce: 'NONCE0123456789',
  issuedAt: '2026-11-22T12:00:00.000Z',
  expirationTime: '2026-11-22T12:10:00.000Z',
};
const POLICY = {
  domains: [FIELDS.domain],
  uris: [ORIGIN],
  chains: ['stacks:mainnet', 'bitcoin:mainnet'],
  nonces: { consume: () => 'consumed' },
  now: () => Date.parse('2026-11-22T12:01:00.000Z'),
};
const stacks = stacksSigner();
const TYPES = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2sh-p2wsh', 'p2pkh'];
const signers = TYPES.map((type) => bitcoinSigner(type));
const MESSAGES = ['Hello', '', 'Grüße 🎉', 'a'.repeat(300)];
const TUPLE = Cl.tuple({
  name: Cl.stringAscii('Test App'),
  version: Cl.stringAscii('1.0.0'),
  'chain-id': Cl.uint(1),
});
const DOMAIN = { name: 'Test App', version: '1.0.0', chainId: 1 };

/** Signatures of Bitcoin, each with its message and address. */
const BITCOIN = signers.flatMap((signer, at) =>
  MESSAGES.flatMap((message) => {
    const { address } = signer;
    const signatures = [
      ...(TYPES[at] === 'p2pkh' ? [] : [signer.simple(message)]),
      signer.full(message),
      signer.ecdsa(message),
    ];
    return signatures.map((signature) => ({ message, address, signature }));
  }),
);
const STACKS = MESSAGES.map((message) => ({
  ...{ message, address: stacks.address(), signature: stacks.sign(message) },
  publicKey: stacks.publicKey,
}));
const VALUES = [
  Cl.uint(1),
  Cl.tuple({ a: Cl.list([Cl.some(Cl.stringUtf8('🎉'))]), b: Cl.principal(stacks.address()) }),
  Cl.error(Cl.bufferFromHex('00ff')),
];
const STRUCTURED = VALUES.map((value) => ({
  message: serializeCV(value),
  address: stacks.address(),
  signature: stacks.signStructured(value, TUPLE),
  publicKey: stacks.publicKey,
}));
const SIGN_INS = [
  [{ chain: 'stacks:mainnet', address: stacks.address() }, stacks.sign, stacks.publicKey],
  ...signers.map((signer) => [
    { chain: 'bitcoin:mainnet', address: signer.address },
    signer.full,
    undefined,
  ]),
].map(([account, sign, publicKey]) => {
  const message = createSignInMessage({ ...FIELDS, ...account });
  return { message, signature: sign(message), publicKey };
});

/** 32 bytes of which each is no key of Taproot: x is not on the curve, or is none of the field. */
const NO_KEYS = ['00', '05', 'ff'].map((byte) => hex.decode(byte.repeat(32)));
/** Keys in every form, valid and invalid: compressed, uncompressed, hybrid, infinity, x only. */
const point = secp256k1.Point.fromBytes(hex.decode(stacks.publicKey));
const KEYS = [
  point.toBytes(true),
  point.toBytes(false),
  Uint8Array.of(6, ...point.toBytes(false).subarray(1)),
  Uint8Array.of(0),
  Uint8Array.of(2, ...NO_KEYS[1]),
  Uint8Array.of(4, ...NO_KEYS[1], ...NO_KEYS[1]),
  new Uint8Array(33),
  point.toBytes(true).subarray(1),
  ...NO_KEYS,
];
const OPS = Object.values(OP).filter((op) => typeof op === 'number');

/** Values that no field has. */
const HOSTILE = [
  ...[undefined, null, 0, NaN, 1n, true, '', '0x', '\u0000', '\ud800', [], {}, () => {}],
  ...[Symbol('a'), new Date(NaN), new Map(), new Uint8Array(65), Object.create(null)],
  {
    get message() {
      throw new Error('message');
    },
    toString() {
      throw new Error('toString');
    },
    toJSON: 1,
  },
  new Proxy(
    {},
    {
      get() {
        throw new Error('get');
      },
      getPrototypeOf() {
        throw new Error('getPrototypeOf');
      },
      ownKeys() {
        throw new Error('ownKeys');
      },
      has() {
        throw new Error('has');
      },
    },
  ),
  (() => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    return proxy;
  })(),
];

/** Random choices, which fast-check repeats and shrinks. */
function randomly(g) {
  const upTo = (most) => g(fc.nat, { max: most });
  const pick = (list) => list[upTo(list.length - 1)];
  const bytes = (least, most) => g(fc.uint8Array, { minLength: least, maxLength: most });
  /** Changes, inserts, removes or repeats some items. */
  const change = (items, any) => {
    let list = [...items];
    for (let left = 1 + upTo(2); left > 0; left--) {
      const at = upTo(list.length);
      const end = Math.min(list.length, at + 1 + upTo(4));
      const kind = upTo(5);
      if (kind === 0) list[at] = any();
      else if (kind === 1) list.splice(at, 0, any());
      else if (kind === 2) list.splice(at, end - at);
      else if (kind === 3) list = list.slice(0, at);
      else if (kind === 4) list.splice(at, 0, ...list.slice(at, end));
      else if (typeof list[at] === 'number') list[at] ^= 1 << upTo(7);
    }
    return list.filter((item) => item !== undefined);
  };
  const text = (value) =>
    change(value, () => g(fc.string, { unit: 'binary', minLength: 1, maxLength: 1 })).join('');
  const changeBytes = (value) => Uint8Array.from(change(value, () => upTo(255)));
  const witnessAddress = () => {
    const version = pick([0, 0, 1, 1, 1, 2, 3, 15, 16, 17, 31]);
    const program = pick([
      () => bytes(32, 32),
      () => bytes(20, 20),
      () => pick(NO_KEYS),
      () => hex.decode('4e73'),
      () => bytes(0, 41),
    ])();
    const coder = pick([version ? bech32m : bech32, bech32, bech32m]);
    const prefix = pick(['bc', 'bc', 'tb', 'bcrt', 'ltc']);
    return coder.encode(prefix, [version, ...coder.toWords(program)], 200);
  };
  const base58Address = () => {
    const hash = pick([() => bytes(20, 20), () => hash160(pick(KEYS)), () => bytes(0, 34)])();
    return base58check.encode(
      Uint8Array.of(pick([0, 5, 111, 196, 22, 26, 128, upTo(255)]), ...hash),
    );
  };
  const address = (valid) =>
    pick([
      () => text(valid),
      witnessAddress,
      () => witnessAddress().toUpperCase(),
      base58Address,
      () => valid,
    ])();
  const script = () => {
    const push = () => pick([() => pick(KEYS), () => bytes(0, 80), () => bytes(520, 530)])();
    const raw = (data) => Uint8Array.of(data.length > 75 ? 76 : 0, data.length & 255, ...data);
    const parts = () => Array.from({ length: upTo(6) }, () => pick([() => Uint8Array.of(pick(OPS)), () => raw(push()), () => Script.encode([push()])])()); // prettier-ignore
    const keys = Array.from({ length: upTo(18) }, () => pick(KEYS));
    const number = () => Uint8Array.of(80 + upTo(17));
    return Uint8Array.from(
      pick([
        () => parts(),
        () => [number(), ...keys.map((key) => [key.length, ...key]), number(), [OP.CHECKMULTISIG]],
        () => [[...Script.encode([pick(KEYS)])], [OP.CHECKSIG]],
        () => [Script.encode(['DUP', 'HASH160', hash160(pick(KEYS)), 'EQUALVERIFY', 'CHECKSIG'])],
        () => [Uint8Array.of(0, 20, ...hash160(pick(KEYS)))],
        () => [Uint8Array.of(0x51, 32, ...pick(NO_KEYS))],
        () => [bytes(0, 60)],
      ])().flatMap((part) => [...part]),
    );
  };
  /** An address with any script, and a transaction that runs it: the sender chooses both. */
  const scripted = () => {
    const code = script();
    const nested = Uint8Array.of(0, 32, ...sha256(code));
    const isNested = pick([true, false]);
    const [address, spent, scriptSig, isWitness] = pick([
      () => [
        bech32.encode('bc', [0, ...bech32.toWords(sha256(code))]),
        nested,
        new Uint8Array(0),
        true,
      ],
      () => {
        const redeem = isNested ? nested : code;
        const hash = hash160(redeem);
        return [
          base58check.encode(Uint8Array.of(5, ...hash)),
          Uint8Array.of(0xa9, 20, ...hash, 0x87),
          redeem.length < 76 ? Uint8Array.of(redeem.length, ...redeem) : Uint8Array.of(76, redeem.length & 255, ...redeem), // prettier-ignore
          isNested,
        ];
      },
      () => [
        bech32m.encode('bc', [1, ...bech32.toWords(point.toBytes(true).subarray(1))]),
        Uint8Array.of(0x51, 32, ...point.toBytes(true).subarray(1)),
        new Uint8Array(0),
        true,
      ],
    ])();
    const message = pick(MESSAGES);
    const stack = Array.from(
      { length: upTo(4) },
      () =>
      pick([() => bytes(0, 80), () => pick(KEYS), () => hex.decode('3006020101020101'), () => new Uint8Array(0)])(), // prettier-ignore
    );
    const transaction = {
      version: pick([0, 2, 1, -1, 2 ** 31 - 1]),
      segwitFlag: isWitness,
      inputs: [
        {
          txid: hex.decode(getMessageTxid(new TextEncoder().encode(message), spent)),
          index: pick([0, 0, 0, 1]),
          finalScriptSig: scriptSig,
          sequence: pick([0, 0xffffffff]),
        },
      ],
      outputs: [{ amount: 0n, script: Uint8Array.of(OP.RETURN) }],
      witnesses: isWitness ? [[...stack, code]] : undefined,
      lockTime: 0,
    };
    const raw = RawTx.encode(transaction);
    const isSimple = isWitness && scriptSig.length === 0 && pick([true, false]);
    const encoded = isSimple ? RawWitness.encode([...stack, code]) : raw;
    return {
      message,
      address,
      signature: pick(['', isSimple ? 'smp' : 'ful', 'pof']) + base64.encode(pick([encoded, encoded, changeBytes(encoded)])), // prettier-ignore
    };
  };
  const rawHex = (value) =>
    pick(['', '0x']) + hex.encode(changeBytes(Buffer.from(value.replace(/^0x/, ''), 'hex')));
  const rawBase64 = (value) =>
    pick(['', '', 'smp', 'ful', 'pof']) + base64.encode(changeBytes(Buffer.from(value, 'base64')));
  /** One or two fields changed. */
  const fields = (valid, changes) => {
    const result = { ...valid };
    for (let left = 1 + upTo(1); left > 0; left--) {
      const field = pick(Object.keys(changes));
      const value = result[field];
      const isText = typeof value === 'string';
      result[field] = pick([
        () => pick(HOSTILE),
        ...(isText ? [() => text(value), ...[1, 2, 3].map(() => () => changes[field](value))] : []),
      ])();
    }
    return pick([
      () => result,
      () => result,
      () => result,
      () => Object.defineProperty({ ...result }, pick(Object.keys(changes)), HOSTILE_GETTER),
      () => pick(HOSTILE),
    ])();
  };
  return { upTo, pick, bytes, text, changeBytes, address, scripted, rawHex, rawBase64, fields };
}
const HOSTILE_GETTER = {
  enumerable: true,
  get() {
    throw new Error('a getter');
  },
};

const CODES =
  /^(?:ok|message|address|network-mismatch|multisig-unsupported|signature-(?:encoding|mismatch|inconclusive))$/;
const SIGN_IN_CODES =
  /^(?:ok|too-long|malformed|version|chain|domain|uri|statement|not-yet-valid|expired|lifetime|issued-in-future|too-old|nonce-unknown|nonce-used|address|network-mismatch|multisig-unsupported|signature-(?:encoding|mismatch|inconclusive))$/;
const codeOf = (result) => (result.ok === true ? 'ok' : result.code);

/** Each kind of input: how one is made, and what is done with it. */
const KINDS = {
  'a signature of Stacks': ({ pick, text, address, rawHex, fields }) => {
    const input = fields(pick(STACKS), {
      message: text,
      address,
      signature: rawHex,
      publicKey: rawHex,
    });
    assert.match(codeOf(verifyMessage(input)), CODES);
  },
  'a signature of Bitcoin': ({ pick, text, address, rawBase64, fields }) => {
    const input = fields(pick(BITCOIN), { message: text, address, signature: rawBase64 });
    assert.match(codeOf(verifyMessage(input)), CODES);
  },
  'a script of Bitcoin that its sender made': ({ scripted }) => {
    assert.match(codeOf(verifyMessage(scripted())), CODES);
  },
  'a signature of a Clarity value': ({ pick, text, address, rawHex, fields }) => {
    const input = fields(pick(STRUCTURED), {
      message: pick([rawHex, text]),
      address,
      signature: rawHex,
      publicKey: rawHex,
    });
    assert.match(codeOf(verifyStructuredData(input, DOMAIN)), CODES);
  },
  'the text of a sign-in': ({ pick, text }) => {
    const parsed = parseSignInMessage(
      pick([() => pick(HOSTILE), ...[1, 2, 3].map(() => () => text(pick(SIGN_INS).message))])(),
    );
    assert.match(codeOf(parsed), SIGN_IN_CODES);
  },
  'a sign-in': async ({ pick, text, address, rawHex, rawBase64, fields, scripted }) => {
    const raw = (value) => (/^[\da-f]+$/.test(value) ? rawHex(value) : rawBase64(value));
    /** The same text with another address, which may be one that nobody can sign for. */
    const withAddress = (message) =>
      message.replace(/(?<=\n)\w+(?=\n)/, () => pick([address, () => scripted().address])('bc1q'));
    const input = fields(pick(SIGN_INS), {
      message: pick([text, withAddress, withAddress]),
      signature: raw,
      publicKey: rawHex,
    });
    assert.match(codeOf(await verifySignIn(input, POLICY)), SIGN_IN_CODES);
  },
  'the request of a handler': async ({ pick, text, upTo, address, fields, changeBytes }) => {
    const withAddress = (message) => message.replace(/(?<=\n)\w+(?=\n)/, () => address('bc1q'));
    const valid = pick(SIGN_INS);
    const input = fields(valid, { message: withAddress, signature: text, publicKey: text });
    let json = '{}';
    try {
      json = JSON.stringify(input) ?? '';
    } catch {
      // Not JSON.
    }
    const bytes = pick([
      () => new TextEncoder().encode(json),
      () => changeBytes(new TextEncoder().encode(json)),
      () => new TextEncoder().encode('['.repeat(upTo(60_000))),
      () => new TextEncoder().encode('{"__proto__":'.repeat(upTo(4))),
      () => undefined,
    ])();
    const isStream = pick([true, false]);
    const header = (value) => encodeURIComponent(text(value)).slice(0, 200);
    const request = new Request(
      `${ORIGIN}/${pick(['auth/', ''])}${pick(['verify', 'verify', 'verify', 'nonce', 'session', 'sign-out', '__proto__', header('verify')])}`,
      {
        method: 'POST',
        headers: {
          origin: pick([ORIGIN, ORIGIN, ORIGIN, 'null', header(ORIGIN)]),
          cookie: pick([() => '', () => `__Host-session=${'A'.repeat(26)}`, () => header('session')])(), // prettier-ignore
          ...(pick([true, false]) && { 'content-length': header('100') }),
        },
        duplex: 'half',
        body: bytes && isStream ? pick(STREAMS)(bytes) : bytes,
      },
    );
    const response = await HANDLER.handle(request);
    assert.ok(response instanceof Response);
    assert.ok([200, 401, 403, 404, 413].includes(response.status), String(response.status));
    await HANDLER.getAccount(new Request(request.url, { headers: request.headers }));
  },
};
const HANDLER = createSignInHandler({ origin: ORIGIN });
/** Bodies that arrive in parts, and that end with an error. */
const STREAMS = [
  (bytes) =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 1000) {
          controller.enqueue(bytes.subarray(at, at + 1000));
        }
        controller.close();
      },
    }),
  (bytes) =>
    new ReadableStream({
      pull(controller) {
        controller.enqueue(bytes);
        controller.error(new Error('The connection was closed.'));
      },
    }),
];

describe('the functions of `/verify` never throw', () => {
  for (const [title, run] of Object.entries(KINDS)) {
    it(`for ${title}`, () =>
      fc.assert(
        fc.asyncProperty(fc.gen(), async (g) => {
          await run(randomly(g));
        }),
        { numRuns: RUNS, endOnFailure: true },
      ));
  }

  it('for an address of Taproot whose key is not on the curve', async () => {
    const verify = createSignInVerifier(POLICY);
    for (const key of NO_KEYS) {
      const address = bech32m.encode('bc', [1, ...bech32m.toWords(key)]);
      const message = createSignInMessage({ ...FIELDS, chain: 'bitcoin:mainnet', address });
      for (const { signature } of BITCOIN) {
        const refused = { ok: false, code: 'address' };
        assert.deepEqual(verifyMessage({ message, address, signature }), refused);
        assert.deepEqual(await verify({ message, signature }), refused);
        const request = new Request(`${ORIGIN}/auth/verify`, {
          method: 'POST',
          headers: { origin: ORIGIN },
          body: JSON.stringify({ message, signature }),
        });
        assert.equal((await HANDLER.handle(request)).status, 401);
      }
    }
  });
});
