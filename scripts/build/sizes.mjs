import { build } from 'esbuild';
import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../run.mjs';

/**
 * Bytes after gzip that were reached. The build fails 10 % above: change a number here if a feature is worth it.
 * 1 kB is 1000 bytes.
 */
const REACHED = {
  '.': 31_200,
  './core': 19_100,
  './metadata': 17_700,
  './verify': 61_400,
  './sign-in': 26_350,
  './transactions': 12_400,
  './payments': 32_150,
  './payments/server': 22_150,
  './clarity': 10_500,
  './contracts': 48_900,
  './contracts, beside ./core': 25_000,
  './react': 4_500,
  './vue': 4_650,
  './svelte': 4_500,
  './solid': 4_600,
  'script tag: the button': 34_400,
  'script tag: the button and the open picker': 80_300,
  'script tag: a token card': 69_600,
  'script tag: all elements': 166_400,
  'script tag: the one file': 214_200,
  'drop-in for @stacks/connect': 12_300,
};
const ROOM = 1.1;

/** The most requests of a page with the script tag. test/pages/transfer.test.mjs counts them in a browser. */
export const VISIT = {
  'until the button is shown': {
    bytes: Math.round(REACHED['script tag: the button'] * ROOM),
    requests: 1,
  },
  'with the picker open': {
    bytes: Math.round(REACHED['script tag: the button and the open picker'] * ROOM),
    requests: 4,
  },
};

const FRAMEWORKS = ['react', 'vue', 'solid-js', 'svelte'];

const ENTRY_POINTS = {
  '.': 'index.js',
  './core': 'core/index.js',
  './metadata': 'metadata/index.js',
  './verify': 'verify/index.js',
  './sign-in': 'sign-in/index.js',
  './transactions': 'transactions/index.js',
  './payments': 'payments/index.js',
  './payments/server': 'payments/server/index.js',
  './clarity': 'clarity/index.js',
  './contracts': 'contracts/index.js',
  './react': 'frameworks/react.js',
  './vue': 'frameworks/vue.js',
  './svelte': 'frameworks/svelte.js',
  './solid': 'frameworks/solid.js',
};

/**
 * Measures what a page loads first. `.` and the other entry points are bundled as in an app, with their static imports.
 *
 * @param {{ dist: string, modules: object[], oneFile: object[], dropIn: string }} written the output of Rollup, and the
 *   module of the drop-in
 * @returns {Promise<{ table: string, faults: string[] }>} `faults`: sizes above the limit, and Lit in `./core`
 */
