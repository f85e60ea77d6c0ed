import { existsSync, readdirSync } from 'node:fs';
import { root } from './program.mjs';

const folder = `${root}src/elements/`;

/** The tags of all elements: the folders with a `define.ts`. */
export const tags = readdirSync(folder)
  .filter((name) => existsSync(`${folder}${name}/define.ts`))
  .sort();
