import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { after, before, describe, it } from 'node:test';
import { choicesOf, isWritten } from '../../scripts/build/editors.mjs';
import { launchBrowser, openPage } from '../support/browser.mjs';
import { tags } from '../support/elements.mjs';
import { elementsScript, servePage } from '../support/pages.mjs';
import { root } from '../support/program.mjs';

const { modules } = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8'));
const classes = modules.flatMap(({ declarations = [] }) => declarations);
const definitions = modules.flatMap(({ path, exports = [] }) =>
  exports
    .filter(({ kind }) => kind === 'custom-element-definition')
    .map((one) => ({ path, ...one })),
);

const names = (described = []) =>
  [...described]
    .map(({ name }) => name)
    .sort()
    .join(' ');
const rowsOf = (path) =>
  [...readFileSync(root + path, 'utf8').matchAll(/^\| `(--[\w-]+)`/gm)].map(([, name]) => name);

/** Stands for the CSS properties that elements share. */
const SHARED = { name: 'shared' };

/** The public names of each element and event, in one line per kind. */
function publicNames() {
  const shared = new Set(rowsOf('src/elements/styles/README.md'));
  const lines = classes.flatMap(({ name, tagName = name, members = [], ...declared }) => {
    const kinds = {
      attributes: declared.attributes,
      properties: members.filter(({ kind }) => kind === 'field'),
      methods: members.filter(({ kind }) => kind === 'method'),
      events: declared.events,
      // The default slot has no name.
      slots: declared.slots?.map((slot) => ({ name: slot.name || 'default' })),
      parts: declared.cssParts,
      states: declared.cssStates,
      'CSS properties': declared.cssProperties?.map((one) => (shared.has(one.name) ? SHARED : one)),
    };
    return Object.entries(kinds)
      .filter(([, described]) => described?.length > 0)
      .map(([kind, described]) => `${tagName}, ${kind}: ${names(new Set(described))}`);
  });
  return [...lines, `shared, CSS properties: ${[...shared].sort().join(' ')}`].sort();
}

/** The code of an element, and of the elements and modules of src/elements that it uses, without comments. */
function codeOf(tag) {
  const fileOf = (name) => `src/elements/${name}/${name}.ts`;
  const files = new Set([fileOf(tag)]);
  let all = '';
  for (const file of files) {
    const code = readFileSync(root + file, 'utf8').replaceAll(/\/\*\*[^]*?\*\//g, '');
    all += code;
    for (const [, path] of code.matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g)) {
      const imported = join(dirname(file), `${path}.ts`);
      if (imported.startsWith('src/elements/')) files.add(imported);
    }
    for (const used of tags) if (code.includes(`<${used}`)) files.add(fileOf(used));
  }
  return all;
}

describe('custom-elements.json', () => {
  // Pages and style sheets use these names. Whoever removes or renames one says so in CHANGELOG.md.
  it('has the public names of test/public-names.txt', () => {
    const listed = readFileSync(`${root}test/public-names.txt`, 'utf8').trimEnd().split('\n');
    assert.deepEqual(publicNames(), listed);
  });

  for (const tag of tags) {
    const element = classes.find(({ tagName }) => tagName === tag);

    it(`<${tag}>: is in the manifest`, () => {
      assert.equal(element?.customElement, true);
    });

    it(`<${tag}>: names the class of each event`, () => {
      for (const { name, type } of element.events ?? []) {
        if (!name.includes('-') && type.text === 'Event') continue; // a native one
        const event = classes.find((declared) => declared.name === type?.text);
        assert.equal(event?.superclass?.name, 'Event', `${name}: ${type?.text}`);
      }
    });

    it(`<${tag}>: names an existing module that defines it`, () => {
      const [definition, ...others] = definitions.filter(({ name }) => name === tag);
      assert.deepEqual(others, []);
      assert.equal(definition.path, `dist/elements/${tag}/define.js`);
      assert.ok(existsSync(root + definition.path));
      assert.equal(definition.declaration.name, element.name);
      assert.ok(existsSync(root + definition.declaration.module));
    });

    it(`<${tag}>: has a description of each name`, () => {
      const { attributes, members, slots, cssParts, cssProperties, cssStates, events } = element;
      const all = [attributes, members, slots, cssParts, cssProperties, cssStates, events];
      const undescribed = all.flatMap((some = []) =>
        some.filter(({ description }) => !description),
      );
      assert.deepEqual(names(undescribed), '');
    });

    it(`<${tag}>: describes only parts, slots, states and events that its code has`, () => {
      const code = codeOf(tag);
      const has = (pattern) => new RegExp(pattern).test(code);
      const { slots = [], cssParts = [], cssStates = [], events = [] } = element;
      const missing = [
        ...slots.filter(({ name }) => !has(name ? `<slot name="${name}"|'${name}'` : '<slot[> ]')),
        ...cssParts.filter(({ name }) => !has(`part="(?:[^"]* )?${name}[ "]|'${name}'`)),
        ...[...cssStates, ...events].filter(({ name }) => !has(`'${name}'`)),
      ];
      assert.deepEqual(names(missing), '');
    });
  }

  it('has only public members, of elements and events, in files that exist', () => {
    const hidden = (declared) => declared.members.filter((one) => one.privacy || one.static);
    assert.deepEqual(classes.flatMap(hidden), []);
    for (const { path } of modules) assert.ok(existsSync(root + path), path);
    const unknown = classes.filter(
      ({ customElement, superclass }) => !customElement && superclass?.name !== 'Event',
    );
    assert.deepEqual(names(unknown), '');
  });

  it('defines nothing else', () => {
    assert.deepEqual(definitions.map(({ name }) => name).sort(), tags);
  });
});

