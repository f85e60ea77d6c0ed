import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../../scripts/npm.mjs';
import { root } from '../../scripts/run.mjs';

/** Puts this package, as npm packs it, into the `node_modules` of folders. Its dependencies are those of the project. */
export function installPacked(folders) {
  const packed = mkdtempSync(join(tmpdir(), 'packed-'));
  try {
    npm(root, 'pack', '--ignore-scripts', '--pack-destination', packed);
    const tarball = join(packed, readdirSync(packed)[0]);
    for (const folder of folders) {
      const target = `${folder}node_modules/stacks-wallet-elements`;
      rmSync(target, { recursive: true, force: true });
      mkdirSync(target, { recursive: true });
      execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
    }
  } finally {
    rmSync(packed, { recursive: true });
  }
}
