import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { pathToFileURL } from 'node:url';
import { clear, fingerprint, removeStale } from './build/files.mjs';
import { writeForEditors } from './build/editors.mjs';
import { bin, root, run, tsc } from './run.mjs';

/** The inputs of the build: the sources, the versions and settings of the tools, and these scripts. */
const INPUTS = [
  'src',
  'fixtures/dev-wallet',
  'compat/package.json',
  'scripts',
  'package.json',
  'package-lock.json',
  'rollup.config.mjs',
  'custom-elements-manifest.config.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
];
const dist = `${root}dist`;
/** Intermediate files of the build: compiled code that is not bundled yet, and the state of tsc. */
const kept = `${dist}/.build`;
const compat = `${root}compat/dist`;
/** Outputs of the build outside `dist/`. */
const OUTPUTS = [compat, `${root}custom-elements.json`, `${root}THIRD-PARTY-LICENSES`];
const reportFile = `${kept}/report.json`;

/**
 * Compiles and bundles the package into `dist/` and measures it. Does nothing if `dist/` is up to date.
 *
 * @returns {Promise<{ table: string, faults: readonly string[] }>} the sizes, and the exceeded limits
 * @throws {Error} with the output of the compiler or the bundler
 */
export async function build() {
  const inputs = fingerprint(root, INPUTS);
  if (existsSync(reportFile)) {
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    if (report.inputs === inputs && OUTPUTS.every(existsSync)) return report;
    rmSync(reportFile);
  }
  // Import the bundler only now: most calls find `dist/` up to date.
  const { bundleDevWallet, bundleForScriptTags, writeIntegrity, writeLicenses } =
    await import('./build/bundles.mjs');
  const { bundleCompat } = await import('./build/compat.mjs');
  const { divideWallets } = await import('./build/divide-wallets.mjs');
  const { bundleForApps } = await import('./build/npm.mjs');
  const { measure } = await import('./build/sizes.mjs');
  const { copyTypes } = await import('./build/types.mjs');
  mkdirSync(kept, { recursive: true });
  await Promise.all([compile(), compileDevWallet(), describeElements()]);
  for (const [from, to] of [
    ['src', 'compiled'],
    ['src', 'types'],
    ['fixtures/dev-wallet', 'dev-wallet'],
    ['fixtures/dev-wallet', 'dev-wallet-types'],
  ]) {
    removeStale({ from: `${root}${from}`, to: `${kept}/${to}` });
  }
  rmSync(`${kept}/modules`, { recursive: true, force: true });
  cpSync(`${kept}/compiled`, `${kept}/modules`, { recursive: true });
  await divideWallets(`${kept}/modules`);
  clear(dist, '.build');
  copyTypes(kept, dist);
  const manifest = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8'));
  // Only tools read this file, and 40% of the analyzer's output is white space.
  writeFileSync(`${root}custom-elements.json`, JSON.stringify(manifest));
  writeForEditors(dist, manifest);

  const [written, , dropIn] = await Promise.all([
    bundleForScriptTags(dist),
    bundleForApps(dist),
    bundleCompat(`${kept}/types`, compat),
    bundleDevWallet(dist),
  ]);
  copyFileSync(`${root}src/elements/styles/reserve.css`, `${dist}/cdn/reserve.css`);
  writeLicenses(root);
  const hashes = writeIntegrity(dist);
  const { table, faults } = await measure({ dist, written, dropIn });
  const report = { inputs, faults, table: `${table}\n\n${integrityTable(hashes)}` };
  writeFileSync(reportFile, JSON.stringify(report));
  return report;
}

/** The `integrity` values of the two entry scripts. `dist/cdn/integrity.json` has those of all files. */
const integrityTable = (hashes) =>
  ['stacks-wallet-elements.js', 'stacks-wallet-elements.iife.js']
    .map((file) => `${file} ${hashes[file]}`)
    .join('\n');

const compile = () =>
  step('tsc', [
    ...tsc('-p', 'tsconfig.build.json'),
    ...['--outDir', `${kept}/compiled`, '--declarationDir', `${kept}/types`],
    ...['--incremental', '--tsBuildInfoFile', `${kept}/package.tsbuildinfo`],
  ]);

const compileDevWallet = () =>
  step('tsc, development wallet', [
    ...tsc('-p', 'fixtures/dev-wallet/tsconfig.json'),
    ...['--outDir', `${kept}/dev-wallet`, '--declarationDir', `${kept}/dev-wallet-types`],
    ...['--incremental', '--tsBuildInfoFile', `${kept}/dev-wallet.tsbuildinfo`],
  ]);

const describeElements = () =>
  step(
    'custom-elements.json',
    bin(
      '@custom-elements-manifest/analyzer/cem.js',
      'analyze',
      '--config',
      'custom-elements-manifest.config.mjs',
    ),
  );

async function step(title, command) {
  const { code, output } = await run(title, command);
  if (code !== 0) throw new Error(`${title} failed:\n${output}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const { table, faults } = await build();
    console.log(table);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
