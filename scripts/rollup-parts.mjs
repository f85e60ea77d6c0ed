import { dirname, join, relative, sep } from 'node:path';

/**
 * A rollup plugin: keeps the modules `names` out of the bundle. A dynamic import of such a module becomes an import of
 * a file in the folder `parts`, which another build writes.
 *
 * @param {{ names: readonly string[], root: string }} options `names`: paths relative to `root`, the folder of the
 *   entry
 */
export const leaveOut = ({ names, root }) => ({
  name: 'leave-parts-out',
  resolveDynamicImport(specifier, importer) {
    if (typeof specifier !== 'string' || !specifier.startsWith('.')) return null;
    const name = relative(root, join(dirname(importer), specifier))
      .split(sep)
      .join('/');
    return names.includes(name) ? { id: `${root}parts/${name}`, external: 'relative' } : null;
  },
});

/**
 * The source of `importAgain(url, ...beside)`: an import that can be retried. Chromium and WebKit fetch a failed module
 * again. Firefox (153) caches the failure for each URL, so the next attempt adds a fragment to the URL. Lit is
 * not loaded twice, since a chunk imports Lit by its original URL. In Firefox, if a static import of such a chunk
 * failed, it fails again until the page is reloaded.
 */
const IMPORT_AGAIN = `
const importFailures = {};
const importedAt = {};
const importAgain = (url, ...beside) => {
  for (const other of beside) import(other).catch(() => {});
  return import(importedAt[url] ?? url).catch((error) => {
    const count = (importFailures[url] = (importFailures[url] ?? -1) + 1);
    if (!count) throw error;
    const other = url + '#' + count;
    return import(other).then((module) => {
      importedAt[url] = other;
      return module;
    });
  });
};`;

/**
 * A rollup plugin: if a chunk failed to load, the next import tries again. The chunks that it imports are fetched at
 * the same time: otherwise their requests start one round trip later. The entry is excluded: it is already loaded.
 */
export const retryImports = {
  name: 'retry-imports',
  renderDynamicImport({ chunk, getTargetChunkImports }) {
    const beside = (getTargetChunkImports() ?? [])
      .filter(
        ({ type, chunk: other }) =>
          type === 'internal' && !other.isEntry && other.name !== chunk.name,
      )
      .map(({ resolvedImportPath }) => `, ${resolvedImportPath}`);
    return { left: 'importAgain(', right: `${beside.join('')})` };
  },
  intro: ({ dynamicImports }) => (dynamicImports.length > 0 ? IMPORT_AGAIN : ''),
};

/**
 * A rollup plugin for a classic script: imports the parts relative to the script's URL, with a clear error if they
 * are missing. `document.currentScript` is set only while the script runs.
 */
export const importBeside = {
  name: 'import-beside',
  renderDynamicImport: () => ({ left: 'importBeside(', right: ')' }),
  intro: () => `
// Not document.currentScript: <img name="currentScript"> would shadow it. MooTools replaces \`Document\`.
const ownScript = Reflect.get(Object.getPrototypeOf(document), 'currentScript', document);
const ownUrl = ownScript instanceof HTMLScriptElement ? ownScript.src : '';
const importBeside = async (path) => {
  let url;
  try {
    url = new URL(path, ownUrl || undefined).href;
    return await importAgain(url);
  } catch (cause) {
    throw new Error(
      \`Could not load \${path} from beside \${ownUrl || 'a script with no src'}: \${
        (await lacksCors(url))
          ? 'the server must send the header Access-Control-Allow-Origin for it, because this page is of another origin. A script tag needs none, import() does.'
          : 'publish the folder "parts" together with the script.'
      }\`,
      { cause },
    );
  }
};
/** True if the server answers, but does not allow other origins to read the answer. */
const lacksCors = async (url) => {
  if (!url || new URL(url).origin === location.origin) return false;
  const answers = (mode) =>
    fetch(url, { method: 'HEAD', mode }).then(
      () => true,
      () => false,
    );
  return !(await answers('cors')) && (await answers('no-cors'));
};
${IMPORT_AGAIN}`,
};
