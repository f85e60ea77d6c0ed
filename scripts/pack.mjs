import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './run.mjs';

/**
 * Packs the package in the repository's root, or in `from`, into a folder, without building it.
 *
 * @returns {{ tarball: string, files: readonly string[] }} `files`: the paths in the package
 */
export function pack(folder, from = root) {
  const { npm_execpath: script } = process.env;
  const [program, ...before] = script ? [process.execPath, script] : ['npm'];
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const out = execFileSync(program, [...before, ...args], {
    cwd: from,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename, files }] = JSON.parse(out);
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}
