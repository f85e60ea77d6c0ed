import { createHash } from 'node:crypto';

/**
 * A placeholder of the same length, used instead of the key until the code is minified: SWC counts the characters of
 * strings, too, when it chooses short names, so each key would give other names.
 */
const KEY = `stacks-wallet-elements@${'0'.repeat(8)}`;
const SHARED = `globalThis[Symbol.for('${KEY}')]`;

/**
 * Two rollup plugins: the entry is one file, and is loaded once even if the page adds a query to its URL. If chunks
 * imported the entry by its URL, such a page would load it twice. A separate chunk for the shared code would cost a
 * round trip. So the entry stores the bindings that chunks need on the global object, with a key that is specific to
 * this build. A chunk runs only after the entry has run.
 *
 * Chunks get copies of the bindings, so no module in the entry may change a variable that it exports: ESLint forbids
 * `export let`.
 */
export function shareEntry(entryFile) {
  let key;
  let publicNames;
  const share = {
    name: 'share-entry',
    async renderStart() {
      const hash = createHash('sha256');
      for (const id of [...this.getModuleIds()].sort())
        hash.update(this.getModuleInfo(id).code ?? '');
      key = `stacks-wallet-elements@${hash.digest('base64url').slice(0, 8)}`;
      const entries = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id).isEntry);
      publicNames = new Set((await Promise.all(entries.map((id) => exportsOf(this, id)))).flat());
    },
    renderChunk(code, { fileName }, _options, { chunks }) {
      const isEntry = fileName === entryFile;
      const needed = new Set(
        Object.values(chunks).flatMap(({ importedBindings }) => importedBindings[entryFile] ?? []),
      );
      return {
        code: isEntry ? shareExports() : readImports(),
        // Each statement stays on its line, so the map stays correct.
        map: null,
      };

      function shareExports() {
        const [statement, list] = /^export \{(.*)\};$/m.exec(code);
        const bindings = list.split(',').map((each) => each.trim().split(' as '));
        const named = (names, write) =>
          bindings
            .filter(([local, name = local]) => names.has(name))
            .map(([local, name = local]) => write(local, name));
        const values = named(needed, (local, name) => `${name}: ${local}`);
        const exported = named(publicNames, (local, name) => `${local} as ${name}`);
        return code.replace(
          statement,
          `${SHARED} ??= { ${values.join(', ')} }; export { ${exported.join(', ')} };`,
        );
      }

      function readImports() {
        return code.replace(/^import (?:\{(.*)\} from )?'(.*)';$/gm, (statement, list = '', from) =>
          from.endsWith(`/${entryFile}`) ? `const { ${properties(list)} } = ${SHARED};` : statement,
        );
      }
    },
  };
  const writeKey = {
    name: 'share-entry-key',
    renderChunk: {
      order: 'post',
      handler: (code) => ({ code: code.replaceAll(KEY, key), map: null }),
    },
  };
  return [share, writeKey];
}

/** The names of an import as properties of an object pattern. A name may be `as`. */
const properties = (list) =>
  list
    .split(',')
    .map((each) => each.trim().split(' as ').join(': '))
    .join(', ');

/** The names that a module exports, including those of `export * from`. */
async function exportsOf(context, id) {
  const names = Object.entries(context.getModuleInfo(id).exportedBindings).map(
    async ([source, bindings]) => {
      if (!bindings.includes('*')) return bindings;
      const { id: reexported } = await context.resolve(source, id);
      return exportsOf(context, reexported);
    },
  );
  return (await Promise.all(names)).flat();
}
