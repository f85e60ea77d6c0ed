import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { layerViolations, withFlowchart } from '../scripts/layers.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = `${ROOT}src`;

/** Sources that follow every rule, with each allowed form of import. */
const VALID = {
  'errors.ts': `export const E = 1;`,
  'wire/a.ts': `export interface A { a: 1 }`,
  'lib/store.ts': `import type { A } from '../wire/a.js'; export type B = A;`,
  'core/index.ts': `export * from './connect.js';`,
  'core/connect.ts': `import { E } from '../errors.js'; export const load = () => import('../lib/store.js'); export { E };`,
  'elements/x-a/x-a.ts': `import { E } from '../../core/index.js'; export class XA { e = E }`,
  'elements/x-a/define.ts': `import { define } from '../../define/define.js'; import { XA } from './x-a.js'; define(XA);`,
  'define/define.ts': `export const define = (element: object) => element;`,
  'index.ts': `export * from './core/index.js';`,
  'cdn.ts': `import './elements/x-a/define.js'; export * from './index.js';`,
  'core/connect.test.ts': `import '../elements/x-a/define.js';`,
};

const VIOLATIONS = [
  {
    title: 'an import from a higher layer',
    files: { 'lib/store.ts': `import { x } from '../core/connect.js'; x;` },
    reason: /^lib\/store\.ts imports core\/connect\.ts, which is not below lib$/,
  },
  {
    title: 'a class of an element that imports the module that defines it',
    files: { 'elements/x-b/x-b.ts': `import '../x-a/define.js';` },
    reason:
      /^elements\/x-b\/x-b\.ts imports elements\/x-a\/define\.ts, which is not below elements$/,
  },
  {
    title: 'a type import from a higher layer',
    files: { 'wire/a.ts': `import type { X } from '../lib/store.js'; export type Y = X;` },
    reason: /^wire\/a\.ts imports lib\/store\.ts, which is not below wire\|errors$/,
  },
  {
    title: 'an import() type from a higher layer',
    files: { 'wire/a.ts': `export type Y = import('../lib/store.js').B;` },
    reason: /^wire\/a\.ts imports lib\/store\.ts, which is not below wire\|errors$/,
  },
  {
    title: 'a dynamic import from a higher layer',
    files: { 'errors.ts': `export const f = () => import('./elements/x-a/x-a.js');` },
    reason: /^errors\.ts imports elements\/x-a\/x-a\.ts, which is not below wire\|errors$/,
  },
  {
    title: 'a re-export from a higher layer',
    files: { 'wire/a.ts': `export * from '../errors.js'; export * from '../core/connect.js';` },
    reason: /^wire\/a\.ts imports core\/connect\.ts, which is not below wire\|errors$/,
  },
  {
    title: 'core and metadata importing each other',
    files: { 'metadata/m.ts': `import '../core/connect.js';` },
    reason: /^metadata\/m\.ts imports core\/connect\.ts, which is not below metadata$/,
  },
  {
    title: 'an import of the index of the same folder',
    files: { 'core/session.ts': `import { E } from './index.js'; E;` },
    reason: /^core\/session\.ts imports core\/index\.ts, the index of its own folder$/,
  },
  {
    title: 'a cycle',
    files: { 'lib/p.ts': `import './q.js';`, 'lib/q.ts': `import './p.js';` },
    reason: /^a cycle: lib\/p\.ts -> lib\/q\.ts -> lib\/p\.ts$/,
  },
  {
    title: 'a published module that imports a test helper',
    files: { 'core/session.ts': `import '../testing/fake.js';`, 'testing/fake.ts': `` },
    reason: /^core\/session\.ts imports testing\/fake\.ts, which only tests may import$/,
  },
  {
    title: 'a file outside every layer',
    files: { 'helpers/misc.ts': `` },
    reason: /^helpers\/misc\.ts is in no layer/,
  },
  {
    title: 'a file that only its test imports',
    files: { 'wallets/nova.ts': ``, 'wallets/nova.test.ts': `import './nova.js';` },
    reason: /^wallets\/nova\.ts is a module which no entry point of the package reaches/,
  },
  {
    title: 'an import of a missing file',
    files: { 'core/session.ts': `import './gone.js';` },
    reason: /^core\/session\.ts imports \.\/gone\.js, which does not exist$/,
  },
];

describe('the imports in src/', () => {
  it('follow the rules', async () => {
    assert.deepEqual(await layerViolations(SOURCES), []);
  });
});

describe('layerViolations', () => {
  it('accepts sources that follow the rules', async () => {
    assert.deepEqual(await violationsOf(VALID), []);
  });

  for (const { title, files, reason } of VIOLATIONS) {
    it(`finds ${title}`, async () => {
      const violations = await violationsOf({ ...VALID, ...files });
      assert.equal(
        violations.some((line) => reason.test(line)),
        true,
        violations.join('\n'),
      );
    });
  }
});

async function violationsOf(files) {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return await layerViolations(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('ESLint', () => {
  const eslint = new ESLint({ cwd: ROOT });
  const messagesFor = async (filePath, code) => {
    const [{ messages }] = await eslint.lintText(code, { filePath });
    return messages.map(({ message }) => message);
  };

  for (const code of [
    `globalThis.customElements.define('x-a', class {});`,
    `customElements['define']('x-a', class {});`,
    `@customElement('x-a') export class XA {}`,
  ]) {
    it(`allows only in src/define/define.ts: ${code}`, async () => {
      const expected = 'Only src/define/define.ts defines elements.';
      assert.ok((await messagesFor('src/elements/x-a/x-a.ts', code)).includes(expected));
      assert.ok(!(await messagesFor('src/define/define.ts', code)).includes(expected));
    });
  }
});

describe('CONTRIBUTING.md', () => {
  it('has an up-to-date flowchart of the layers', async () => {
    const text = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
    assert.equal(await withFlowchart(text), text, 'run: node scripts/layers.mjs');
  });

  it('names only files and folders that exist', () => {
    const text = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
    const named = [...text.matchAll(/`((?:src|test|fixtures|scripts|demo)\/[\w./-]*)`/g)];
    assert.ok(named.length > 20);
    for (const [, path] of named) {
      assert.ok(existsSync(new URL(`../${path}`, import.meta.url)), path);
    }
  });
});
