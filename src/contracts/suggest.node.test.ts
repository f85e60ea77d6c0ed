import { expect } from '@esm-bundle/chai';
import { Cl, Pc } from '@stacks/transactions';
import type { WalletClient } from '../core/types.js';
import type { AbiFunction, AbiType } from './abi.js';
import { contract } from './contract.js';
import { ContractError } from './contract-error.js';

const SENDER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const SECOND = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const TOKEN = `${SECOND}.honey-token`;
const SBTC_DEPLOYER = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4';
const SBTC_TOKEN = `${SBTC_DEPLOYER}.sbtc-token`;
const SBTC_WITHDRAWAL = `${SBTC_DEPLOYER}.sbtc-withdrawal`;
const WITHDRAWAL = 'initiate-withdrawal-request';
const FROM_TO = [
  { name: 'sender', type: 'principal' },
  { name: 'recipient', type: 'principal' },
] as const;
const RECIPIENT_TYPE = {
  tuple: [
    { name: 'hashbytes', type: { buffer: { length: 32 } } },
    { name: 'version', type: { buffer: { length: 1 } } },
  ],
} as const;
const RECIPIENT = { hashbytes: '0x00', version: '0x00' } as const;

const fn = <const Name extends string, const Args extends AbiFunction['args']>(
  name: Name,
  args: Args,
) => ({ name, access: 'public', args, outputs: { type: 'bool' } }) as const;
const clientOf = (stxAddress: string | undefined) => ({ state: { stxAddress } }) as WalletClient;

