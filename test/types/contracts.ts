/**
 * Every form of a type in the interface of a contract, as an argument and as an answer. Checked by `npm run types`, and by
 * other versions of TypeScript in test/package/contract-types.test.mjs and frameworks/contract-types.test.mjs.
 */
import type { ClarityAbi } from '@stacks/transactions';
import { Cl, Pc, toJs, type ClarityValue } from '../../src/clarity/index.js';
import { contract, type ContractInterface } from '../../src/contracts/index.js';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only if a value has exactly this type. */
const is =
  <Expected>() =>
  <Actual>(
    _: Actual,
    ..._same: Same<Actual, Expected> extends true ? [] : [Actual, Expected]
  ) => {};

const FORMS = {
  functions: [
    fn('none', { optional: 'none' }),
    fn('int', 'int128'),
    fn('uint', 'uint128'),
    fn('bool', 'bool'),
    fn('principal', 'principal'),
    fn('trait', 'trait_reference'),
    fn('buffer', { buffer: { length: 20 } }),
    fn('empty-buffer', { buffer: { length: 0 } }),
    fn('ascii', { 'string-ascii': { length: 5 } }),
    fn('utf8', { 'string-utf8': { length: 4 } }),
    fn('optional', { optional: 'uint128' }),
    fn('nested-optional', { optional: { optional: 'uint128' } }),
    fn('third-optional', { optional: { optional: { optional: 'bool' } } }),
    fn('list', { list: { type: 'uint128', length: 99 } }),
    fn('empty-list', { list: { type: 'none', length: 0 } }),
    fn('lists', {
      list: { type: { list: { type: { buffer: { length: 2 } }, length: 3 } }, length: 4 },
    }),
    fn('tuple', {
      tuple: [
        { name: 'a-b', type: 'uint128' },
        { name: 'is?', type: { optional: 'bool' } },
        { name: 'inner', type: { tuple: [{ name: 'x!', type: 'principal' }] } },
      ],
    }),
    fn('tuple-with-type', {
      tuple: [
        { name: 'type', type: { 'string-ascii': { length: 10 } } },
        { name: 'value', type: 'uint128' },
      ],
    }),
    fn('response', {
      response: { ok: 'uint128', error: { tuple: [{ name: 'code', type: 'int128' }] } },
    }),
    fn('traits', {
      list: { type: { tuple: [{ name: 'pool', type: 'trait_reference' }] }, length: 5 },
    }),
    fn('optional-trait', { optional: 'trait_reference' }),
    fn('optional-tuple', { optional: { tuple: [{ name: 'id', type: 'uint128' }] } }),
    fn('empty-ascii', { 'string-ascii': { length: 0 } }),
    fn('empty-utf8', { 'string-utf8': { length: 0 } }),
    fn('optionals', { list: { type: { optional: 'bool' }, length: 3 } }),
    fn('responses', { list: { type: { response: { ok: 'bool', error: 'uint128' } }, length: 2 } }),
    fn('only-ok', { response: { ok: 'bool', error: 'none' } }),
    fn('only-error', { response: { ok: 'none', error: 'uint128' } }),
    fn('optional-response', { optional: { response: { ok: 'bool', error: 'none' } } }),
    fn('trait-tuple', { tuple: [{ name: 'constructor', type: 'trait_reference' }] }),
  ],
} as const;

/** A function that has one argument `arg` of a type, and returns it. */
function fn<const Name extends string, const T>(name: Name, type: T) {
  return {
    name,
    access: 'read_only',
    args: [{ name: 'arg', type }],
    outputs: { type },
  } as const;
}

const { read } = contract(FORMS, { contract: 'SP000000000000000000002Q6VF78.forms' });
const ADDRESS = 'SP000000000000000000002Q6VF78';
const CONTRACT = `${ADDRESS}.pool` as const;

