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
 * A rollup plugin for a classic script: it imports what was left out from beside itself, and says so
 * where that is not there. Only while it runs does the page know which script it is.
 */
export const importBeside = {
  name: 'import-beside',
  renderDynamicImport: () => ({ left: 'importBeside(', right: ')' }),
  intro: () => `
// Not by name: <img name="currentScript"> would stand in for it.
const ownScript = Reflect.get(Document.prototype, 'currentScript', document);
const ownUrl = ownScript instanceof HTMLScriptElement ? ownScript.src : '';
const importBeside = async (path) => {
  try {
    return await import(new URL(path, ownUrl).href);
  } catch (cause) {
    throw new Error(
      \`Could not load \${path} from beside \${ownUrl || 'a script with no src'}: publish the folder "parts" together with the script.\`,
      { cause },
    );
  }
};`,
};
