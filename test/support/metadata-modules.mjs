import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { filesIn } from '../../scripts/build/files.mjs';
import { root } from './program.mjs';

/** The scripts of `stacks-wallet-elements/metadata`, by their path in a page: `/metadata.js` and what it may import. */
export function metadataModules() {
  const scripts = [
    'errors.js',
    'core/configure.js',
    'core/services.js',
    'http',
    'lib',
    'metadata',
    'stacks',
  ]
    .flatMap((path) => filesIn(`${root}dist/${path}`))
    .filter((file) => file.endsWith('.js'));
  return new Map([
    ['/metadata.js', "export * from './metadata/index.js';"],
    ...scripts.map((file) => [`/${relative(`${root}dist`, file)}`, readFileSync(file, 'utf8')]),
  ]);
}