export async function answers() {
  is<bigint>()(await read.int({ arg: -1n }));
  is<bigint>()(await read.int({ arg: -1 }));
  is<bigint>()(await read.int({ arg: Cl.int(-1) }));
  is<bigint>()(await read.uint({ arg: 1n }));
  is<bigint>()(await read.uint({ arg: Cl.uint(1) }));
  is<boolean>()(await read.bool({ arg: true }));
  is<boolean>()(await read.bool({ arg: Cl.bool(true) }));
  is<string>()(await read.principal({ arg: ADDRESS }));
  is<string>()(await read.principal({ arg: Cl.principal(ADDRESS) }));
  is<string>()(await read.trait({ arg: CONTRACT }));
  is<string>()(await read.trait({ arg: Cl.contractPrincipal(ADDRESS, 'pool') }));
  is<Uint8Array>()(await read.buffer({ arg: new Uint8Array(20) }));
  is<Uint8Array>()(await read.buffer({ arg: '0x00' }));
  is<Uint8Array>()(await read['empty-buffer']({ arg: Cl.bufferFromHex('') }));
  is<string>()(await read.ascii({ arg: 'abc' }));
  is<string>()(await read.ascii({ arg: Cl.stringAscii('abc') }));
  is<string>()(await read.utf8({ arg: 'ä' }));
  is<string>()(await read.utf8({ arg: Cl.stringUtf8('ä') }));
  is<null>()(await read.none({ arg: null }));
  is<null>()(await read.none({}));
  is<bigint | null>()(await read.optional({ arg: 1n }));
  is<bigint | null>()(await read.optional({ arg: null }));
  is<bigint | null>()(await read.optional({ arg: undefined }));
  is<bigint | null>()(await read.optional({}));
  is<bigint | null>()(await read.optional({ arg: Cl.some(Cl.uint(1)) }));
  is<bigint | null>()(await read.optional({ arg: Cl.none() }));
  is<{ readonly some: bigint | null } | null>()(
    await read['nested-optional']({ arg: { some: 1n } }),
  );
  is<{ readonly some: bigint | null } | null>()(
    await read['nested-optional']({ arg: { some: null } }),
  );
  is<{ readonly some: bigint | null } | null>()(await read['nested-optional']({}));
  is<{ readonly some: { readonly some: boolean | null } | null } | null>()(
    await read['third-optional']({ arg: { some: { some: true } } }),
  );
  is<readonly bigint[]>()(await read.list({ arg: [1n, 2, Cl.uint(3)] }));
  is<readonly bigint[]>()(await read.list({ arg: [] as readonly bigint[] }));
  is<readonly bigint[]>()(await read.list({ arg: Cl.list([Cl.uint(1)]) }));
  is<readonly null[]>()(await read['empty-list']({ arg: [] }));
  is<readonly (readonly Uint8Array[])[]>()(
    await read.lists({ arg: [[new Uint8Array(2), '0x00'], []] }),
  );
  type Tuple = {
    readonly 'a-b': bigint;
    readonly 'is?': boolean | null;
    readonly inner: { readonly 'x!': string };
  };
  is<Tuple>()(await read.tuple({ arg: { 'a-b': 1n, inner: { 'x!': ADDRESS } } }));
  is<Tuple>()(
    await read.tuple({ arg: { 'a-b': 1n, 'is?': true, inner: { 'x!': Cl.principal(ADDRESS) } } }),
  );
  is<Tuple>()(await read.tuple({ arg: Cl.tuple({ 'a-b': Cl.uint(1) }) }));
  is<{ readonly type: string; readonly value: bigint }>()(
    await read['tuple-with-type']({ arg: { type: 'tuple', value: 1n } }),
  );
  is<bigint>()(await read.response({ arg: { ok: 1n } }));
  is<bigint>()(await read.response({ arg: { error: { code: 1n } } }));
  is<bigint>()(await read.response({ arg: Cl.ok(Cl.uint(1)) }));
  is<readonly { readonly pool: string }[]>()(await read.traits({ arg: [{ pool: CONTRACT }] }));
  is<string | null>()(await read['optional-trait']({ arg: CONTRACT }));
  is<{ readonly id: bigint } | null>()(await read['optional-tuple']({ arg: { id: 1 } }));
  is<{ readonly id: bigint } | null>()(
    await read['optional-tuple']({ arg: Cl.some(Cl.tuple({ id: Cl.uint(1) })) }),
  );
  is<string>()(await read['empty-ascii']({ arg: '' }));
  is<string>()(await read['empty-utf8']({ arg: '' }));
  is<readonly (boolean | null)[]>()(await read.optionals({ arg: [true, null, Cl.none()] }));
  type Response =
    | { readonly ok: true; readonly value: boolean }
    | { readonly ok: false; readonly error: bigint };
  is<readonly Response[]>()(await read.responses({ arg: [{ ok: true }, { error: 1n }] }));
  is<boolean>()(await read['only-ok']({ arg: { ok: true } }));
  is<null>()(await read['only-error']({ arg: { error: Cl.uint(1) } }));
  is<
    | { readonly ok: true; readonly value: boolean }
    | { readonly ok: false; readonly error: null }
    | null
  >()(await read['optional-response']({ arg: { ok: false } }));
  is<{ readonly constructor: string }>()(
    await read['trait-tuple']({ arg: { constructor: CONTRACT } }),
  );
}

