import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { tags } from './support/elements.mjs';
import { root } from './support/program.mjs';

const { modules } = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8'));
const classes = modules.flatMap(({ declarations = [] }) => declarations);
const definitions = modules.flatMap(({ path, exports = [] }) =>
  exports
    .filter(({ kind }) => kind === 'custom-element-definition')
    .map((one) => ({ path, ...one })),
);

const names = (described = []) =>
  described
    .map(({ name }) => name)
    .sort()
    .join(' ');
const rowsOf = (path) =>
  [...readFileSync(root + path, 'utf8').matchAll(/^\| `(--[\w-]+)`/gm)].map(([, name]) => name);

describe('custom-elements.json', () => {
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

  it('lists the shared CSS properties for every element that reads them', () => {
    const properties = rowsOf('src/elements/styles/README.md').sort().join(' ');
    const without = classes.filter(({ customElement, cssProperties }) => {
      if (cssProperties) assert.equal(names(cssProperties), properties);
      return customElement && !cssProperties;
    });
    assert.equal(names(without), 'FtAmount WalletContext');
  });

  it('defines nothing else', () => {
    assert.deepEqual(definitions.map(({ name }) => name).sort(), tags);
  });
});

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
    const onServer = await import('../dist/elements/on-server.js');
    for (const { name } of classes.filter(({ customElement }) => customElement)) {
      assert.throws(() => new onServer[name](), /elements exist only in the browser/);
    }
  });
});
