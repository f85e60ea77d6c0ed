import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { rollup } from 'rollup';
import ts from 'typescript';
import { githubSlug } from '../../site/.vitepress/slug.mjs';
import { filesIn } from '../../scripts/build/files.mjs';
import { tags } from '../support/elements.mjs';
import { examplesOf, installPackage, succeeds, withDependencies } from '../support/installed.mjs';
import { root } from '../support/program.mjs';
import { typeErrors } from '../support/type-errors.mjs';

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const { name } = manifest;

const CORE = [
  'JsonRpcError',
  'JsonRpcErrorCode',
  'configure',
  'connect',
  'createWalletClient',
  'disconnect',
  'explorerUrl',
  'getDefaultClient',
  'getLocalStorage',
  'isConnected',
  'isDismissed',
  'isJsonRpcError',
  'request',
  'requestRaw',
  'shortAddress',
];
const METADATA = [
  'AmountError',
  'MetadataError',
  'createMetadataClient',
  'displayText',
  'formatUnits',
  'getFtMetadata',
  'getNftMetadata',
  'getSftMetadata',
  'getTokens',
  'isFtPrincipal',
  'parseFtMetadata',
  'parseUnits',
  'safeImage',
  'safeLink',
  'searchFts',
  'watchToken',
];
const TRANSACTIONS = [
  'DroppedError',
  'ReplacedError',
  'TimeoutError',
  'TransactionError',
  'TransactionFailedError',
  'clearRecentTransactions',
  'esplora',
  'mempoolSpace',
  'recentTransactions',
  'stacksApi',
  'trackSent',
  'trackTransaction',
  'watchRecentTransactions',
];
/** The entry points that can be imported without a DOM, with all exported values. */
const ENTRY_POINTS = {
  '.': [
    ...CORE,
    'MetadataError',
    'createMetadataClient',
    'getFtMetadata',
    'toStatusText',
    'toUserText',
  ],
  './core': CORE,
  './metadata': METADATA,
  './test-setup': [],
  './sign-in': ['createSignIn', 'fetchSignIn'],
  './verify': [
    'createNonce',
    'createSignInHandler',
    'createSignInMessage',
    'createSignInVerifier',
    'memoryNonceStore',
    'memorySignInStore',
    'parseSignInMessage',
    'toNode',
    'verifyMessage',
    'verifySignIn',
    'verifyStructuredData',
  ],
  './transactions': TRANSACTIONS,
  './payments': ['SBTC', 'USDCX', 'pay', 'watchPayment'],
  './payments/server': [
    'createPaymentHandler',
    'findPayment',
    'memoryPaymentStore',
    'toNode',
    'verifyPayment',
  ],
  './clarity': ['Cl', 'ClarityError', 'Pc', 'deserialize', 'serialize', 'toJs'],
  './contracts': [
    'ContractError',
    'SBTC',
    'contract',
    'estimateFee',
    'faucet',
    'getAddressOfName',
    'getBlockTime',
    'getContractInterface',
    'getFtBalance',
    'getFtBalances',
    'getName',
    'getStxBalance',
    'isPrincipal',
    'watchBalance',
    'watchName',
  ],
  './svelte': [
    'useBalance',
    'useContractCall',
    'useContractRead',
    'useErrorText',
    'useName',
    'useNetwork',
    'useRecentTransactions',
    'useRequest',
    'useSignIn',
    'useStatusText',
    'useToken',
    'useTransaction',
    'useWallet',
    'useWallets',
  ],
  './elements/context': ['clientContext', 'metadataClientContext'],
  './elements/messages': ['registerMessages', 'toStatusText', 'toUserText'],
};
const FENCED = /^```[^]*?^```$/gm;
const WITHOUT_LIT = [
  '.',
  './core',
  './metadata',
  './clarity',
  './contracts',
  './payments',
  './payments/server',
  './react',
  './vue',
  './svelte',
  './solid',
];

