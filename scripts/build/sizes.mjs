import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { compiled, entryPoint } from '../../rollup.config.mjs';
import { generate } from './bundles.mjs';
import { sourcesOf } from './sources.mjs';

/**
 * Bytes after gzip. `goal` is the design goal. `limit` is 10 % above the size that was reached: the build fails above
 * it. 1 kB is 1000 bytes.
 */
const BUDGETS = {
  './core': { goal: 8_000, limit: 10_500 },
  './sign-in: its own code': { goal: 3_000, limit: 5_500 },
  './transactions': { goal: 4_000, limit: 8_500 },
  'script tag: first load with a connect button': { goal: 18_000, limit: 26_500 },
  'script tag: a page with a token card': { goal: 45_000, limit: 60_000 },
  'script tag: all elements, the modal, English': { goal: 55_000, limit: 145_000 },
  'script tag: the one file': { goal: 45_000, limit: 126_000 },
  './react': { goal: 1_000, limit: 1_100 },
  './vue': { goal: 1_000, limit: 1_100 },
  './svelte': { goal: 1_000, limit: 1_100 },
  './solid': { goal: 1_000, limit: 1_100 },
  'drop-in for @stacks/connect: its own code': { goal: 8_000, limit: 9_900 },
};

/**
 * Limits of what a page with the script tag and a connect button loads, in bytes (gzip) and requests.
 * test/transfer.test.mjs checks them in a browser.
 */
export const VISIT = {
  'until the button is shown': {
    bytes: BUDGETS['script tag: first load with a connect button'].limit,
    requests: 1,
  },
  'with the picker open': { bytes: 62_400, requests: 6 },
};

/** Measured without the rest of the package and without the framework, which the apps load in any case. */
const FRAMEWORKS = ['react', 'vue', 'svelte', 'solid'];

const ENTRY_POINTS = {
  '.': 'index.js',
  './core': 'core/index.js',
  './metadata': 'metadata/index.js',
  './verify': 'verify/index.js',
  './transactions': 'transactions/index.js',
};

/**
 * Measures each entry point of the package, with its static imports, and each part that is loaded on demand.
 * size-limit is not used: it measures files by name, but only Rollup's output has the files that a page loads.
 *
 * @returns {Promise<{ table: string, faults: string[] }>} faults: exceeded limits, budgets without a size, and outputs
 *   that contain Lit but must not
 */
export async function measure({ dist, written, dropIn }) {
  const faults = [];
  const rows = [];
  const add = (name, chunks) => rows.push([name, sizeOf(chunks), chunks]);
  for (const [name, file] of Object.entries(ENTRY_POINTS)) {
    const output = await generate(entryPoint(`${dist}/${file}`));
    add(name, reach(output, [output[0]]));
    if (name === './core' && containsLit(output)) faults.push('./core contains Lit.');
  }

  // What a page with ./core loads in addition.
  const core = await generate(entryPoint(`${compiled}core/index.js`));
  const inCore = new Set(core.flatMap((chunk) => Object.keys(chunk.modules ?? {})));
  const signIn = await generate({
    ...entryPoint(`${compiled}sign-in/index.js`),
    external: (id) => inCore.has(id),
  });
  add(
    './sign-in: its own code',
    signIn.filter(({ type }) => type === 'chunk'),
  );

  for (const name of FRAMEWORKS) {
    const options = entryPoint(`${compiled}frameworks/${name}.js`);
    const external = (id) => !/^\.\/wallet\.js$|\/frameworks\//.test(id);
    const onLog = (level, log, handle) =>
      log.code === 'MODULE_LEVEL_DIRECTIVE' || options.onLog(level, log, handle);
    const [chunk] = await generate({ ...options, external, onLog });
    add(`./${name}`, [chunk]);
  }

  const { oneFile } = written;
  const [modules, parts] = [written.modules, written.parts].map((output) =>
    output.filter(({ type }) => type === 'chunk'),
  );
  const entry = find(modules, 'stacks-wallet-elements.js');
  const first = reach(modules, [entry]);
  const all = reach(modules, [entry], ({ imports, dynamicImports }) => [
    ...imports,
    ...dynamicImports,
  ]);
  add('script tag: first load with a connect button', first);
  const card = modules.find(({ facadeModuleId }) =>
    facadeModuleId?.endsWith('/elements/ft-metadata-card/define.js'),
  );
  add('script tag: a page with a token card', reach(modules, [entry, card]));
  add('script tag: all elements, the modal, English', all);
  add('script tag: the one file', [oneFile[0]]);
  add('drop-in for @stacks/connect: its own code', reach(dropIn, [find(dropIn, 'index.mjs')]));
  for (const part of parts) {
    // Both bundles contain Lit, so a part would load a second copy.
    if (containsLit([part])) faults.push(`${part.fileName} contains Lit.`);
    add(`on demand: ${part.name}`, [part]);
  }

  const names = rows.map(([name]) => name);
  const unknown = Object.keys(BUDGETS).filter((name) => !names.includes(name));
  faults.push(...unknown.map((name) => `There is no size of ${name}.`));
  for (const [name, { gzip }] of rows) {
    const limit = BUDGETS[name]?.limit;
    if (gzip > limit) faults.push(`${name}: ${gzip} bytes of gzip, ${limit} allowed.`);
  }
  return { table: `${table(rows)}\n\n${madeOf(rows)}`, faults };
}

