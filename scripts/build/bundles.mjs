import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { rollup } from 'rollup';
import { bundledPackages, devWallet, modules, oneFile, parts } from '../../rollup.config.mjs';
import { licensesOf } from '../rollup-licenses.mjs';
import { filesIn } from './files.mjs';

/** Writes `dist/cdn`: the code-split bundle, the single file, and the parts of both. Returns rollup's output. */
export async function bundleForScriptTags(dist) {
  rmSync(`${dist}/cdn`, { recursive: true, force: true });
  return {
    modules: await write(modules),
    parts: (await Promise.all(parts.map(write))).flat(),
    oneFile: await write(oneFile),
  };
}

/** The published `index.js` of the development wallet: see fixtures/dev-wallet/script-tag.ts. */
const DEV_WALLET_MODULES = {
  'holder.js': `globalThis[Symbol.for('stacks-wallet-elements/dev-wallet')] ??= {};
`,
  'index.js': `import './holder.js';
import './dev-wallet.js';

export const { DEFAULT_CLARITY_VERSION, DEV_MNEMONIC, installDevWallet } =
  globalThis[Symbol.for('stacks-wallet-elements/dev-wallet')];
`,
};

/** Writes the development wallet, as a script and as a module. */
export async function bundleDevWallet(dist) {
  await write(devWallet);
  for (const [name, code] of Object.entries(DEV_WALLET_MODULES)) {
    writeFileSync(`${dist}/dev-wallet/${name}`, code);
  }
}

/** Writes the licences of the packages that the bundles contain. Call it after all bundles are written. */
export function writeLicenses(root) {
  writeFileSync(`${root}THIRD-PARTY-LICENSES`, licensesOf(bundledPackages));
}

/**
 * Writes `dist/cdn/integrity.json`: for each script and style sheet of the folder, the value for the attribute
 * `integrity` of its tag. Source maps are not published.
 * Call it after all other files are written.
 *
 * @returns {Record<string, string>}
 */
export function writeIntegrity(dist) {
  const files = filesIn(`${dist}/cdn`).filter((file) => !file.endsWith('.map'));
  const hashes = Object.fromEntries(
    files.map((file) => [
      relative(`${dist}/cdn`, file).replaceAll('\\', '/'),
      `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`,
    ]),
  );
  writeFileSync(`${dist}/cdn/integrity.json`, `${JSON.stringify(hashes, null, 2)}\n`);
  return hashes;
}

/** Bundles in memory, without writing files. */
export async function generate(options) {
  const bundle = await rollup(options);
  const { output } = await bundle.generate(options.output);
  await bundle.close();
  return output;
}

async function write(options) {
  const bundle = await rollup(options);
  const { output } = await bundle.write(options.output);
  await bundle.close();
  return output;
}
