import { expect } from '@esm-bundle/chai';
import { Cl, Pc } from '../clarity/index.js';
import {
  contract,
  getAddressOfName,
  getContractInterface,
  getFtBalance,
  getFtBalances,
  getName,
  getStxBalance,
} from '../contracts/index.js';
import { getFtMetadata, getNftMetadata } from '../metadata/index.js';
import { ask, EVERY_WALLET, refusal } from '../testing/every-wallet.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';
import { VALID_PARAMS } from '../testing/valid-params.js';

const CONTRACT = `${STX_ADDRESS}.token` as const;
const ASSET = `${CONTRACT}::tok` as const;

/** An object that a template literal would write as a legal name. */
const named = { toString: () => 'token', valueOf: () => 'token', toJSON: () => 'token' };
/** No text of any grammar. Most would become one in a template literal, or in a regular expression. */
const NO_NAMES: readonly (readonly [what: string, value: unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['true', true],
  ['a number', 5],
  ['NaN', NaN],
  ['a bigint', 5n],
  ['an empty array', []],
  ['an array', ['token']],
  ['an array with an address', [STX_ADDRESS]],
  ['an array with a contract', [CONTRACT]],
  ['an object', {}],
  ['an object with toString', named],
  ['a String', new String('token')],
  ['a String with an address', new String(STX_ADDRESS)],
  ['a String with a contract', new String(CONTRACT)],
  ['the parts of version 6', { address: { version: 22, hash160: '11'.repeat(20) } }],
  ['a symbol', Symbol('token')],
  ['a function', () => 'token'],
  ['an empty text', ''],
  ['a space', ' '],
  ['a line break', 'token\n'],
  ['a dot', '.'],
  ['two colons', '::'],
  ['a name with a dot', 'a.b'],
  ['a digit', '1a'],
];

/** Params with one of their fields replaced, such as `recipients[0].address`. */
function withField(params: unknown, field: string, value: unknown): object {
  const [, list, item] = /^(\w+)\[0\]\.(\w+)$/.exec(field) ?? [];
  if (list === undefined || item === undefined) return { ...(params as object), [field]: value };
  const [first] = (params as Record<string, readonly unknown[]>)[list] ?? [];
  const entry = typeof first === 'object' ? first : { index: 0 };
  return { ...(params as object), [list]: [{ ...entry, [item]: value }] };
}

type Make = (hole: never) => unknown;

/** Functions with a part that is missing, by what they are, and the name of the part in the error. */
const VALUES: Readonly<Record<string, readonly [part: string, make: Make]>> = {
  'Cl.principal': ['value', (hole) => Cl.principal(hole)],
  'Cl.address': ['value', (hole) => Cl.address(hole)],
  'Cl.standardPrincipal': ['value', (hole) => Cl.standardPrincipal(hole)],
  'Cl.contractPrincipal, the deployer': ['deployer', (hole) => Cl.contractPrincipal(hole, 'a')],
  'Cl.contractPrincipal, the name': ['name', (hole) => Cl.contractPrincipal(STX_ADDRESS, hole)],
  'Pc.principal': ['address', (hole) => Pc.principal(hole).willSendEq(1).ustx()],
  'Pc, the asset': ['asset', (hole) => Pc.origin().willSendEq(1).ft(hole)],
  'Pc, the contract': ['contract', (hole) => Pc.origin().willSendEq(1).ft(hole, 'tok')],
  'Pc, the token': ['token', (hole) => Pc.origin().willSendEq(1).ft(CONTRACT, hole)],
  'Pc, the non-fungible asset': ['asset', (hole) => Pc.origin().willSendAsset().nft(hole, Cl.uint(1))],
  'Pc, the contract of a non-fungible token': ['contract', (hole) => Pc.origin().willSendAsset().nft(hole, 'tok', Cl.uint(1))],
  'Pc, the non-fungible token': ['token', (hole) => Pc.origin().willNotSendAsset().nft(CONTRACT, hole, Cl.uint(1))],
}; // prettier-ignore

/** The fields of each method with a name or an address. Those with a question mark may be left out. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  stx_transferStx: ['recipient', 'address?', 'network?'],
  stx_transferSip10Ft: ['recipient', 'asset', 'address?'],
  stx_transferSip9Nft: ['recipient', 'asset', 'address?'],
  stx_callContract: ['contract', 'functionName', 'address?'],
  stx_deployContract: ['name', 'address?'],
  sendTransfer: ['recipients[0].address', 'network?'],
  signPsbt: ['signInputs[0].address?', 'network?'],
  signMessage: ['address?'],
  getAddresses: ['network?'],
};
/** A wallet may have any network, and formats of Bitcoin addresses that this library does not know. */
const isTolerated = (method: string, field: string, value: unknown): boolean =>
  (field === 'network' && typeof value === 'string' && value !== '') ||
  (!method.startsWith('stx_') && value === '1a');

const OUR_ERRORS = ['ContractError', 'MetadataError', 'TransactionError'];
const abi = {
  functions: [
    {
      name: 'get',
      access: 'read_only',
      args: [{ name: 'who', type: 'principal' }],
      outputs: { type: 'bool' },
    },
    {
      name: 'set',
      access: 'public',
      args: [{ name: 'who', type: 'principal' }],
      outputs: { type: { response: { ok: 'bool', error: 'none' } } },
    },
    {
      name: 'route',
      access: 'read_only',
      args: [{ name: 'via', type: 'trait_reference' }],
      outputs: { type: 'bool' },
    },
  ],
  fungible_tokens: [{ name: 'tok' }],
  non_fungible_tokens: [{ name: 'card', type: 'uint128' }],
} as const;
const token = contract(abi, { contract: CONTRACT });

/** Functions that read from a service, or make a contract. */
const READS: Readonly<Record<string, readonly [part: string, read: Make]>> = {
  contract: ['contract', (hole) => contract(abi, { contract: hole })],
  'contract, the sender': ['sender', (hole) => contract(abi, { contract: CONTRACT, sender: hole })],
  'an argument that is a principal': ['get.who', (hole) => token.read.get({ who: hole })],
  'an argument that is a contract': ['route.via', (hole) => token.read.route({ via: hole })],
  'a param that is a principal': ['set.who', (hole) => token.params.set({ who: hole })],
  'ft of a contract': ['name', (hole) => token.ft(hole)],
  'nft of a contract': ['name', (hole) => token.nft(hole)],
  getContractInterface: ['contract', (hole) => getContractInterface(hole)],
  getStxBalance: ['address', (hole) => getStxBalance(hole)],
  getFtBalances: ['address', (hole) => getFtBalances(hole)],
  'getFtBalance, the account': ['address', (hole) => getFtBalance(hole, ASSET)],
  'getFtBalance, the token': ['assetId', (hole) => getFtBalance(STX_ADDRESS, hole)],
  getName: ['address', (hole) => getName(hole)],
  getAddressOfName: ['name', (hole) => getAddressOfName(hole)],
  getFtMetadata: ['principal', (hole) => getFtMetadata(hole)],
  getNftMetadata: ['principal', (hole) => getNftMetadata(hole, 1n)],
}; // prettier-ignore

describe('a name or an address that is missing, or is no text', () => {
  for (const [title, [part, make]] of Object.entries(VALUES)) {
    it(`is an error that names it: ${title}`, () => {
      for (const [what, value] of NO_NAMES) {
        let made: unknown;
        try {
          made = make(value as never);
        } catch (error) {
          expect((error as Error).name, what).to.equal('ClarityError');
          expect((error as Error).message, what).to.contain(`${part}\` must be`);
          continue;
        }
        expect.fail(`${title} with ${what} made ${JSON.stringify(made, (_, one: unknown) => typeof one === 'bigint' ? `${one}` : one)}`); // prettier-ignore
      }
    });
  }

  it('may have the texts `undefined` and `null`, which are legal', () => {
    for (const name of ['undefined', 'null', 'true', 'NaN']) {
      const made = Cl.contractPrincipal(STX_ADDRESS, name);
      expect(made.value).to.equal(`${STX_ADDRESS}.${name}`);
      const { asset } = Pc.origin().willSendEq(1).ft(made.value, name);
      expect(asset).to.equal(`${STX_ADDRESS}.${name}::${name}`);
    }
    expect(Pc.origin().willSendEq(1).ft(ASSET).asset).to.equal(ASSET);
    const owned = Pc.origin().willSendAsset();
    expect(owned.nft(ASSET, Cl.uint(1))).to.deep.equal(owned.nft(CONTRACT, 'tok', Cl.uint(1)));
  });

  for (const [method, fields] of Object.entries(FIELDS)) {
    for (const name of fields) {
      const field = name.replace('?', '');
      it(`is refused as \`${field}\` of ${method} before a wallet is asked`, async () => {
        for (const [what, value] of NO_NAMES) {
          if (value === undefined && name !== field) continue;
          if (isTolerated(method, field, value)) continue;
          const params = withField(VALID_PARAMS[method as keyof typeof VALID_PARAMS], field, value);
          for (const makeWallet of Object.values(EVERY_WALLET)) {
            const wallet = makeWallet();
            const error = await refusal(ask(wallet, method, params));
            expect(error.code, what).to.equal(-32602);
            const at = (error.data as { field: string }).field;
            expect(at.startsWith(field), `${what}: ${at}`).to.equal(true);
            expect(wallet.calls, what).to.deep.equal([]);
          }
        }
      });
    }
  }

  for (const [title, [part, read]] of Object.entries(READS)) {
    it(`is an error that names it, and nothing is read: ${title}`, async () => {
      const { fetch } = globalThis;
      let asked = 0;
      globalThis.fetch = () => Promise.reject(new Error(`asked ${++asked}`));
      try {
        for (const [what, value] of NO_NAMES) {
          // Left out, and a name of BNS.
          if (part === 'sender' && (value === undefined || value === null)) continue;
          if (title === 'getAddressOfName' && value === 'a.b') continue;
          const error = await Promise.resolve()
            .then(() => read(value as never))
            .then(
              (result) => expect.fail(`${title} with ${what}: ${String(result)}`),
              (reason: unknown) => reason as Error,
            );
          expect(error.name, `${what}: ${error.message}`).to.be.oneOf(OUR_ERRORS);
          expect(error.message, what).to.contain(part);
          expect(asked, what).to.equal(0);
        }
      } finally {
        globalThis.fetch = fetch;
      }
    });
  }
});
