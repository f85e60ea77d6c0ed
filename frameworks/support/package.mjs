import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packRoot } from '../../scripts/pack.mjs';

/**
 * Puts this package, as npm packs it, into the `node_modules` of folders. The packages that it needs are in the root.
 *
 * @param {readonly string[]} folders that end with a slash
 */
export function installPacked(folders) {
  const packed = mkdtempSync(join(tmpdir(), 'packed-'));
  try {
    const { tarball } = packRoot(packed);
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
