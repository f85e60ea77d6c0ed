/**
 * A rollup plugin for lazy chunks, which a dynamic import loads. The chunk that loads a lazy chunk passes it its own
 * bindings and those that it imports, so that the lazy chunk does not import them. esbuild writes one file for all
 * modules that the same dynamic imports share. If a lazy chunk imported a chunk of the first load, esbuild would write
 * that chunk as a separate file, which costs a request.
 *
 * Lazy chunks get copies of the bindings, so exported variables must not change: ESLint forbids `export let`.
 *
 * @param {readonly string[]} names the names of the lazy chunks; each is imported dynamically by one chunk
 * @param {Record<string, readonly string[]>} [moved] see `moveImports`. If the dynamic imports of a lazy chunk move to
 *   another lazy chunk, the first one gets the function that loads the other one.
 */
export function passBindings(names, moved = {}) {
  return {
    name: 'pass-bindings',
    renderChunk(code, chunk, _options, { chunks }) {
      const graph = graphOf(Object.values(chunks), names, moved);
      const given = passBindingsTo(code, chunk, graph);
      const result = graph.isLazy(chunk.fileName) ? takeBindings(given, chunk, graph) : given;
      return result === code ? null : { code: result, map: null };
    },
  };
}

const IMPORT = /^import \{ (.*) \} from '(.*)';\n/gm;
const EXPORT = /^export \{ (.*) \};$/m;

/** The names in the list of an import or export: `a as b` as a pair, `a` alone as an array of one. */
const pairsOf = (list) => list.split(', ').map((each) => each.split(' as '));
const baseOf = (path) => path.split('/').at(-1);
const keyOf = (from, name) => `${from.startsWith('@') ? from : baseOf(from)} ${name}`;
/** The name of the function that loads a chunk. */
export const functionOf = ({ name }) => `load_${name.replaceAll('-', '_')}`;

function graphOf(all, names, moved) {
  const lazy = new Map(
    all
      .filter(({ name, isEntry }) => !isEntry && names.includes(name))
      .map((each) => [each.fileName, each]),
  );
  const isLazy = (file) => lazy.has(file);
  const loaderOf = ({ name, fileName }) => {
    const loaders = all.filter(({ dynamicImports }) => dynamicImports.includes(fileName));
    if (loaders.length !== 1) throw new Error(`${name} is loaded by ${loaders.length} chunks`);
    return loaders[0];
  };
  const lazyOf = (files) => [...new Set(files)].filter(isLazy).map((file) => lazy.get(file));
  /** The lazy chunks that a lazy chunk imports, except the one that loads it. */
  const importsOf = (chunk) => lazyOf(chunk.imports).filter((each) => each !== loaderOf(chunk));
  /** The bindings that a lazy chunk gets, in order: its own, and those of the lazy chunks that it imports or loads. */
  const needsOf = (chunk) => {
    const loader = loaderOf(chunk);
    const has = new Set([loader.fileName, ...loader.imports]);
    const own = Object.entries(chunk.importedBindings).flatMap(([from, names]) =>
      names.map((name) => ({ from, name, key: keyOf(from, name) })),
    );
    const others = [...importsOf(chunk), ...lazyOf(chunk.dynamicImports)].flatMap(needsOf);
    const needs = [...own, ...others].filter(
      ({ from }) => has.has(from) && (!isLazy(from) || from === loader.fileName),
    );
    return [...new Map([...needs, ...loadersOf(chunk)].map((need) => [need.key, need])).values()];
  };
  /** The functions that load the lazy chunks to which dynamic imports of this chunk move. */
  const loadersOf = (chunk) =>
    [...lazy.values()]
      .filter((host) =>
        all.some(
          ({ name, fileName }) =>
            moved[host.name]?.includes(name) && chunk.dynamicImports.includes(fileName),
        ),
      )
      .map((host) => {
        const [from, name] = [loaderOf(host).fileName, functionOf(host)];
        return { from, name, key: keyOf(from, name), isFunction: true };
      });
  return { all, isLazy, lazyOf, importsOf, needsOf };
}

