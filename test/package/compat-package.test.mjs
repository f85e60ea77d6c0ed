import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { pack } from '../../scripts/pack.mjs';
import { examplesOf, installPackage, succeeds } from '../support/installed.mjs';
import { root } from '../support/program.mjs';
import { typeErrors } from '../support/type-errors.mjs';

const compat = `${root}compat/`;
const manifest = JSON.parse(readFileSync(`${compat}package.json`, 'utf8'));

/** Every value that @stacks/connect 8.2.7 exports; then those of version 7 and of @stacks/connect-ui that apps use. */
const NAMES = [
  ...['AppConfig', 'ContractCallArgumentType', 'DEFAULT_PROVIDERS', 'InstanceDataStore'],
  ...['JsonRpcError', 'JsonRpcErrorCode', 'LOCALSTORAGE_SESSION_KEY', 'LocalStorageStore'],
  ...['SessionDataStore', 'SignatureHash', 'TransactionTypes', 'UserSession'],
  ...['WALLET_CONNECT_PROVIDER', 'WalletConnect', 'authenticate', 'clearLocalStorage'],
  ...['clearSelectedProviderId', 'connect', 'defaultAuthURL', 'disconnect'],
  ...['getDefaultProfileUpdateRequestOptions', 'getDefaultPsbtRequestOptions'],
  ...['getDefaultSignatureRequestOptions', 'getKeys', 'getLocalStorage', 'getOrCreateUserSession'],
  ...['getSelectedProvider', 'getSelectedProviderId', 'getStacksProvider', 'getStxAddress'],
  ...['getUserData', 'getUserSession', 'hasAppPrivateKey', 'isAddressTaproot', 'isConnected'],
  ...['isMobile', 'isProviderSelected', 'isStacksWalletInstalled', 'makeContractCallToken'],
  ...['makeContractDeployToken', 'makeProfileUpdateToken', 'makePsbtToken', 'makeSTXTransferToken'],
  ...['makeSignTransaction', 'openContractCall', 'openContractDeploy'],
  ...['openProfileUpdateRequestPopup', 'openPsbtRequestPopup', 'openSTXTransfer'],
  ...['openSignTransaction', 'openSignatureRequestPopup'],
  ...['openStructuredDataSignatureRequestPopup', 'request', 'requestRaw', 'setSelectedProviderId'],
  ...['showBlockstackConnect', 'showConnect', 'showContractCall', 'showContractDeploy'],
  ...['showProfileUpdate', 'showSTXTransfer', 'showSignMessage', 'showSignStructuredMessage'],
  ...['showSignTransaction', 'signMessage', 'signStructuredMessage'],

  ...['shouldUsePopup', 'showPsbt'],
  ...['getInstalledProviders', 'getProviderFromId', 'getRegisteredProviders'],
];

/** The source of an app of version 8, and of one of version 7. */
const APP = `
  import { connect, request, type MethodParams, type StacksProvider } from '@stacks/connect';
  import type { CallContractParams, GetAddressesResult, TransactionResult, TxidResult } from '@stacks/connect/dist/types/methods';
  import type { FinishedTxData } from '@stacks/connect/dist/types';

  export const addresses: Promise<GetAddressesResult> = connect({ network: 'testnet' });
  const params: MethodParams<'stx_callContract'> = {
    contract: 'SP1.a', functionName: 'f', functionArgs: ['00', { type: 'int', value: 1n }],
  };
  params.functionArgs?.push('01');
  export const network: CallContractParams['network'] = 'mainnet';
  export const sent: Promise<TransactionResult> = request({}, 'stx_callContract', params);
  export const finished = (result: TxidResult) => result as FinishedTxData;
  export const nothing: TransactionResult = {};
  export const provider: StacksProvider = { request: async () => ({}) };
  // @ts-expect-error there is no such method
  void request('stx_callContracts', {});
`;
const APP_OF_7 = `
  import { AppConfig, openContractCall, showConnect, UserSession, type ContractCallRegularOptions } from '@stacks/connect';
  import { Connect, TransactionTypes, useConnect } from 'stacks-wallet-elements-connect/react';

  const userSession = new UserSession({ appConfig: new AppConfig(['store_write']) });
  showConnect({ userSession, appDetails: { name: '', icon: '' }, onFinish: ({ authResponsePayload }) => authResponsePayload?.profile });
  const options: ContractCallRegularOptions = {
    contractAddress: 'SP1', contractName: 'a', functionName: 'f', functionArgs: [], postConditionMode: 2,
    network: { url: 'http://localhost' }, onFinish: ({ txId }) => txId.length, onCancel: (error) => error?.message,
  };
  openContractCall(options).then(() => {});
  export const view = [Connect({ authOptions: {} }), useConnect().doContractCall(options), TransactionTypes.ContractCall];
`;

