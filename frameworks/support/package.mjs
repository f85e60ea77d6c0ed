import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages, npm } from '../../scripts/npm.mjs';
import { root } from '../../scripts/run.mjs';

/**
 * Installs the packages of folders, with this package as npm packs it.
 *
 * @param {readonly string[]} folders that end with a slash
 * @param {(tarball: string) => readonly string[]} command the command of npm
 */
export function installPacked(folders, command) {
  const packed = mkdtempSync(join(tmpdir(), 'packed-'));
  try {
    npm(root, 'pack', '--ignore-scripts', '--pack-destination', packed);
    const tarball = join(packed, readdirSync(packed)[0]);
    for (const folder of folders) {
      installPackages(folder, command(tarball));
      const target = `${folder}node_modules/stacks-wallet-elements`;
      rmSync(target, { recursive: true, force: true });
      mkdirSync(target, { recursive: true });
      execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
    }
  } finally {
    rmSync(packed, { recursive: true });
  }
}
