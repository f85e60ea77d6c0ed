import { posix } from 'node:path';
import { functionOf } from './rollup-pass-bindings.mjs';

/**
 * A rollup plugin, for use after `passBindings`: moves dynamic imports into functions of other chunks, and calls those
 * functions instead. Turbopack writes the dynamic imports of a large lazy chunk as a separate file, which a page loads
 * with that chunk: one more request. It writes those of a small chunk, and of the first load, into the same file as
 * the chunk.
 *
 * @param {Record<string, readonly string[]>} moved the names of the chunks that are imported dynamically, by the name
 *   of the chunk that imports them instead
 * @param {readonly string[]} lazy the names of the lazy chunks: see `passBindings`
 */
export function moveImports(moved, lazy) {
  return {
    name: 'move-imports',
    renderChunk(code, chunk, _options, { chunks }) {
      const named = (name) => {
        const found = Object.values(chunks).find((one) => one.name === name);
        if (!found) throw new Error(`There is no chunk ${name}.`);
        return found;
      };
      let result = code;
      for (const [name, names] of Object.entries(moved)) {
        const host = named(name);
        const targets = names.map(named);
        const change = chunk.name === name ? addImports : callImports;
        result = change(result, chunk, host, targets, lazy.includes(name));
      }
      return result === code ? null : { code: result, map: null };
    },
  };
}

const importOf = ({ name }) => `import_${name.replaceAll('-', '_')}`;
const pathTo = (chunk, { fileName }) => {
  const path = posix.relative(posix.dirname(chunk.fileName), fileName);
  return path.startsWith('.') ? path : `./${path}`;
};

/** The end of a lazy chunk: see `passBindings`. */
const END = /(?= \};\n\}\n$)/;

/** The code of the chunk that gets the imports. The function of a lazy chunk returns the namespace of its module. */
function addImports(code, _chunk, host, targets, isLazy) {
  const imports = targets.map((each) => [importOf(each), `() => import('${pathTo(host, each)}')`]);
  if (isLazy && !END.test(code)) throw new Error(`${host.name} does not end with its namespace.`);
  return isLazy
    ? code.replace(END, imports.map((pair) => `, ${pair.join(': ')}`).join(''))
    : code + imports.map((pair) => `export const ${pair.join(' = ')};\n`).join('');
}

/** The code of another chunk, which calls the functions instead of the imports. */
function callImports(code, chunk, host, targets, isLazy) {
  let result = code;
  const used = [];
  for (const target of targets) {
    const name = importOf(target);
    const load = isLazy ? `${functionOf(host)}().then((lazy) => lazy.${name}())` : `${name}()`;
    const next = result.replaceAll(`import('${pathTo(chunk, target)}')`, load);
    if (next !== result) used.push(name);
    result = next;
  }
  return isLazy || used.length === 0
    ? result
    : `import { ${used.join(', ')} } from '${pathTo(chunk, host)}';\n${result}`;
}
