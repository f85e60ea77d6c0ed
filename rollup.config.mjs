import commonjs from '@rollup/plugin-commonjs';
import inject from '@rollup/plugin-inject';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import htmlLiterals from 'rollup-plugin-html-literals';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minifyStyles } from './scripts/rollup-styles.mjs';
import { importBeside, leaveOut, retryImports } from './scripts/rollup-parts.mjs';

const root = fileURLToPath(new URL('./', import.meta.url));
const dist = `${root}dist/`;

/** A page speaks one language, and English is built in. */
const LOCALES = 'elements/messages/locales/';
/**
 * What few pages need, or what is too large to be loaded before it is needed (README, "Design"): a file
 * of its own, under a name that stays, which the module bundle and the one file both import. It brings all
 * that it needs, pure functions only, which may stand in the bundles as well.
 */
const PARTS = [
  ...readdirSync(new URL(`src/${LOCALES}`, import.meta.url)).map(
    (file) => `${LOCALES}${file.replace(/\.ts$/, '.js')}`,
  ),
  'elements/wallet-select-modal/qr-code.js',
  'lib/psbt-addresses.js',
  'lib/psbt-check.js',
  'lib/psbt-outline.js',
  'lib/stacks-encoder.js',
  'lib/transaction-check.js',
];

/**
 * What is loaded together is one file: each is compressed by itself, and costs a request. A module goes
 * with the first of these whose entries lead to it by static imports.
 */
const TOGETHER = {
  base: ['cdn.js', 'define/wallet-connect-button.js'],
  events: ['core/wallet-events.js'],
  ask: ['core/request-raw.js', 'core/choose-wallet.js'],
  mark: ['elements/internal/wallet-mark.js'],
  request: ['core/request.js', 'core/notify-disconnect.js', 'wallets/asigna-provider.js'],
  picker: ['define/open-picker.js', 'define/wallet-list.js'],
  metadata: ['metadata/client.js'],
  token: ['define/ft-amount.js'],
};
/** What one element alone uses, though the base leads to it: a page without that one has no use for it. */
const ALONE = [
  /\/dist\/(?:define|elements)\/wallet-connect-button/,
  /\/@lit\/context\/lib\/(?:controllers\/context-provider|value-notifier)/,
];

function chunkOf(id, { getModuleInfo }) {
  if (ALONE.some((one) => one.test(id))) return undefined;
  return Object.keys(TOGETHER).find((name) => reached(TOGETHER[name], getModuleInfo).has(id));
}

function reached(entries, getModuleInfo) {
  const modules = new Set(entries.map((entry) => `${dist}${entry}`));
  for (const id of modules) {
    for (const imported of getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
  }
  return modules;
}

/**
 * New ones for each build: some keep what they learn of it. A plain script is read in the encoding of its
 * page, whatever that is, and so it is written in ASCII; modules are always UTF-8.
 */
const plugins = ({ plainScript = false } = {}) => [
  // Without the conditions, Lit's development build is bundled.
  nodeResolve({ exportConditions: ['browser', 'production'], browser: true }),
  minifyStyles((id) => id.startsWith(dist)),
  htmlLiterals({
    include: ['dist/**/*.js'],
    // No markup is in it, and the plugin warns of its unsafeCSS().
    exclude: ['dist/**/styles/tokens.js'],
    failOnError: true,
    options: {
      shouldMinifyCSS: () => false,
      // SVG needs it: without, the <path> after a <rect /> would end up inside it.
      minifyOptions: { keepClosingSlash: true },
    },
  }),
  terser({
    ecma: 2022,
    compress: { passes: 3, keep_fargs: false },
    format: { comments: /@license/, ascii_only: plainScript },
  }),
];

/** What rollup remarks upon in our own modules is an error; in packages it is theirs. */
const onLog = (level, log, handle) => {
  if (level === 'info' || level === 'debug') return;
  const inPackage = [log.id, ...(log.ids ?? [])].some((id) => id?.includes('/node_modules/'));
  if (level === 'warn' && inPackage) return;
  handle(level === 'warn' ? 'error' : level, log);
};

/** The code-split bundle for `<script type="module">`. */
export const modules = {
  input: { 'stacks-wallet-elements': `${dist}cdn.js` },
  onLog,
  plugins: [leaveOut({ names: PARTS, root: dist, to: '../parts/' }), retryImports, ...plugins()],
  output: {
    dir: `${dist}cdn`,
    format: 'es',
    chunkFileNames: 'chunks/[name]-[hash].js',
    manualChunks: chunkOf,
    onlyExplicitManualChunks: true,
    sourcemap: true,
  },
};

/** What both bundles for script tags load when a page needs it, each in one file. */
export const parts = PARTS.map((name) => ({
  input: { [name.replace(/\.js$/, '')]: `${dist}${name}` },
  onLog,
  plugins: plugins(),
  output: { dir: `${dist}cdn/parts`, format: 'es', sourcemap: true },
}));

/** The one file for a plain `<script>`. */
export const oneFile = {
  input: `${dist}cdn.js`,
  onLog,
  plugins: [
    leaveOut({ names: PARTS, root: dist, to: 'parts/' }),
    importBeside,
    ...plugins({ plainScript: true }),
  ],
  output: {
    file: `${dist}cdn/stacks-wallet-elements.iife.js`,
    format: 'iife',
    name: 'StacksWallet',
    inlineDynamicImports: true,
    sourcemap: true,
  },
};

const compiledDevWallet = `${dist}.build/dev-wallet/`;

/**
 * The development wallet: a module, which imports what it needs (optional peers of the package), and a
 * script, which brings it along.
 */
export const devWallet = [
  {
    input: `${compiledDevWallet}index.js`,
    external: [/^@scure\//, /^@stacks\//],
    onLog,
    plugins: plugins(),
    output: { file: `${dist}dev-wallet/index.js`, format: 'es', sourcemap: true },
  },
  {
    input: `${compiledDevWallet}script-tag.js`,
    onLog,
    // For c32check and the like, below @stacks/transactions.
    plugins: [
      commonjs({ include: [/node_modules/] }),
      inject({ 'Array.from': `${root}scripts/array-from.mjs` }),
      ...plugins({ plainScript: true }),
    ],
    output: { file: `${dist}dev-wallet/dev-wallet.js`, format: 'iife', sourcemap: true },
  },
];

/** One door of the package as an app's bundler would see it; only measured, never written. */
export const door = (input) => ({
  input,
  onLog,
  plugins: plugins(),
  output: { format: 'es' },
});

export default [modules, ...parts, oneFile, ...devWallet];
