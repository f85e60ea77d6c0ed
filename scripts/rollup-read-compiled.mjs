import { readFile } from 'node:fs/promises';

/**
 * A rollup plugin: reads compiled modules with their source maps, so that the maps of the bundles refer to the
 * TypeScript sources. Rollup itself does not read these maps. Also sets `moduleSideEffects`: `sideEffects` in
 * package.json lists the published files, not the compiled modules. Not rollup-plugin-sourcemaps: it does not set
 * `moduleSideEffects`, and cannot read the copies of modules, whose ids end with a query.
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
