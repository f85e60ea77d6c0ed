import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { parseAst } from 'rollup/parseAst';
import ts from 'typescript';
import { filesIn } from '../../scripts/build/files.mjs';
import { messageSigner, verifyStacks } from '../../fixtures/chain/verify-stacks.mjs';
import { launchBrowser, openTab } from '../support/browser.mjs';
import { installPackage, withDependencies } from '../support/installed.mjs';
import { root } from '../support/program.mjs';
import { startWalletServer } from '../support/wallet-server.mjs';

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const dist = `${root}dist`;
const wallet = `${dist}/dev-wallet`;
const PUBLIC_KEY = '03d5d038bce81b3965314dba54f636f093c7dbdd6617cded013a53474fbccb100c';

/** Every published script except those of the development wallet. */
const others = filesIn(dist).filter((file) => file.endsWith('.js') && !file.startsWith(wallet));

/** The package of a module, or of an import by name; undefined for a module of this repository. */
const packageOf = (id) => /(?:.*\/node_modules\/|^)((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
/** The packages in the bundles of a folder. */
const packagesIn = (folder) => [
  ...new Set(
    [...readFileSync(`${folder}/THIRD-PARTY-LICENSES.txt`, 'utf8').matchAll(/^Name: (.+)$/gm)].map(
      ([, name]) => name,
    ),
  ),
];
const isOfWallet = (id) => id.includes('/dev-wallet/');

const ofLibrary = withDependencies(Object.keys(manifest.dependencies));
/** The packages that only the development wallet uses. */
const ofWalletAlone = packagesIn(wallet).filter((name) => !ofLibrary.has(name));

/** The modules that only the development wallet may contain. */
const walletModules = (ids) =>
  ids.filter((id) => isOfWallet(id) || ofWalletAlone.includes(packageOf(id)));

/**
 * Every module of this repository that a bundler reads for these entries, with the modules and packages that it
 * imports. Does not read packages: none of the library depends on one that only the development wallet uses.
 */
async function importsOf(entries) {
  const imports = new Map();
  const bundle = await rollup({
    input: entries,
    logLevel: 'silent',
    treeshake: false,
    external: /^[^./]/,
    plugins: [
      {
        name: 'imports',
        buildEnd() {
          for (const id of this.getModuleIds()) {
            const { importedIds, dynamicallyImportedIds } = this.getModuleInfo(id);
            imports.set(id, [...importedIds, ...dynamicallyImportedIds]);
          }
        },
      },
    ],
  });
  await bundle.close();
  return imports;
}

/** Every module that these entries import, also indirectly. */
function reached(imports, entries, seen = new Set()) {
  for (const id of entries) {
    if (seen.has(id)) continue;
    seen.add(id);
    reached(imports, imports.get(id) ?? [], seen);
  }
  return [...seen];
}

/** Every entry point with code, except that of the development wallet, with its files. */
const entryPoints = Object.entries(manifest.exports).flatMap(([entryPoint, target]) => {
  const pattern = target?.default;
  // An entry point for data, styles or types has no code.
  if (!pattern || pattern.endsWith('.css') || entryPoint.startsWith('./dev-wallet')) return [];
  const [before, suffix] = pattern.split('*').map((part) => join(root, part));
  if (suffix === undefined) return [[entryPoint, [before]]];
  const files = others.filter((file) => {
    const name = relative(before, file).split('/')[0].replace(/\.js$/, '');
    return file === join(root, pattern.replaceAll('*', name));
  });
  return [[entryPoint, files]];
});

describe('the code of the development wallet', () => {
  it('uses packages that the library does not use', () => {
    for (const name of ['@scure/bip32', '@scure/bip39', '@stacks/transactions'])
      assert.ok(ofWalletAlone.includes(name), name);
  });

  it('is in no bundle for script tags', () => {
    const packages = packagesIn(`${dist}/cdn`);
    assert.ok(packages.includes('lit-html'));
    assert.deepEqual(
      packages.filter((name) => ofWalletAlone.includes(name)),
      [],
    );
  });

  describe('in the graph of a bundler', () => {
    const walletModule = `${wallet}/index.js`;
    let imports;
    before(async () => {
      imports = await importsOf([...entryPoints.flatMap(([, files]) => files), walletModule]);
    });

    for (const [entryPoint, files] of entryPoints) {
      it(`is not reached from ${entryPoint}`, () => {
        assert.ok(files.length > 0);
        assert.ok(files.every((file) => imports.has(file)));
        assert.deepEqual(walletModules(reached(imports, files)), []);
      });
    }

    it('is found from its own entry point', () => {
      const found = walletModules(reached(imports, [walletModule]));
      assert.deepEqual(
        found.map((file) => relative(wallet, file)),
        ['index.js'],
      );
    });
  });

  it('shares no sentence with another file', () => {
    const own = filesIn(`${root}fixtures/dev-wallet`).filter((file) => file.endsWith('.ts'));
    const target = ts.ScriptTarget.ES2022;
    const sentences = own.flatMap((file) =>
      sentencesIn(ts.transpile(readFileSync(file, 'utf8'), { target })),
    );
    assert.ok(sentences.length > 50);
    for (const file of others) {
      const code = readFileSync(file, 'utf8');
      assert.deepEqual(
        sentences.filter((sentence) => code.includes(sentence)),
        [],
        file,
      );
    }
  });
});

/** The strings of a script that are sentences, and long enough to be unique. */
function sentencesIn(code) {
  const found = new Set();
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'Literal' && typeof node.value === 'string') found.add(node.value);
    if (node.type === 'TemplateElement') found.add(node.value.cooked);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(code));
  return [...found].filter((text) => text?.length >= 30 && text.includes(' '));
}

