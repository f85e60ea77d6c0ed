import { Pc } from 'stacks-wallet-elements/clarity';
import { contract, getStxBalance } from 'stacks-wallet-elements/contracts';
import { formatUnits } from 'stacks-wallet-elements/metadata';

const hives = contract(
  {
    functions: [
      {
        name: 'mint',
        access: 'public',
        args: [],
        outputs: { type: { response: { ok: 'uint128', error: 'uint128' } } },
      },
      {
        name: 'get-owner',
        access: 'read_only',
        args: [{ name: 'id', type: 'uint128' }],
        outputs: { type: { response: { ok: { optional: 'principal' }, error: 'none' } } },
      },
    ],
    variables: [
      { name: 'last', type: 'uint128', access: 'variable' },
      { name: 'PRICE', type: 'uint128', access: 'constant' },
    ],
  },
  { contract: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.hives' },
);

export async function readMint(account: string) {
  const [price, newest, { available }] = await Promise.all([
    hives.constant.PRICE(),
    hives.variable.last(),
    getStxBalance(account),
  ]);
  const owner = await hives.read['get-owner']({ id: newest });
  return { price, newest, isYours: owner === account, available };
}

const stx = (amount: bigint) => `${formatUnits(amount, 6)} STX`;

export const describeMint = (found: Awaited<ReturnType<typeof readMint>>) => ({
  price: stx(found.price),
  newest: `#${found.newest}${found.isYours ? ', yours' : ''}`,
  balance: stx(found.available),
});

/** The contract can take the price at most. The new token moves from nobody, so it needs no condition. */
export const mint = (price: bigint, sender: string) =>
  hives.call.mint({}, { postConditions: [Pc.principal(sender).willSendLte(price).ustx()] });
