import { expect } from '@esm-bundle/chai';
import { getDefaultClient } from '../core/client.js';
import type { AbiFunction, ContractInterface } from './abi.js';
import { contract } from './contract.js';
import { ContractError } from './contract-error.js';
import type { ContractOptions } from './contract-types.js';
import { getContractInterface } from './get-interface.js';
import type { StacksSource } from './stacks-node.js';
import { stopwatch } from '../testing/stopwatch.js';

const NOBODY = 'SP000000000000000000002Q6VF78';
const TOKEN = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.honey-token';

/** A node of mainnet that answers every other request with this. */
const answering = (json: unknown): StacksSource => ({
  baseUrl: 'https://node.test',
  fetch: (url) =>
    Promise.resolve(Response.json(String(url).endsWith('/v2/info') ? { network_id: 1 } : json)),
});
const fn = (name: unknown, args: readonly unknown[] = [], type: unknown = 'bool') => ({
  name,
  access: 'public',
  args,
  outputs: { type },
});
const fields = (...names: readonly string[]) => names.map((name) => ({ name, type: 'bool' }));

interface AnyContract {
  readonly params: Readonly<
    Record<string, (args: unknown) => { readonly functionArgs: readonly string[] }>
  >;
  readonly read: Readonly<Record<string, () => Promise<unknown>>>;
}
const create = (abi: unknown, source?: StacksSource) =>
  contract(abi as ContractInterface, { contract: TOKEN, source }) as unknown as AnyContract;

