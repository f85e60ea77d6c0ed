import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { compat, minified } from '../../rollup.config.mjs';
import { copyReached } from './types.mjs';

/** The modules whose types are entry points of the package. */
const TYPES = ['index', 'react', 'methods'];

/**
 * Writes the package in `compat/` from the compiled modules: ES modules, which import this package; CommonJS
 * modules, which contain it; and the types.
 *
 * @param {string} types the folder of the types of all modules
 * @param {string} to the folder to write
 * @returns {Promise<readonly object[]>} the chunks of its own code, minified as in an app
 */
export async function bundleCompat(types, to) {
  rmSync(to, { recursive: true, force: true });
  const bundle = await rollup(compat.modules);
  await bundle.write(compat.modules.output);
  const { output } = await bundle.generate(minified(compat.modules.output));
  await bundle.close();
  const required = await rollup(compat.required);
  await required.write(compat.required.output);
  await required.close();
  copyTypes(types, to);
  writeFileSync(join(to, 'empty.js'), '// Only types are exported here.\n');
  return output;
}

/**
 * Copies the types of the entry points, and all types that they import, to `dist/types`, from which apps import. They
 * import no other package: with the `moduleResolution` of many apps, TypeScript does not read `exports`.
 */
function copyTypes(types, to) {
  const starts = TYPES.map((name) => `compat/${name}.d.ts`);
  copyReached(types, starts, (file) => join(to, file.replace(/^compat(?=\/)/, 'types')));
  for (const name of ['index', 'react']) {
    writeFileSync(join(to, `${name}.d.mts`), `export * from './types/${name}.js';\n`);
  }
}
