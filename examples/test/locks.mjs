/**
 * `node examples/test/locks.mjs [NAME…]` writes the package-lock.json of examples after a change of a package.json,
 * as npm will write it when this package is published.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../../scripts/npm.mjs';
import { root } from '../../scripts/run.mjs';
import { NAMES } from './apps.mjs';

const PACKAGE = 'stacks-wallet-elements';
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

const temporary = mkdtempSync(join(tmpdir(), 'locks-'));
try {
  const packed = join(temporary, PACKAGE);
  mkdirSync(packed);
  // A lock file needs only the dependencies of the package.
  const manifest = readJson(`${root}package.json`);
  const version = '1.0.0';
  writeJson(join(packed, 'package.json'), { ...manifest, version, scripts: {} });
  npm(packed, 'pack', '--pack-destination', temporary);

  for (const name of process.argv.length > 2 ? process.argv.slice(2) : NAMES) {
    const app = readJson(`${root}examples/${name}/package.json`);
    const range = app.dependencies[PACKAGE];
    const folder = join(temporary, name);
    mkdirSync(folder);
    app.dependencies[PACKAGE] = `file:../${PACKAGE}-${version}.tgz`;
    writeJson(join(folder, 'package.json'), app);
    npm(folder, 'install', '--package-lock-only', '--ignore-scripts');
    const lock = readJson(join(folder, 'package-lock.json'));
    lock.packages[''].dependencies[PACKAGE] = range;
    delete lock.packages[`node_modules/${PACKAGE}`].resolved;
    delete lock.packages[`node_modules/${PACKAGE}`].integrity;
    writeJson(`${root}examples/${name}/package-lock.json`, lock);
  }
} finally {
  rmSync(temporary, { recursive: true });
}
