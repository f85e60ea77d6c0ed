/** Libraries that export functions whose types are those of this package, without a type annotation. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { typeErrors } from '../support/type-errors.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TITLES = ['TypeScript 6', 'TypeScript 7'];
const POINTS = `
import { contract } from 'stacks-wallet-elements/contracts';
const abi = {
  functions: [
    { name: 'get', access: 'read_only', args: [{ name: 'who', type: 'principal' }], outputs: { type: 'uint128' } },
    { name: 'claim', access: 'public', args: [], outputs: { type: { response: { ok: 'bool', error: 'none' } } } },
  ],
  fungible_tokens: [{ name: 'honey' }],
  maps: [{ name: 'all', key: 'uint128', value: 'uint128' }],
} as const;
const points = contract(abi, { contract: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.points' });
`;
const HOOKS = (framework) => `
import * as hooks from 'stacks-wallet-elements/${framework}';
export const useSend = () => hooks.useRequest('stx_transferStx');
export const useSign = () => hooks.useRequest('stx_signMessage');
export const usePsbt = () => hooks.useRequest('signPsbt');
export const useAddresses = () => hooks.useRequest('getAddresses');
export function useConnect() { const { connect } = hooks.useWallet(); return connect; }
export const useAll = () => hooks.useWallet();
export const useOnlyRequest = () => hooks.useWallet().request;
export const useNetworks = () => hooks.useNetwork();
`;
const MORE_HOOKS = `
export const useList = () => hooks.useWallets();
export const useRecent = () => hooks.useRecentTransactions();
export const useText = (error: unknown) => hooks.useErrorText(error);
export const useStatus = () => hooks.useStatusText('pending');
export const useHoney = () => hooks.useToken('x');
export const useMoney = () => hooks.useBalance('x');
export const useLabel = () => hooks.useName('x');
export const useState = () => hooks.useTransaction('x');
`;
/** The code of a library for each entry point, which imports no other. */
const LIBRARIES = {
  core: `
import * as core from 'stacks-wallet-elements/core';
export const client = () => core.getDefaultClient();
export const send = () => core.request('stx_transferStx', { amount: 1n, recipient: 'SP' });
export const addresses = () => core.connect();
export const choice = () => core.getDefaultClient().choose();
export const explain = () => core.getDefaultClient().explain('x');
export const stored = () => core.getLocalStorage();
`,
  contracts: `${POINTS}
import { watchBalance, watchName, getFtBalances, type Contract } from 'stacks-wallet-elements/contracts';
export const claim = () => points.call.claim();
export const params = () => points.params.claim();
export const read = () => points.read.get({ who: 'SP' });
export const honey = () => points.ft('honey');
export const balance = () => watchBalance('SP');
export const name = () => watchName('SP').state;
export const balances = () => getFtBalances('SP');
export const any: Contract = points;
// @ts-expect-error -- the contract has no such token
points.ft('x');
const none = contract({ functions: [] } as const, { contract: 'SP' });
// @ts-expect-error -- the contract has no tokens
none.nft('x');
`,
  transactions: `
import * as transactions from 'stacks-wallet-elements/transactions';
export const handle = () => transactions.trackTransaction('x');
export const recent = () => transactions.recentTransactions();
export const undo = () => transactions.watchRecentTransactions(() => {});
export const sent = (client: Parameters<typeof transactions.trackSent>[0]) => transactions.trackSent(client);
`,
  metadata: `
import * as metadata from 'stacks-wallet-elements/metadata';
export const token = () => metadata.getFtMetadata('x');
export const watcher = () => metadata.watchToken('x');
export const page = () => metadata.searchFts();
`,
  'sign-in': `
import * as signIn from 'stacks-wallet-elements/sign-in';
export const session = () => signIn.createSignIn(signIn.fetchSignIn('/x'));
export const options = () => signIn.fetchSignIn('/x');
`,
  payments: `
import * as payments from 'stacks-wallet-elements/payments';
export const payment = () => payments.watchPayment();
`,
  svelte: `${HOOKS('svelte')}${MORE_HOOKS}`,
  // Their own packages are beside this one only when it is installed: `frameworks/` has the others.
  vue: HOOKS('vue'),
  solid: HOOKS('solid'),
};
/** As a worker or a script has them. */
const WITHOUT_DOM = {
  ...Object.fromEntries(
    ['core', 'contracts', 'transactions', 'sign-in', 'metadata', 'payments'].map((entry) => [
      entry,
      LIBRARIES[entry],
    ]),
  ),
  clarity: `export { Cl, Pc } from 'stacks-wallet-elements/clarity';`,
  verify: `
import { createSignInHandler, verifyMessage } from 'stacks-wallet-elements/verify';
export const auth = createSignInHandler({ origin: 'https://a.example', statement: 'Sign in.' });
export const verify = verifyMessage;
`,
  'payments/server': `export * from 'stacks-wallet-elements/payments/server';`,
};