describe('contract', () => {
  it('refuses a wrong option, contract or interface', () => {
    const functions: readonly AbiFunction[] = [];
    for (const [abi, options, message] of [
      [{ functions }, { contract: NOBODY }, /`contract` must be/],
      [{ functions }, { contract: TOKEN.replace('EJ7', 'EJ8') }, /`contract` must be/],
      [{ functions }, { contract: TOKEN, sendr: NOBODY }, /Did you mean `sender`/],
      [{ functions }, { contract: TOKEN, sender: 'x' }, /`sender` must be/],
      [
        { functions },
        { contract: TOKEN, client: getDefaultClient().with({ network: 'testnet' }) },
        /`network` must be .*; got "testnet"/,
      ],
      [{}, { contract: TOKEN }, /`functions` must be a list/],
      [
        { functions: [{ name: 'f', access: 'public', args: [], outputs: { type: 'uint' } }] },
        { contract: TOKEN },
        /`f.outputs` must be a type \("uint" is none: did you mean `uint128`\?\)/,
      ],
      [
        {
          functions: [
            { ...fn('f'), outputs: { type: { response: { ok: 'int', error: 'none' } } } },
          ],
        },
        { contract: TOKEN },
        /`f.outputs` must be a type \("int" is none: did you mean `int128`\?\)/,
      ],
      [
        { functions: [{ ...fn('f'), args: [{ name: 'memo', type: { optional: 'buff' } }] }] },
        { contract: TOKEN },
        /`f.memo` must be a type \("buff" is none: did you mean `\{ buffer: \{ length: … \} \}`\?\)/,
      ],
      ...(
        [
          ['(optional uint)', /\(optional uint\)" is none: did you mean `\{ optional: … \}`/],
          ['(buff 32)', /\(buff 32\)" is none: did you mean `\{ buffer: \{ length: … \} \}`/],
          ['{ a: uint }', /is none: did you mean `\{ tuple: \[\{ name: '…', type: … \}\] \}`/],
          [
            { tuple: { a: 'uint128' } },
            /is none: did you mean `\{ tuple: \[\{ name: '…', type: … \}\] \}`/,
          ],
          [{ buffer: 32 }, /is none: did you mean `\{ buffer: \{ length: … \} \}`/],
          [{ list: 'uint128' }, /is none: did you mean `\{ list: \{ type: …, length: … \} \}`/],
          [{ constructor: 1 }, /`f.memo` must be a type, as in the interface/],
          [{ buffer: { length: 1 }, more: 1 }, /`f.memo` must be a type, as in the interface/],
        ] as const
      ).map(
        ([type, message]) =>
          [
            { functions: [{ ...fn('f'), args: [{ name: 'memo', type }] }] },
            { contract: TOKEN },
            message,
          ] as const,
      ),
      [
        { functions: [{ ...fn('f'), access: 'read-only' }] },
        { contract: TOKEN },
        /`f.access` must be .*did you mean `read_only`/,
      ],
      [
        { functions: [{ ...fn('f'), access: undefined }] },
        { contract: TOKEN },
        /`f.access` must be "public" or "read_only" or "private"/,
      ],
      [
        { functions, variables: [{ name: 'v', type: 'bool', access: 'var' }] },
        { contract: TOKEN },
        /`v.access` must be "variable" or "constant"/,
      ],
      [{ functions }, { contract: TOKEN, network: 'tesnet' }, /`network`.*Did you mean `testnet`/],
      [
        { functions },
        { contract: TOKEN, network: 'testnet' },
        /`network` must be mainnet, the network of SP/,
      ],
      [{ functions, maps: [{ name: 'm', key: 'uint128', value: 'text' }] }, { contract: TOKEN }, /`m` must be a type/], // prettier-ignore
    ] satisfies readonly (readonly [object, object, RegExp])[]) {
      expect(() => contract(abi as ContractInterface, options as ContractOptions)).to.throw(
        ContractError,
        message,
      );
    }
  });
});

describe('a name that the interface does not have', () => {
  const abi = {
    functions: [
      { ...fn('get-balance'), access: 'read_only' },
      { ...fn('get-owner'), access: 'read_only' },
      { ...fn('claim', [], { response: { ok: 'bool', error: 'none' } }) },
      { ...fn('pay-out'), access: 'private' },
    ],
    variables: [{ name: 'counter', type: 'uint128', access: 'variable' }],
    maps: [{ name: 'owners', key: 'uint128', value: 'principal' }],
  };
  const token = contract(abi as ContractInterface, { contract: TOKEN });
  type Groups = Readonly<Record<string, Readonly<Record<string, () => unknown>>>>;
  const groups = token as unknown as Groups;

  for (const [group, name, remedy] of [
    ['read', 'getBalance', 'Did you mean `get-balance`? `read` has get-balance, get-owner.'],
    ['read', 'nothing-like-it', '`read` has get-balance, get-owner.'],
    ['read', 'claim', "Use `call['claim']` or `simulate['claim']`"],
    ['read', 'counter', "Use `variable['counter']`."],
    ['read', 'pay-out', 'It is private'],
    ['read', 'constructor', '`read` has get-balance, get-owner.'],
    ['call', 'get-owner', "Use `read['get-owner']`."],
    ['call', 'clam', 'Did you mean `claim`? `call` has claim.'],
    ['params', 'clam', '`params` has claim.'],
    ['suggest', 'clam', '`suggest` has claim.'],
    ['simulate', 'clam', '`simulate` has claim.'],
    ['readResponse', 'get-balance', "Use `read['get-balance']`."],
    ['map', 'owner', 'Did you mean `owners`?'],
    ['variable', 'count', '`variable` has counter.'],
    ['constant', 'MAX', '`constant` has none.'],
  ] as const) {
    it(`is named, with what to write: ${group}.${name}`, () => {
      const call = groups[group]![name]!;
      expect(() => call()).to.throw(ContractError, `\`${group}['${name}']\``);
      expect(() => call()).to.throw(ContractError, remedy);
    });
  }

  it('is no name of the object, and awaiting, writing or comparing it calls nothing', async () => {
    expect(Object.keys(token.read)).to.deep.equal(['get-balance', 'get-owner']);
    expect('getBalance' in token.read).to.equal(false);
    expect(await Promise.resolve(token.read)).to.equal(token.read);
    expect(JSON.stringify(token.read)).to.equal('{}');
    expect(Object.keys({ ...token.read })).to.have.length(2);
  });
});

describe('the interface of a hostile node', () => {
  const self: { optional?: unknown } = {};
  self.optional = self;
  const both = { response: {} };
  Object.assign(both.response, { ok: both, error: both });

  for (const [what, abi] of Object.entries({
    'no object': [],
    'a function __proto__': { functions: [fn('__proto__')] },
    'a function whose name is not ASCII': { functions: [fn('trаnsfer')] },
    'a function with a space': { functions: [fn('a b')] },
    'a name that is a number': { functions: [fn(1)] },
    'two functions of one name': { functions: [fn('f'), fn('f')] },
    'an argument __proto__': { functions: [fn('f', fields('__proto__'))] },
    'arguments that objects would put into another order': { functions: [fn('f', fields('b', '1'))] }, // prettier-ignore
    'two arguments of one name': { functions: [fn('f', fields('a', 'a'))] },
    'no argument': { functions: [fn('f', [null])] },
    'an argument without a type': { functions: [fn('f', [{ name: 'a' }])] },
    'a tuple with __proto__': { functions: [fn('f', [], { tuple: fields('__proto__') })] },
    'a tuple with two fields of one name': { functions: [fn('f', [], { tuple: fields('a', 'a') })] }, // prettier-ignore
    'a tuple with null': { functions: [fn('f', [], { tuple: [null] })] },
    'a list of half an item': { functions: [fn('f', [], { list: { type: 'bool', length: 0.5 } })] },
    'a response without an error': { functions: [fn('f', [], { response: { ok: 'bool' } })] },
    'a type with two kinds': { functions: [fn('f', [], { optional: 'bool', buffer: { length: 1 } })] }, // prettier-ignore
    'a map __proto__': { functions: [], maps: [{ name: '__proto__', key: 'bool', value: 'bool' }] },
    'two tokens of one name': { functions: [], fungible_tokens: fields('a', 'a') },
    'an NFT whose id has no type': { functions: [], non_fungible_tokens: [{ name: 'a' }] },
    'a deep type': { functions: [fn('f', [], JSON.parse('{"optional":'.repeat(100) + '"bool"' + '}'.repeat(100)))] }, // prettier-ignore
  })) {
    it(`is refused with ${what}`, async () => {
      const id = `${NOBODY}.${what.replace(/\W+/g, '-').slice(0, 40)}`;
      const error: unknown = await getContractInterface(id, { source: answering(abi) }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(ContractError).with.property('code', 'bad-response');
      expect(() => create(abi))
        .to.throw(ContractError)
        .with.property('code', 'invalid');
    });
  }

  it('is refused if a type contains itself', () => {
    for (const type of [self, both]) {
      expect(() => create({ functions: [fn('f', [], type)] })).to.throw(
        /`f.outputs` must be a type/,
      );
    }
  });

  it('may have the names of Object.prototype, and names with signs', () => {
    const names = ['constructor', 'toString', 'hasOwnProperty', 'is-it?', 'a<=b', 'then'];
    const args = [...fields(...names), { name: 'valueOf', type: { tuple: fields(...names) } }];
    const { params } = create({ functions: names.map((name) => fn(name, args)) });
    const values = Object.fromEntries(names.map((name) => [name, true]));
    for (const name of names) {
      const { functionArgs } = params[name]!({ ...values, valueOf: values });
      expect(functionArgs).to.have.length(names.length + 1);
      expect(() => params[name]!({ valueOf: values })).to.throw(
        /`\S+\.constructor` must be true or false; got nothing/,
      );
    }
  });

  it('may be the argument of a function of the page', () => {
    // The compiler knows no property of it there: a check of its texts would refuse each.
    const wrap = <const A extends ContractInterface>(abi: A) => contract(abi, { contract: TOKEN });
    expect(wrap({ functions: [] }).params).to.deep.equal({});
  });

  it('may be large', () => {
    const args = [{ name: 'a', type: { tuple: fields('b', 'c') } }];
    const functions = Array.from({ length: 10_000 }, (_, at) => fn(`f${at}`, args));
    const elapsed = stopwatch();
    const { params } = create({ functions });
    expect(params['f9999']!({ a: { b: true, c: false } }).functionArgs).to.have.length(1);
    expect(elapsed(), 'milliseconds').to.be.below(2_000);
  });

  it('gives own functions only, also with the names of Object.prototype', async () => {
    const functions = ['constructor', 'toString', 'then'].map((name) => ({
      ...fn(name),
      access: 'read_only',
    }));
    const { read } = create({ functions }, answering({ okay: true, result: '0x03' }));
    expect(await read['constructor']!()).to.equal(true);
    const empty = create({ functions: [] }).read;
    expect(Object.hasOwn(empty, 'toString')).to.equal(false);
    expect(() => void empty['toString']!()).to.throw(ContractError, '`read` has none.');
  });
});
