import commonjs from '@rollup/plugin-commonjs';
import inject from '@rollup/plugin-inject';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import htmlLiterals from 'rollup-plugin-html-literals';
import license from 'rollup-plugin-license';
import { minify, swc } from 'rollup-plugin-swc3';
import { root } from './scripts/run.mjs';
import { minifyStyles } from './scripts/build/rollup-styles.mjs';

/*
 * The bundles. Apps do not use them: the package has the modules that `tsc` writes to `dist/`, and these bundles are
 * made of the same modules.
 */

const dist = `${root}dist/`;

/** Rollup's warnings about our own modules are errors; those about packages are ignored. */
const onLog = (level, log, handle) => {
  if (level === 'info' || level === 'debug') return;
  // 'use client' is for bundlers of apps.
  if (log.code === 'MODULE_LEVEL_DIRECTIVE') return;
  const inPackage = [log.id, ...(log.ids ?? [])].some((id) => id?.includes('/node_modules/'));
  if (level === 'warn' && inPackage) return;
  handle(level === 'warn' ? 'error' : level, log);
};

/** Without the conditions, Lit's development build is bundled. */
const packages = nodeResolve({ exportConditions: ['browser', 'production'], browser: true });

/**
 * SWC, since the bundles of esbuild 0.27 are larger after gzip: the first load of the script tag by 1.2 kB, the one file by
 * 8.0.
 *
 * @param {{ ascii?: boolean }} options `ascii`: a classic script is decoded with the encoding of its page
 */
const minified = ({ ascii = false } = {}) =>
  minify({
    module: !ascii,
    ecma: 2022,
    compress: { ecma: 2022, passes: 3, keep_fargs: false },
    mangle: true,
    // Keep only comments with a licence.
    format: { comments: 'some', ascii_only: ascii },
  });

/** Removes the white space of templates. It warns about the `unsafeCSS()` of tokens.js, which has no markup. */
const templates = [
  minifyStyles((id) => id.startsWith(dist)),
  htmlLiterals({
    include: [`${dist}**/*.js`],
    exclude: [`${dist}**/styles/tokens.js`],
    failOnError: true,
    options: {
      shouldMinifyCSS: () => false,
      // SVG needs the slash: without it, the <path> after a <rect /> would be inside the <rect>.
      minifyOptions: { keepClosingSlash: true },
    },
  }),
];

/** For pages with MooTools or Prototype.js, which replace these built-ins: packages use them. */
const ownBuiltIns = inject({
  'Array.from': `${root}scripts/build/array-from.mjs`,
  Event: `${root}scripts/build/native-event.mjs`,
});

/** Writes the licences of the packages in a bundle beside it. */
const licences = (folder) =>
  license({ thirdParty: { output: `${folder}/THIRD-PARTY-LICENSES.txt` } });

/** What a page with the script tag loads together: the dynamic imports of each group. */
const GROUPS = {
  request: /\/core\/request\.js$/,
  account: /\/accounts\/read-account\.js$/,
  'stacks-answers': /\/stacks\/stacks-answers\.js$/,
  'bitcoin-requests': /\/bitcoin\/bitcoin-requests\.js$/,
  'bitcoin-answers': /\/bitcoin\/bitcoin-answers\.js$/,
  token: /\/(?:metadata\/metadata-client|elements\/(?:ft|nft)-[^/]+\/define)\.js$/,
  transaction: /\/elements\/wallet-transactions?\/define\.js$/,
  contracts: /\/contracts\/names\.js$/,
  picker: /\/(?:define\/open-picker|elements\/wallet-select-modal\/define)\.js$/,
};
/** The groups that load the chunk of another group, rather than move what both reach to a shared chunk. */
const LATER = [
  ...['wallet-pay-button', 'wallet-balance', 'wallet-list', 'contracts'],
  ...['bitcoin-answers', 'bitcoin-requests', 'stacks-answers', 'account'],
];
/** The group of a module that is imported dynamically. Each other element is a group of its own. */
const groupOf = (id) =>
  Object.keys(GROUPS).find((name) => GROUPS[name].test(id)) ??
  /\/elements\/([^/]+)\/define\.js$/.exec(id)?.[1];

const ENTRY = 'stacks-wallet-elements';

/**
 * The chunk of a module: the entry if the entry reaches it by static imports, a group if one group does, else one that
 * groups share. Undefined for what no group reaches, such as a language: it is a chunk of its own.
 */
function chunkOf(id, { getModuleInfo }) {
  // Not with the picker, whose failure to load has a message of its own.
  if (id.endsWith('/core/choice.js')) return 'choice';
  const importers = new Set([id]);
  const groups = new Set();
  for (const one of importers) {
    const { isEntry, importers: next, dynamicImporters } = getModuleInfo(one);
    if (isEntry || one.endsWith('/define-connect-button.js')) return ENTRY;
    if (dynamicImporters.length > 0) groups.add(groupOf(one));
    next.forEach((importer) => importers.add(importer));
  }
  groups.delete(undefined);
  for (const later of LATER) if (groups.size > 1) groups.delete(later);
  return groups.size > 1 ? sharedChunk(groups) : [...groups][0];
}

