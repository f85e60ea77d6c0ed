import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './program.mjs';

/** The settings of an app that also checks the types of its packages. */
const SETTINGS = {
  ...{ noEmit: true, strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
  ...{ target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
  ...{ module: 'esnext', moduleResolution: 'bundler', moduleDetection: 'force' },
};

/**
 * Compiles files in an app that has the built package.
 *
 * @param {string} tsc the path of the compiler
 * @param {Readonly<Record<string, string>>} files the texts by their names
 * @param {readonly string[]} [args] more arguments of the compiler
 * @returns {string} what it printed: empty if there are no errors
 */
export function compile(tsc, files, args = []) {
  const folder = mkdtempSync(join(tmpdir(), 'contract-types-'));
  try {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/stacks-wallet-elements'));
    symlinkSync(join(root, 'node_modules/@stacks'), join(folder, 'node_modules/@stacks'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const settings = { compilerOptions: SETTINGS, files: Object.keys(files) };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const run = [tsc, '-p', folder, '--pretty', 'false', ...args];
    const { stdout, stderr } = spawnSync(process.execPath, run, { cwd: folder, encoding: 'utf8' });
    return (stdout + stderr).trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The table of all types, as a file of an app. */
export const readTable = () =>
  readFileSync(`${root}test/types/contracts.ts`, 'utf8').replace(
    /'\.\.\/\.\.\/src\/(\w+)\/index\.js'/g,
    "'stacks-wallet-elements/$1'",
  );

/** Values and post-conditions of @stacks/transactions are those of this package, and the reverse. */
export const EXCHANGE = `
  import * as theirs from '@stacks/transactions';
  import { Cl, Pc, serialize, toJs, type ClarityValue, type PostCondition } from 'stacks-wallet-elements/clarity';
  import { contract } from 'stacks-wallet-elements/contracts';
  import { request } from 'stacks-wallet-elements/core';

  declare module 'stacks-wallet-elements/clarity' {
    interface Register {
      ClarityType: theirs.ClarityType;
    }
  }

  export const to: readonly theirs.ClarityValue[] = [
    Cl.int(1), Cl.uint(1), Cl.bool(true), Cl.principal('SP.a'), Cl.standardPrincipal('SP'), Cl.list([Cl.uint(1)]),
    Cl.stringAscii(''), Cl.stringUtf8(''), Cl.bufferFromHex(''), Cl.none(), Cl.some(Cl.none()), Cl.ok(Cl.uint(1)),
    Cl.error(Cl.uint(1)), Cl.tuple({ a: Cl.uint(1) }), Cl.deserialize('03'),
  ];
  export const back: readonly ClarityValue[] = [
    theirs.Cl.int(1), theirs.Cl.uint(1), theirs.Cl.bool(true), theirs.Cl.principal('SP.a'), theirs.Cl.none(),
    theirs.Cl.list([theirs.Cl.uint(1)]), theirs.Cl.stringAscii(''), theirs.Cl.buffer(new Uint8Array(1)),
    theirs.Cl.some(theirs.Cl.uint(1)), theirs.Cl.ok(theirs.Cl.uint(1)), theirs.Cl.tuple({ a: theirs.Cl.uint(1) }),
  ];
  declare const one: theirs.ClarityValue;
  declare const other: ClarityValue;
  export const texts = [theirs.Cl.serialize(Cl.uint(1)), theirs.Cl.stringify(other), serialize(one), serialize(theirs.Cl.uint(1))];
  export const id: bigint = toJs(Cl.uint(1));
  export const sent = request('stx_callContract', {
    contract: 'SP.a',
    functionName: 'f',
    functionArgs: [{ type: 'uint', value: 1n }, theirs.Cl.uint(1), Cl.uint(1), '03'],
    postConditions: [Pc.origin().willSendEq(1).ustx(), theirs.Pc.origin().willSendEq(1).ustx()],
  });
  const args = [{ name: 'a', type: 'uint128' }, { name: 'b', type: { optional: 'bool' } }] as const;
  const abi = { functions: [{ name: 'f', access: 'public', args, outputs: { type: 'bool' } }] } as const;
  const one_ = contract(abi, { contract: 'SP.a' });
  export const called = [one_.call.f({ a: theirs.Cl.uint(1), b: theirs.Cl.some(theirs.Cl.bool(true)) }), one_.call.f({ a: Cl.uint(1) })];
  export const theirConditions: readonly theirs.PostCondition[] = [
    Pc.principal('SP').willSendEq(1).ustx(), Pc.origin().willSendLte(1n).ft('SP.a::b'), Pc.origin().mayPerformPox(),
    Pc.principal('SP').willSendAsset().nft('SP.a', 'b', theirs.Cl.uint(1)), Pc.origin().willSendGt(1).ustxToLock(),
  ];
  export const ourConditions: readonly PostCondition[] = [
    theirs.Pc.principal('SP.a').willSendEq(1).ustx(), theirs.Pc.origin().willSendLte(1n).ft('SP.a', 'b'),
    theirs.Pc.origin().willSendAsset().nft('SP.a', 'b', Cl.uint(1)),
  ];
`;

/** One function with each form of a type, of which interfaces with many functions are made. */
const TYPES = [
  'uint128',
  'principal',
  'bool',
  { optional: { buffer: { length: 34 } } },
  { tuple: [{ name: 'version', type: { buffer: { length: 1 } } }, { name: 'hashbytes', type: { buffer: { length: 32 } } }] }, // prettier-ignore
  { list: { type: { tuple: [{ name: 'to', type: 'principal' }, { name: 'ustx', type: 'uint128' }] }, length: 200 } }, // prettier-ignore
  'trait_reference',
  { 'string-ascii': { length: 40 } },
];
const VALUES = [
  '1n', "'SP000000000000000000002Q6VF78'", 'true', 'null',
  "{ version: '0x00', hashbytes: new Uint8Array(32) }", "[{ to: 'SP000000000000000000002Q6VF78', ustx: 1n }]",
  "'SP000000000000000000002Q6VF78.a'", "'text'",
]; // prettier-ignore

/** A file with an interface of `count` functions, and `calls` calls of different functions. */
export function manyCalls(count, calls) {
  const functions = Array.from({ length: count }, (_, at) => ({
    name: `function-${at}`,
    access: at % 2 === 0 ? 'read_only' : 'public',
    args: Array.from({ length: at % 6 }, (__, arg) => ({ name: `argument-${arg}`, type: TYPES[(at + arg) % TYPES.length] })), // prettier-ignore
    outputs: { type: { response: { ok: TYPES[at % TYPES.length], error: 'uint128' } } },
  }));
  const lines = Array.from({ length: calls }, (_, at) => {
    const args = Array.from({ length: at % 6 }, (__, arg) => `'argument-${arg}': ${VALUES[(at + arg) % VALUES.length]}`); // prettier-ignore
    const door = at % 2 === 0 ? 'read' : 'call';
    return `  await many.${door}['function-${at}']({ ${args.join(', ')} });`;
  });
  return `
    import { contract } from 'stacks-wallet-elements/contracts';

    const abi = ${JSON.stringify({ functions })} as const;
    export const many = contract(abi, { contract: 'SP000000000000000000002Q6VF78.many' });
    export async function all() {
    ${lines.join('\n')}
    }
  `;
}

/** Lines that do not compile, by what is wrong. */
export const WRONG = {
  'an amount as text': `await token.call.transfer({ amount: '5', sender, recipient });`,
  'an amount with a fraction compiles, and is refused when it runs': `await token.call.transfer({ amount: 1.5, sender, recipient });`,
  'an argument that is missing': `await token.call.transfer({ amount: 5n, sender });`,
  'all arguments missing': `await token.call.transfer();`,
  'a misspelled argument': `await token.call.transfer({ amount: 5n, sender, recipent: recipient });`,
  'an argument too many': `await token.call.transfer({ amount: 5n, sender, recipient, memo: null, fee: 1n });`,
  'a principal that is a number': `await token.call.transfer({ amount: 5n, sender: 5, recipient });`,
  'a Clarity value of another type': `await token.call.transfer({ amount: Cl.int(5), sender, recipient });`,
  'a buffer as text': `await token.call.transfer({ amount: 5n, sender, recipient, memo: 'hello' });`,
  'positional arguments': `await token.call.transfer(5n, sender, recipient);`,
  'a function that does not exist': `await token.call.transferr({ amount: 5n, sender, recipient });`,
  'a public function as a read': `await token.read.transfer({ amount: 5n, sender, recipient });`,
  'an option that does not exist': `await token.call.transfer({ amount: 5n, sender, recipient }, { postCondition: [] });`,
  'a wrong mode': `await token.call.transfer({ amount: 5n, sender, recipient }, { postConditionMode: 'block' });`,
  'an argument for a function that has none': `await token.read['get-name']({ who: sender });`,
  'a field of a tuple that is missing': `await token.map.owners({ contract: sender });`,
  'a field of a tuple that is wrong': `await token.map.owners({ contract: sender, id: 'x' });`,
  'an asset that does not exist': `token.ft('coins');`,
  'a result used as another type': `const text: string = await token.read['get-balance']({ who: sender });`,
  'an optional result used without a check': `const uri: string = await token.variable.uri();`,
};
const WRONG_START = `
import { Cl } from 'stacks-wallet-elements/clarity';
import { contract } from 'stacks-wallet-elements/contracts';

const abi = {
  functions: [
    { name: 'transfer', access: 'public', args: [
      { name: 'amount', type: 'uint128' }, { name: 'sender', type: 'principal' }, { name: 'recipient', type: 'principal' },
      { name: 'memo', type: { optional: { buffer: { length: 34 } } } },
    ], outputs: { type: { response: { ok: 'bool', error: 'uint128' } } } },
    { name: 'get-balance', access: 'read_only', args: [{ name: 'who', type: 'principal' }],
      outputs: { type: { response: { ok: 'uint128', error: 'none' } } } },
    { name: 'get-name', access: 'read_only', args: [], outputs: { type: { 'string-ascii': { length: 32 } } } },
  ],
  maps: [{ name: 'owners', key: { tuple: [{ name: 'contract', type: 'principal' }, { name: 'id', type: 'uint128' }] }, value: 'principal' }],
  variables: [{ name: 'uri', type: { optional: { 'string-utf8': { length: 256 } } }, access: 'variable' }],
  fungible_tokens: [{ name: 'coin' }],
} as const;
const token = contract(abi, { contract: 'SP000000000000000000002Q6VF78.coin' });
const sender = 'SP000000000000000000002Q6VF78';
const recipient = sender;
`;

/** Each wrong line with what the compiler says about it, and the words that it underlines. */
export function describeErrors(tsc) {
  const lines = Object.entries(WRONG);
  const printed = compile(tsc, {
    'wrong.ts': WRONG_START + lines.map(([, line]) => `{ ${line} }\n`).join(''),
  });
  const first = WRONG_START.split('\n').length;
  const errors = printed.split(/\n(?=wrong\.ts)/);
  return lines
    .map(([what, line], at) => {
      const found = errors.filter((error) => error.startsWith(`wrong.ts(${first + at},`));
      const said = found.map((error) => {
        const [, column, text] = /^wrong\.ts\(\d+,(\d+)\): ([^]*)$/.exec(error);
        const word = /^['"]?[\w-]+|^\S/.exec(`{ ${line} }`.slice(column - 1))[0];
        return `  at ${word}: ${text.replaceAll('\n', '\n  ')}`;
      });
      return `${what}\n  ${line}\n${said.join('\n') || '  compiles'}\n`;
    })
    .join('\n');
}
