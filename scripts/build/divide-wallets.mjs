import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { parseAst } from 'rollup/parseAst';
import { markPure } from '../rollup-pure.mjs';
import { readCompiled } from '../rollup-read-compiled.mjs';

/** What pages need of a wallet before the first request. */
const KNOWN = ['info', 'create'];

/**
 * Divides the file of each wallet, because a bundler loads either all of a module or nothing of it: `wallets/known.js`
 * gets what pages need of every wallet before the first request, and the wallet's file imports it.
 *
 * @param {string} modules the folder of the compiled modules
 */
export async function divideWallets(modules) {
  const folder = join(modules, 'wallets');
  const all = join(folder, 'all.js');
  const files = readFileSync(all, 'utf8').match(/\.\/[^']+/g);
  const bundle = await rollup({
    input: all,
    external: (id, importer, isResolved) => importer && !isResolved && !files.includes(id),
    treeshake: { moduleSideEffects: false },
    logLevel: 'silent',
    plugins: [readCompiled(folder, () => false), keepKnown, markPure(() => true)],
  });
  await bundle.write({ file: join(folder, 'known.js'), sourcemap: true });
  await bundle.close();
  const definitions = files.map((file) => definitionIn(readFileSync(join(folder, file), 'utf8')));
  const names = definitions
    .sort((a, b) => a.order.value.value - b.order.value.value)
    .map(({ name }) => name);
  for (const file of files) edit(join(folder, file), importKnown);
  for (const [before, after] of [
    ["* as all from './all.js'", `{ ${names} } from './known.js'`],
    ['inOrder(all)', `[${names}]`],
  ]) {
    edit(join(folder, 'catalog.js'), (code) => code.replace(before, after));
  }
}

/** A rollup plugin: replaces `defineWallet({ … })` with an object that has only the members in `KNOWN`. */
const keepKnown = {
  name: 'keep-known',
  transform(code) {
    const found = definitionIn(code);
    if (!found) return null;
    const members = found.known.map(({ start, end }) => code.slice(start, end));
    return {
      code: `${code.slice(0, found.start)}{ ${members.join(', ')} }${code.slice(found.end)}`,
      map: null,
    };
  },
};

/**
 * Replaces the members in `KNOWN` with `...known`, and removes `order`. No line moves, so that the source map stays
 * correct.
 */
function importKnown(code) {
  const { name, object, known, order } = definitionIn(code);
  let rest = code;
  for (const { start, end } of [...known, order].sort((a, b) => b.start - a.start)) {
    const lines = code.slice(start, end).replaceAll(/[^\n]/g, '');
    rest = rest.slice(0, start) + lines + rest.slice(end).replace(/^,/, '');
  }
  const at = object.start + 1;
  return `import { ${name} as known } from './known.js';${rest.slice(0, at)} ...known,${rest.slice(at)}`;
}

/** The statement `export const name = defineWallet({ … })`. Undefined in a module without it. */
function definitionIn(code) {
  for (const { declaration } of parseAst(code).body) {
    const [{ id, init } = {}] = declaration?.declarations ?? [];
    if (init?.callee?.name !== 'defineWallet') continue;
    const [object] = init.arguments;
    const members = (names) => object.properties.filter(({ key }) => names.includes(key?.name));
    const [order] = members(['order']);
    const { start, end } = init;
    return { name: id.name, start, end, object, known: members(KNOWN), order };
  }
  return undefined;
}

function edit(file, change) {
  const code = readFileSync(file, 'utf8');
  const changed = change(code);
  if (changed === code) throw new Error(`${file} could not be divided.`);
  writeFileSync(file, changed);
}
