import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../run.mjs';
import { exportedFiles } from './npm.mjs';

/**
 * Copies the types that package.json exports, and the types that they import, to `dist`. Apps cannot import the others.
 *
 * @param {string} kept the folder of the compiled types
 * @param {string} dist
 */
export function copyTypes(kept, dist) {
  const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const starts = exportedFiles(manifest, { folder: `${kept}/types/`, extension: '.d.ts' });
  copyReached(`${kept}/types`, starts, (file) => join(dist, file));
  const ofDevWallet = ['index.d.ts', 'script-tag.d.ts'];
  copyReached(`${kept}/dev-wallet-types`, ofDevWallet, (file) => join(dist, 'dev-wallet', file));
}

/**
 * Copies these declaration files, and all that they import by a relative path.
 *
 * @param {string} from the folder of the files
 * @param {readonly string[]} starts paths in this folder
 * @param {(file: string) => string} targetOf the path of a copy
 */
export function copyReached(from, starts, targetOf) {
  const files = new Set(starts);
  for (const file of files) {
    const text = readFileSync(join(from, file), 'utf8');
    for (const [, path] of text.matchAll(/(?:from |import |import\()['"](\.[^'"]+)\.js['"]/g)) {
      const imported = posix.join(posix.dirname(file), `${path}.d.ts`);
      if (existsSync(join(from, imported))) files.add(imported);
    }
    const target = targetOf(file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
