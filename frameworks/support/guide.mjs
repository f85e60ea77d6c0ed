import { readFileSync } from 'node:fs';
import { root } from '../../scripts/run.mjs';

/** @typedef {{ language: string, code: string }} Example */

/**
 * The code examples of a page of the guide. `find` returns the code in a language that contains a text.
 *
 * @returns {{ examples: readonly Example[], find(language: string, part: string): string }}
 */
export function readGuide(name) {
  const text = readFileSync(`${root}site/guide/${name}.md`, 'utf8');
  const examples = [...text.matchAll(/^```(\w+)[^\n]*\n([^]*?)^```$/gm)].map(
    ([, language, code]) => ({ language, code }),
  );
  return {
    examples,
    find(language, part) {
      const found = examples.find((one) => one.language === language && one.code.includes(part));
      if (!found) throw new Error(`${name}.md has no example in ${language} with ${part}`);
      return found.code;
    },
  };
}
