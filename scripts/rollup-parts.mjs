import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * Two plugins for one purpose: what few pages need, or what is too large to be loaded before it is
 * needed, stays outside the one-file bundle. A module that is imported dynamically, and that stands in one
 * of `folders` or leads to one of `packages` by static imports, is a part: the ES build writes it as a file
 * with a stable name, and the one file imports that file from beside itself.
 *
 * @param {{ root: string, folders: readonly string[], packages: readonly string[] }} options `root`: the
 *   folder of the modules, from which the names of the parts are made; `folders` are below it
 */
export function parts({ root, folders, packages }) {
  const partOf = (plugin, specifier, importer) => {
    if (typeof specifier !== 'string' || !importer.startsWith(root)) return undefined;
    if (packages.some((name) => isOf(name, specifier))) {
      throw new Error(
        `${importer} imports ${specifier} dynamically. Import a module of one's own that imports ` +
          'only the needed names from it: the whole package would be written otherwise.',
      );
    }
    if (!specifier.startsWith('.')) return undefined;
    const id = join(dirname(importer), specifier);
    const path = relative(root, id).split(sep).join('/');
    const stays = folders.some((folder) => path.startsWith(`${folder}/`));
    if (!stays && !leadsTo(plugin, id, packages)) return undefined;
    return { id, fileName: `parts/${path}` };
  };

  const written = new Set();
  return {
    /** For the ES build. */
    write: {
      name: 'write-parts',
      buildStart: () => written.clear(),
      resolveDynamicImport(specifier, importer) {
        const part = partOf(this, specifier, importer);
        if (part && !written.has(part.id)) {
          written.add(part.id);
          this.emitFile({ type: 'chunk', preserveSignature: 'strict', ...part });
        }
        return null;
      },
    },
    /** For the one file. */
    leaveBeside: {
      name: 'leave-parts-beside',
      resolveDynamicImport(specifier, importer) {
        const part = partOf(this, specifier, importer);
        return part ? { id: part.fileName, external: true } : null;
      },
      renderDynamicImport({ customResolution, targetModuleId }) {
        const isPart = (customResolution ?? targetModuleId)?.startsWith('parts/');
        return isPart ? { left: 'importBeside(', right: ')' } : null;
      },
    },
    /** Code at the head of the one file: only while it runs does the page know which script it is. */
    intro: `
const ownUrl = document.currentScript?.src;
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
}

function leadsTo(plugin, id, packages, seen = new Set()) {
  if (seen.has(id) || !existsSync(id)) return false;
  seen.add(id);
  return plugin
    .parse(readFileSync(id, 'utf8'))
    .body.map((statement) => statement.source?.value)
    .filter((specifier) => typeof specifier === 'string')
    .some((specifier) =>
      specifier.startsWith('.')
        ? leadsTo(plugin, join(dirname(id), specifier), packages, seen)
        : packages.some((name) => isOf(name, specifier)),
    );
}

function isOf(name, specifier) {
  return specifier === name || specifier.startsWith(`${name}/`);
}
