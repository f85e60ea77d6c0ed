import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './program.mjs';

/**
 * Creates an app that has this package installed from a tarball made by `npm pack`, with its dependencies.
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
  const [{ filename, files }] = JSON.parse(
    npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder),
  );
  const tarball = join(folder, filename);
  mkdirSync(join(modules, name), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', join(modules, name), '--strip-components=1']);
  for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
    mkdirSync(dirname(join(modules, dependency)), { recursive: true });
    symlinkSync(join(root, 'node_modules', dependency), join(modules, dependency));
  }
  return {
    folder,
    tarball,
    packed: files.map(({ path }) => path),
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

function npm(...args) {
  const { npm_execpath: script } = process.env;
  const [program, ...before] = script ? [process.execPath, script] : ['npm'];
  return execFileSync(program, [...before, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
