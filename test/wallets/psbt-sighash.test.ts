import { expect } from '@open-wc/testing';
import { base64 } from '@scure/base';
import type { SigHash } from '@scure/btc-signer';
import { Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { ask, EVERY_WALLET, refusal, sentTo } from '../../src/testing/every-wallet.js';
import { addressOf, psbtFor, type Owner } from '../../src/testing/psbts.js';
import type { SchemaWallet } from '../../src/testing/schema-wallet.js';
import type { SignInput, SignedPsbtResult } from '../../src/core/index.js';
import { rounds } from '../../src/testing/cdp.js';

const RUNS = await rounds({ usual: 50, long: 1_500 });

const KINDS: readonly Owner[] = ['segwit', 'taproot', 'nested', 'legacy'];
/** Each SIGHASH type in one of its notations. */
const NAMES = {
  DEFAULT: 0,
  ALL: 1,
  NONE: 2,
  SINGLE: 3,
  'ALL|ANYONECANPAY': 0x81,
  NONE_ANYONECANPAY: 0x82,
  'SIGHASH_SINGLE|ANYONECANPAY': 0x83,
} as const;
type Name = keyof typeof NAMES;
type Allowed = readonly (string | number)[] | undefined;

const OTHER_TYPES = [2, 3, 0x81, 0x82, 0x83] as const;

/** The rule, written differently: 0 and 1 count as one type, the only one that an absent list allows. */
function isAllowed(type: number | undefined, allowed: Allowed = [1]): boolean {
  const folded = (one: number) => (one === 0 ? 1 : one);
  return allowed
    .map((one) => folded(typeof one === 'number' ? one : NAMES[one as Name]))
    .includes(folded(type ?? 0));
}

/** The SIGHASH type of the signature of an input; undefined if it has none. */
function signedType(psbt: string, index: number): number | undefined {
  const { partialSig, tapKeySig } = Transaction.fromPSBT(base64.decode(psbt)).getInput(index);
  if (tapKeySig) return tapKeySig.length === 64 ? 0 : tapKeySig.at(-1);
  return partialSig?.[0]?.[1].at(-1);
}

function made(name: string, holds?: readonly Owner[]): SchemaWallet {
  const make = EVERY_WALLET[name];
  if (!make) throw new Error(`No wallet ${name}.`);
  return make(holds);
}

const type = fc.constantFrom<(SigHash | undefined)[]>(undefined, 0, 1, 2, 3, 0x81, 0x82, 0x83);
const allowed = fc.option(
  fc.array(
    fc.oneof(
      fc.constantFrom<string[]>(...Object.keys(NAMES)),
      fc.constantFrom<number[]>(...Object.values(NAMES)),
    ),
    { minLength: 1, maxLength: 4 },
  ),
  { nil: undefined },
);
const input = fc.record({
  owner: fc.constantFrom(...KINDS),
  names: type,
  isNamed: fc.boolean(),
  own: allowed,
});

describe('signPsbt, with any SIGHASH types in the PSBT and in the allowed list,', function () {
  this.timeout(60_000);

  it('sends what is allowed, refuses the rest, and returns signatures of the allowed types', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(EVERY_WALLET)),
        fc.array(input, { minLength: 1, maxLength: 4 }),
        allowed,
        async (name, inputs, common) => {
          const wallet = made(name, KINDS);
          const psbt = psbtFor(
            inputs.map(({ owner }) => owner),
            { sighashes: inputs.map(({ names }) => names), outputs: inputs.length },
          );
          const signInputs = inputs.flatMap<SignInput | number>(
            ({ owner, isNamed, own }, index) => {
              if (!isNamed) return [];
              if (!own) return [index];
              return [{ index, address: addressOf(owner), allowedSighash: own }];
            },
          );
          const isAll = signInputs.length === 0;
          const asked = inputs.flatMap(({ names, isNamed, own }, index) => {
            if (isAll) return [{ index, names, list: common }];
            return isNamed ? [{ index, names, list: own ?? common }] : [];
          });
          const request = ask(wallet, 'signPsbt', {
            psbt,
            ...(isAll ? {} : { signInputs }),
            ...(common && { allowedSighash: common }),
          });

          const wrong = asked.find(({ names, list }) => !isAllowed(names, list));
          if (wrong) {
            const error = await refusal(request);
            expect(error.code).to.equal(-32602);
            expect(error.message).to.contain(`input ${wrong.index} names`);
            expect(wallet.calls).to.deep.equal([]);
            return;
          }
          const { psbt: signed } = (await request) as SignedPsbtResult;
          expect(wallet.violations).to.deep.equal([]);
          for (const [index, { names }] of inputs.entries()) {
            const found = signedType(signed, index);
            const isAsked = asked.some((one) => one.index === index);
            expect(found !== undefined, `input ${index} is signed`).to.equal(isAsked);
            if (found !== undefined) expect(isAllowed(found, [names ?? 0])).to.equal(true);
          }
        },
      ),
      { numRuns: RUNS },
    ));
});