/** What each size with a goal is made of: kB of gzip by package or folder. */
function madeOf(rows) {
  return rows
    .filter(([name]) => BUDGETS[name])
    .map(([name, { gzip }, chunks]) => {
      const sources = sourcesOf(chunks).filter(([, bytes]) => bytes >= gzip / 100);
      const rest = gzip - sources.reduce((sum, [, bytes]) => sum + bytes, 0);
      const parts = [...sources, ['the rest', rest]].map(
        ([source, bytes]) => `${source} ${(bytes / 1000).toFixed(1)}`,
      );
      return `${name}, in kB of gzip:\n  ${parts.join(', ')}`;
    })
    .join('\n');
}

/** The chunks in `start`, and the chunks that they import; by default, statically. */
function reach(output, start, next = ({ imports }) => imports) {
  const chunks = new Set(start);
  for (const chunk of chunks) {
    for (const fileName of next(chunk)) {
      const found = find(output, fileName);
      if (found) chunks.add(found);
    }
  }
  return chunks;
}

function find(output, fileName) {
  return output.find((chunk) => chunk.fileName === fileName);
}

function containsLit(output) {
  return output.some((chunk) =>
    Object.keys(chunk.modules ?? {}).some((id) => /\/node_modules\/(lit|@lit)/.test(id)),
  );
}

/** The total size of chunks. Each is compressed by itself, as a server does. */
function sizeOf(chunks) {
  let raw = 0;
  let gzip = 0;
  for (const chunk of chunks) {
    const code = withStableHashes(chunk.code);
    raw += Buffer.byteLength(code);
    gzip += gzipSync(code, { level: 9 }).length;
  }
  return { raw, gzip };
}

/**
 * The code with a hash of its name in the name of each chunk, and in the key of the shared entry. A hash of the content
 * changes with every comment, and changes the size by up to 75 bytes of gzip.
 */
function withStableHashes(code) {
  return code
    .replace(/([\w-]+)-[\w-]{6}(?=\.js\b)/g, (_, name) => `${name}-${hash(name, 6)}`)
    .replace(/(stacks-wallet-elements)@[\w-]{8}/g, (_, name) => `${name}@${hash(name, 8)}`);
}

const hash = (name, length) =>
  createHash('sha256').update(name).digest('base64url').slice(0, length);

function table(rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  const line = (name, ...cells) =>
    name.padEnd(width) + cells.map((c) => `${c}`.padStart(10)).join('');
  return [
    line('bytes', 'raw', 'gzip', 'limit', 'goal'),
    ...rows.map(([name, { raw, gzip }]) => {
      const { limit = '', goal = '' } = BUDGETS[name] ?? {};
      return line(name, raw, gzip, limit, goal);
    }),
  ].join('\n');
}
