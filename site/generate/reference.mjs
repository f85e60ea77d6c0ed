import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { root } from '../../scripts/run.mjs';
import { elementPages } from './elements.mjs';
import { functionPages } from './functions.mjs';
import { withFormattedCode } from './markdown.mjs';
import { methodPages } from './methods.mjs';
import { compatTable, recordings } from './wallets.mjs';

const REFERENCE = `${root}site/reference/`;

/** The pages of the reference: [path, text]. Needs the build. */
export async function referencePages() {
  const pages = [...elementPages(), ...functionPages(), ...methodPages()];
  return Promise.all(pages.map(async ([path, text]) => [path, await withFormattedCode(text)]));
}

/** A part of site/wallets.md. */
export const walletsTable = () => compatTable(recordings());

/** Writes what VitePress reads: the reference, each file of which is a page, and the table of wallets. */
export async function writeReference() {
  rmSync(REFERENCE, { recursive: true, force: true });
  for (const [path, text] of await referencePages()) {
    mkdirSync(dirname(REFERENCE + path), { recursive: true });
    writeFileSync(REFERENCE + path, text);
  }
  writeFileSync(`${root}site/.vitepress/wallets-table.md`, walletsTable());
}
