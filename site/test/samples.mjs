import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/run.mjs';

/** The documents outside of site/ that have code for users. */
const DOCUMENTS = [
  'README.md',
  'compat/README.md',
  'examples/playwright/README.md',
  'fixtures/dev-wallet/README.md',
  'src/elements/styles/README.md',
];

/** Every document for users, and every page of the site, as paths from the root. */
export function documents() {
  const pages = readdirSync(`${root}site`, { recursive: true })
    .filter((path) => path.endsWith('.md') && !/^(node_modules|public|\.vitepress)\b/.test(path))
    .map((path) => join('site', path));
  return [...DOCUMENTS, ...pages.sort()];
}

/** The code blocks of a document: `{ language, info, code, where }`. */
export function fencesOf(document) {
  const text = readFileSync(root + document, 'utf8');
  return [...text.matchAll(/^```(\w+)([^\n]*)\n([^]*?)^```$/gm)].map(
    ([, language, info, code], index) => ({
      language,
      info: info.trim(),
      code,
      where: `${document}, fence ${index + 1}`,
    }),
  );
}

/** The modules that a sample imports. */
export const importsOf = (code) =>
  [...code.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, module]) => module);

/** True if a sample imports only this package, so that it needs neither a framework nor variables of its context. */
export const needsOnlyUs = (code) =>
  importsOf(code).length > 0 &&
  importsOf(code).every((module) =>
    /^stacks-wallet-elements(\/(?!react|vue|svelte|solid|tags)|$)/.test(module),
  );
