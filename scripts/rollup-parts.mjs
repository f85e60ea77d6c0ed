import { dirname, join, relative, sep } from 'node:path';

/**
 * A rollup plugin: what a bundle imports dynamically from a module of `names` it will import from a file
 * that another build writes.
 *
 * @param {{ names: readonly string[], root: string, to: string }} options `names`: paths below the folder
 *   `root`; `to`: where the files are, as the chunk that imports them writes it
 */
export const leaveOut = ({ names, root, to }) => ({
  name: 'leave-parts-out',
  resolveDynamicImport(specifier, importer) {
    if (typeof specifier !== 'string' || !specifier.startsWith('.')) return null;
    const name = relative(root, join(dirname(importer), specifier))
      .split(sep)
      .join('/');
    return names.includes(name) ? { id: `${to}${name}`, external: true } : null;
  },
});

/**
 * `importAgain(url)`, as source: an import that can be tried again. Chromium and WebKit fetch anew what they
 * could not fetch; Firefox (153) remembers the failure for each URL, so that the next try is for the same
 * file under another fragment. It fetches no second Lit: a chunk asks for Lit by the URL of the first try.
 * A file that such a chunk imports by itself stays lost in Firefox until the page is loaded again.
 */
const IMPORT_AGAIN = `
const importFailures = {};
const importedAt = {};
const importAgain = (url) =>
  import(importedAt[url] ?? url).catch((error) => {
    const count = (importFailures[url] = (importFailures[url] ?? -1) + 1);
    if (!count) throw error;
    const other = url + '#' + count;
    return import(other).then((module) => {
      importedAt[url] = other;
      return module;
    });
  });`;

/** A rollup plugin: a chunk that could not be loaded is loaded by the next import of it. */
export const retryImports = {
  name: 'retry-imports',
  renderDynamicImport: () => ({ left: 'importAgain(', right: ')' }),
  intro: ({ dynamicImports }) => (dynamicImports.length > 0 ? IMPORT_AGAIN : ''),
};

/**
 * A rollup plugin for a classic script: it imports what was left out from beside itself, and says so
 * where that is not there. Only while it runs does the page know which script it is.
 */
export const importBeside = {
  name: 'import-beside',
  renderDynamicImport: () => ({ left: 'importBeside(', right: ')' }),
  intro: () => `
// Not by name: <img name="currentScript"> would stand in for it. MooTools replaces \`Document\`.
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
/** True where a server answers, and lets no other origin read what it says. */
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
