import { expect } from '@open-wc/testing';
import BigNumber from 'bignumber.js';
import fc from 'fast-check';
import { declaredParams } from './declared-params.js';

const declared = (json: string) => declaredParams(document.createElement('div'), json);

function inScript(json: string) {
  const host = document.createElement('div');
  const script = document.createElement('script');
  script.type = 'application/json';
  script.textContent = json;
  host.append(script);
  return declaredParams(host, null);
}

const digits = (min: number, max: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max })
    .map((all) => all.join(''));

/** Number literals of JSON: short and long, integers and fractions, with every kind of exponent. */
const literal = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: digits(1, 25).map((text) => text.replace(/^0+(?=\d)/, '')),
    fraction: fc.oneof(
      fc.constant(''),
      digits(1, 25).map((text) => `.${text}`),
    ),
    exponent: fc.oneof(
      fc.constant(''),
      fc
        .tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), digits(1, 3))
        .map((parts) => parts.join('')),
    ),
  })
  .map(({ sign, whole, fraction, exponent }) => `${sign}${whole}${fraction}${exponent}`);

/** True if JSON.stringify writes the parsed number with the same value as the literal. */
function isExact(text: string): boolean {
  const double = Number(text);
  return Number.isFinite(double) && new BigNumber(String(double)).eq(new BigNumber(text));
}

describe('declaredParams', () => {
  for (const text of [
    '0.99999999999999999',
    '9007199254740993',
    '-9007199254740993',
    '1e400',
    '-1e400',
    '1e-400',
    '340282366920938463463374607431768211455',
    '1.00000000000000000001E2',
  ]) {
    it(`rejects the number ${text}, which JavaScript would round`, () => {
      const result = declared(`{"amount": ${text}}`);
      expect(result.usable).to.equal(false);
      expect(!result.usable && result.problem).to.equal(
        `the attribute \`params\` has the number ${text}, which JavaScript reads as ${Number(text)}; write it in quotes`,
      );
      expect(inScript(`[[${text}]]`).usable).to.equal(false);
    });
  }

  for (const text of [
    '0',
    '-0',
    '0.1',
    '1e3',
    '1.50',
    '1E+2',
    '9007199254740992',
    '0e999',
    '1e23',
  ]) {
    it(`accepts the number ${text}`, () => {
      expect(declared(`[${text}]`)).to.deep.equal({ usable: true, params: [Number(text)] });
    });
  }

  it('accepts a number inside a string', () => {
    const params = { '1e400': '9007199254740993', a: '\\" 1e400, \\"', b: 'u\u0022 1e400' };
    expect(declared(JSON.stringify(params))).to.deep.equal({ usable: true, params });
  });

  it('accepts a number if and only if it is sent unchanged', () => {
    fc.assert(
      fc.property(literal, (text) => {
        expect(declared(`{"a": [${text}]}`).usable, text).to.equal(isExact(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('accepts every value that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (params) => {
        expect(declared(JSON.stringify(params)).usable).to.equal(true);
      }),
    );
  });

  for (const json of [
    '{"amount": "1", "amount": "2"}',
    '{"a": [{"b": 1, "\\u0062" : 2}]}',
    '{"a": {"x": 1}, "b": {"x": 1}, "a": 1}',
  ]) {
    it(`rejects a duplicate field: ${json}`, () => {
      const result = declared(json);
      expect(!result.usable && result.problem).to.match(/has the field ".*" twice/);
    });
  }

  it('accepts the same field in several objects', () => {
    expect(declared('[{"a": {"a": "a"}}, {"a": {}}]').usable).to.equal(true);
  });
});
