/** Tests that every text exists in every language and is used, and that elements have no other texts. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { locales as listed } from '../../dist/elements/messages/registry.js';

const ELEMENTS = new URL('../../src/elements/', import.meta.url);
const MESSAGES = new URL('../../dist/elements/messages/', import.meta.url);

/** The messages of every module in a folder, by its name. */
async function messageTables(folder) {
  const files = (await readdir(new URL(folder, MESSAGES))).filter((name) => name.endsWith('.js'));
  const read = async (name) => {
    const [messages] = Object.values(await import(new URL(folder + name, MESSAGES)));
    return [name.replace('.js', ''), messages];
  };
  return new Map(await Promise.all(files.sort().map(read)));
}

/** The sources of the elements. */
async function sources() {
  const names = await readdir(ELEMENTS, { recursive: true });
  const shown = names.filter(
    (name) =>
      /\.ts$/.test(name) && !/\.test\.ts$/.test(name) && !/^messages\/(?:en|locales)\//.test(name),
  );
  return Promise.all(
    shown.map(async (name) => ({ name, text: await readFile(new URL(name, ELEMENTS), 'utf8') })),
  );
}

const isText = ({ name, text = name?.text }) => text === 'text';

/**
 * The keys with which elements call `text()`: all values that the type of the argument allows, without its type
 * assertion.
 */
function keysRead() {
  const config = fileURLToPath(new URL('../../tsconfig.json', import.meta.url));
  const { options } = ts.getParsedCommandLineOfConfigFile(config, {}, ts.sys);
  const paths = files.map(({ name }) => fileURLToPath(new URL(name, ELEMENTS)));
  const program = ts.createProgram(paths, options);
  const checker = program.getTypeChecker();
  const keys = new Set();
  const visit = (node) => {
    let key = ts.isCallExpression(node) && isText(node.expression) && node.arguments[0];
    while (key && ts.isAsExpression(key)) key = key.expression;
    if (key) {
      const type = checker.getTypeAtLocation(key);
      for (const { value } of type.types ?? [type]) keys.add(value);
    }
    ts.forEachChild(node, visit);
  };
  for (const path of paths) visit(program.getSourceFile(path));
  return keys;
}

const placeholders = (text) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

const groups = await messageTables('en/');
const english = Object.assign({}, ...groups.values());
const locales = await messageTables('locales/');
const files = await sources();

describe('messages', () => {
  it('can be loaded in every language that has a file', async () => {
    assert.deepEqual(Object.keys(listed), [...locales.keys()]);
    for (const [locale, load] of Object.entries(listed)) {
      assert.deepEqual((await load()).messages, locales.get(locale), locale);
    }
  });

  it('have the same English text for a key in every element', () => {
    for (const [group, messages] of groups) {
      for (const [key, text] of Object.entries(messages)) {
        assert.equal(text, english[key], `${key} differs in ${group}`);
      }
    }
  });

  it('are all used by an element', () => {
    const read = keysRead();
    assert.deepEqual(
      Object.keys(english).filter((key) => !read.has(key)),
      [],
    );
  });

  it('are the only texts that an element shows', () => {
    const written = files.flatMap(({ name, text }) => {
      // The comment of a class has an example.
      const code = text.replaceAll(/\/\*\*[^]*?\*\//g, '');
      return [
        ...code.matchAll(/\b(?:aria-label|aria-description|title|alt|placeholder)="[^"]+"/g),
        ...code.matchAll(/<(?:p|span|button|bdi|h\d|a|li|dt|dd)\b[^<>$]*>\s*[A-Z][a-z]+/g),
      ].map(([found]) => `${name}: ${found}`);
    });
    assert.deepEqual(written, []);
  });

  for (const [locale, messages] of locales) {
    it(`in ${locale} are complete, with the placeholders of the English ones`, () => {
      assert.deepEqual(Object.keys(messages).sort(), Object.keys(english).sort());
      for (const [key, text] of Object.entries(messages)) {
        assert.ok(
          text.trim() === text && text !== '',
          `${key} is empty, or has white space around it`,
        );
        assert.deepEqual(placeholders(text), placeholders(english[key]), key);
      }
    });

    it(`in ${locale} are translated`, () => {
      const sentences = Object.keys(english).filter((key) => english[key].split(' ').length > 2);
      const same = sentences.filter((key) => messages[key] === english[key]);
      assert.deepEqual(same, []);
    });
  }

  it('in French have narrow no-break spaces at « » : ; ! ?', () => {
    const wrong = Object.values(locales.get('fr')).filter((text) =>
      /«(?!\u202f)|(?<!\u202f)[»:;!?]/.test(text),
    );
    assert.deepEqual(wrong, []);
  });
});