describe('an element in plain HTML', () => {
  let server;
  let browser;
  let page;
  before(async () => {
    const html = '<!doctype html><title>Elements</title><script src="/elements.js"></script><main>';
    server = await servePage(html, elementsScript());
    browser = await launchBrowser();
    ({ page } = await openPage(browser, server.origin));
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  for (const { tagName, attributes = [] } of classes.filter(({ customElement }) => customElement)) {
    it(`<${tagName}> reads its attributes, and has its defaults again without them`, async () => {
      const samples = attributes
        // Tests of the two elements with `open` cover it.
        .filter((one) => one.fieldName && one.name !== 'open' && isWritten(one))
        .map(({ name, fieldName, type, default: value }) => {
          const [text, read] = sample(type.text, value);
          return { name, fieldName, text, read };
        });
      const { read, shown, given } = await page.evaluate(readAttributes, { tagName, samples });
      assert.deepEqual(read, Object.fromEntries(samples.map((one) => [one.name, one.read])));
      assert.equal(shown[0], shown[1]);
      assert.deepEqual(
        given.filter((name) => samples.some((one) => one.name === name)),
        [],
      );
    });
  }
});

/** A value of an attribute that is not its default, and the value of its property. */
function sample(type, value) {
  if (type === 'boolean') return ['', true];
  if (/^number|^Confirmations$/.test(type)) return ['7', 7];
  if (type.startsWith('readonly string[]')) return ['A B', ['A', 'B']];
  const text = choicesOf(type).findLast((choice) => choice && `'${choice}'` !== value) ?? 'testnet';
  return [text, text];
}

/** Runs in the page. */
async function readAttributes({ tagName, samples }) {
  const attributes = samples.map(({ name, text }) => `${name}="${text}"`);
  const main = document.querySelector('main');
  main.innerHTML = `<${tagName} ${attributes.join(' ')}></${tagName}><${tagName}></${tagName}>`;
  const elements = [...main.children];
  const [element] = elements;
  // The script defines an element when its tag is in the page.
  await customElements.whenDefined(tagName);
  await element.updateComplete;
  const read = Object.fromEntries(samples.map(({ name, fieldName }) => [name, element[fieldName]]));
  for (const { name } of samples) element.removeAttribute(name);
  /** What each element shows. */
  const shown = () =>
    elements.map(({ shadowRoot }) => shadowRoot.innerHTML.replaceAll(/<!--.*?-->/g, ''));
  const end = Date.now() + 10_000;
  while (new Set(shown()).size > 1 && Date.now() < end) {
    await new Promise((done) => setTimeout(done, 10));
  }
  return { read, shown: shown(), given: element.getAttributeNames() };
}

describe('each folder of an element', () => {
  it('is in define/autoload', () => {
    const source = readFileSync(`${root}src/define/autoload.ts`, 'utf8');
    const line =
      /^ {2}\[\s*'([\w-]+)',(?: \(\) => import\('\.\.\/elements\/\1\/define\.js'\)\],$|$)/gm;
    assert.deepEqual(
      [...source.matchAll(line)].map(([, tag]) => tag),
      tags,
    );
  });

  it('is in define/all', () => {
    const source = readFileSync(`${root}src/define/all.ts`, 'utf8');
    const imports = source.matchAll(/^import '\.\.\/elements\/([\w-]+)\/define\.js';$/gm);
    assert.deepEqual(
      [...imports].map(([, tag]) => tag),
      tags,
    );
  });

  it('has a class for servers', async () => {
    const onServer = await import('../../dist/elements/on-server.js');
    for (const { name } of classes.filter(({ customElement }) => customElement)) {
      assert.throws(() => new onServer[name](), /elements exist only in the browser/);
    }
  });
});
