import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeForEditors } from './build/editors.mjs';
import { filesIn, fingerprint } from './build/files.mjs';
import { ANALYZE, endWithNpm, root, run, tsc } from './run.mjs';
import { visible } from './visible.mjs';

/** The inputs of the build: the sources, the versions and settings of the tools, and these scripts. */
const INPUTS = [
  'src',
  'fixtures/chain',
  'fixtures/dev-wallet',
  'compat/package.json',
  'scripts',
  'package.json',
  'package-lock.json',
  'rollup.config.mjs',
  'tsconfig.json',
];
const dist = `${root}dist`;
const compat = `${root}compat/dist`;
const manifestFile = `${root}custom-elements.json`;
const reportFile = `${dist}/.report.json`;

/**
 * Compiles `src/` to `dist/`, module by module, and bundles the modules for script tags, the development wallet and the
 * drop-in. Does nothing if `dist/` is up to date.
 *
 * @param {{ log?: (line: string) => void }} [options] `log` is called with what is done next
 * @returns {Promise<{ table: string, faults: readonly string[] }>} the sizes, and what exceeds its limit
 * @throws {Error} with the output of the compiler or the bundler
 */
export async function build({ log = () => {} } = {}) {
  const inputs = fingerprint(root, INPUTS);
  if (existsSync(reportFile) && existsSync(compat) && existsSync(manifestFile)) {
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    if (report.inputs === inputs) return report;
  }
  log('Building the package, 1 of 3: compiling src/ …');
  // Import the bundler only now: most calls find `dist/` up to date.
  const { rollup } = await import('rollup');
  const bundles = await import('../rollup.config.mjs');
  const { measure } = await import('./build/sizes.mjs');
  rmSync(dist, { recursive: true, force: true });
  rmSync(compat, { recursive: true, force: true });
  await Promise.all([
    step('tsc', tsc('-p', 'scripts/build/tsconfig.json')),
    step('tsc', tsc('-p', 'fixtures/dev-wallet/tsconfig.json')),
    step('custom-elements.json', ANALYZE),
  ]);
  cpSync(`${root}src/tags`, `${dist}/tags`, { recursive: true });
  writeForEditors(dist, JSON.parse(readFileSync(manifestFile, 'utf8')));

  log('Building the package, 2 of 3: bundling …');
  const write = async (options) => {
    const bundle = await rollup(options);
    const { output } = await bundle.write(options.output);
    await bundle.close();
    return output.filter(({ type }) => type === 'chunk');
  };
  const modules = await write(bundles.modules);
  const [oneFile] = await Promise.all([
    // It imports the languages that the first bundle has written.
    write(bundles.oneFile),
    ...[...bundles.devWallets, ...bundles.dropIn].map(write),
  ]);
  copyTypes();
  copyFileSync(`${root}src/elements/styles/reserve.css`, `${dist}/cdn/reserve.css`);
  cpSync(`${root}src/elements/styles/themes`, `${dist}/themes`, { recursive: true });
  // TypeScript 6 wants types also of what is imported only for its effect.
  writeFileSync(`${dist}/style-sheet.d.ts`, 'export {};\n');
  const hashes = writeIntegrity();

  log('Building the package, 3 of 3: measuring …');
  const { table, faults } = await measure({
    dist,
    modules,
    oneFile,
    dropIn: `${compat}/index.mjs`,
  });
  const report = { inputs, faults, table: `${table}\n\n${hashes}` };
  writeFileSync(reportFile, JSON.stringify(report));
  return report;
}

async function step(title, command) {
  const { code, output } = await run(title, command);
  if (code !== 0) throw new Error(`${title} failed:\n${output}`);
}

/**
 * Copies the types into the drop-in, which imports no types of other packages: with the `moduleResolution` of many apps,
 * TypeScript does not read `exports`. Its own types are in `dist/types`, from which apps import.
 */
function copyTypes() {
  for (const file of filesIn(dist)) {
    const path = relative(dist, file);
    if (!path.endsWith('.d.ts')) continue;
    cpSync(file, join(compat, path.replace(/^compat(?=\/)/, 'types')));
  }
  for (const name of ['index', 'react']) {
    writeFileSync(`${compat}/${name}.d.mts`, `export * from './types/${name}.js';\n`);
  }
  writeFileSync(`${compat}/empty.js`, '// Only types are exported here.\n');
}

/**
 * Writes `dist/cdn/integrity.json`: for each file of the folder, the value for the attribute `integrity` of its tag.
 *
 * @returns {string} the values of the two entry scripts, for the output
 */
function writeIntegrity() {
  const folder = `${dist}/cdn`;
  const files = filesIn(folder).filter((file) => /\.(?:js|css)$/.test(file));
  const hashes = Object.fromEntries(
    files.map((file) => [
      relative(folder, file).replaceAll('\\', '/'),
      `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`,
    ]),
  );
  writeFileSync(`${folder}/integrity.json`, `${JSON.stringify(hashes, null, 2)}\n`);
  return ['stacks-wallet-elements.js', 'stacks-wallet-elements.iife.js']
    .map((file) => `${file} ${hashes[file]}`)
    .join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    endWithNpm();
    const { table, faults } = await build({ log: console.log });
    console.log(table);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  } catch (error) {
    console.error(visible(error.message));
    process.exitCode = 1;
  }
}
