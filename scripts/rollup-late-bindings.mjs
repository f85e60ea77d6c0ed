/**
 * A rollup plugin: these chunks import nothing; the one chunk that imports them, dynamically, passes what they need.
 * esbuild writes one file for all that the same dynamic imports share. If a late chunk imported the chunk that loads
 * it, esbuild would split that one, which costs a request at the user's first click.
 *
 * Late chunks get copies of the bindings: ESLint forbids `export let`.
 *
 * @param {readonly string[]} names of the chunks
 */
export function passBindings(names) {
  const isLate = ({ name, isEntry }) => !isEntry && names.includes(name);
  return {
    name: 'pass-bindings',
    renderChunk(code, chunk, _options, { chunks }) {
      const all = Object.values(chunks);
      const late = all.filter(
        (each) => isLate(each) && chunk.dynamicImports.includes(each.fileName),
      );
      let result = isLate(chunk) ? takeBindings(code, needsOf(chunk)) : code;
      for (const each of late) {
        const importers = all.filter(({ imports, dynamicImports }) =>
          [...imports, ...dynamicImports].includes(each.fileName),
        );
        if (importers.length !== 1) throw new Error(`${each.name} has more than one importer`);
        result = giveBindings(result, chunk, each, all);
      }
      return result === code ? null : { code: result, map: null };
    },
  };
}

const IMPORT = /^import \{ (.*) \} from '(.*)';\n/gm;
const EXPORT = /^export \{ (.*) \};$/m;

/** What a chunk imports, in the order in which it is passed. */
const needsOf = ({ importedBindings }) =>
  Object.entries(importedBindings).flatMap(([from, names]) =>
    names.map((name) => ({ from, name })),
  );

/** `a as b` of an import or export, as pairs. */
const pairsOf = (list) => list.split(', ').map((each) => each.split(' as '));
const baseOf = (path) => path.split('/').at(-1);

/** The code of a late chunk, as a function of its imports. */
function takeBindings(code, needs) {
  const locals = new Map();
  let body = code.replace(IMPORT, (_, list, from) => {
    for (const [name, local = name] of pairsOf(list)) locals.set(`${baseOf(from)} ${name}`, local);
    return '';
  });
  let exported;
  body = body.replace(EXPORT, (_, list) => {
    exported = pairsOf(list).map(([local, name = local]) =>
      local === name ? name : `${name}: ${local}`,
    );
    return '';
  });
  if (/^(?:import|export) /m.test(body)) throw new Error('an import or export of another form');
  const params = needs.map(({ from, name }) => locals.get(`${baseOf(from)} ${name}`));
  return `let made;
/** The module, made of what it needs. */
export const withBindings = (...given) => (made ??= make(...given));
function make(${params.join(', ')}) {
${body.trim()}
return { ${exported.join(', ')} };
}
`;
}

/** The code of the importer, which passes its own bindings and those that it imports. */
function giveBindings(code, chunk, late, all) {
  const own = new Map();
  for (const [, list] of code.matchAll(new RegExp(EXPORT, 'gm')))
    for (const [local, name = local] of pairsOf(list)) own.set(name, local);
  const imported = new Map();
  for (const [, list, from] of code.matchAll(IMPORT))
    for (const [name, local = name] of pairsOf(list))
      imported.set(`${baseOf(from)} ${name}`, local);

  let added = '';
  const args = needsOf(late).map(({ from, name }) => {
    if (from === chunk.fileName) return own.get(name);
    const key = `${baseOf(from)} ${name}`;
    if (!imported.has(key)) {
      const path = all.some(({ fileName }) => fileName === from) ? `./${baseOf(from)}` : from;
      const local = `${name}$late`;
      added += `import { ${name} as ${local} } from '${path}';\n`;
      imported.set(key, local);
    }
    return imported.get(key);
  });
  const used = new Set(
    all
      .filter((each) => each !== late)
      .flatMap((each) => each.importedBindings[chunk.fileName] ?? []),
  );
  const onlyLate = (name) =>
    late.importedBindings[chunk.fileName]?.includes(name) && !used.has(name);
  const before = `import('./${baseOf(late.fileName)}')`;
  if (code.split(before).length !== 2) throw new Error(`${late.name} is imported more than once`);
  return (
    added +
    code
      .replace(before, `${before}.then((late) => late.withBindings(${args.join(', ')}))`)
      .replace(EXPORT, (_, list) => {
        const kept = pairsOf(list).filter(([local, name = local]) => !onlyLate(name));
        return `export { ${kept.map((pair) => pair.join(' as ')).join(', ')} };`;
      })
  );
}
