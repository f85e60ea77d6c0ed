import { readFileSync } from 'node:fs';
import { home } from './folders.mjs';

/** Not read at import, since `prepare()` installs it. */
const readme = () => readFileSync(`${home}node_modules/@stacks/connect/README.md`, 'utf8');

/** A method and its params, for the examples that call `'method'` with `params`. */
const METHOD = 'stx_signMessage';
const PLACEHOLDERS = `const params = { message: 'Hello' };`;

/**
 * @typedef {object} Example
 * @property {string} title the number and the heading above it
 * @property {string} module the code as a TypeScript module that exports what it declares as `response` or
 *   `data`, and calls `window.check(value, expected)` for each value that a comment states
 */

/**
 * The code examples of the README of @stacks/connect 8, which is also its migration guide. The package has no other
 * documentation.
 *
 * @returns {readonly Example[]}
 */
export function readmeExamples() {
  const examples = [];
  let heading = '';
  let code;
  for (const line of readme()
    .split('\n')
    .map((text) => text.replace(/^> ?/, ''))) {
    if (code) {
      if (line.startsWith('```')) {
        const text = code.join('\n');
        const title = `${examples.length + 1}: ${heading}`;
        examples.push({ title, module: asModule(text) });
        code = undefined;
      } else code.push(line);
    } else if (/^```(ts|js)$/.test(line)) code = [];
    else if (line.startsWith('#')) heading = line.replace(/^#+ |[`*]| <!--.*/g, '');
  }
  return examples;
}

/** The names that the migration guide lists as deprecated but still exported. */
export function deprecatedNames() {
  const [, list] = /Deprecations\n([^]*?)\n> /.exec(readme());
  return [...list.matchAll(/^- `(\w+)` (?:class|interface|method)/gm)].map(([, name]) => name);
}

/** The properties that the README lists as the options of `request`, with their types. */
const OPTIONS = /request\(\s*(\{\n\s+provider\?:[^]*?\n {2}\}),/;

function asModule(code) {
  let responses = 0;
  const body = code
    .replace(/^import .*\n+/gm, '')
    .replace(OPTIONS, 'request(options,')
    .replaceAll("'method'", `'${METHOD}'`)
    .replaceAll("'cHNidP...'", 'window.given.psbt')
    // Where the README shows two ways, it declares the same name twice.
    .replace(/^const response\b/gm, () => `const response${(responses += 1) > 1 ? responses : ''}`)
    .replace(/^connect\(/gm, 'export const result: unknown = await connect(')
    .replace(/^(?!const|await)(\w+\(\)); \/\/ (true|false)$/gm, 'window.check($1, $2);');
  const [, options] = OPTIONS.exec(code) ?? [];
  const uses = (name) => new RegExp(`(?<![\\w'.])${name}\\b`).test(body);
  return [
    importOf('@stacks/connect', ['connect', 'request', ...importedFrom(code)].filter(uses)),
    importOf('@stacks/transactions', ['Cl'].filter(uses)),
    ...(options
      ? [
          `import type { StacksProvider, WbipProvider } from '@stacks/connect';`,
          `const options: ${options} = {};`,
        ]
      : []),
    uses('params') ? PLACEHOLDERS : '',
    /\baddress \}/.test(body) ? 'const { address } = window.given;' : '',
    uses('provider') ? 'const { provider } = window.given;' : '',
    body,
    /^const response\b/m.test(body) ? 'export const result: unknown = response;' : '',
    /^const data\b/m.test(body) ? 'export const result: unknown = data;' : '',
    'export {};',
  ]
    .filter(Boolean)
    .join('\n');
}

function importedFrom(code) {
  return [...code.matchAll(/^import \{(.*?)\} from '@stacks\/connect'/gm)].flatMap(([, names]) =>
    names.split(',').map((name) => name.trim()),
  );
}

function importOf(from, names) {
  const unique = [...new Set(names)];
  return unique.length > 0 ? `import { ${unique.join(', ')} } from '${from}';` : '';
}
