import { contract } from 'stacks-wallet-elements/contracts';

/** Only what these pages use. `npx stacks-wallet-elements interface <contract>` writes the interface of a contract. */
const functions = [
  {
    name: 'transfer',
    access: 'public',
    args: [
      { name: 'amount', type: 'uint128' },
      { name: 'sender', type: 'principal' },
      { name: 'recipient', type: 'principal' },
      { name: 'memo', type: { optional: { buffer: { length: 34 } } } },
    ],
    outputs: { type: { response: { ok: 'bool', error: 'uint128' } } },
  },
  {
    name: 'get-balance',
    access: 'read_only',
    args: [{ name: 'who', type: 'principal' }],
    outputs: { type: { response: { ok: 'uint128', error: 'none' } } },
  },
] as const;

const honey = contract(
  { functions, fungible_tokens: [{ name: 'honey' }] },
  { contract: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token' },
);
const sbtc = contract(
  { functions, fungible_tokens: [{ name: 'sbtc-token' }] },
  { contract: 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token' },
);

export const TOKENS = {
  HNY: { token: honey, asset: honey.ft('honey'), decimals: 6 },
  sBTC: { token: sbtc, asset: sbtc.ft('sbtc-token'), decimals: 8 },
};
export type Ticker = keyof typeof TOKENS;
