import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { root } from '../scripts/run.mjs';

const list = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root });

// `npm ci` rejects a lock file without optional dependencies. npm omits those that the registry does not have.
for (const file of `${list}`.trim().split('\n')) {
  it(`${file} has the optional packages of other operating systems`, () => {
    const { packages } = JSON.parse(readFileSync(`${root}${file}`, 'utf8'));
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !folders(path).some((folder) => `${folder}node_modules/${name}` in packages),
      ),
    );
    assert.deepEqual(missing, []);
  });
}

/** The folders in which a package looks for its dependencies: its own, and those above it. */
function folders(path) {
  const parts = path.split(/(?=\/node_modules\/)/);
  const above = parts.map((_, count) => parts.slice(0, count + 1).join(''));
  return ['', ...above.map((folder) => (folder ? `${folder}/` : ''))];
}