/** A wrong argument of each form does not compile. */
export function mistakes(text: string) {
  // @ts-expect-error it is none
  void read.none({ arg: 1n });
  // @ts-expect-error an amount as text
  void read.int({ arg: '1' });
  // @ts-expect-error a Clarity value of another type
  void read.uint({ arg: Cl.int(1) });
  // @ts-expect-error a number
  void read.bool({ arg: 1 });
  // @ts-expect-error a number
  void read.principal({ arg: 1 });
  // @ts-expect-error an address without a contract
  void read.trait({ arg: ADDRESS });
  // @ts-expect-error hex without 0x
  void read.buffer({ arg: 'ab' });
  // @ts-expect-error a list of bytes
  void read['empty-buffer']({ arg: [1] });
  // @ts-expect-error bytes
  void read.ascii({ arg: new Uint8Array(1) });
  // @ts-expect-error a Clarity value of the other kind of strings
  void read.utf8({ arg: Cl.stringAscii('') });
  // @ts-expect-error another type
  void read.optional({ arg: text });
  // @ts-expect-error without `some`
  void read['nested-optional']({ arg: 1n });
  // @ts-expect-error one value
  void read.list({ arg: 1n });
  // @ts-expect-error an item of another type
  void read.list({ arg: [1n, true] });
  // @ts-expect-error items that are never made
  void read['empty-list']({ arg: [1n] });
  // @ts-expect-error a list in the list is missing
  void read.lists({ arg: ['0x00'] });
  // @ts-expect-error a field is missing
  void read.tuple({ arg: { 'a-b': 1n } });
  // @ts-expect-error a field too many
  void read['optional-tuple']({ arg: { id: 1n, more: 1n } });
  // @ts-expect-error a field of another type
  void read['tuple-with-type']({ arg: { type: 'tuple', value: true } });
  // @ts-expect-error neither `ok` nor `error`
  void read.response({ arg: 1n });
  // @ts-expect-error an error of another type
  void read.response({ arg: { error: 1n } });
  // @ts-expect-error an address without a contract
  void read.traits({ arg: [{ pool: ADDRESS }] });
  // @ts-expect-error there is no such argument
  void read.bool({ arg: true, other: true });
  // @ts-expect-error the argument is missing
  void read.bool({});
  // @ts-expect-error the arguments are missing
  void read.bool();
}

const TOKEN = {
  functions: [
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
    { name: 'get!', access: 'read_only', args: [], outputs: { type: 'uint128' } },
    {
      name: 'get-balance',
      access: 'read_only',
      args: [{ name: 'who', type: 'principal' }],
      outputs: { type: { response: { ok: 'uint128', error: 'none' } } },
    },
    { name: 'guard', access: 'private', args: [], outputs: { type: 'bool' } },
  ],
  variables: [
    { name: 'MAX', type: 'uint128', access: 'constant' },
    { name: 'uri', type: { optional: { 'string-utf8': { length: 256 } } }, access: 'variable' },
  ],
  maps: [{ name: 'owners', key: { tuple: [{ name: 'id', type: 'uint128' }] }, value: 'principal' }],
  fungible_tokens: [{ name: 'coin' }, { name: 'coin-locked' }],
  non_fungible_tokens: [{ name: 'card', type: 'uint128' }],
  epoch: 'Epoch41',
  clarity_version: 'Clarity6',
} as const;
const token = contract(TOKEN, { contract: CONTRACT });

