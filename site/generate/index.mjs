import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { root } from '../../scripts/run.mjs';
import { elementPages } from './elements.mjs';
import { functionPages } from './functions.mjs';
import { withFormattedCode } from './markdown.mjs';
import { methodsPage } from './methods.mjs';
import { writePublic } from './public.mjs';
import { compatTable, recordings } from './wallets.mjs';

const REFERENCE = `${root}site/reference/`;

/** Writes the generated part of the site: the reference, and the files of live examples. Needs the build. */
export async function generateSite(base) {
  rmSync(REFERENCE, { recursive: true, force: true });
  const pages = [
    ...elementPages(),
    ...functionPages(),
    ['methods.md', methodsPage()],
    // A part of site/wallets.md.
    ['wallets-table.md', compatTable(recordings())],
  ];
  for (const [path, text] of pages) {
    mkdirSync(dirname(REFERENCE + path), { recursive: true });
    writeFileSync(REFERENCE + path, await withFormattedCode(text));
  }
  await writePublic(base);
}