describe('the drop-in, installed as @stacks/connect', () => {
  let app;
  let packed;
  let installed;
  before(() => {
    app = installPackage();
    const { tarball, files } = pack(app.folder, compat);
    packed = { file: tarball, paths: files };
    installed = join(app.folder, 'node_modules/@stacks/connect');
    for (const folder of [installed, join(app.folder, 'node_modules', manifest.name)]) {
      mkdirSync(folder, { recursive: true });
      execFileSync('tar', ['-xzf', packed.file, '-C', folder, '--strip-components=1']);
    }
  });
  after(() => app.remove());

  /** Runs a module, or a script, in a Node process without a DOM. */
  const run = (code, type = 'module') =>
    execFileSync(process.execPath, [`--input-type=${type}`, '--eval', code], {
      cwd: app.folder,
      encoding: 'utf8',
    });

  it('exports every name of version 8, to modules and to CommonJS', () => {
    const expected = JSON.stringify([...NAMES].sort());
    const print = '(all) => console.log(JSON.stringify(Object.keys(all).sort()))';
    assert.equal(run(`(${print})(await import('@stacks/connect'))`).trim(), expected);
    assert.equal(run(`(${print})(require('@stacks/connect'))`, 'commonjs').trim(), expected);
  });

  it('works in Node without a window', () => {
    const code = `
      const state = [isConnected(), getLocalStorage(), getSelectedProviderId(), isMobile()];
      const session = new UserSession();
      disconnect();
      const failed = connect().then(() => 'connected', ({ name, code }) => [name, code]);
      let canceled;
      openContractCall({ onCancel: (error) => (canceled = error.name) })
        .then(() => failed)
        .then((failure) => console.log(JSON.stringify([state, session.isUserSignedIn(), failure, canceled])));`;
    const expected = [[false, null, null, false], false, ['JsonRpcError', -31000], 'JsonRpcError'];
    const names =
      '{ connect, disconnect, getLocalStorage, getSelectedProviderId, isConnected, isMobile, openContractCall, UserSession }';
    for (const [from, type] of [
      [`import ${names} from '@stacks/connect';`, 'module'],
      [`const ${names} = require('@stacks/connect');`, 'commonjs'],
    ]) {
      assert.deepEqual(JSON.parse(run(from + code, type)), expected);
    }
  });

  it('includes the wallet picker, in both formats', () => {
    // The picker needs a page. This page is never idle, so that nothing is preloaded.
    const before = `
      globalThis.document = { querySelectorAll: () => [] };
      globalThis.window = globalThis;
      globalThis.addEventListener = () => {};
      globalThis.requestAnimationFrame = () => {};`;
    const after = `
      const client = globalThis[Symbol.for('stacks-wallet-elements/client@2')];
      console.log(typeof client.picker.preload);`;
    assert.equal(run(`${before} await import('@stacks/connect');${after}`), 'function\n');
    assert.equal(run(`${before} require('@stacks/connect');${after}`, 'commonjs'), 'function\n');
    const required = packed.paths.filter((path) => path.startsWith('dist/required/'));
    const picker = required.filter((path) =>
      readFileSync(join(installed, path), 'utf8').includes('class WalletSelectModal '),
    );
    assert.equal(picker.length, 1);
  });

  it('shares one client with the project, in both formats', () => {
    const code = `
      import { getDefaultClient } from 'stacks-wallet-elements/core';
      import { createRequire } from 'node:module';
      const client = getDefaultClient();
      const picker = () => { throw new Error('the picker of the page'); };
      client.picker = picker;
      const required = createRequire(process.cwd() + '/app.js')('@stacks/connect');
      const imported = await import('@stacks/connect');
      for (const { connect } of [required, imported]) {
        console.log(await connect().catch(({ message }) => message));
      }`;
    assert.equal(run(code), 'the picker of the page\n'.repeat(2));
  });

  it('imports the project, and contains none of its state or elements', () => {
    const code = packed.paths
      .filter((path) => path.endsWith('.mjs'))
      .map((path) => readFileSync(join(installed, path), 'utf8'))
      .join('\n')
      // The comments of packages contain samples with imports.
      .replace(/^ *\*.*$/gm, '');
    const imported = [...code.matchAll(/(?:from|import)\s*\(?'([^'.][^']*)'/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual([...new Set(imported)].sort(), [
      '@stacks/transactions',
      'react',
      'stacks-wallet-elements',
    ]);
    assert.doesNotMatch(code, /createSession|customElements|LitElement/);
  });

  it('packs every file that its package.json names, the licence and the guide', () => {
    const targets = [manifest.main, manifest.types, 'LICENSE', 'README.md', 'react/package.json'];
    const collect = (value) =>
      typeof value === 'string' ? targets.push(value) : Object.values(value).forEach(collect);
    collect(manifest.exports);
    for (const target of targets) {
      assert.ok(packed.paths.includes(target.replace(/^\.\//, '')), `${target} is not packed`);
    }
    assert.deepEqual(
      packed.paths.filter((path) => /^test\/|\.test\./.test(path)),
      [],
    );
  });

  it('depends on this version of the project', () => {
    const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    assert.equal(manifest.dependencies['stacks-wallet-elements'], version);
    assert.equal(manifest.version, version);
  });

  for (const [moduleResolution, module] of [
    ['bundler', 'esnext'],
    ['nodenext', 'nodenext'],
    ['node10', 'esnext'],
  ]) {
    it(`has types for an app with moduleResolution ${moduleResolution}`, () => {
      const compilerOptions = {
        noEmit: true,
        strict: true,
        target: 'es2022',
        lib: ['es2023', 'dom'],
        module,
        moduleResolution,
        ignoreDeprecations: '6.0',
        types: [],
        skipLibCheck: false,
        skipDefaultLibCheck: true,
      };
      writeFileSync(join(app.folder, 'eight.ts'), APP);
      writeFileSync(join(app.folder, 'seven.ts'), APP_OF_7);
      const examples = moduleResolution === 'node10' ? [] : examplesOf('compat/README.md', 'ts');
      examples.forEach((code, at) => writeFileSync(join(app.folder, `example-${at}.mts`), code));
      const files = [...['eight.ts', 'seven.ts'], ...examples.map((_, at) => `example-${at}.mts`)];
      // The declarations in packages are the same as for nodenext: only the long test checks them twice.
      const ofPackages = moduleResolution !== 'bundler' || 'TEST_LONG' in process.env;
      assert.equal(typeErrors(app.folder, [files], compilerOptions, { ofPackages }), '');
    });
  }

  it('passes publint', async () => {
    const { messages } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(packed.file)).buffer },
    });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, manifest)),
      [],
    );
  });

  it('passes are-the-types-wrong', () => {
    succeeds('@arethetypeswrong/cli/dist/index.js', packed.file, '--profile', 'node16');
  });
});
