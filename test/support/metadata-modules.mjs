import { fileURLToPath } from 'node:url';
import { entryPoint } from '../../rollup.config.mjs';
import { generate } from '../../scripts/build/bundles.mjs';

/** The scripts of `stacks-wallet-elements/metadata`, by their path in a page: `/metadata.js` and what it imports. */
export async function metadataModules() {
  const input = fileURLToPath(new URL('../../dist/metadata/index.js', import.meta.url));
  const [entry, ...others] = await generate(entryPoint(input));
  return new Map([
    ['/metadata.js', entry.code],
    ...others.map(({ fileName, code }) => [`/${fileName}`, code]),
  ]);
}
