import { readFile } from 'node:fs/promises';

/**
 * A rollup plugin: reads compiled modules with the source map that the compiler wrote beside each, so that the maps
 * of the bundles name the sources. Rollup by itself ignores it.
 *
 * @param {string} folder of the compiled modules
 */
export const compilerMaps = (folder) => ({
  name: 'compiler-maps',
  async load(id) {
    const [file] = id.split('?');
    if (!file.startsWith(folder)) return null;
    const [code, map] = await Promise.all([
      readFile(file, 'utf8'),
      readFile(`${file}.map`, 'utf8').catch(() => 'null'),
    ]);
    return { code: code.replace(/^\/\/# sourceMappingURL=.*$/m, ''), map: JSON.parse(map) };
  },
});
