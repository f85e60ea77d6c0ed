import { readdirSync, readFileSync } from 'node:fs';
import { root } from './program.mjs';

/** The scripts of `stacks-wallet-elements/metadata`, by their path in a page: `/metadata.js` and what it may import. */
export function metadataModules() {
  const script = (path) => readFileSync(`${root}dist/${path}`, 'utf8');
  const chunks = readdirSync(`${root}dist/chunks`).filter((name) => name.endsWith('.js'));
  return new Map([
    ['/metadata.js', script('metadata/index.js')],
    ...chunks.map((name) => [`/chunks/${name}`, script(`chunks/${name}`)]),
  ]);
}
