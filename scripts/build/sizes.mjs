import { gzipSync } from 'node:zlib';
import { door } from '../../rollup.config.mjs';
import { generate } from './bundles.mjs';

/**
 * Bytes after gzip. `goal` is what the design asks for; `limit` fails the build, so that a goal which is
 * not reached yet does not move further away. 1 kB is 1000 bytes.
 */
const BUDGETS = {
  './core': { goal: 8_000, limit: 8_000 },
  'script tag: first load with a connect button': { goal: 18_000, limit: 22_800 },
  'script tag: all elements, the modal, English': { goal: 36_000, limit: 76_500 },
  'script tag: the one file': { goal: 45_000, limit: 65_450 },
};

const DOORS = { '.': 'index.js', './core': 'core/index.js', './metadata': 'metadata/index.js' };

/**
 * What each door of the package weighs: what is loaded at once, and, of what is loaded late, each
 * piece with what only it brings. size-limit weighs files by name: which of them a page loads, only Rollup's output
 * says.
 *
 * @returns {Promise<{ table: string, faults: string[] }>} faults: budgets passed, and Lit where it
 *   must not be
 */
export async function measure({ dist, written }) {
  const faults = [];
  const rows = [];
  for (const [name, file] of Object.entries(DOORS)) {
    const output = await generate(door(`${dist}/${file}`));
    rows.push([name, weigh(reach(output, [output[0]]))]);
    if (name === './core' && holdsLit(output)) faults.push('./core holds Lit.');
  }

  const { oneFile } = written;
  const [modules, parts] = [written.modules, written.parts].map((output) =>
    output.filter(({ type }) => type === 'chunk'),
  );
  const entry = find(modules, 'stacks-wallet-elements.js');
  const button = modules.filter(({ facadeModuleId }) =>
    facadeModuleId?.endsWith('/define/wallet-connect-button.js'),
  );
  const first = reach(modules, [entry, ...button]);
  const all = reach(modules, [entry], ({ imports, dynamicImports }) => [
    ...imports,
    ...dynamicImports,
  ]);
  rows.push(['script tag: first load with a connect button', weigh(first)]);
  rows.push(['script tag: all elements, the modal, English', weigh(all)]);
  rows.push(['script tag: the one file', weigh([oneFile[0]])]);
  for (const part of parts) {
    // Both bundles have a Lit of their own inside, and would get a second one.
    if (holdsLit([part])) faults.push(`${part.fileName} brings Lit.`);
    rows.push([`late: ${part.name}`, weigh([part])]);
  }

  for (const [name, { gzip }] of rows) {
    const limit = BUDGETS[name]?.limit;
    if (gzip > limit) faults.push(`${name}: ${gzip} bytes of gzip, ${limit} allowed.`);
  }
  return { table: table(rows), faults };
}

/** The chunks that loading `start` loads, by static imports unless told otherwise. */
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

function holdsLit(output) {
  return output.some((chunk) =>
    Object.keys(chunk.modules ?? {}).some((id) => /\/node_modules\/(lit|@lit)/.test(id)),
  );
}

/** Each file is compressed by itself, as a server does it. */
function weigh(chunks) {
  let raw = 0;
  let gzip = 0;
  for (const { code } of chunks) {
    raw += Buffer.byteLength(code);
    gzip += gzipSync(code, { level: 9 }).length;
  }
  return { raw, gzip };
}

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
