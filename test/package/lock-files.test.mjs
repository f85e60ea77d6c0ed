import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { intersects } from 'semver';
import { root } from '../../scripts/run.mjs';

const list = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root });
const files = `${list}`.trim().split('\n');
const readJson = (file) => JSON.parse(readFileSync(`${root}${file}`, 'utf8'));

/** The folders with packages that are measured or compared, which may depend on other versions than ours. */
const APART = /^(?:bench\/subjects\/[\w-]+|compat\/test)\/package-lock\.json$/;

it('all packages are in one lock file, except those that are measured or compared', () => {
  const ours = files.filter((file) => !APART.test(file));
  assert.deepEqual(ours, ['package-lock.json']);
});

// npm warns about the packages of every workspace, also about those that it does not install.
it('all packages run in the oldest Node that this package supports', () => {
  const oldest = readJson('package.json').engines.node.replace('>=', '');
  const newer = Object.entries(readJson('package-lock.json').packages).filter(
    ([, { engines, optional }]) =>
      !optional && engines?.node && !intersects(engines.node, `^${oldest}`),
  );
  assert.deepEqual(
    newer.map(([path]) => path),
    [],
  );
});

// `npm ci` rejects a lock file without optional dependencies. npm omits those that the registry does not have.
for (const file of files) {
  it(`${file} has the optional packages of other operating systems`, () => {
    const { packages } = readJson(file);
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !folders(path).some((folder) => `${folder}node_modules/${name}` in packages),
      ),
    );
    assert.deepEqual(missing, []);
  });

  // Without a hash, `npm ci` installs whatever the registry sends.
  it(`${file} has the SHA-512 of every package that npm downloads`, () => {
    const { packages } = readJson(file);
    const without = Object.entries(packages).filter(
      ([path, { integrity = '', link }]) =>
        path.includes('node_modules/') &&
        !link &&
        !/^sha512-[\w+/]{86}==$/.test(integrity) &&
        !isInHashedBundle(packages, path),
    );
    assert.deepEqual(
      without.map(([path]) => path),
      [],
    );
  });
}

/** True for a package in the archive of the package above it, whose hash covers the whole archive. */
function isInHashedBundle(packages, path) {
  const [name] = path.split('node_modules/').slice(-1);
  const parent = packages[path.slice(0, -`/node_modules/${name}`.length)];
  return (
    packages[path].inBundle === true &&
    parent?.bundleDependencies?.includes(name) === true &&
    parent.integrity !== undefined
  );
}

/** The folders in which a package looks for its dependencies: its own, and those above it. */
function folders(path) {
  const parts = path.split(/(?=\/node_modules\/)/);
  const above = parts.map((_, count) => parts.slice(0, count + 1).join(''));
  return ['', ...above.map((folder) => (folder ? `${folder}/` : ''))];
}
