import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packedReadme } from './packed-readme.mjs';
import { root } from './run.mjs';

/** The files of the root that npm packs in addition to `files` of package.json. README.md and docs/ are written separately. */
const ALWAYS = ['package.json', 'LICENSE'];

/**
 * Packs the package of the repository's root into a folder, as `npm pack` does, without building it. Packs a copy, so
 * that README.md does not change while other programs read it.
 *
 * @returns {ReturnType<typeof pack>}
 */
export function packRoot(folder) {
  const copy = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    const { files } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    const copied = files.filter((path) => !path.startsWith('!') && path !== 'docs');
    for (const path of [...ALWAYS, ...copied]) {
      cpSync(root + path, join(copy, path), {
        recursive: true,
      });
    }
    writeFileSync(join(copy, 'README.md'), packedReadme());
    execFileSync(process.execPath, [`${root}site/generate/docs.mjs`, join(copy, 'docs')]);
    return pack(folder, copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/**
 * Packs the package in `from` into a folder, without building it.
 *
 * @returns {{ tarball: string, files: readonly string[] }} `files`: the paths in the package
 */
export function pack(folder, from) {
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
