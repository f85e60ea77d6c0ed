import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './program.mjs';

/**
 * An app that has this package installed: packed as for publishing, unpacked, beside its dependencies.
 *
 * @returns {{ folder: string, packed: readonly string[], tarball: string, remove(): void }} `folder` is
 *   the app's; `packed` lists what the package holds
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
