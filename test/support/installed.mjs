import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packRoot } from '../../scripts/pack.mjs';
import { root } from './program.mjs';

/**
 * Creates an app that has this package installed from a tarball made by `npm pack`, with its dependencies. Uses the
 * tarball that `npm test` has made for all files, or makes a new one.
 *
 * @returns {{ folder: string, packed: readonly string[], tarball: string, remove(): void }} `folder`: the
 *   app's; `packed`: the files of the package
 */
export function installPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'app-'));
  const modules = join(folder, 'node_modules');
  const { name, dependencies, peerDependencies } = JSON.parse(
    readFileSync(`${root}package.json`, 'utf8'),
  );
  const { TEST_PACKED: given } = process.env;
  const { tarball, files } = given ? JSON.parse(given) : packRoot(folder);
  mkdirSync(join(modules, name), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', join(modules, name), '--strip-components=1']);
  for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
    mkdirSync(dirname(join(modules, dependency)), { recursive: true });
    symlinkSync(join(root, 'node_modules', dependency), join(modules, dependency));
  }
  return {
    folder,
    tarball,
    packed: files,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** The names of packages and of all that they depend on. */
export function withDependencies(names, found = new Set()) {
  for (const name of names) {
    const file = `${root}node_modules/${name}/package.json`;
    if (found.has(name) || !existsSync(file)) continue;
    found.add(name);
    withDependencies(Object.keys(JSON.parse(readFileSync(file, 'utf8')).dependencies ?? {}), found);
  }
  return found;
}

/** Runs a program of an installed package; fails with its output. */
export function succeeds(program, ...args) {
  const script = `${root}node_modules/${program}`;
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
}

/** The code examples of a document in these languages. */
export function examplesOf(document, ...languages) {
  const text = readFileSync(root + document, 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, language]) => languages.includes(language))
    .map(([, , code]) => code);
  assert.ok(blocks.length > 0, document);
  return blocks;
}
