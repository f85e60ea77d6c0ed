import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { before, describe, it } from 'node:test';
import { packageFile } from '../scripts/npm.mjs';
import { built, home } from './support/folders.mjs';
import { readGuide } from './support/guide.mjs';

const guide = readGuide('frameworks');
const TSC = {
  5.4: 'typescript-5.4/bin/tsc',
  5.9: 'typescript/bin/tsc',
  6: 'typescript-6/bin/tsc',
  7: 'typescript-7/bin/tsc',
};
const LATEST = TSC['5.9'];

/** Uses module entry points that need no framework. */
const APP = `
  import { connect, request } from 'stacks-wallet-elements';
  import { getDefaultClient, type WalletClient } from 'stacks-wallet-elements/core';
  import { getFtMetadata } from 'stacks-wallet-elements/metadata';
  import { createSignIn } from 'stacks-wallet-elements/sign-in';
  import { verifyMessage } from 'stacks-wallet-elements/verify';
  import { trackTransaction } from 'stacks-wallet-elements/transactions';
  import { installDevWallet } from 'stacks-wallet-elements/dev-wallet';
  import { WalletConnectButton } from 'stacks-wallet-elements/elements/wallet-connect-button';
  import { clientContext } from 'stacks-wallet-elements/elements/context';
  import { registerMessages } from 'stacks-wallet-elements/elements/messages';
  import 'stacks-wallet-elements/define';
  import type {} from 'stacks-wallet-elements/jsx';

  const client: WalletClient = getDefaultClient();
  const wallet = client.state;
  if (wallet.status === 'connected') wallet.address.startsWith('SP');
  // @ts-expect-error it has no address unless it is connected
  wallet.address.startsWith('SP');
  const undo: () => void = client.subscribe(() => wallet.network?.length);
  const { txid } = await request('stx_transferStx', { recipient: 'SP', amount: 1n });
  const button: WalletConnectButton = document.createElement('wallet-connect-button');
  button.addEventListener('wallet-connect', ({ addresses }) => addresses[0]?.address);
  // @ts-expect-error the amount is missing
  void request('stx_transferStx', { recipient: 'SP' });
  export { createSignIn, verifyMessage, trackTransaction, installDevWallet };
  export { connect, getFtMetadata, undo, txid, clientContext, registerMessages };
`;

/** Each entry without elements, as a worker or a script imports it. The settings have no DOM. */
const WITHOUT_DOM = `
  ${[
    'core',
    'contracts',
    'transactions',
    'sign-in',
    'metadata',
    'payments',
    'payments/server',
    'clarity',
    'verify',
  ]
    .map((entry, at) => `import * as entry${at} from 'stacks-wallet-elements/${entry}';`)
    .join(' ')}
  export const balance = () => entry1.getStxBalance('SP');
  export const client = () => entry0.createWalletClient();
  export const all = [entry2, entry3, entry4, entry5, entry6, entry7, entry8];
`;

