import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { ask, refusal } from '../../src/testing/every-wallet.js';
import { addressOf, psbtFor, signedIndexes, type Owner } from '../../src/testing/psbts.js';
import {
  fordefiWallet,
  leatherWallet,
  standardWallet,
  xverseWallet,
} from '../../src/testing/emulated-wallets.js';
import type { SchemaWallet } from '../../src/testing/schema-wallet.js';
import type { SignInput, SignedPsbtResult } from '../../src/core/index.js';
import { rounds } from '../../src/testing/cdp.js';

const RUNS = await rounds({ usual: 20, long: 100 });

/** Each wallet, with the owners whose keys it holds. */
const WALLETS: readonly [make: () => SchemaWallet, holds: readonly Owner[]][] = [
  [leatherWallet, ['segwit', 'taproot']],
  [standardWallet, ['segwit', 'taproot']],
  [xverseWallet, ['nested', 'taproot']],
  [fordefiWallet, ['nested', 'taproot']],
];

const owners = fc.array(fc.constantFrom<Owner>('segwit', 'taproot', 'nested', 'other'), {
  minLength: 1,
  maxLength: 6,
});

/** A PSBT's owners with a selection of inputs, each entry in one of the formats. */
const selection = owners.chain((list) =>
  fc.tuple(
    fc.constant(list),
    fc.array(
      fc.tuple(fc.nat({ max: list.length - 1 }), fc.constantFrom('number', 'index', 'address')),
      { minLength: 1, maxLength: 8 },
    ),
  ),
);

/** One format for each index: entries that differ are refused, which another test checks. */
function signInputs(
  list: readonly Owner[],
  picks: readonly (readonly [number, string])[],
): (SignInput | number)[] {
  const forms = new Map(picks);
  return picks.map(([index]) => {
    const form = forms.get(index);
    if (form === 'number') return index;
    return form === 'index' ? { index } : { index, address: addressOf(list[index] as Owner) };
  });
}

describe('signPsbt, for any PSBT and any selection,', function () {
  this.timeout(60_000);

  it('signs exactly the selected inputs, or says which are not signed', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...WALLETS),
        selection,
        async ([make, holds], [list, picks]) => {
          const wallet = make();
          const params = { psbt: psbtFor(list), signInputs: signInputs(list, picks) };
          const foreign = picks.find(([pick]) => !holds.includes(list[pick] as Owner));
          if (foreign) {
            const error = await refusal(ask(wallet, 'signPsbt', params));
            expect(error.code).to.equal(-32603);
            expect(error.message).to.match(/without signing input [\d, ]+\.$/);
            expect(error.message).to.match(new RegExp(`\\b${foreign[0]}\\b`));
            expect(wallet.calls).to.have.length(1);
            return;
          }
          const result = (await ask(wallet, 'signPsbt', params)) as SignedPsbtResult;
          expect(wallet.violations).to.deep.equal([]);
          const asked = list.map((owner, index) => [owner, index] as const);
          expect(signedIndexes(result.psbt)).to.deep.equal(
            asked
              .filter(
                ([owner, index]) => holds.includes(owner) && picks.some(([pick]) => pick === index),
              )
              .map(([, index]) => index),
          );
        },
      ),
      { numRuns: RUNS },
    ));
});