/**
 * A file that a chunk imports is requested after the chunk. So the request imports the entry alone, and the picker also
 * what loads with it, which the account menu needs, too. The two small modules that tokens share with them are in the entry.
 */
function sharedChunk(groups) {
  if (groups.has('request')) return ENTRY;
  if (groups.has('picker')) return groups.has('token') ? ENTRY : 'choice';
  return 'shared';
}

/** The code-split bundle for `<script type="module">`. */
export const modules = {
  input: { 'stacks-wallet-elements': `${dist}cdn.js` },
  onLog,
  preserveEntrySignatures: 'allow-extension',
  plugins: [packages, ...templates, ownBuiltIns, minified(), licences(`${dist}cdn`)],
  output: {
    dir: `${dist}cdn`,
    format: 'es',
    chunkFileNames: 'chunks/[name]-[hash].js',
    manualChunks: chunkOf,
    onlyExplicitManualChunks: true,
  },
};

const isLanguage = (id) => id.includes('/messages/locales/');
/** The chunk of a language in the bundle above, which is written before this is called. */
const languageFile = (id) => {
  const name = `${basename(id, '.js')}-`;
  const files = readdirSync(`${dist}cdn/chunks`);
  return `./chunks/${files.find((file) => file.startsWith(name) && file.length === name.length + 11)}`;
};

/** The single file for a classic `<script>`: everything but the languages. */
export const oneFile = {
  input: `${dist}global.js`,
  onLog,
  external: (id) => isLanguage(id),
  plugins: [packages, ...templates, ownBuiltIns, minified({ ascii: true })],
  output: {
    file: `${dist}cdn/stacks-wallet-elements.iife.js`,
    format: 'iife',
    name: 'StacksWallet',
    inlineDynamicImports: true,
    paths: (id) => (isLanguage(id) ? languageFile(id) : id),
  },
};

const devWallet = ({ ascii }) => ({
  onLog,
  plugins: [
    nodeResolve({
      exportConditions: ['browser', 'production'],
      browser: true,
      extensions: ['.js', '.ts'],
    }),
    // For CommonJS dependencies of @stacks/transactions, such as c32check.
    commonjs({ include: [/node_modules/] }),
    swc({ tsconfig: `${root}tsconfig.json` }),
    ownBuiltIns,
    minified({ ascii }),
    licences(`${dist}dev-wallet`),
  ],
});

/** The development wallet, with all the packages that it needs: as a classic script, and as a module. Its fixtures for Playwright. */
export const devWallets = [
  {
    ...devWallet({ ascii: true }),
    input: `${root}fixtures/dev-wallet/script-tag.ts`,
    output: { file: `${dist}dev-wallet/dev-wallet.js`, format: 'iife' },
  },
  {
    ...devWallet({ ascii: false }),
    input: `${root}fixtures/dev-wallet/index.ts`,
    output: { file: `${dist}dev-wallet/index.js`, format: 'es' },
  },
  {
    onLog,
    external: /^node:/,
    plugins: [swc({ tsconfig: `${root}tsconfig.json` })],
    input: `${root}fixtures/dev-wallet/playwright.ts`,
    output: { file: `${dist}dev-wallet/playwright.js`, format: 'es' },
  },
];

/** The modules with the page's state and picker: the drop-in imports them from this package. */
const SHARED = /\/(?:core\/client|define\/picker)\.js$/;
const ofDropIn = {
  input: { index: `${dist}compat/index.js`, react: `${dist}compat/react.js` },
  onLog,
};

/**
 * The drop-in for @stacks/connect: ES modules, which import this package, and CommonJS modules for tools that cannot
 * require ES modules, which contain it. Not minified, since apps do that.
 */
export const dropIn = [
  {
    ...ofDropIn,
    external: [/^@stacks\//, 'react', SHARED],
    makeAbsoluteExternalsRelative: false,
    plugins: [packages],
    output: {
      dir: `${root}compat/dist`,
      format: 'es',
      // A module for each source module, so that a bundler leaves out those that an app does not use.
      preserveModules: true,
      // npm packs no folder that is called `node_modules`.
      entryFileNames: ({ name, isEntry }) =>
        isEntry ? '[name].mjs' : `modules/${name.replace(/^(?:dist|node_modules)\//, '')}.mjs`,
      paths: (id) => (SHARED.test(id) ? 'stacks-wallet-elements' : id),
    },
  },
  {
    ...ofDropIn,
    external: [/^@stacks\//, 'react'],
    plugins: [packages],
    output: {
      dir: `${root}compat/dist`,
      format: 'cjs',
      exports: 'named',
      interop: 'auto',
      dynamicImportInCjs: false,
      chunkFileNames: 'required/[name]-[hash].js',
    },
  },
];

export default [modules, oneFile, ...devWallets, ...dropIn];