/** The code of a chunk, which passes its own bindings and its imports to the lazy chunks that it loads. */
function passBindingsTo(code, chunk, { all, isLazy, lazyOf, importsOf, needsOf }) {
  const own = new Map();
  for (const [, list] of code.match(EXPORT) ? [code.match(EXPORT)] : [])
    for (const [local, name = local] of pairsOf(list)) own.set(name, local);
  const imported = new Map();
  for (const [, list, from] of code.matchAll(IMPORT))
    for (const [name, local = name] of pairsOf(list)) imported.set(keyOf(from, name), local);
  let added = '';
  let functions = '';
  const take = ({ from, name, key, isFunction }) => {
    if (isFunction) return name;
    if (from === chunk.fileName) return own.get(name);
    if (!imported.has(key)) {
      const isChunk = all.some(({ fileName }) => fileName === from);
      imported.set(key, `${name}$lazy`);
      added += `import { ${name} as ${name}$lazy } from '${isChunk ? `./${baseOf(from)}` : from}';\n`;
    }
    return imported.get(key);
  };
  let result = code;
  if (isLazy(chunk.fileName)) {
    // The lazy chunks that it imports need their bindings too.
    for (const each of importsOf(chunk)) needsOf(each).forEach(take);
  }
  for (const each of lazyOf(chunk.dynamicImports)) {
    const load = `import('./${baseOf(each.fileName)}')`;
    const args = needsOf(each).map(take).join(', ');
    result = result.replaceAll(load, `${functionOf(each)}()`);
    functions += `const ${functionOf(each)} = () => ${load}.then((lazy) => lazy.withBindings(${args}));\n`;
  }
  if (!functions) return added + result;
  const isPassed = (each, from) =>
    isLazy(each.fileName) && needsOf(each).some((need) => need.from === from);
  const used = new Set(
    all
      .filter((each) => !isPassed(each, chunk.fileName))
      .flatMap((each) => each.importedBindings[chunk.fileName] ?? []),
  );
  const passed = new Set(
    lazyOf(chunk.dynamicImports).flatMap((each) => each.importedBindings[chunk.fileName] ?? []),
  );
  result = result.replace(EXPORT, (_, list) => {
    const kept = pairsOf(list).filter(
      ([local, name = local]) => used.has(name) || !passed.has(name),
    );
    return `export { ${kept.map((pair) => pair.join(' as ')).join(', ')} };`;
  });
  const end = result.search(EXPORT);
  return added + result.slice(0, end) + functions + result.slice(end);
}

/** The code of a lazy chunk, as a function with the passed bindings as parameters. */
function takeBindings(code, chunk, { importsOf, needsOf }) {
  const needs = needsOf(chunk);
  const given = new Set(needs.map(({ key }) => key));
  const locals = new Map();
  const lazy = new Map(importsOf(chunk).map((each) => [baseOf(each.fileName), each]));
  let kept = '';
  let first = '';
  let exported;
  const body = code
    .replace(IMPORT, (statement, list, from) => {
      const pairs = pairsOf(list);
      for (const [name, local = name] of pairs) locals.set(keyOf(from, name), local);
      const other = lazy.get(baseOf(from));
      if (other) {
        const make = functionOf(other).replace('load', 'make');
        kept += `import { withBindings as ${make} } from '${from}';\n`;
        first += `const { ${pairs.map((pair) => pair.join(': ')).join(', ')} } = ${make}(${needsOf(
          other,
        )
          .map(({ key }) => `\0${key}\0`)
          .join(', ')});\n`;
      } else if (!pairs.every(([name]) => given.has(keyOf(from, name)))) kept += statement;
      return '';
    })
    .replace(EXPORT, (_, list) => {
      exported = pairsOf(list).map(([local, name = local]) =>
        local === name ? name : `${name}: ${local}`,
      );
      return '';
    });
  if (/^(?:import|export) /m.test(body)) throw new Error('Unsupported import or export form');
  first = first.replaceAll(/\0(.*?)\0/g, (_, key) => locals.get(key));
  const params = needs.map(({ name, key, isFunction }) => (isFunction ? name : locals.get(key)));
  return `${kept}let made;
/** The module, made of what it needs from the chunk that loads it. */
export const withBindings = (...given) => (made ??= make(...given));
function make(${params.join(', ')}) {
${first}${body.trim()}
return { ${exported.join(', ')} };
}
`;
}