/**
 * A worker that posts the exported names of each entry point. Before it imports the next one, it removes the globals
 * that the entry point added, such as `customElements`, which Lit adds. Keeps others of Lit, such as `litHtmlVersions`.
 */
const NAMES_OF_ENTRY_POINTS = `
  import { parentPort, workerData } from 'node:worker_threads';
  if ('document' in globalThis || 'HTMLElement' in globalThis) throw new Error('a DOM is here');
  const names = {};
  const globals = Object.keys(globalThis);
  for (const specifier of workerData) {
    names[specifier] = await import(specifier).then(Object.keys, ({ stack }) => [stack]);
    for (const key of Object.keys(globalThis)) {
      if (!globals.includes(key) && !/^(?:lit|reactive)[A-Z]/.test(key)) delete globalThis[key];
    }
  }
  parentPort.postMessage(names);`;

/** The source of an app. */
const APP = `
  import { connect, request, type AddressEntry } from '${name}';
  import { JsonRpcErrorCode } from '${name}/core';
  import { getFtMetadata } from '${name}/metadata';
  import { WalletConnectButton } from '${name}/elements/wallet-connect-button';
  import '${name}/define';
  import '${name}/define/wallet-connect-button';
  import { installDevWallet } from '${name}/dev-wallet';
  import { getDefaultClient } from '${name}/core';
  import { createSignIn } from '${name}/sign-in';
  import { trackTransaction } from '${name}/transactions';
  import { verifySignIn } from '${name}/verify';
  import { Cl, type ClarityValue } from '${name}/clarity';
  import { getStxBalance } from '${name}/contracts';

  export const entries: readonly AddressEntry[] = (await connect()).addresses;
  const sent = await request('stx_transferStx', { amount: 1n, recipient: 'SP' });
  export const txid: string | undefined = sent.txid;
  export const button: WalletConnectButton = document.createElement('wallet-connect-button');
  export const rejected: -32000 = JsonRpcErrorCode.UserRejection;
  export const functions = [getFtMetadata, installDevWallet, createSignIn, trackTransaction, verifySignIn];
  export const { status } = getDefaultClient().state;
  export const value: ClarityValue = Cl.uint(1);
  export const spendable: bigint = (await getStxBalance('SP')).available;
  // Optional params and options may be undefined.
  declare const none: undefined;
  await connect({ network: none, providerId: none, signal: none, approvedProviderIds: none });
  await request('stx_transferStx', { amount: 1n, recipient: 'SP', memo: none, network: none });
  await request('signPsbt', { psbt: 'cHNidP8', signInputs: [{ index: 0, address: none }], broadcast: none });
  await getFtMetadata('SP', { locale: none, awaitReady: none, fresh: none, localeFallback: none, onlyListed: none });
  // @ts-expect-error the amount is missing
  await request('stx_transferStx', { recipient: 'SP' });
`;
/** The source of an app that only imports the module that defines the tags. */
const usesTags = (path) => `
  import type { WalletConnectEvent } from '${name}/define/wallet-connect-button';
  import '${name}${path}';

  const button = document.createElement('wallet-connect-button');
  button.variant = 'plain';
  button.addEventListener('wallet-disconnect', (event) => event.timeStamp);
  button.addEventListener('wallet-connect', (event) => event.addresses[0]?.address);
  export const count = (event: WalletConnectEvent): number => event.addresses.length;
`;
const usesEveryTag = (path) => `${usesTags(path)}
  document.createElement('wallet-request-button').params = { amount: 1n };
  document.createElement('ft-metadata-card').addEventListener('ft-load', (event) => event.metadata.name);
  document.createElement('nft-metadata-card').addEventListener('nft-load', (event) => event.metadata.token_uri);
  document.addEventListener('wallet-change', (event) => event.status);
  document.addEventListener('wallet-copy', (event) => event.address);
  document.addEventListener('wallet-select', (event) => event.providerId);
  document.addEventListener('wallet-modal-hide', (event) => event.reason);
  document.addEventListener('wallet-request-success', (event) => event.result);
`;

