import commonjs from '@rollup/plugin-commonjs';
import inject from '@rollup/plugin-inject';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { minify } from '@swc/core';
import htmlLiterals from 'rollup-plugin-html-literals';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCompiled } from './scripts/rollup-read-compiled.mjs';
import { minifyStyles } from './scripts/rollup-styles.mjs';
import { findPackages } from './scripts/rollup-licenses.mjs';
import { importBeside, leaveOut, retryImports } from './scripts/rollup-parts.mjs';
import { shareEntry } from './scripts/rollup-share-entry.mjs';

const root = fileURLToPath(new URL('./', import.meta.url));
const dist = `${root}dist/`;
/** The output folder of the compiler: one file for each source file. */
export const compiled = `${dist}.build/modules/`;

const { sideEffects } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const effects = sideEffects.map((path) => {
  const pattern = path.replace('./dist/', compiled).replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${pattern.replaceAll('*', '[^/]*')}$`);
});
/** Whether a compiled module has side effects, according to package.json. */
export const hasEffect = (id) => effects.some((pattern) => pattern.test(id));

/** The translations. A page uses only one language, and English is built in. */
const LOCALES = 'elements/messages/locales/';

/** The modules with the provider of a wallet. Each is loaded with the first request to that wallet. */
export const providers = readdirSync(new URL('src/wallets', import.meta.url))
  .filter((file) => file.endsWith('-provider.ts'))
  .map((file) => `wallets/${basename(file, '.ts')}.js`);

/**
 * Modules that few pages need, or that are too large to load before they are needed (site/design.md). Each is
 * bundled into its own file with a fixed name, which the module bundle and the classic script both import.
 * Such a file contains all its imports: pure functions, which may also be in the bundles.
 */
const PARTS = [
  ...readdirSync(new URL(`src/${LOCALES}`, import.meta.url)).map(
    (file) => `${LOCALES}${file.replace(/\.ts$/, '.js')}`,
  ),
  'answers/bitcoin-answers.js',
  'answers/stacks-answers.js',
  'elements/wallet-select-modal/qr-code.js',
  'lib/sponsored-transaction.js',
  'lib/stacks-encoder.js',
  'lib/token-call.js',
];

/**
 * Chunks of modules that are loaded together, since each file is compressed separately and costs a request. A
 * module is in the first chunk whose entries reach it by static imports.
 */
const TOGETHER = {
  entry: ['cdn.js', 'elements/wallet-connect-button/define-connect-button.js'],
  // Used by requests, tokens and transactions: a page that only shows tokens or transactions does not load `request`.
  common: [
    'core/wallet-events.js',
    'lib/amount.js',
    'lib/method-chain.js',
    'lib/principal.js',
    'lib/shared-task.js',
  ],
  // Used by the picker, the account and the cards, which do not load each other.
  view: [
    'elements/internal/wallet-mark.js',
    'elements/internal/icons.js',
    'elements/internal/sheet-drag.js',
    'elements/internal/stacks-explorer.js',
    'elements/controllers/copy-controller.js',
    'elements/internal/query.js',
  ],
  request: ['core/request.js', ...providers],
  // Used by both tokens and transactions.
  service: [
    'http/fetch-json.js',
    'http/pauses.js',
    'lib/stacks-apis.js',
    'elements/internal/watch-near.js',
  ],
  // Used by both the account and a transaction: the account does not load transactions.
  explorer: ['elements/internal/explorer-links.js'],
  picker: ['define/open-picker.js', 'elements/wallet-list/define.js'],
  metadata: ['metadata/client.js'],
  token: ['elements/ft-amount/define.js'],
  card: ['elements/cards/token-card.js', 'elements/cards/token-card.styles.js'],
  transaction: [
    'elements/wallet-transactions/define.js',
    'transactions/reads.js',
    'transactions/sources/stacks-api.js',
    'transactions/sources/stacks-api-v3.js',
    'transactions/sources/esplora.js',
  ],
};
/** Modules that only one element uses. They are not in the chunk `entry`, although its entries import them. */
const ALONE = [/\/@lit\/context\/lib\/(?:controllers\/context-provider|value-notifier)/];

function chunkOf(id, { getModuleInfo }) {
  if (ALONE.some((one) => one.test(id))) return undefined;
  return Object.keys(TOGETHER).find((name) => reached(TOGETHER[name], getModuleInfo).has(id));
}

function reached(entries, getModuleInfo) {
  const modules = new Set(entries.map((entry) => `${compiled}${entry}`));
  for (const id of modules) {
    for (const imported of getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
  }
  return modules;
}

/**
 * Creates new plugins for each build, since some have state. A classic script is decoded with the encoding of
 * its page, so it is written in ASCII; modules are always UTF-8.
 */
const plugins = ({ plainScript = false } = {}) => [
  ...resolvers(),
  ...templates(),
  minifyChunks({ ascii: plainScript }),
  findPackages(bundledPackages),
];

/** Compiled modules import files by their full names. The plugin for packages would search the file system for them. */
const resolvers = () => [
  {
    name: 'resolve-compiled',
    resolveId: (imported, importer) =>
      imported.startsWith('.') && importer?.startsWith(compiled)
        ? resolve(dirname(importer), imported)
        : null,
  },
  // Without the conditions, Lit's development build is bundled.
  nodeResolve({ exportConditions: ['browser', 'production'], browser: true }),
];

/** The packages whose code is in the output of the builds below: the folder of each, by name and version. */
export const bundledPackages = new Map();

/** Reads the compiled modules with their source maps, and minifies the templates in them. */
export const templates = () => [
  readCompiled(compiled, hasEffect),
  minifyStyles((id) => id.startsWith(compiled)),
  htmlLiterals({
    include: [`${compiled}**/*.js`],
    // This file has no markup, and the plugin warns about its unsafeCSS().
    exclude: [`${compiled}**/styles/tokens.js`],
    failOnError: true,
    options: {
      shouldMinifyCSS: () => false,
      // SVG needs the slash: without it, the <path> after a <rect /> would be inside the <rect>.
      minifyOptions: { keepClosingSlash: true },
    },
  }),
];

/** Minifies with SWC: fewer bytes than terser, in a fraction of the time. */
const minifyChunks = ({ ascii }) => ({
  name: 'minify-chunks',
  renderChunk: (code, _chunk, { format }) =>
    minify(code, {
      module: format === 'es',
      ecma: 2022,
      compress: { ecma: 2022, passes: 3, keep_fargs: false },
      mangle: true,
      // Keep only comments with a licence.
      format: { comments: 'some', ascii_only: ascii },
      sourceMap: true,
    }),
});

/** Only tests and the build read the maps: the modules for apps are readable, and have none. */
const unpublishedMap = { sourcemap: 'hidden', sourcemapExcludeSources: true };

/** Rollup's warnings about our own modules are errors; those about packages are ignored. */
export const onLog = (level, log, handle) => {
  if (level === 'info' || level === 'debug') return;
  const inPackage = [log.id, ...(log.ids ?? [])].some((id) => id?.includes('/node_modules/'));
  if (level === 'warn' && inPackage) return;
  handle(level === 'warn' ? 'error' : level, log);
};

/** The code-split bundle for `<script type="module">`. */
export const modules = {
  input: { 'stacks-wallet-elements': `${compiled}cdn.js` },
  onLog,
  preserveEntrySignatures: 'allow-extension',
  plugins: [
    leaveOut({ names: PARTS, root: compiled }),
    retryImports,
    shareEntry('stacks-wallet-elements.js'),
    ...plugins(),
  ],
  output: {
    dir: `${dist}cdn`,
    format: 'es',
    // Every element has a `define.js`: its chunk gets the name of the folder.
    chunkFileNames: ({ name, facadeModuleId }) =>
      `chunks/${name === 'define' ? basename(dirname(facadeModuleId)) : '[name]'}-[hash:6].js`,
    manualChunks: chunkOf,
    onlyExplicitManualChunks: true,
    ...unpublishedMap,
  },
};

/** The parts that both bundles for script tags load on demand. */
export const parts = PARTS.map((name) => ({
  input: { [name.replace(/\.js$/, '')]: `${compiled}${name}` },
  onLog,
  plugins: plugins(),
  output: { dir: `${dist}cdn/parts`, format: 'es', ...unpublishedMap },
}));

/** The single file for a classic `<script>`. */
export const oneFile = {
  input: `${compiled}global.js`,
  onLog,
  plugins: [
    leaveOut({ names: PARTS, root: compiled }),
    importBeside,
    ...plugins({ plainScript: true }),
  ],
  output: {
    file: `${dist}cdn/stacks-wallet-elements.iife.js`,
    format: 'iife',
    name: 'StacksWallet',
    inlineDynamicImports: true,
    ...unpublishedMap,
  },
};

/** The development wallet, as a classic script that contains all the packages that it needs. */
export const devWallet = {
  input: `${dist}.build/dev-wallet/script-tag.js`,
  onLog,
  // For CommonJS dependencies of @stacks/transactions, such as c32check.
  plugins: [
    commonjs({ include: [/node_modules/] }),
    inject({ 'Array.from': `${root}scripts/array-from.mjs` }),
    ...plugins({ plainScript: true }),
  ],
  output: { file: `${dist}dev-wallet/dev-wallet.js`, format: 'iife', ...unpublishedMap },
};

/** The modules with the page's state and picker: the drop-in imports them from this package. */
const SHARED = ['core/default-client.js', 'define/picker.js'].map((name) => `${compiled}${name}`);
const importShared = {
  name: 'import-shared',
  async resolveId(...args) {
    const resolved = await this.resolve(...args);
    const isShared = SHARED.includes(resolved?.id);
    return isShared ? { id: 'stacks-wallet-elements', external: true } : resolved;
  },
};
const COMPAT = {
  input: { index: `${compiled}compat/index.js`, react: `${compiled}compat/react.js` },
  onLog,
};
const COMPAT_OUTPUT = {
  dir: `${root}compat/dist`,
  manualChunks: { connect: [`${compiled}compat/all.js`] },
  minifyInternalExports: false,
};

/**
 * The drop-in for @stacks/connect, in `compat/dist`: ES modules, and CommonJS modules for tools that cannot require ES
 * modules. The CommonJS modules contain this package. The output is not minified, since apps do that.
 */
export const compat = {
  modules: {
    ...COMPAT,
    external: [/^@stacks\//, 'react'],
    plugins: [readCompiled(compiled, hasEffect), importShared],
    output: {
      ...COMPAT_OUTPUT,
      format: 'es',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'modules/[name].mjs',
    },
  },
  required: {
    ...COMPAT,
    external: [/^@stacks\//, 'react'],
    plugins: [readCompiled(compiled, hasEffect), ...resolvers()],
    output: {
      ...COMPAT_OUTPUT,
      format: 'cjs',
      exports: 'named',
      interop: 'auto',
      dynamicImportInCjs: false,
      entryFileNames: '[name].js',
      chunkFileNames: 'required/[name].js',
    },
  },
};

/** The same output, minified, with the source map that the size report uses. */
export const minified = (output) => ({
  ...output,
  sourcemap: true,
  plugins: [minifyChunks({ ascii: false })],
});

/** One entry point of the package, bundled as in an app: to measure and to test it. It is not published. */
export const entryPoint = (input) => ({
  input,
  onLog,
  plugins: plugins(),
  output: { format: 'es', sourcemap: 'hidden' },
});

export default [modules, ...parts, oneFile, devWallet];