describe('suggest', () => {
  it('gives the conditions of a SIP-010 transfer', () => {
    const amount = { name: 'amount', type: 'uint128' } as const;
    const memo = { name: 'memo', type: { optional: { buffer: { length: 34 } } } } as const;
    const args = [amount, ...FROM_TO, memo] as const;
    const abi = {
      functions: [fn('transfer', args)],
      fungible_tokens: [{ name: 'honey' }],
    } as const;
    const { suggest } = contract(abi, { contract: TOKEN });
    const values = { amount: 5n, sender: SENDER, recipient: SECOND };
    const condition = Pc.principal(SENDER).willSendEq(5n).ft(TOKEN, 'honey');
    const expected = { postConditions: [condition], postConditionMode: 'deny' };
    expect(suggest.transfer(values)).to.deep.equal(expected);
    expect(suggest.transfer({ ...values, memo: '0x01' })).to.deep.equal(expected);
    expect(() => suggest.transfer({ ...values, amount: 2n ** 64n })).to.throw(
      'at most 18446744073709551615',
    );
  });

  it('gives the conditions of a SIP-009 transfer', () => {
    const args = [{ name: 'id', type: 'uint128' }, ...FROM_TO] as const;
    const abi = {
      functions: [fn('transfer', args), fn('mint', [])],
      non_fungible_tokens: [{ name: 'hive', type: 'uint128' }],
    } as const;
    const { suggest } = contract(abi, { contract: TOKEN });
    expect(
      suggest.transfer({ id: 1n, sender: SENDER, recipient: SECOND }).postConditions,
    ).to.deep.equal([Pc.principal(SENDER).willSendAsset().nft(TOKEN, 'hive', Cl.uint(1))]);
    const { mint } = suggest as unknown as { readonly mint: () => unknown };
    expect(() => mint())
      .to.throw(ContractError)
      .with.property('code', 'invalid');
  });

  it('gives the conditions of a withdrawal of sBTC, for the connected account', () => {
    const args = [
      { name: 'amount', type: 'uint128' },
      { name: 'recipient', type: RECIPIENT_TYPE },
      { name: 'max-fee', type: 'uint128' },
    ] as const;
    const abi = { functions: [fn(WITHDRAWAL, args)] } as const;
    const suggest = (stxAddress: string | undefined) =>
      contract(abi, { contract: SBTC_WITHDRAWAL, client: clientOf(stxAddress) }).suggest[
        WITHDRAWAL
      ]({ amount: 1000n, recipient: RECIPIENT, 'max-fee': 80n });
    expect(suggest(SENDER).postConditions).to.deep.equal([
      Pc.principal(SENDER).willSendLte(1080n).ft(SBTC_TOKEN, 'sbtc-token'),
    ]);
    expect(() => suggest(undefined)).to.throw('no Stacks account is connected');
  });

  const tuple = RECIPIENT_TYPE;
  const recipient = RECIPIENT;
  const ascii = { 'string-ascii': { length: 9 } };
  /** A contract with one function of a known name, but other arguments. */
  for (const [what, name, types, values] of [
    ['no arguments', WITHDRAWAL, {}, {}],
    ['texts', WITHDRAWAL, { amount: ascii, recipient: tuple, 'max-fee': ascii }, { amount: '05', recipient, 'max-fee': '07' }], // prettier-ignore
    ['buffers', WITHDRAWAL, { amount: { buffer: { length: 9 } }, recipient: tuple, 'max-fee': { buffer: { length: 9 } } }, { amount: '0x05', recipient, 'max-fee': '0x07' }], // prettier-ignore
    ['one amount as text', WITHDRAWAL, { amount: 'uint128', recipient: tuple, 'max-fee': ascii }, { amount: 5n, recipient, 'max-fee': '07' }], // prettier-ignore
    ['signed amounts', WITHDRAWAL, { amount: 'int128', recipient: tuple, 'max-fee': 'int128' }, { amount: -5n, recipient, 'max-fee': 7n }], // prettier-ignore
    ['optionals', WITHDRAWAL, { amount: { optional: 'uint128' }, recipient: tuple, 'max-fee': { optional: 'uint128' } }, { recipient }], // prettier-ignore
    ['tuples', WITHDRAWAL, { amount: tuple, recipient: tuple, 'max-fee': tuple }, { amount: recipient, recipient, 'max-fee': recipient }], // prettier-ignore
    ['an address as the recipient', WITHDRAWAL, { amount: 'uint128', recipient: 'principal', 'max-fee': 'uint128' }, { amount: 5n, recipient: SENDER, 'max-fee': 7n }], // prettier-ignore
    ['other names', WITHDRAWAL, { id: 'uint128', recipient: tuple, height: 'uint128' }, { id: 5n, recipient, height: 7n }], // prettier-ignore
    ['one more argument', WITHDRAWAL, { amount: 'uint128', recipient: tuple, 'max-fee': 'uint128', more: 'uint128' }, { amount: 5n, recipient, 'max-fee': 7n, more: 1n }], // prettier-ignore
    ['no arguments', 'transfer', {}, {}],
    ['a text as the amount', 'transfer', { amount: ascii, sender: 'principal', recipient: 'principal', memo: { optional: { buffer: { length: 34 } } } }, { amount: '05', sender: SENDER, recipient: SECOND }], // prettier-ignore
    ['the recipient before the sender', 'transfer', { amount: 'uint128', recipient: 'principal', sender: 'principal', memo: { optional: { buffer: { length: 34 } } } }, { amount: 5n, sender: SENDER, recipient: SECOND }], // prettier-ignore
    ['`to` before `from`', 'transfer', { amount: 'uint128', to: 'principal', from: 'principal', memo: { optional: { buffer: { length: 34 } } } }, { amount: 5n, from: SENDER, to: SECOND }], // prettier-ignore
    ['a number that may be an id or an amount', 'transfer', { amount: 'uint128', sender: 'principal', recipient: 'principal' }, { amount: 5n, sender: SENDER, recipient: SECOND }], // prettier-ignore
    ['no recipient', 'transfer', { amount: 'uint128', sender: 'principal' }, { amount: 5n, sender: SENDER }], // prettier-ignore
  ] satisfies readonly (readonly [string, string, object, object])[]) {
    it(`does not guess for ${name} with ${what}`, () => {
      const args = Object.entries(types).map(([argument, type]) => ({
        name: argument,
        type: type as AbiType,
      }));
      const abi = {
        functions: [fn(name, args)],
        fungible_tokens: [{ name: 'a' }],
        non_fungible_tokens: [{ name: 'b', type: 'uint128' }],
      } as const;
      const options = { contract: SBTC_WITHDRAWAL, client: clientOf(SENDER) };
      const { suggest } = contract(abi, options);
      expect(() => suggest[name]?.(values)).to.throw(
        ContractError,
        'its interface does not show what it moves',
      );
    });
  }
});