/** The source of an app with JSX, whose types give tags few common attributes. */
const USES_JSX = `
  import type { WalletElements } from '${name}/jsx';

  declare global {
    namespace JSX {
      interface IntrinsicElements extends WalletElements<{ id?: string; children?: unknown }> {}
    }
  }
  export const view = (
    <wallet-context network="testnet" without-persist>
      <wallet-connect-button id="log-in" variant="plain" withoutMenu
        onwallet-connect={(event) => event.addresses[0]?.address}>Log in</wallet-connect-button>
      <wallet-request-button method="stx_transferStx" params={{ amount: 1n }} require-connect
        onwallet-request-error={({ rejected }) => rejected} />
      <wallet-request-button method="getAddresses" params='{}' />
      <ft-amount value={1n} max-fraction-digits="2" />
    </wallet-context>
  );
  // @ts-expect-error there is no such variant
  export const wrong = <wallet-connect-button variant="loud" />;
  // @ts-expect-error the element itself sets it
  export const readOnly = <wallet-connect-button status="connected" />;
`;

/** The code examples of a document, by file name. */
const modulesOf = (document) =>
  Object.fromEntries(
    examplesOf(document, 'ts', 'js').map((code, at) => [
      `${document.replaceAll(/\W/g, '-')}-${at}.mts`,
      code.includes('import.meta.env') ? code + VITE_TYPES : code,
    ]),
  );

/** What an app gets from `vite/client`. */
const VITE_TYPES = `
  declare global {
    interface ImportMeta {
      readonly env: { readonly DEV: boolean };
    }
  }`;