export async function measure({ dist, modules, oneFile, dropIn }) {
  const sizes = {};
  const faults = [];
  for (const [name, file] of Object.entries(ENTRY_POINTS)) {
    // The modules for frameworks are measured without what an app loads in any case. For esbuild, `../*` is also what lies
    // below the parent of this repository.
    const layers = ['contracts', 'core', 'define', 'lib', 'metadata', 'stacks', 'transactions'];
    const external = file.startsWith('frameworks/')
      ? [
          '../errors.js',
          '../../errors.js',
          '../../lib/*',
          ...layers.map((name) => `../${name}/*`),
          ...FRAMEWORKS,
        ]
      : [];
    const chunks = await bundled(`${dist}/${file}`, external);
    sizes[name] = chunks;
    // An app that follows only the wallet has only that hook.
    if (file.startsWith('frameworks/') && (await hasContracts(dist, file))) {
      faults.push(`useWallet of ${name} contains code for contracts.`);
    }
    if (name === './core' && chunks.some(containsLit)) faults.push('./core contains Lit.');
  }
  // An app that connects wallets has the modules of the client in any case.
  const IN_CORE = ['../core/*', '../errors.js', '../http/*', '../lib/*'];
  sizes['./contracts, beside ./core'] = await bundled(`${dist}/contracts/index.js`, IN_CORE);
  const [entry] = modules;
  const chunk = (name) => modules.find(({ fileName }) => fileName.startsWith(`chunks/${name}-`));
  sizes['script tag: the button'] = [entry];
  sizes['script tag: the button and the open picker'] = reach(modules, [
    entry,
    chunk('picker'),
    chunk('request'),
  ]);
  sizes['script tag: a token card'] = reach(modules, [entry, chunk('token')]);
  sizes['script tag: all elements'] = reach(modules, [
    entry,
    ...modules.filter(({ moduleIds }) =>
      moduleIds.some((id) => id.includes('/elements/') && id.endsWith('/define.js')),
    ),
    chunk('request'),
  ]);
  sizes['script tag: the one file'] = oneFile;
  sizes['drop-in for @stacks/connect'] = await bundled(dropIn, [
    'stacks-wallet-elements',
    '@stacks/*',
  ]);

  const lines = Object.entries(sizes).map(([name, chunks]) => {
    const [bytes, most] = [gzip(chunks), Math.round(REACHED[name] * ROOM)];
    if (!(bytes <= most)) faults.push(`${name}: ${bytes} bytes of gzip, ${most} allowed.`);
    if (!USES_CONTRACTS.test(name) && chunks.some(containsContracts)) {
      faults.push(`${name} contains code for contracts.`);
    }
    return `${name.padEnd(42)} ${`${bytes}`.padStart(8)} ${`${REACHED[name]}`.padStart(8)}`;
  });
  return { table: lines.join('\n'), faults };
}

/** Not counted: esbuild writes one for each file that imports a module that is not measured. An app has none of them. */
const EXTERNAL_IMPORT = /\bimport(?:[^"';]*?from)?"(?!\.\/chunk-)[^"]*";/g;

/**
 * The chunks that an app loads with this module: what it imports statically.
 *
 * @param {readonly string[]} [external]
 */
async function bundled(input, external = []) {
  const { outputFiles, metafile } = await build({
    entryPoints: [input],
    outdir: root,
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    external,
    logLevel: 'error',
  });
  const chunks = outputFiles.map(({ path, text }) => {
    const fileName = relative(root, path);
    const { imports, inputs, entryPoint } = metafile.outputs[fileName];
    return {
      fileName,
      code: text.replace(EXTERNAL_IMPORT, ''),
      imports: imports.filter(({ kind }) => kind === 'import-statement').map((one) => one.path),
      moduleIds: Object.keys(inputs),
      isEntry: input.endsWith(`/${entryPoint}`),
    };
  });
  return reach(
    chunks,
    chunks.filter(({ isEntry }) => isEntry),
  );
}

/** Whether an app that uses only `useWallet` of a module for frameworks contains code for contracts. */
async function hasContracts(dist, file) {
  const { metafile } = await build({
    stdin: { contents: `export { useWallet } from './${file}';`, resolveDir: dist },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    splitting: true,
    outdir: root,
    external: FRAMEWORKS,
    logLevel: 'error',
  });
  const stdin = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === '<stdin>');
  return Object.entries(stdin.inputs).some(
    ([id, { bytesInOutput }]) => bytesInOutput > 0 && /\bdist\/contracts\//.test(id),
  );
}

/** The chunks in `start`, and those that they import statically. */
function reach(output, start) {
  const found = new Set(start);
  for (const { imports } of found) {
    for (const file of imports) {
      const chunk = output.find(({ fileName }) => fileName === file);
      if (chunk) found.add(chunk);
    }
  }
  return [...found];
}

/** All others load nothing of contracts first. */
const USES_CONTRACTS = /contracts|clarity|payments\/server|all elements|the one file/;
const containsContracts = ({ moduleIds }) =>
  moduleIds.some((id) => /\bdist\/(?:clarity|contracts)\//.test(id));
const containsLit = ({ moduleIds }) => moduleIds.some((id) => /node_modules\/@?lit/.test(id));

/** Each chunk is compressed by itself, as a server does. */
const gzip = (chunks) =>
  chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