const REACT = `
  import { createElement } from 'react';
  import { useToken, useWallet } from 'stacks-wallet-elements/react';
  import type {} from 'stacks-wallet-elements/tags/react';

  export function View() {
    const { status, address, connect } = useWallet();
    const { token } = useToken(address);
    return (
      <wallet-context network="testnet" className="a">
        <wallet-connect-button variant="plain" id="b"
          onwallet-connect={(event) => event.addresses[0]?.address}>Log in</wallet-connect-button>
        <wallet-request-button method="stx_transferStx" params={{ amount: 1n }} />
        <button onClick={connect}>{status} {token?.name}</button>
      </wallet-context>
    );
  }
  // @ts-expect-error there is no such variant
  export const wrong = <wallet-connect-button variant="loud" />;
  export const made = createElement(View);
`;
const PREACT = `
  import type {} from 'stacks-wallet-elements/tags/preact';
  export const view = (
    <wallet-context network="testnet" class="a">
      <wallet-connect-button variant="plain"
        onwallet-connect={(event) => event.addresses[0]?.address}>Log in</wallet-connect-button>
    </wallet-context>
  );
  // @ts-expect-error there is no such variant
  export const wrong = <wallet-connect-button variant="loud" />;
`;
const SOLID = `
  import { useToken, useWallet } from 'stacks-wallet-elements/solid';
  import type {} from 'stacks-wallet-elements/tags/solid';
  export function View() {
    const { address, status } = useWallet();
    const token = useToken(address);
    return (
      <wallet-context network="testnet" class="a">
        <wallet-connect-button variant="plain"
          on:wallet-connect={(event) => event.addresses[0]?.address}>Log in</wallet-connect-button>
        <wallet-request-button method="stx_transferStx" prop:params={{ amount: 1n }} />
        {status()} {token().token?.name}
      </wallet-context>
    );
  }
  // @ts-expect-error there is no such variant
  export const wrong = <wallet-connect-button variant="loud" />;
`;
const VUE = (variant) => `<script setup lang="ts">
import { useToken } from 'stacks-wallet-elements/vue';
import type {} from 'stacks-wallet-elements/tags/vue';
const token = useToken('SP');
const log = (text: string | undefined) => console.log(text);
</script>
<template>
  <wallet-context network="testnet" class="a">
    <wallet-connect-button variant="${variant}" without-menu
      @wallet-connect="(event) => log(event.addresses[0]?.address)">Log in</wallet-connect-button>
    {{ token.token?.name }}
  </wallet-context>
</template>
`;
const SVELTE = (variant) => `<script lang="ts">
  import { useToken } from 'stacks-wallet-elements/svelte';
  import type {} from 'stacks-wallet-elements/tags/svelte';
  const token = useToken('SP');
</script>
<wallet-context network="testnet" class="a">
  <wallet-connect-button variant="${variant}"
    onwallet-connect={(event) => console.log(event.addresses[0]?.address)}>Log in</wallet-connect-button>
  {$token.token?.name}
</wallet-context>
`;

/**
 * Uses the functions for requests and contracts of a module. `read`: the data of a read, in the way of the framework.
 * `args`: arguments that may change.
 */
const ACTIONS = (module, read, args = (code) => code) => `
  import { contract } from 'stacks-wallet-elements/contracts';
  import { useContractCall, useContractRead, useRequest } from 'stacks-wallet-elements/${module}';

  const uint = { response: { ok: 'uint128', error: 'none' } } as const;
  const who = [{ name: 'who', type: 'principal' }] as const;
  const abi = {
    functions: [
      { name: 'get-balance', access: 'read_only', args: who, outputs: { type: uint } },
      { name: 'claim', access: 'public', args: who, outputs: { type: uint } },
      { name: 'get-name', access: 'read_only', args: [], outputs: { type: { 'string-ascii': { length: 9 } } } },
    ],
  } as const;
  const points = contract(abi, { contract: 'SP000000000000000000002Q6VF78.points' });

  export function use() {
    const { send } = useRequest('stx_transferStx');
    const sent: Promise<{ txid?: string } | undefined> = send({ recipient: 'SP', amount: 1n }, { network: 'testnet' });
    // @ts-expect-error the amount is missing
    void send({ recipient: 'SP' });
    const call = useContractCall(points, 'claim');
    const called: Promise<{ txid: string } | undefined> = call.send({ who: 'SP' }, { fee: 1n });
    // @ts-expect-error it is a number
    void call.send({ who: 5 });
    // @ts-expect-error it is read-only
    useContractCall(points, 'get-balance');
    const read = useContractRead(points, 'get-balance', ${args(`{ who: 'SP' }`)});
    const data: bigint | undefined = ${read};
    // @ts-expect-error it is public
    useContractRead(points, 'claim', ${args(`{ who: 'SP' }`)});
    const claim = useContractRead({ ...points, read: points.simulate }, 'claim', ${args(`{ who: 'SP' }`)});
    useContractRead(points, 'get-name');
    const name = useContractRead(points, 'get-name', ${args('{}')});
    // @ts-expect-error there is no such function
    useContractRead(points, 'get-balances', ${args(`{ who: 'SP' }`)});
    // @ts-expect-error there is no such argument
    useContractRead(points, 'get-balance', ${args(`{ whom: 'SP' }`)});
    return [sent, called, data, claim.reload, name];
  }
`;
const MODULES = {
  react: ACTIONS('react', 'read.data'),
  vue: ACTIONS('vue', 'read.data.value'),
  svelte: ACTIONS('svelte', 'get(read)').replace(
    'import',
    `declare function get<T>(store: { subscribe(run: (value: { readonly data: T }) => void): unknown }): T;
  import`,
  ),
  solid: ACTIONS('solid', 'read.data()', (code) => `() => (${code})`),
};