describe('the module of the development wallet', () => {
  let app, server, browser, tab;
  before(async () => {
    app = installPackage();
    [server, browser] = await Promise.all([startWalletServer(), launchBrowser()]);
    tab = await openTab(browser);
  });
  after(async () => {
    await browser?.close();
    server?.close();
    app?.remove();
  });

  const APP = `
    import { installDevWallet } from 'stacks-wallet-elements/dev-wallet';
    window.devWallet = installDevWallet({ autoApprove: true, chainUrl: '/' });`;

  /** Expects that a page with these scripts signs a message, and a transfer that the chain accepts. */
  const check = async (head, routes) => {
    const body = `<!doctype html><html><head><link rel="icon" href="data:," />${head}</head></html>`;
    await tab.open(`${server.url}app.html`, {
      routes: { '/app.html': { contentType: 'text/html', body }, ...routes },
    });
    try {
      const { page, errors } = tab;
      await page.waitForFunction(() => window.devWallet);
      const [signed, sent] = await page.evaluate(async () => {
        const { request } = window.DevWalletProvider;
        const message = await request('stx_signMessage', { message: 'Hello' });
        const recipient = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
        const transfer = await request('stx_transferStx', { amount: '5', recipient });
        return [message.result, transfer.result];
      });
      assert.equal(messageSigner('Hello', signed.signature), PUBLIC_KEY);
      const { publicKey, txid } = verifyStacks(sent.transaction);
      assert.deepEqual([publicKey, txid], [PUBLIC_KEY, sent.txid]);
      const accepted = await (await fetch(`${server.url}fixture/transactions`)).json();
      assert.ok(accepted.some(({ raw }) => raw === sent.transaction));
      assert.deepEqual(errors, []);
    } finally {
      await fetch(`${server.url}fixture`, { method: 'DELETE' });
    }
  };
  const imports = {
    [`${manifest.name}/dev-wallet`]: '/dist/dev-wallet/index.js',
    [`${manifest.name}/dev-wallet/install`]: '/dist/dev-wallet/dev-wallet.js',
  };
  const unbundled = (code) => `<script type="importmap">${JSON.stringify({ imports })}</script>
    <script type="module">${code}</script>`;
  const script = (code) => ({ contentType: 'text/javascript', body: code });

  it('signs in an app that bundles it', async () => {
    const entry = join(app.folder, 'app.js');
    const code = await bundled(entry, { [entry]: APP });
    await check('<script type="module" src="/bundle.js"></script>', { '/bundle.js': script(code) });
  });

  it('signs unbundled, and imports no package', async () => {
    await check(unbundled(APP));
  });

  const TAG = '<script src="/dist/dev-wallet/dev-wallet.js" data-chain-url="/"></script>';
  const MODULE = `import { installDevWallet } from '${manifest.name}/dev-wallet';`;
  const SCRIPT = `import '${manifest.name}/dev-wallet/install';`;
  for (const [title, head, before, isInstalled] of [
    ['installs no wallet when it is imported for its functions', '', MODULE, false],
    ['installs a wallet when its script is imported', '', SCRIPT, true],
    ['installs a wallet when its script is imported before the module', '', SCRIPT + MODULE, true],
    ['has its functions in a page with the script tag', TAG, MODULE, true],
  ]) {
    it(title, async () => {
      const functions = before.includes(MODULE) ? 'installDevWallet' : 'undefined';
      const code = `${before} window.found = [typeof ${functions}, Boolean(window.devWallet)];`;
      const body = `<!doctype html><html><head><link rel="icon" href="data:," />${head}${unbundled(code)}</head></html>`;
      await tab.open(`${server.url}app.html`, {
        routes: { '/app.html': { contentType: 'text/html', body } },
      });
      await tab.page.waitForFunction(() => window.found);
      assert.deepEqual(await tab.page.evaluate(() => window.found), [
        functions === 'undefined' ? 'undefined' : 'function',
        isInstalled,
      ]);
      assert.deepEqual(tab.errors, []);
    });
  }

  it('has a path for its script', () => {
    const { resolve } = createRequire(join(app.folder, 'app.js'));
    const path = resolve(`${manifest.name}/dev-wallet/install`);
    assert.ok(path.endsWith(join('dist', 'dev-wallet', 'dev-wallet.js')));
    assert.ok(readFileSync(path, 'utf8').length > 0);
  });
});

/** Bundles `entry` into one script. `sources`: virtual modules. */
async function bundled(entry, sources) {
  const bundle = await rollup({
    input: entry,
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        resolveId: (id) => (id in sources ? id : null),
        load: (id) => sources[id] ?? null,
      },
      nodeResolve({ browser: true }),
    ],
  });
  const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true });
  await bundle.close();
  return output[0].code;
}
