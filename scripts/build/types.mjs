import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  for (const [types, folder] of [
    ['types', ''],
    ['dev-wallet-types', 'dev-wallet/'],
  ]) {
    const from = `${kept}/${types}/`;
    const starts = exportedFiles(manifest, {
      folder: from,
      at: `./dist/${folder}`,
      extension: '.d.ts',
    });
    copyReached(from, starts, (file) => join(dist, folder, file));
  }
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
      files.add(posix.join(posix.dirname(file), `${path}.d.ts`));
    }
    const target = targetOf(file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
