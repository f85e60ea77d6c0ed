import { readdirSync, readFileSync } from 'node:fs';
import { root } from './run.mjs';

/**
 * Every method in the order of `src/methods/all.ts`, from the comment in its file: what it does, and sample params if
 * it has any. The addresses of the samples are the first two accounts of the development wallet.
 *
 * @returns {readonly { name: string, about: string, params?: object }[]}
 */
export function readMethods() {
  const all = readFileSync(`${root}src/methods/all.ts`, 'utf8');
  return [...all.matchAll(/'\.\/(\w+)\.js'/g)].map(([, name]) => readMethod(name));
}

function readMethod(name) {
  const source = readFileSync(`${root}src/methods/${name}.ts`, 'utf8');
  const comment = source.match(
    new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s+export const ${name}:`),
  )?.[1];
  if (comment === undefined) throw new Error(`src/methods/${name}.ts does not describe ${name}.`);
  const text = comment.replaceAll(/^ *\* ?/gm, '');
  const [about, example] = text.split(/^@example$/m);
  return {
    name,
    about: about.trim().replaceAll(/\s+/g, ' '),
    ...(example && { params: JSON.parse(example) }),
  };
}

/** The module `data.js`, from which the pages of the demo import the methods and the languages of this library. */
export function dataModule() {
  const locales = readdirSync(`${root}src/elements/messages/locales`);
  const languages = ['en', ...locales.map((file) => file.replace('.ts', ''))];
  return `export const METHODS = ${JSON.stringify(readMethods(), undefined, 2)};
export const LANGUAGES = ${JSON.stringify(languages)};
`;
}
