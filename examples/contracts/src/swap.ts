import { Pc } from 'stacks-wallet-elements/clarity';
import { contract } from 'stacks-wallet-elements/contracts';
import { formatUnits, parseUnits } from 'stacks-wallet-elements/metadata';
import { TOKENS } from './tokens';

const { sBTC, HNY } = TOKENS;
const POOL = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-pool';
/** Percent that the price may change until the swap is in a block. */
const SLIPPAGE = 1n;

const path = [
  { name: 'provider', type: { optional: 'principal' } },
  {
    name: 'tokens',
    type: {
      tuple: [
        { name: 'a', type: 'trait_reference' },
        { name: 'b', type: 'trait_reference' },
      ],
    },
  },
  { name: 'pools', type: { tuple: [{ name: 'a', type: 'trait_reference' }] } },
] as const;
const outputs = { type: { response: { ok: 'uint128', error: 'uint128' } } } as const;
const amount = { name: 'amount', type: 'uint128' } as const;

const router = contract(
  {
    functions: [
      // Public, since a read-only function cannot call a contract that is an argument.
      { name: 'get-quote-a', access: 'public', args: [amount, ...path], outputs },
      {
        name: 'swap-helper-a',
        access: 'public',
        args: [amount, { name: 'min-received', type: 'uint128' }, ...path],
        outputs,
      },
    ],
  },
  { contract: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-router' },
);

const PATH = {
  tokens: { a: sBTC.token.contract, b: HNY.token.contract },
  pools: { a: POOL },
} as const;

export interface Offer {
  readonly amount: bigint;
  readonly least: bigint;
}

/** What the exchange gives for an amount of sBTC, less what the price may change. */
export async function readOffer(typed: string): Promise<Offer> {
  const amount = parseUnits(typed, sBTC.decimals, { min: 1n });
  const quote = await router.simulate['get-quote-a']({ amount, ...PATH });
  return { amount, least: (quote * (100n - SLIPPAGE)) / 100n };
}

export const describeOffer = ({ least }: Offer) => `${formatUnits(least, HNY.decimals)} HNY`;

/**
 * Nothing else moves (`deny`): the account sends the amount, and the exchange at least what the user has seen. A path of
 * several pools needs a condition for each, or `originator`, which restricts only the account.
 */
export const swap = ({ amount, least }: Offer, sender: string) =>
  router.call['swap-helper-a'](
    { amount, 'min-received': least, ...PATH },
    {
      postConditions: [
        Pc.principal(sender).willSendEq(amount).ft(sBTC.asset),
        Pc.principal(router.contract).willSendGte(least).ft(HNY.asset),
      ],
    },
  );
