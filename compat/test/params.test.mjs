import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { load } from './drop-in/load.mjs';
import { home } from './support/folders.mjs';

const real = createRequire(`${home}package.json`)('@stacks/connect');
const ours = await load('@stacks/connect');

/** What the wallet receives, as JSON, or the error of the request. */
async function sentBy({ request }, method, params) {
  let received;
  const provider = {
    request: (_method, given) => {
      received = JSON.parse(JSON.stringify(given));
      return Promise.resolve({ jsonrpc: '2.0', id: 1, result: { txid: '1'.repeat(64), ...given } });
    },
  };
  try {
    await request({ provider }, method, params);
  } catch (error) {
    if (received === undefined) return { error };
  }
  return { received };
}

const ADDRESS = 'SP1WV0048ERKB55592H81MK6J4TTRP8TSGC4JX54N';
const TRANSFER = { recipient: ADDRESS, amount: '1000', memo: 'invoice 7', fee: '200', nonce: '7' };
const FIELDS = Object.keys(TRANSFER);

/** Forms in which an app may write a field. The names of those that have no meaning begin with "no". */
const FORMS = {
  plain: (params, field, value) => Object.assign(params, { [field]: value }),
  getter: (params, field, value) =>
    Object.defineProperty(params, field, { get: () => value, enumerable: true }),
  'getter of the class': (params, field, value) => {
    Object.defineProperty(Object.getPrototypeOf(params), field, { get: () => value });
  },
  inherited: (params, field, value) => {
    Object.getPrototypeOf(params)[field] = value;
  },
  boxed: (params, field, value) => Object.assign(params, { [field]: Object(value) }),
  'no function': (params, field, value) => Object.assign(params, { [field]: () => value }),
  'no symbol': (params, field) => Object.assign(params, { [field]: Symbol(field) }),
  'no Date': (params, field) => Object.assign(params, { [field]: new Date(0) }),
  'no Map': (params, field, value) => Object.assign(params, { [field]: new Map([[0, value]]) }),
  'no list': (params, field, value) => Object.assign(params, { [field]: { 0: value, length: 1 } }),
};

describe('params in any form, sent by @stacks/connect 8.2.7 and by the drop-in,', () => {
  it('are the same, or those that 8.2.7 loses are there, or the request is refused', async () => {
    const [wrongForms, rightForms] = [true, false].map((isWrong) =>
      Object.keys(FORMS).filter((form) => form.startsWith('no ') === isWrong),
    );
    const form = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...rightForms) },
      { weight: 1, arbitrary: fc.constantFrom(...wrongForms) },
    );
    const forms = fc.tuple(...FIELDS.map(() => form));
    await fc.assert(
      fc.asyncProperty(forms, async (chosen) => {
        const make = () => {
          class Params {}
          const params = new Params();
          FIELDS.forEach((field, at) => FORMS[chosen[at]](params, field, TRANSFER[field]));
          return params;
        };
        const { received: before = {} } = await sentBy(real, 'stx_transferStx', make());
        const { received, error } = await sentBy(ours, 'stx_transferStx', make());
        const wrong = FIELDS.filter((_, at) => chosen[at].startsWith('no '));
        if (wrong.length > 0) {
          assert.equal(error?.code, -32602);
          assert.ok(wrong.includes(error.data.field), error.data.field);
          return;
        }
        assert.ifError(error);
        for (const field of FIELDS) {
          assert.equal(received[field], TRANSFER[field], field);
          if (before[field] !== undefined) assert.equal(received[field], before[field], field);
        }
      }),
    );
  });

  it('have the same profile, or the request is refused', async () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constantFrom(null, undefined, new Date(0), new Date(NaN), new Map([[1, 2]])),
      fc.constantFrom(new Set([1]), 1n, Object(1), Object('a'), Object(1n), () => 1, Symbol('a')),
      fc.constantFrom(new URL('https://example.com'), new Uint8Array(1), /a/, { toJSON: () => 1 }),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 3 }),
      ),
    }));
    const profiles = fc.dictionary(fc.string({ minLength: 1 }), tree, { maxKeys: 3 });
    let same = 0;
    await fc.assert(
      fc.asyncProperty(profiles, async (profile) => {
        const before = await sentBy(real, 'stx_updateProfile', { profile });
        const { received, error } = await sentBy(ours, 'stx_updateProfile', { profile });
        if (error) {
          assert.equal(error.code, -32602);
          assert.match(error.data.field, /^profile/);
          return;
        }
        same++;
        assert.deepEqual(received, before.received);
      }),
      { numRuns: 300 },
    );
    assert.ok(same > 30, `${same} were sent`);
  });
});
