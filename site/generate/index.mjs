import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { root } from '../../scripts/run.mjs';
import { elementPages } from './elements.mjs';
import { functionPages } from './functions.mjs';
import { withFormattedCode } from './markdown.mjs';
import { methodsPage } from './methods.mjs';
import { writePublic } from './public.mjs';
import { compatTable, recordings } from './wallets.mjs';

/** A part of site/wallets.md: not in the reference, each file of which is a page. */
const WALLETS_TABLE = `${root}site/.vitepress/wallets-table.md`;
const REFERENCE = `${root}site/reference/`;

/** Writes the generated part of the site: the reference, and the files of live examples. Needs the build. */
export async function generateSite(base) {
  rmSync(REFERENCE, { recursive: true, force: true });
  const pages = [...elementPages(), ...functionPages(), ['methods.md', methodsPage()]];
  for (const [path, text] of pages) {
    mkdirSync(dirname(REFERENCE + path), { recursive: true });
    writeFileSync(REFERENCE + path, await withFormattedCode(text));
  }
  writeFileSync(WALLETS_TABLE, compatTable(recordings()));
  await writePublic(base);
}