/** The settings of an app that also checks the types of its packages. */
const SETTINGS = {
  noEmit: true,
  strict: true,
  skipLibCheck: false,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
};
const jsx = (jsxImportSource) => ({ jsx: 'react-jsx', jsxImportSource });
const REACT_18 = {
  ...jsx('react'),
  paths: {
    react: [packageFile(home, 'types-react-18')],
    'react/*': [`${packageFile(home, 'types-react-18')}/*`],
  },
};

describe('the types', () => {
  for (const [version, tsc] of Object.entries(TSC)) {
    it(`are valid with TypeScript ${version}`, () => {
      assert.equal(check(`app-${version}`, tsc, { 'app.mts': APP }), '');
    });

    it(`are valid without the DOM library, as a project with declarations, with TypeScript ${version}`, () => {
      const settings = {
        lib: ['es2022'],
        noEmit: false,
        composite: true,
        emitDeclarationOnly: true,
      };
      assert.equal(check(`without-dom-${version}`, tsc, { 'app.ts': WITHOUT_DOM }, settings), '');
    });

    for (const [module, code] of Object.entries(MODULES)) {
      it(`of requests and contracts in ${module} are valid with TypeScript ${version}`, () => {
        const said = check(`${module}-${version}`, tsc, { 'actions.ts': code }).split('\n');
        // The types of Solid need a newer `dom` than that of TypeScript 5.4.
        const own = said.filter((line) => !line.includes('/node_modules/solid-js/'));
        assert.equal(own.join('\n'), '');
      });
    }
  }

  for (const [name, settings, files] of [
    ['React 19', jsx('react'), { 'view.tsx': REACT, ...guided('tsx', 'react') }],
    ['React 18', REACT_18, { 'view.tsx': REACT.replace(/onwallet.*\}>/, '>') }],
    ['Preact', jsx('preact'), { 'view.tsx': PREACT }],
    [
      'Solid',
      { jsx: 'preserve', jsxImportSource: 'solid-js' },
      { 'view.tsx': SOLID, ...guided('tsx', 'solid') },
    ],
    ['Angular and no framework', { experimentalDecorators: true }, guided('ts', '')],
  ]) {
    it(`of the module and the tags are valid: ${name}`, () => {
      assert.equal(check(name.replaceAll(' ', '-'), LATEST, files, settings), '');
    });
  }

  const vue = (variant) => ({
    'View.vue': VUE(variant),
    'Account.vue': guide.find('vue', 'useWallet'),
    'main.ts': `export { default } from './View.vue'; export { default as A } from './Account.vue';`,
  });
  it('of the module and the tags are valid: Vue', () => {
    assert.equal(check('vue', 'vue-tsc/bin/vue-tsc.js', vue('plain'), IN_VUE), '');
  });
  it('report a mistake in a Vue template', () => {
    assert.match(check('vue', 'vue-tsc/bin/vue-tsc.js', vue('loud'), IN_VUE), /"loud"/);
  });

  const svelte = (variant) => ({
    'View.svelte': SVELTE(variant),
    'Account.svelte': guide.find('svelte', 'useWallet'),
  });
  it('of the module and the tags are valid: Svelte', () => {
    assert.match(check('svelte', CHECK, svelte('plain'), IN_SVELTE, SVELTE_FLAGS), /0 ERRORS/i);
  });
  // The checker uses the compiler that it finds from the folder of the app.
  before(() => {
    const packages = `${built}types/svelte-4/node_modules/`;
    rmSync(packages, { recursive: true, force: true });
    mkdirSync(packages, { recursive: true });
    symlinkSync(packageFile(home, 'svelte-4'), `${packages}svelte`);
  });
  const svelte4 = (variant) => ({
    'View.svelte': SVELTE(variant).replace('onwallet-connect', 'on:wallet-connect'),
  });
  it('of the module and the tags are valid: Svelte 4', () => {
    assert.match(
      check('svelte-4/app', CHECK, svelte4('plain'), IN_SVELTE_4, SVELTE_FLAGS),
      /0 ERRORS/i,
    );
  });
  it('report a mistake in a Svelte 4 template', () => {
    assert.match(check('svelte-4/app', CHECK, svelte4('loud'), IN_SVELTE_4, SVELTE_FLAGS), /loud/);
  });
  it('report a mistake in a Svelte template', () => {
    assert.match(check('svelte', CHECK, svelte('loud'), IN_SVELTE, SVELTE_FLAGS), /loud/);
  });

  it('describe the tags for JetBrains editors, without the attributes that the elements set', () => {
    const folder = `${home}node_modules/stacks-wallet-elements/`;
    const read = (file) => JSON.parse(readFileSync(folder + file, 'utf8'));
    const manifest = read('package.json');
    const { name, version, contributions } = read(manifest['web-types']);
    assert.deepEqual([name, version], [manifest.name, manifest.version]);
    const { elements } = contributions.html;
    assert.ok(elements.length >= 10);
    for (const { name: tag, attributes, description } of elements) {
      assert.ok(description, tag);
      assert.ok(!attributes.some((one) => one.name === 'status'), tag);
    }
    const button = elements.find((one) => one.name === 'wallet-connect-button');
    const variant = button.attributes.find((one) => one.name === 'variant');
    assert.equal(variant.value.type, "'filled' | 'outlined' | 'plain' | undefined");
    const request = elements.find((one) => one.name === 'wallet-request-button');
    const method = request.attributes.find((one) => one.name === 'method');
    assert.match(method.value.type, /'stx_callContract' \|/);
  });
});