let folder;
before(() => {
  assert.ok(existsSync(join(ROOT, 'dist/index.d.ts')));
  folder = mkdtempSync(join(tmpdir(), 'library-'));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of [
    'svelte',
    'vue',
    'solid-js',
    'csstype',
    '@types',
    '@vue',
    'lit',
    '@lit',
    '.',
  ]) {
    const link = name === '.' ? 'stacks-wallet-elements' : name;
    const target = name === '.' ? ROOT : join(ROOT, 'node_modules', name);
    symlinkSync(target, join(folder, 'node_modules', link));
  }
});
after(() => rmSync(folder, { recursive: true }));

/**
 * What a compiler says about the files of a library, each compiled alone to declarations. Empty if they are valid.
 * TypeScript 6 runs in this process, which parses the files of packages and the compiler's own once: started for each, it
 * takes a second of the processor.
 */
function errorsOf(title, files, settings) {
  for (const [file, code] of Object.entries(files)) writeFileSync(join(folder, file), code);
  const compilerOptions = {
    ...{ declaration: true, emitDeclarationOnly: true, outDir: 'out', strict: true },
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
    ...{ preserveSymlinks: true, types: [], ...settings },
  };
  const names = Object.keys(files);
  if (title === 'TypeScript 7')
    return names.map((name) => compileNatively(name, compilerOptions)).join('');
  const kept = JSON.stringify(compilerOptions);
  if (!parsed.has(kept)) parsed.set(kept, new Map());
  const programs = names.map((name) => [name]);
  return typeErrors(folder, programs, compilerOptions, { parsed: parsed.get(kept) });
}
/** What is parsed, by the options. */
const parsed = new Map();

function compileNatively(file, compilerOptions) {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  const args = [tsc, '-p', 'tsconfig.json', '--pretty', 'false'];
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  } catch ({ stdout }) {
    return stdout;
  }
}

describe('a library with declarations', () => {
  for (const title of TITLES) {
    for (const [entry, code] of Object.entries(LIBRARIES)) {
      it(`needs no annotations for what ${entry} returns, with ${title}`, () => {
        const settings = { lib: ['es2023', 'dom'], skipLibCheck: true };
        assert.equal(errorsOf(title, { [`${entry}.ts`]: code }, settings), '');
      });
    }

    it(`is refused if a type cannot be written, with ${title}`, () => {
      const code = 'export const Wallet = class { private key = 1 };';
      const settings = { lib: ['es2023', 'dom'], skipLibCheck: true };
      assert.match(errorsOf(title, { 'private.ts': code }, settings), /TS4094/);
    });
  }
});

describe('a server of Node', () => {
  const code = `
import { createServer } from 'node:http';
import { createPaymentHandler } from 'stacks-wallet-elements/payments/server';
import { createSignInHandler, toNode } from 'stacks-wallet-elements/verify';
export const auth = createSignInHandler({ origin: 'https://a.example' });
export const signIn = createServer(toNode(auth.handle));
export const pay = (options: Parameters<typeof createPaymentHandler>[0]) =>
  createServer(toNode(createPaymentHandler(options).handle));
export const me = createServer(async (req, res) => {
  res.end((await auth.getAccount(req))?.address);
});
`;
  for (const title of TITLES) {
    it(`takes what toNode returns, and its request is one for getAccount, with ${title}`, () => {
      const settings = { lib: ['es2023'], skipLibCheck: true, types: ['node'] };
      assert.equal(errorsOf(title, { 'server.ts': code }, settings), '');
    });
  }
});

describe('an app without the DOM library, which checks the types of its packages', () => {
  for (const title of TITLES) {
    it(`has the types of each entry without elements, with ${title}`, () => {
      const files = Object.entries(WITHOUT_DOM).map(([entry, code]) => [
        `${entry.replace('/', '-')}-without-dom.ts`,
        code,
      ]);
      const settings = { lib: ['es2022'], skipLibCheck: false };
      assert.equal(errorsOf(title, Object.fromEntries(files), settings), '');
    });
  }
});