export async function doors() {
  is<bigint>()(await token.read['get!']());
  is<bigint>()(await token.read['get!']({}, { maxAge: 1000 }));
  is<bigint>()(await token.read['get-balance']({ who: ADDRESS }, { sender: ADDRESS, tip: '00' }));
  is<
    { readonly ok: true; readonly value: bigint } | { readonly ok: false; readonly error: null }
  >()(await token.readResponse['get-balance']({ who: ADDRESS }));
  is<boolean>()(await token.simulate.transfer({ amount: 1n, sender: ADDRESS, recipient: ADDRESS }));
  is<string | null>()(await token.map.owners({ id: 1n }));
  is<string | null>()(await token.variable.uri());
  is<bigint>()(await token.constant.MAX({ maxAge: 1 }));
  const args = { amount: 1n, sender: ADDRESS, recipient: ADDRESS };
  const { txid } = await token.call.transfer(args, { fee: 1n, ...token.suggest.transfer(args) });
  is<string>()(txid);
  is<string>()(token.params.transfer(args).contract);
  Pc.principal(ADDRESS).willSendEq(1).ft(token.ft('coin'));
  Pc.principal(ADDRESS).willSendAsset().nft(token.nft('card'), Cl.uint(1));
  // @ts-expect-error it is private
  void token.read.guard;
  // @ts-expect-error it is public
  void token.read.transfer;
  // @ts-expect-error it does not return a response
  void token.readResponse['get!'];
  // @ts-expect-error it is a constant
  void token.variable.MAX;
  // @ts-expect-error there is no such token
  token.ft('coins');
}

/** An imported JSON file has no literal types. */
declare const json: {
  functions: (
    | {
        name: string;
        access: string;
        args: { name: string; type: string }[];
        outputs: { type: string };
      }
    | {
        name: string;
        access: string;
        args: never[];
        outputs: { type: { response: { ok: string; error: string } } };
      }
  )[];
  variables: { name: string; type: string; access: string }[];
  maps: never[];
  fungible_tokens: { name: string }[];
  non_fungible_tokens: never[];
  epoch: string;
  clarity_version: string;
};
export async function untyped(abi: ContractInterface) {
  for (const { read, call, ft } of [
    contract(json, { contract: CONTRACT }),
    contract(abi, { contract: CONTRACT }),
  ]) {
    is<unknown>()(await read['get-balance']?.({ who: ADDRESS }, { maxAge: 1 }));
    (await call['transfer']?.({ amount: 1n }))?.txid satisfies string | undefined;
    ft('any');
  }
}

export function values(value: ClarityValue) {
  is<bigint>()(Cl.uint(1).value);
  is<bigint>()(toJs(Cl.uint(1)));
  is<true>()(toJs(Cl.bool(true)));
  is<{ id: bigint; owner: string }>()(
    toJs(Cl.tuple({ id: Cl.uint(1), owner: Cl.stringAscii('a') })),
  );
  is<bigint[]>()(toJs(Cl.list([Cl.uint(1)])));
  is<bigint>()(toJs(Cl.some(Cl.uint(1))));
  is<{ some: null }>()(toJs(Cl.some(Cl.none())));
  is<{ ok: true; value: string }>()(toJs(Cl.ok(Cl.stringUtf8('a'))));
  return Cl.list([value]);
}

/** What other generators write: the literal with a phantom property, and the type of @stacks/transactions. */
const PHANTOM = { ...TOKEN } as typeof TOKEN & { readonly [key: symbol]: { readonly abi: 1 } };
const SATISFIES = {
  functions: [
    {
      name: 'get-balance',
      access: 'read_only',
      args: [{ name: 'who', type: 'principal' }],
      outputs: { type: { response: { ok: 'uint128', error: 'none' } } },
    },
  ],
  variables: [],
  maps: [],
  fungible_tokens: [{ name: 'coin' }],
  non_fungible_tokens: [],
} as const satisfies ClarityAbi;
export async function generated() {
  const phantom = contract(PHANTOM, { contract: CONTRACT });
  is<bigint>()(await phantom.read['get-balance']({ who: ADDRESS }));
  const satisfied = contract(SATISFIES, { contract: CONTRACT });
  is<bigint>()(await satisfied.read['get-balance']({ who: ADDRESS }));
  satisfied.ft('coin');
}
