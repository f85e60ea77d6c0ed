import { readFile } from 'node:fs/promises';

/**
 * A rollup plugin: reads compiled modules with the source map that the compiler wrote beside each, so that the maps
 * of the bundles name the sources. Rollup by itself ignores it. `sideEffects` of package.json names the published files
 * and not these.
 *
 * @param {string} folder of the compiled modules
 * @param {(id: string) => boolean} hasEffect whether a module has side effects
 */
export const readCompiled = (folder, hasEffect) => ({
  name: 'read-compiled',
  async load(id) {
    const [file] = id.split('?');
    if (!file.startsWith(folder)) return null;
    const [code, map] = await Promise.all([
      readFile(file, 'utf8'),
      readFile(`${file}.map`, 'utf8').catch(() => 'null'),
    ]);
    return {
      code: code.replace(/^\/\/# sourceMappingURL=.*$/m, ''),
      map: JSON.parse(map),
      moduleSideEffects: hasEffect(file),
    };
  },
});
