import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { rollup } from 'rollup';
import { compiled, hasEffect, onLog, templates } from '../../rollup.config.mjs';
import { passBindings } from '../rollup-late-bindings.mjs';
import { moveImports } from '../rollup-move-imports.mjs';
import { markPure } from '../rollup-pure.mjs';
import { root } from '../run.mjs';
import { filesIn } from './files.mjs';

/**
 * Chunks of modules that most apps load first, by the modules that reach them. The core has no Lit. All other
 * modules are in chunks by the entry points that need them, as Rollup does it. A bundler writes one file for all
 * that the same pages need, so the number of files here is not the number of requests.
 */
const TOGETHER = {
  core: ['core/index.js', 'lib/main-address.js', 'index.js'],
  loaders: ['elements/messages/locales.js'],
  ui: ['define/connect-button.js', 'define/define.js'],
};

/**
 * Pages with `/metadata` alone load no core: bundlers keep most of a file that a dynamic import may need, also if
 * nothing calls it. So its modules get their own copies of what is in the core. Of its error too: esbuild would load
 * a shared file with every page.
 */
const TOKENS = {
  entry: 'metadata/index.js',
  /** Its client loads them. */
  lists: 'metadata/token-lists.js',
  /** The end of the path of a copy. */
  copy: '?tokens:',
  /** What pages use without the client, whose file has a dynamic import. */
  amounts: ['format-units', 'parse-units', 'text', 'urls'].map((name) => `metadata/${name}.js`),
  copied: /^(?:lib\/|errors\.js|metadata\/metadata-error\.js)/,
};

/** It has no effect but to import the other, which runs before every module that imports Lit. */
const DEFINE = `${compiled}define/define.js`;
const TRUSTED_TYPES = `${compiled}define/trusted-types.js`;

/**
 * Modules without state, which code of several dynamic imports uses. Each of these gets its own copy: a shared one
 * would be a file of its own, so another request when the user first presses a button.
 */
const COPIED = [
  /^lib\//,
  /^core\/(?:choose-wallet|normalize-error|shown-errors)\.js$/,
  /^wallets\/networks\.js$/,
  /^elements\/controllers\/copy-controller\.js$/,
  /^elements\/internal\/(?:icons|query|sheet-drag|stacks-explorer|wallet-marks?)\.js$/,
  /^elements\/styles\/(?:anchor-position|panel)\.js$/,
];

/**
 * Chunks that an app loads after others, from which they take what they need without an import. These are all that
 * need the core, but not the elements: esbuild would write the core as a file of its own.
 */
const LATE = [
  ...['asigna-provider', 'okx-provider', 'notice-bubble', 'request', 'restore', 'wallet-events'],
  ...['psbt-check', 'psbt-outline', 'transaction-check'],
  ...['sponsored-transaction', 'stacks-encoder', 'token-call'],
  ...['esplora', 'reads', 'stacks-api', 'stacks-api-v3', 'stacks-node', 'wait'],
];

/**
 * What large late chunks would import dynamically, by the chunk that does so instead. `loaders` has the picker, so that
 * a page that opens it loads this chunk first; also the languages. Each page with a connected wallet loads
 * `wallet-events`.
 */
const MOVED = {
  loaders: ['notice-bubble', 'open-picker', 'qr-code'],
  'wallet-events': [
    ...['psbt-addresses', 'psbt-check', 'psbt-outline', 'restore', 'transaction-check'],
    ...['sponsored-transaction', 'stacks-encoder', 'token-call'],
  ],
};

/**
 * Writes the entry points of the package, with few chunks, so that an app makes few requests whatever its bundler.
 * The code is not minified, since apps do that; the templates in it are, since their tools do not.
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
      passBindings(LATE, MOVED),
      moveImports(MOVED, LATE),
    ],
  };
  const bundle = await rollup(options);
  await bundle.write({
    dir: dist,
    format: 'es',
    entryFileNames: '[name].js',
    // `sideEffects` of package.json names the folder.
    chunkFileNames: ({ name, moduleIds }) =>
      !(name in TOGETHER) && moduleIds.some((id) => id.startsWith(`${compiled}define/`))
        ? 'define/[name].js'
        : 'chunks/[name]-[hash:6].js',
    manualChunks: chunkOf(graph),
    onlyExplicitManualChunks: true,
    hoistTransitiveImports: false,
    minifyInternalExports: false,
  });
  await bundle.close();
}

/** A module with side effects is in no shared chunk: an app may import the chunk without wanting them. */
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
 * The compiled modules that package.json exports, by the path of their file in `dist`. Other builds write those that
 * have no module of the same path.
 *
 * @returns {Record<string, string>}
 */
export function entryPoints({ exports }) {
  const entries = {};
  for (const [entryPoint, conditions] of Object.entries(exports)) {
    for (const target of Object.values(conditions ?? {})) {
      const path = /^\.\/dist\/(.+)\.js$/.exec(target)?.[1];
      if (path === undefined) continue;
      for (const star of path.includes('*') ? namesLike(path) : ['']) {
        const name = path.replaceAll('*', star);
        const isOther = star && entryPoint.replace('*', star) in exports;
        if (!isOther && existsSync(`${compiled}${name}.js`)) {
          entries[name] = `${compiled}${name}.js`;
        }
      }
    }
  }
  return entries;
}

/** What `*` stands for, in the paths of the compiled modules that match. */
function namesLike(path) {
  const [before, ...after] = path.split('*');
  const pattern = new RegExp(`^${before}([^/]+)${after.join('\\1')}\\.js$`);
  return filesIn(compiled)
    .map((file) => relative(compiled, file).match(pattern)?.[1])
    .filter((name) => name !== undefined);
}

const isPackage = (id) => !/^[./]/.test(id) && !id.startsWith(compiled);

/** What every compiled module imports, and those that are imported dynamically, then the entry points. */
async function graphOf(input) {
  const imports = new Map();
  const late = new Set();
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
          for (const one of dynamicallyImportedIds) late.add(one);
        },
      },
    ],
  });
  await bundle.close();
  const starts = [...new Set([...[...late].sort(), ...input])];
  return { imports, late, starts: starts.map((id) => relative(compiled, id)) };
}

/** The modules that these reach by static imports, with themselves, and the packages. */
function reached({ imports }, names) {
  const found = new Set(names.map((name) => `${compiled}${name}`));
  for (const id of found) for (const imported of imports.get(id) ?? []) found.add(imported);
  return found;
}

/**
 * A rollup plugin: code that is loaded at another time gets its own copy of the modules in `COPIED`. Those of the
 * first load are shared, unless they are in it only for the elements: other code must not load Lit for them.
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
      if (core.has(id) || graph.late.has(id)) return null;
      if (!COPIED.some((pattern) => pattern.test(name))) return null;
      const [part, modules] = partOf(importer);
      return first.has(id) && modules.has('lit') ? null : `${id}?${part}`;
    },
  };
}

/**
 * A rollup plugin: removes imports of chunks that bind nothing. Rollup adds them for the order of side effects, which
 * no chunk has; bundlers would load the chunk for them.
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
      // As long as before, so that the map stays right.
      return { code: code.replace(DIRECTIVE, (text) => ' '.repeat(text.length)), map: null };
    },
    banner: ({ facadeModuleId }) => (marked.has(facadeModuleId) ? "'use client';" : ''),
  };
}
