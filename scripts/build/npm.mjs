import { existsSync, readFileSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { rollup } from 'rollup';
import { compiled, hasEffect, onLog, providers, templates } from '../../rollup.config.mjs';
import { passBindings } from '../rollup-pass-bindings.mjs';
import { moveImports } from '../rollup-move-imports.mjs';
import { markPure } from '../rollup-pure.mjs';
import { root } from '../run.mjs';
import { filesIn } from './files.mjs';

/**
 * The chunks that most apps load first, each with the modules that import its content. The core contains no Lit. For
 * all other modules, Rollup chooses the chunks: modules that the same entry points need are in one chunk. A bundler
 * writes one file for everything that the same pages need, so there are fewer requests than files.
 */
const TOGETHER = {
  core: ['core/index.js', 'lib/main-address.js', 'index.js'],
  loaders: ['elements/messages/locales.js'],
  ui: ['elements/wallet-connect-button/define-connect-button.js', 'define/define.js'],
};

/**
 * A page with `/metadata` alone does not load the core, so the modules of `/metadata` get their own copies of modules
 * in the core. Without copies, bundlers would add most of the core: a dynamic import in the core may need it, even if
 * no code calls that import. The error is copied, too: esbuild would load a shared file in every page.
 */
const TOKENS = {
  entry: 'metadata/index.js',
  /** The client of `/metadata` imports this module dynamically. */
  lists: 'metadata/token-lists.js',
  /** The end of the path of a copy. */
  copy: '?tokens:',
  /** The modules that pages use without the client, in their own file: the client has a dynamic import. */
  amounts: ['format-units', 'parse-units', 'text', 'urls'].map((name) => `metadata/${name}.js`),
  copied: /^(?:http\/|lib\/|errors\.js|metadata\/metadata-error\.js)/,
};

/** The only side effect of the first module is to import the second, which must run before modules that import Lit. */
const DEFINE = `${compiled}define/define.js`;
const TRUSTED_TYPES = `${compiled}define/trusted-types.js`;

/**
 * Modules without state that several dynamic imports use. Each dynamic import gets its own copy: a shared module would
 * be a separate file, and so one more request when the user first presses a button.
 */
const COPIED = [
  /^(?:http|lib)\//,
  /^core\/(?:choose-wallet|normalize-error|shown-errors)\.js$/,
  /^wallets\/networks\.js$/,
  /^elements\/controllers\/copy-controller\.js$/,
  /^elements\/internal\/(?:icons|query|sheet-drag|stacks-explorer|wallet-marks?)\.js$/,
  /^elements\/styles\/(?:anchor-position|panel)\.js$/,
];

/**
 * Lazy chunks, which get what they need from other chunks without importing them: see
 * `passBindings`. These are all chunks that need the core but not the elements. If they imported the core, esbuild
 * would write it as a separate file.
 */
const LAZY = [
  ...providers.map((path) => basename(path, '.js')),
  ...['notice-bubble', 'request', 'restore', 'wallet-events'],
  ...['bitcoin-answers', 'stacks-answers'],
  ...['next-nonce', 'sponsored-transaction', 'stacks-encoder', 'token-call'],
  ...['esplora', 'reads', 'stacks-api', 'stacks-api-v3', 'stacks-node', 'wait'],
];

/**
 * Dynamic imports of large lazy chunks, by the chunk that imports them instead. A page that opens the picker loads
 * `loaders` first, since it imports the picker and the languages. Each page with a connected wallet loads
 * `wallet-events`.
 */
const MOVED = {
  loaders: ['notice-bubble', 'open-picker', 'qr-code'],
  'wallet-events': [
    ...['bitcoin-answers', 'restore', 'stacks-answers'],
    ...['sponsored-transaction', 'stacks-encoder', 'token-call'],
  ],
};

/**
 * Writes the entry points of the package, with few chunks, so that an app makes few requests with any bundler. The
 * code is not minified, since apps do that. Its templates are minified, since the tools of apps do not.
 *
 * @param {string} dist the folder with the types
 */
export async function bundleForApps(dist) {
  const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const input = entryPoints(manifest);
  const graph = await graphOf(Object.values(input));
  const options = {
    input,
    onLog,
    external: isPackage,
    preserveEntrySignatures: 'strict',
    plugins: [
      copyModules(graph),
      ...templates(),
      keepDirectives(),
      markPure((id) => id.startsWith(compiled)),
      withoutBareImports(),
      passBindings(LAZY, MOVED),
      moveImports(MOVED, LAZY),
    ],
  };
  const bundle = await rollup(options);
  await bundle.write({
    dir: dist,
    format: 'es',
    entryFileNames: '[name].js',
    // `sideEffects` of package.json names the folder.
    chunkFileNames: ({ name, moduleIds }) =>
      !(name in TOGETHER) && moduleIds.some(hasEffect)
        ? 'define/[name].js'
        : 'chunks/[name]-[hash:6].js',
    manualChunks: chunkOf(graph),
    onlyExplicitManualChunks: true,
    hoistTransitiveImports: false,
    minifyInternalExports: false,
  });
  await bundle.close();
}

/** A module with side effects is in no shared chunk: an app may import the chunk for another module. */
function chunkOf(graph) {
  const chunks = Object.entries(TOGETHER).map(([name, names]) => [name, reached(graph, names)]);
  const amounts = reached(graph, TOKENS.amounts);
  const core = reached(graph, ['core/index.js']);
  return (id) => {
    if (id === TRUSTED_TYPES) return 'trusted-types';
    if (!core.has(id) && amounts.has(id.replace(TOKENS.copy, ''))) return 'amounts';
    if (hasEffect(id) && id !== DEFINE) return undefined;
    return chunks.find(([, modules]) => modules.has(id))?.[0];
  };
}

/**
 * The compiled modules that package.json exports, by the path of their file in `dist` without its extension.
 *
 * @returns {Record<string, string>}
 */
export function entryPoints(manifest) {
  const files = exportedFiles(manifest, { folder: compiled, extension: '.js' });
  return Object.fromEntries(files.map((file) => [file.slice(0, -3), `${compiled}${file}`]));
}

/**
 * The files in a folder that package.json exports, in `dist` or `at` another folder. Other builds write the exported
 * files that are not in this folder.
 *
 * @returns {readonly string[]} paths in the folder
 */
export function exportedFiles({ exports }, { folder, at = './dist/', extension }) {
  const found = new Set();
  for (const [entryPoint, conditions] of Object.entries(exports)) {
    for (const target of Object.values(conditions ?? {})) {
      const path = target.startsWith(at) && target.endsWith(extension) && target.slice(at.length);
      if (!path) continue;
      for (const star of path.includes('*') ? starsOf(path, folder) : ['']) {
        const file = path.replaceAll('*', star);
        const isOther = star && entryPoint.replace('*', star) in exports;
        if (!isOther && existsSync(`${folder}${file}`)) found.add(file);
      }
    }
  }
  return [...found];
}

/** What `*` stands for, in the paths of the files in a folder that match. */
function starsOf(path, folder) {
  const [before, ...after] = path.split('*');
  const pattern = new RegExp(`^${before}([^/]+)${after.join('\\1')}$`);
  return filesIn(folder)
    .map((file) => relative(folder, file).match(pattern)?.[1])
    .filter((star) => star !== undefined);
}

const isPackage = (id) => !/^[./]/.test(id) && !id.startsWith(compiled);

/** The imports of every compiled module, the modules that are imported dynamically, and then the entry points. */
async function graphOf(input) {
  const imports = new Map();
  const lazy = new Set();
  const bundle = await rollup({
    input,
    external: isPackage,
    logLevel: 'silent',
    treeshake: false,
    plugins: [
      {
        name: 'graph',
        moduleParsed({ id, importedIds, dynamicallyImportedIds }) {
          imports.set(id, importedIds);
          for (const one of dynamicallyImportedIds) lazy.add(one);
        },
      },
    ],
  });
  await bundle.close();
  const starts = [...new Set([...[...lazy].sort(), ...input])];
  return { imports, lazy, starts: starts.map((id) => relative(compiled, id)) };
}

/** These modules, and the modules and packages that they import statically, directly or not. */
function reached({ imports }, names) {
  const found = new Set(names.map((name) => `${compiled}${name}`));
  for (const id of found) for (const imported of imports.get(id) ?? []) found.add(imported);
  return found;
}

/**
 * A rollup plugin: code that is loaded later gets its own copy of the modules in `COPIED`. It shares the modules of the
 * first load, except those that only the elements need: it would load Lit with them.
 */
function copyModules(graph) {
  const core = reached(graph, ['core/index.js']);
  const first = reached(graph, Object.values(TOGETHER).flat());
  const tokens = reached(graph, [TOKENS.entry, TOKENS.lists]);
  const isOfTokens = (id) =>
    id.endsWith(TOKENS.copy) || (id.startsWith(`${compiled}metadata/`) && tokens.has(id));
  // Without slashes: it is the end of a path.
  const parts = graph.starts.map((name) => [name.replaceAll('/', ':'), reached(graph, [name])]);
  const partOf = (id) => {
    const [module, copy] = id.split('?');
    return parts.find(([name, modules]) => (copy ? name === copy : modules.has(module)));
  };
  return {
    name: 'copy-modules',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return null;
      const id = resolve(importer, '..', source);
      const name = relative(compiled, id);
      if (first.has(importer)) return null;
      if (isOfTokens(importer) && TOKENS.copied.test(name)) return id + TOKENS.copy;
      if (core.has(id) || graph.lazy.has(id)) return null;
      if (!COPIED.some((pattern) => pattern.test(name))) return null;
      const [part, modules] = partOf(importer);
      return first.has(id) && modules.has('lit') ? null : `${id}?${part}`;
    },
  };
}

/**
 * A rollup plugin: removes the imports of chunks without names (`import './chunk.js'`). Rollup adds them to keep the
 * order of side effects. No chunk has side effects, and bundlers would load the chunk because of the import.
 */
const withoutBareImports = () => ({
  name: 'without-bare-imports',
  renderChunk: (code) => ({
    code: code.replaceAll(/^import '[./]+\/chunks\/[^']+';\n/gm, ''),
    map: null,
  }),
});

/** A rollup plugin: keeps 'use client' at the beginning of an entry point. Rollup removes it, with a warning. */
function keepDirectives() {
  const DIRECTIVE = /^\s*(['"])use client\1;?/;
  const marked = new Set();
  return {
    name: 'keep-directives',
    transform(code, id) {
      if (!DIRECTIVE.test(code)) return null;
      marked.add(id);
      // Of the same length, so that the source map stays correct.
      return { code: code.replace(DIRECTIVE, (text) => ' '.repeat(text.length)), map: null };
    },
    banner: ({ facadeModuleId }) => (marked.has(facadeModuleId) ? "'use client';" : ''),
  };
}
