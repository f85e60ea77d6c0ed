import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
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

function npm(...args) {
  const { npm_execpath: script } = process.env;
  const [program, ...before] = script ? [process.execPath, script] : ['npm'];
  return execFileSync(program, [...before, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