describe('the package, installed', () => {
  let app;
  /** The names that each entry point exports in Node, without a DOM. */
  let exported;
  before(async () => {
    app = installPackage();
    const script = join(app.folder, 'names.mjs');
    writeFileSync(script, NAMES_OF_ENTRY_POINTS);
    const entryPoints = [
      ...Object.keys(ENTRY_POINTS).map((entryPoint) => entryPoint.replace('.', name)),
      ...tags.map((tag) => `${name}/elements/${tag}`),
      `${name}/dev-wallet`,
    ];
    [exported] = await once(new Worker(script, { workerData: entryPoints }), 'message');
  });
  after(() => app.remove());

  for (const [entryPoint, names] of Object.entries(ENTRY_POINTS)) {
    it(`exports the listed names from ${entryPoint}, in Node`, () => {
      assert.deepEqual(exported[entryPoint.replace('.', name)].sort(), [...names].sort());
    });
  }

  for (const tag of tags) {
    it(`exports the class of <${tag}>, in Node`, () => {
      const className = tag.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
      const names = exported[`${name}/elements/${tag}`];
      assert.ok(names.includes(className), names.join());
    });
  }

  it('exports installDevWallet, in Node', () => {
    const names = exported[`${name}/dev-wallet`];
    assert.ok(names.includes('installDevWallet'), names.join());
  });

  it('is disconnected on a server, and rejects requests there', () => {
    const code = `
      import { connect, getDefaultClient, getLocalStorage, isConnected, request } from '${name}';
      import '${name}/define';
      const failed = await connect().catch((error) => error);
      const declined = await request('stx_signMessage', { message: 'Hello' }).catch((error) => error);
      console.log(JSON.stringify([
        getLocalStorage(), isConnected(), getDefaultClient().state.status, getDefaultClient().state.addresses,
        failed.code, failed.message, declined.code, declined.message,
      ]));`;
    const args = ['--input-type=module', '--eval', code];
    const printed = execFileSync(process.execPath, args, { cwd: app.folder, encoding: 'utf8' });
    const answers = JSON.parse(printed);
    assert.deepEqual(answers.slice(0, 4), [null, false, 'disconnected', []]);
    const [code1, message1, code2, message2] = answers.slice(4);
    assert.deepEqual([code1, code2], [-31000, -31000]);
    assert.match(message1, /^getAddresses: there is no wallet on a server\./);
    assert.match(message2, /^stx_signMessage: there is no wallet on a server\./);
  });

  it('explains in a Server Component that it defines no elements there', () => {
    const { stderr } = spawnSync(
      process.execPath,
      [
        '--conditions=react-server',
        '--input-type=module',
        '--eval',
        `import '${name}/define/wallet-list'`,
      ],
      { cwd: app.folder, encoding: 'utf8' },
    );
    assert.match(stderr, /Server Component.*"use client"/);
  });

  it('marks the module for React with "use client"', () => {
    const path = join(app.folder, 'node_modules', name, manifest.exports['./react'].default);
    assert.match(readFileSync(path, 'utf8'), /^['"]use client['"];/);
  });

  it('contains every file that its package.json names', () => {
    const targets = [];
    const collect = (value) =>
      typeof value === 'string' ? targets.push(value) : Object.values(value ?? {}).forEach(collect);
    collect(manifest.exports);
    for (const target of [...targets, manifest.customElements]) {
      const pattern = new RegExp(
        `^${target.replace(/^\.\//, '').replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`,
      );
      assert.ok(
        app.packed.some((path) => pattern.test(path)),
        `${target} is not packed`,
      );
    }
  });

  it('imports only its dependencies, and peer dependencies only in the modules for frameworks', () => {
    const { dependencies, peerDependencies } = manifest;
    const modules = app.packed.filter((path) => /^dist\/(?!cdn\/|dev-wallet\/).+\.js$/.test(path));
    assert.ok(modules.length > 0);
    for (const path of modules) {
      const text = readFileSync(join(app.folder, 'node_modules', name, path), 'utf8');
      // Samples in comments import the package itself.
      const code = text.replace(/\/\*\*[^]*?\*\//g, '');
      const named = [
        ...code.matchAll(/(?:\bfrom|\bimport\(?)\s*["']((?:@[\w.-]+\/)?[\w-][\w.-]*)/g),
      ];
      const allowed = {
        ...dependencies,
        ...(/^dist\/frameworks\//.test(path) && peerDependencies),
      };
      for (const [, imported] of named) assert.ok(imported in allowed, `${path}: ${imported}`);
    }
  });

  it('imports Lit only dynamically in entry points that work without elements', () => {
    for (const entryPoint of WITHOUT_LIT) {
      const { default: target } = manifest.exports[entryPoint];
      const files = new Set([join(app.folder, 'node_modules', name, target)]);
      for (const file of files) {
        const { importedFiles } = ts.preProcessFile(
          readFileSync(file, 'utf8').replaceAll(/\bimport\(/g, '('),
        );
        for (const { fileName } of importedFiles) {
          assert.doesNotMatch(fileName, /lit/, `${entryPoint}: ${file}`);
          if (fileName.startsWith('.')) files.add(join(file, '..', fileName));
        }
      }
    }
  });

  it('links in its documents only to files and headings that are packed', () => {
    const textOf = (path) =>
      readFileSync(join(app.folder, 'node_modules', name, path), 'utf8')
        .replaceAll(FENCED, '')
        .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]]/g, ''));
    const anchorsOf = (text) => [
      ...[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => githubSlug(heading)),
      ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id),
    ];
    const resolves = (document, link) => {
      if (URL.canParse(link)) return true;
      const [path, hash] = link.split('#');
      const file = path ? posix.join(posix.dirname(document), path) : document;
      if (!app.packed.includes(file)) return false;
      return !hash || anchorsOf(textOf(file)).includes(decodeURI(hash));
    };
    const documents = app.packed.filter((path) => path.endsWith('.md'));
    assert.ok(documents.length > 60, documents.join());
    const dead = documents.flatMap((document) =>
      [...textOf(document).matchAll(/(?:\]\(|\b(?:href|src|srcset)=")([^)"\s]+)/g)]
        .filter(([, link]) => !resolves(document, link))
        .map(([, link]) => `${document}: ${link}`),
    );
    assert.deepEqual(dead, []);
  });

  it('starts its README with what a user of the package types', () => {
    const text = readFileSync(join(app.folder, 'node_modules', name, 'README.md'), 'utf8');
    const [first] = text.match(FENCED);
    assert.equal(first, '```sh\nnpm install stacks-wallet-elements\n```');
    assert.doesNotMatch(text, /npm (?:ci|test|start)|registry/);
    assert.doesNotMatch(text.replaceAll(FENCED, ''), /<!--/);
    for (const guide of ['start', 'migrate']) {
      const path = join(app.folder, 'node_modules', name, `docs/guide/${guide}.md`);
      assert.doesNotMatch(readFileSync(path, 'utf8'), /npm ci|in a registry/);
    }
  });

  it('names no address that does not exist, except in samples', () => {
    const wrong = app.packed
      .filter((path) => /\.(?:js|ts|json|md)$/.test(path))
      .filter((path) =>
        /stacks-wallet-elements\.example/.test(
          readFileSync(join(app.folder, 'node_modules', name, path), 'utf8'),
        ),
      );
    assert.deepEqual(wrong, []);
  });

  it('contains the licence and the README, but no tests, test helpers or intermediate files of the build', () => {
    assert.ok(app.packed.includes('LICENSE'));
    assert.ok(app.packed.includes('README.md'));
    const unwanted = app.packed.filter((path) =>
      /\.test\.|(^|\/)testing\/|\.build\/|tsbuildinfo|^(test|demo|fixtures|scripts)\//.test(path),
    );
    assert.deepEqual(unwanted, []);
  });

  it('has at most 15 packages with its dependencies', () => {
    const packages = withDependencies(Object.keys(manifest.dependencies));
    assert.ok(packages.size < 16, [...packages].join());
  });

  it('has llms.txt, which lists files of the package', () => {
    const docs = join(app.folder, 'node_modules', name, 'docs');
    const text = readFileSync(join(docs, 'llms.txt'), 'utf8');
    const listed = [...text.matchAll(/^- \[.*?\]\(([^)#]+)\)/gm)].map(([, path]) => path);
    assert.ok(listed.length > 80, `${listed.length} files`);
    for (const path of listed) assert.ok(existsSync(join(docs, path)), path);
  });

  it('has at most 10.2 MB: modules, their sources and source maps, scripts and documentation', () => {
    const sizes = filesIn(join(app.folder, 'node_modules', name)).map(
      (file) => statSync(file).size,
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes <= 10_200_000, `${bytes} bytes`);
  });

  for (const script of ['cdn/stacks-wallet-elements.iife.js', 'dev-wallet/dev-wallet.js']) {
    it(`has an ASCII script, for pages in any encoding: ${script}`, () => {
      const code = readFileSync(join(app.folder, 'node_modules', name, 'dist', script), 'utf8');
      assert.deepEqual(code.match(/\P{ASCII}/gu), null);
    });
  }

  for (const [folder, packages] of Object.entries({
    cdn: ['lit-html', '@lit/reactive-element', '@noble/curves'],
    'dev-wallet': ['@stacks/transactions', '@scure/bip39'],
  })) {
    it(`contains the licences of the packages in the scripts of dist/${folder}`, () => {
      const file = `dist/${folder}/THIRD-PARTY-LICENSES.txt`;
      const text = readFileSync(join(app.folder, 'node_modules', name, file), 'utf8');
      for (const one of packages)
        assert.match(text, new RegExp(`^Name: ${one}\\nVersion: \\S+\\nLicense: \\S+`, 'm'));
    });
  }

  it('has the right integrity value for every file of the folder cdn', () => {
    const folder = join(app.folder, 'node_modules', name, 'dist/cdn');
    const integrity = JSON.parse(readFileSync(join(folder, 'integrity.json'), 'utf8'));
    const files = app.packed
      .filter((path) => /^dist\/cdn\/.+\.(?:js|css)$/.test(path))
      .map((path) => path.slice('dist/cdn/'.length));
    assert.deepEqual(Object.keys(integrity).sort(), files.sort());
    assert.ok(integrity['reserve.css']);
    for (const [file, value] of Object.entries(integrity)) {
      const hash = createHash('sha384').update(readFileSync(join(folder, file)));
      assert.equal(value, `sha384-${hash.digest('base64')}`, file);
    }
  });

  it('has a source map for each module and its types, to a source in the package', () => {
    const bundled = /^dist\/(?:cdn|dev-wallet|tags)\/|^dist\/(?:jsx|style-sheet)\.d\.ts$/;
    const compiled = app.packed.filter(
      (path) => /^dist\/.+(?:\.js|\.d\.ts)$/.test(path) && !bundled.test(path),
    );
    assert.ok(compiled.length > 400, `${compiled.length} files`);
    for (const path of compiled) {
      const map = join(app.folder, 'node_modules', name, `${path}.map`);
      const { sources } = JSON.parse(readFileSync(map, 'utf8'));
      assert.deepEqual(
        sources.map((source) =>
          relative(join(app.folder, 'node_modules', name), join(map, '..', source)),
        ),
        [path.replace(/^dist/, 'src').replace(/(?:\.js|\.d\.ts)$/, '.ts')],
      );
      assert.ok(
        app.packed.includes(path.replace(/^dist/, 'src').replace(/(?:\.js|\.d\.ts)$/, '.ts')),
      );
    }
  });

  for (const moduleResolution of ['bundler', 'nodenext']) {
    it(`has types for an app with moduleResolution ${moduleResolution}`, () => {
      const compilerOptions = {
        noEmit: true,
        strict: true,
        exactOptionalPropertyTypes: true,
        target: 'es2022',
        module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext',
        moduleResolution,
        jsx: 'preserve',
        types: [],
        skipDefaultLibCheck: true,
      };
      const apps = {
        'app.mts': APP,
        'one.mts': usesTags('/define/wallet-connect-button'),
        'all.mts': usesEveryTag('/define'),
        'cdn.mts': usesEveryTag('/cdn'),
        'jsx.tsx': USES_JSX,
        ...modulesOf('README.md'),
        ...modulesOf('fixtures/dev-wallet/README.md'),
      };
      for (const [file, code] of Object.entries(apps)) writeFileSync(join(app.folder, file), code);
      const programs = new Map();
      for (const [file, code] of Object.entries(apps)) {
        const imports = importsOf(code);
        programs.set(imports, [...(programs.get(imports) ?? []), file]);
      }
      // The declarations in packages are the same for both: only the long test checks them twice.
      const ofPackages = moduleResolution === 'nodenext' || 'TEST_LONG' in process.env;
      const errors = typeErrors(app.folder, [...programs.values()], compilerOptions, {
        ofPackages,
      });
      assert.equal(errors, '');
    });
  }

  it('causes type errors that name what is mistyped or missing', () => {
    const MISTAKES = [
      [`request('stx_transferStx', { amount: 1n, recepient: 'SP' })`, /'recepient'.*'recipient'/],
      [`request('stx_transferStx', { amount: 1n, recipient: 5 })`, /'number'.*'string'/],
      [`request({ netwrk: 'x' }, 'stx_transferStx', { amount: 1n, recipient: 'SP' })`, /'netwrk'/],
      [`request('stx_transferSTX', { amount: 1n, recipient: 'SP' })`, /stx_transferSTX/],
      [`request('stx_transferStx')`, /missingParams: TransferStxParams/],
      [`request('getAddresses').then(({ adresses }) => adresses)`, /'adresses'/],
      [
        `request('stx_transferStx', { amount: 1n, recipient: 'SP' }).then(({ txId }) => txId)`,
        /'txId'/,
      ],
    ];
    const files = MISTAKES.map(([call], at) => {
      const file = `mistake-${at}.mts`;
      const code = `import { request } from '${name}/core'; void ${call};`;
      writeFileSync(join(app.folder, file), code);
      return file;
    });
    const errors = typeErrors(app.folder, [files], {
      noEmit: true,
      strict: true,
      target: 'es2022',
      moduleResolution: 'bundler',
      module: 'esnext',
      types: [],
      skipDefaultLibCheck: true,
    });
    const found = errors.split(/^(?=mistake-)/m);
    assert.equal(found.length, MISTAKES.length, errors);
    MISTAKES.forEach(([, message], at) => assert.match(found[at], message));
  });

  it('describes every tag for Visual Studio Code, with the values of its attributes', () => {
    const { tags: described } = createRequire(join(app.folder, 'app.js'))(
      `${name}/html-custom-data.json`,
    );
    assert.deepEqual(described.map((tag) => tag.name).sort(), tags);
    const { attributes } = described.find((tag) => tag.name === 'wallet-connect-button');
    const named = Object.fromEntries(attributes.map((one) => [one.name, one]));
    assert.deepEqual(named.size.values, [{ name: 's' }, { name: 'm' }, { name: 'l' }]);
    assert.equal(named.disabled.valueSet, 'v');
    assert.ok(named.label.description.value);
    assert.ok(!('status' in named), 'an attribute that the element sets');
    const card = described.find((tag) => tag.name === 'ft-metadata-card').attributes;
    assert.deepEqual(
      card.find((one) => one.name === 'variant').values,
      ['card', 'chip', 'row', 'full'].map((value) => ({ name: value })),
      'a type with a name',
    );
    const valuesOf = (tag, attribute) =>
      described
        .find((one) => one.name === tag)
        .attributes.find((one) => one.name === attribute)
        .values.map((one) => one.name);
    assert.ok(valuesOf('wallet-request-button', 'method').includes('stx_callContract'));
    assert.ok(valuesOf('wallet-context', 'network').includes('testnet'));
  });

  it('causes no Rollup warning', async () => {
    const paths = ['', '/core', '/metadata', '/define', '/cdn', '/elements/wallet-list'];
    const entries = paths.map((path, at) => {
      const entry = join(app.folder, `entry-${at}.mjs`);
      writeFileSync(entry, `export * from '${name}${path}';`);
      return entry;
    });
    const warnings = [];
    const bundle = await rollup({
      input: entries,
      // Ignore dependencies.
      external: (id) => !/^[./]/.test(id) && !id.startsWith(name),
      plugins: [nodeResolve()],
      onLog: (level, { message }) => level === 'warn' && warnings.push(message),
    });
    await bundle.generate({ format: 'es' });
    await bundle.close();
    assert.deepEqual(warnings, []);
  });

  it('passes publint', async () => {
    const { messages } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(app.tarball)).buffer },
    });
    // publint searches for CommonJS keywords, and the development wallet contains packages that detect CommonJS.
    const wrong = messages.filter(
      ({ code, path }) => code !== 'FILE_INVALID_FORMAT' || !path.join('/').includes('dev-wallet'),
    );
    assert.deepEqual(
      wrong.map((message) => formatMessage(message, manifest)),
      [],
    );
  });

  it('passes are-the-types-wrong', () => {
    // Style sheets, and paths that package.json does not export, have no types.
    const hidden = Object.keys(manifest.exports).filter(
      (path) => path.endsWith('.css') || manifest.exports[path] === null,
    );
    const program = '@arethetypeswrong/cli/dist/index.js';
    succeeds(program, app.tarball, '--profile', 'esm-only', '--exclude-entrypoints', ...hidden);
  });
});

/** The entry points of this package that a module imports, as one string. */
function importsOf(code) {
  const all = code.matchAll(/['"](stacks-wallet-elements[^'"]*)['"]/g);
  return [...new Set([...all].map(([, specifier]) => specifier))].sort().join();
}
