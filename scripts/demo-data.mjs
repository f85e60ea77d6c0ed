import { readdirSync, readFileSync } from 'node:fs';
import { choicesOf, isWritten } from './build/editors.mjs';
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

/**
 * Every element, from custom-elements.json and from the comment of its class: what it is, sample HTML, and a
 * field for each attribute that a page sets, with its default.
 *
 * @returns {readonly { tag: string, about: string, example: string, attributes: readonly object[] }[]}
 */
export function readElements() {
  const { modules } = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8'));
  return modules
    .flatMap(({ declarations }) => declarations)
    .filter(({ tagName }) => tagName)
    .map(({ tagName: tag, description, attributes = [] }) => ({
      tag,
      about: description.match(/^(?:[^]*?\.(?=\s|$)){1,2}/)[0].replaceAll(/\s+/g, ' '),
      example: readExample(tag),
      attributes: attributes.filter(isWritten).map(({ name, type, default: value }) => ({
        name,
        ...fieldOf(type?.text, defaultOf(value)),
      })),
    }));
}

/** The attribute value of a default in code, which is a string or an integer; otherwise empty. */
function defaultOf(code = '') {
  if (/^'.*'$/.test(code)) return code.slice(1, -1);
  return /^\d+$/.test(code) ? code : '';
}

function fieldOf(type, value) {
  if (type === 'boolean') return { kind: 'flag' };
  const options = choicesOf(type).filter((option) => option !== '' || value === '');
  return options.length > 0 ? { kind: 'choice', options, value } : { kind: 'text', value };
}

/** The HTML after `@example` in the comment of an element's class. */
function readExample(tag) {
  const source = readFileSync(`${root}src/elements/${tag}/${tag}.ts`, 'utf8');
  const lines = source.match(/^ \* @example\n \* ```html\n((?: \*.*\n)+?) \* ```$/m)?.[1];
  if (!lines?.includes(`<${tag}`)) throw new Error(`The class of <${tag}> has no @example.`);
  return lines.replaceAll(/^ \* ?/gm, '').trimEnd();
}

/**
 * The wallets that the development wallet can behave as, in the order of its list.
 *
 * @returns {readonly { as: string, name: string }[]}
 */
export function readWallets() {
  const folder = `${root}fixtures/dev-wallet/emulation/`;
  const index = readFileSync(`${folder}index.ts`, 'utf8');
  const [, list] = index.match(/^export const EMULATIONS = \{([^}]*)\}/m);
  return list.match(/\w+/g).map((as) => {
    const emulation = readFileSync(`${folder}${as}.ts`, 'utf8');
    const [, name] = emulation.match(/^ {2}wallet: (.*),$/m);
    return {
      as,
      name: name === 'undefined' ? 'SIP-030' : name.slice(1, -1),
      framesPages: /^ {2}framesPages: true,$/m.test(emulation),
    };
  });
}

/** The module `data.js` for the pages of the demo: the methods, languages and wallets of this library. */
export function dataModule() {
  const locales = readdirSync(`${root}src/elements/messages/locales`);
  const languages = ['en', ...locales.map((file) => file.replace('.ts', ''))];
  return `export const METHODS = ${JSON.stringify(readMethods(), undefined, 2)};
export const LANGUAGES = ${JSON.stringify(languages)};
export const WALLETS = ${JSON.stringify(readWallets(), undefined, 2)};
`;
}

/** The module `elements-data.js`: the elements of this library. It needs custom-elements.json. */
export const elementsModule = () =>
  `export const ELEMENTS = ${JSON.stringify(readElements(), undefined, 2)};\n`;