/** `skipLibCheck`: some types in the packages of Vue and Svelte are invalid. */
const IN_VUE = { skipLibCheck: true, jsx: 'preserve' };
const IN_SVELTE = { skipLibCheck: true };
const IN_SVELTE_4 = {
  ...IN_SVELTE,
  paths: {
    svelte: [packageFile(home, 'svelte-4')],
    'svelte/*': [`${packageFile(home, 'svelte-4')}/*`],
  },
};
const CHECK = 'svelte-check/bin/svelte-check';
const SVELTE_FLAGS = ['--tsconfig', './tsconfig.json', '--output', 'machine'];

/** The examples of the guide for a framework, by file name. */
function guided(language, framework) {
  const of = framework && `stacks-wallet-elements/${framework}`;
  const codes = guide.examples.filter((one) => one.language === language && one.code.includes(of));
  assert.ok(codes.length > 0);
  return Object.fromEntries(codes.map(({ code }, at) => [`guide-${at}.${language}`, code]));
}

/** Returns the output of a compiler for these files. It is empty if they are valid. */
function check(
  name,
  program,
  files,
  settings,
  flags = ['-p', 'tsconfig.json', '--pretty', 'false'],
) {
  const folder = `${built}types/${name}/`;
  rmSync(folder, { recursive: true, force: true });
  const compilerOptions = { ...SETTINGS, ...settings };
  const all = { ...files, 'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*'] }) };
  for (const [file, code] of Object.entries(all)) {
    mkdirSync(dirname(folder + file), { recursive: true });
    writeFileSync(folder + file, code);
  }
  const script = packageFile(home, program);
  const { status, error, stdout, stderr } = spawnSync(process.execPath, [script, ...flags], {
    cwd: folder,
    encoding: 'utf8',
  });
  // A compiler that was killed prints no errors.
  if (status === null) throw error ?? new Error(`${program} did not exit.`);
  return `${stdout}${stderr}`;
}
