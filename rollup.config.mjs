import commonjs from '@rollup/plugin-commonjs';
import inject from '@rollup/plugin-inject';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { minify } from '@swc/core';
import htmlLiterals from 'rollup-plugin-html-literals';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCompiled } from './scripts/rollup-read-compiled.mjs';
import { minifyStyles } from './scripts/rollup-styles.mjs';
import { findPackages } from './scripts/rollup-licenses.mjs';
import { importBeside, leaveOut, retryImports } from './scripts/rollup-parts.mjs';
import { shareEntry } from './scripts/rollup-share-entry.mjs';

const root = fileURLToPath(new URL('./', import.meta.url));
const dist = `${root}dist/`;
/** What the compiler writes: one file for each source. */
export const compiled = `${dist}.build/modules/`;

const { sideEffects } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const effects = sideEffects.map((path) => path.replace('./dist/', compiled).replace(/\*$/, ''));
/** Whether a compiled module has side effects, according to package.json. */
export const hasEffect = (id) =>
  effects.some((path) => (path.endsWith('/') ? id.startsWith(path) : id === path));

/** A page uses one language, and English is built in. */
const LOCALES = 'elements/messages/locales/';
/**
 * Modules that few pages need, or that are too large to load before they are needed (README, "Design"). Each is
 * bundled into its own file with a fixed name, which the module bundle and the classic script both import.
 * Such a file contains all its imports: pure functions, which may be in the bundles as well.
 */
const PARTS = [
  ...readdirSync(new URL(`src/${LOCALES}`, import.meta.url)).map(
    (file) => `${LOCALES}${file.replace(/\.ts$/, '.js')}`,
  ),
  'elements/wallet-select-modal/qr-code.js',
  'lib/psbt-addresses.js',
  'lib/psbt-check.js',
  'lib/psbt-outline.js',
  'lib/sponsored-transaction.js',
  'lib/stacks-encoder.js',
  'lib/token-call.js',
  'lib/transaction-check.js',
];

/**
 * Chunks of modules that are loaded together, since each file is compressed by itself and costs a request. A
 * module is in the first chunk whose entries reach it by static imports.
 */
const TOGETHER = {
  entry: ['cdn.js', 'define/connect-button.js'],
  // What both the request and the token client use: a page with tokens alone does not load `request`.
  common: ['core/wallet-events.js', 'lib/amount.js', 'lib/principal.js', 'lib/shared-task.js'],
  // What the picker, the account and the cards use: none of them loads another.
  view: [
    'elements/internal/wallet-mark.js',
    'elements/internal/icons.js',
    'elements/internal/sheet-drag.js',
    'elements/internal/stacks-explorer.js',
    'elements/controllers/copy-controller.js',
    'elements/internal/query.js',
  ],
  request: ['core/request.js', 'wallets/asigna-provider.js', 'wallets/okx-provider.js'],
  // What both tokens and transactions need.
  service: ['metadata/shared-pauses.js', 'lib/read-text.js', 'elements/internal/watch-near.js'],
  // What the account and a transaction use: the account does not load transactions.
  explorer: ['elements/internal/explorer-links.js'],
  picker: ['define/open-picker.js', 'define/wallet-list.js'],
  metadata: ['metadata/client.js'],
  token: ['define/ft-amount.js'],
  card: ['elements/cards/token-card.js', 'elements/cards/token-card.styles.js'],
  transaction: [
    'define/wallet-transactions.js',
    'transactions/reads.js',
    'transactions/sources/stacks-api.js',
    'transactions/sources/stacks-api-v3.js',
    'transactions/sources/esplora.js',
  ],
};
/** Modules that only one element uses: not in the entry, though its entries reach them. */
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

/** Compiled modules name the file that they import; the plugin for packages would look for it in the file system. */
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

/** The packages in what the builds below have written: their folders, by name and version. */
export const bundledPackages = new Map();

/** Reads what the compiler wrote, with its source maps, and minifies the templates in it. */
export const templates = () => [
  readCompiled(compiled, hasEffect),
  minifyStyles((id) => id.startsWith(compiled)),
  htmlLiterals({
    include: [`${compiled}**/*.js`],
    // It has no markup, and the plugin warns about its unsafeCSS().
    exclude: [`${compiled}**/styles/tokens.js`],
    failOnError: true,
    options: {
      shouldMinifyCSS: () => false,
      // SVG needs it: without the slash, the <path> after a <rect /> would be inside the <rect>.
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
      // Only the comments with a licence.
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
    chunkFileNames: 'chunks/[name]-[hash:6].js',
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

const compiledDevWallet = `${dist}.build/dev-wallet/`;

/** The development wallet, as a module and as a classic script. Each contains all the packages that it needs. */
export const devWallet = [
  { file: 'index.js', entry: 'index.js', format: 'es' },
  { file: 'dev-wallet.js', entry: 'script-tag.js', format: 'iife' },
].map(({ file, entry, format }) => ({
  input: `${compiledDevWallet}${entry}`,
  onLog,
  // For CommonJS dependencies of @stacks/transactions, such as c32check.
  plugins: [
    commonjs({ include: [/node_modules/] }),
    inject({ 'Array.from': `${root}scripts/array-from.mjs` }),
    ...plugins({ plainScript: format === 'iife' }),
  ],
  output: { file: `${dist}dev-wallet/${file}`, format, ...unpublishedMap },
}));

/** The modules with the state and the picker of the page: the drop-in imports them from this package. */
const SHARED = ['core/default-client.js', 'define/picker.js'].map((name) => `${compiled}${name}`);
const importShared = {
  name: 'import-shared',
  async resolveId(...asked) {
    const resolved = await this.resolve(...asked);
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
 * The drop-in for @stacks/connect, in `compat/dist`: ES modules, and CommonJS for tools that cannot require ES
 * modules, which contains this package. It is not minified: apps do that.
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

/** The same output, minified, with the map from which its size is explained. */
export const minified = (output) => ({
  ...output,
  sourcemap: true,
  plugins: [minifyChunks({ ascii: false })],
});

/** One entry point of the package, bundled as in an app; only measured, never written. */
export const entryPoint = (input) => ({
  input,
  onLog,
  plugins: plugins(),
  output: { format: 'es', sourcemap: 'hidden' },
});

export default [modules, ...parts, oneFile, ...devWallet];
