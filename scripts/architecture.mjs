import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { architecture } from './layers.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const FILE = `${root}CONTRIBUTING.md`;
const PICTURE = /(<!-- architecture -->)[^]*(<!-- \/architecture -->)/;

/** CONTRIBUTING.md with the picture of the layers as the imports have it now. */
export async function withPicture(text) {
  const picture = ['```mermaid', await architecture(`${root}src`), '```'].join('\n');
  return text.replace(PICTURE, (_all, open, close) => [open, picture, close].join('\n\n'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(FILE, await withPicture(readFileSync(FILE, 'utf8')));
}