describe('signPsbt refuses, before any wallet is asked,', () => {
  for (const [name, makeWallet] of Object.entries(EVERY_WALLET)) {
    for (const [given, params] of [
      ['without a list', {}],
      ['with ALL alone', { allowedSighash: ['ALL'] }],
      ['with a list of another type', { allowedSighash: ['ALL', 'SINGLE'] }],
      ['with its own list', { allowedSighash: [0x82], signInputs: [{ index: 1, allowedSighash: ['ALL'] }] }], // prettier-ignore
    ] as const) {
      it(`${name}: an input that names NONE|ANYONECANPAY, ${given}`, async () => {
        for (const kind of KINDS) {
          const wallet = makeWallet([kind]);
          const psbt = psbtFor([kind, kind], { sighashes: [undefined, 0x82] });
          const error = await refusal(ask(wallet, 'signPsbt', { psbt, ...params }));
          expect(error.code).to.equal(-32602);
          expect(error.message).to.contain('input 1 names the SIGHASH type NONE|ANYONECANPAY');
          expect(error.message).to.contain('"NONE|ANYONECANPAY"');
          expect(wallet.calls).to.deep.equal([]);
        }
      });
    }

    it(`${name}: an input of the default type, if the list has only others`, async () => {
      const wallet = makeWallet(['segwit']);
      const params = { psbt: psbtFor(['segwit']), allowedSighash: ['SINGLE|ANYONECANPAY'] };
      const error = await refusal(ask(wallet, 'signPsbt', params));
      expect(error.code).to.equal(-32602);
      expect(error.message).to.contain('input 0 names no other SIGHASH type than DEFAULT');
      expect(wallet.calls).to.deep.equal([]);
    });

    it(`${name}: an invalid name, which the message contains`, async () => {
      for (const wrong of ['WHATEVER', 'ALL|NONE', 'ANYONECANPAY', '', '1', 4, 0x80, 1.5]) {
        const psbt = psbtFor(['taproot']);
        for (const [params, field] of [
          [{ allowedSighash: ['ALL', wrong] }, 'allowedSighash[1]'],
          [{ signInputs: [{ index: 0, allowedSighash: [wrong] }] }, 'signInputs[0].allowedSighash[0]'], // prettier-ignore
        ] as const) {
          const wallet = makeWallet();
          const error = await refusal(ask(wallet, 'signPsbt', { psbt, ...params }));
          expect(error.code).to.equal(-32602);
          expect(error.message).to.contain(`\`${field}\``).and.to.contain(JSON.stringify(wrong));
          expect(wallet.calls).to.deep.equal([]);
        }
      }
    });

    it(`${name}: an index that the PSBT does not have`, async () => {
      const wallet = makeWallet();
      const params = { psbt: psbtFor(['taproot']), signInputs: [0, 1] };
      const error = await refusal(ask(wallet, 'signPsbt', params));
      expect(error.code).to.equal(-32602);
      expect(error.data).to.include({ field: 'signInputs[1]' });
      expect(wallet.calls).to.deep.equal([]);
    });

    it(`${name}: an ambiguous PSBT`, async () => {
      const bytes = [...base64.decode(psbtFor(['segwit'], { sighash: 2 }))];
      const at = bytes.findIndex((_, index) => [1, 3, 4, 2, 0, 0, 0].every((b, i) => bytes[index + i] === b)); // prettier-ignore
      const twice = [...bytes.slice(0, at), 1, 3, 4, 1, 0, 0, 0, ...bytes.slice(at)];
      const long = [...bytes.slice(0, at), 0xfd, 1, 0, ...bytes.slice(at + 1)];
      for (const psbt of [twice, long]) {
        const wallet = makeWallet();
        const params = { psbt: base64.encode(Uint8Array.from(psbt)) };
        const error = await refusal(ask(wallet, 'signPsbt', params));
        expect(error.code).to.equal(-32602);
        expect(error.data).to.deep.equal({ field: 'psbt' });
        expect(wallet.calls).to.deep.equal([]);
      }
    });
  }

  it('an input whose type has no name, and so cannot be allowed', async () => {
    const wallet = made('Leather');
    const psbt = psbtFor(['segwit'], { sighash: 0x42 });
    const error = await refusal(ask(wallet, 'signPsbt', { psbt, allowedSighash: [1, 2, 3] }));
    expect(error.message).to.contain('0x42');
  });
});

describe('signPsbt sends what is allowed', () => {
  for (const sighash of OTHER_TYPES) {
    it(`${sighash}: in the format of each wallet`, async () => {
      const psbt = psbtFor(['taproot'], { sighash });
      for (const [name, form] of [
        ['Leather', [sighash]],
        ['Xverse', undefined],
        ['Fordefi', undefined],
        ['a wallet that conforms to SIP-030', [sighash]],
      ] as const) {
        const wallet = made(name);
        const result = await ask(wallet, 'signPsbt', { psbt, allowedSighash: [sighash] });
        expect(sentTo(wallet)['allowedSighash']).to.deep.equal(form);
        expect(signedType((result as SignedPsbtResult).psbt, 0)).to.equal(sighash);
      }
    });
  }
});

describe('an input with an invalid SIGHASH type', () => {
  it('is refused without the advice to allow it', async () => {
    for (const type of [0x41, 0x80, 0x04, 0xffffffff]) {
      const psbt = psbtFor(['segwit', 'segwit'], { sighashes: [type, undefined] });
      for (const [name, makeWallet] of Object.entries(EVERY_WALLET)) {
        for (const params of [{}, { allowedSighash: ['NONE'] }, { signInputs: [0] }]) {
          const wallet = makeWallet();
          const error = await refusal(ask(wallet, 'signPsbt', { psbt, ...params }));
          expect(error.code, name).to.equal(-32602);
          expect(error.message)
            .to.contain('input 0')
            .and.contain(`0x${type.toString(16)}`)
            .and.contain('which no wallet may sign with');
          expect(error.message).not.to.match(/add|pass/);
          expect(wallet.calls).to.deep.equal([]);
        }
        const rest = { psbt, signInputs: [{ index: 1, address: addressOf('segwit') }] };
        await ask(makeWallet(['segwit']), 'signPsbt', rest);
      }
    }
  });
});
