/** Writes what each element needs outside its folder: its import in define/all.ts, and its class for servers. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from './run.mjs';

const SOURCES = `${root}src/`;
const ALL = `${SOURCES}define/all.ts`;
const ON_SERVER = `${SOURCES}elements/on-server.ts`;
const CLASSES = /(?:^export class \w+ extends OnServer \{\}\n)+/m;

/** The tags of all elements: the folders with a `define.ts`. */
export const tags = readdirSync(`${SOURCES}elements`)
  .filter((name) => existsSync(`${SOURCES}elements/${name}/define.ts`))
  .sort();

/** The files that this script writes: [path, content]. */
export function elementLists() {
  const imports = tags.map((tag) => `import '../elements/${tag}/define.js';\n`);
  const classes = tags.map((tag) => `export class ${pascalCase(tag)} extends OnServer {}\n`);
  return [
    [
      ALL,
      [
        '/* Defines every element with one import. Written by `node scripts/elements.mjs`. */\n',
        ...imports,
      ].join(''),
    ],
    [ON_SERVER, readFileSync(ON_SERVER, 'utf8').replace(CLASSES, classes.join(''))],
  ];
}

/** The name of the class for a tag or an event: `ft-amount` is `FtAmount`. */
export function pascalCase(name) {
  return name.replace(/(?:^|-)([a-z])/g, (_all, letter) => letter.toUpperCase());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of elementLists()) writeFileSync(file, text);
}
