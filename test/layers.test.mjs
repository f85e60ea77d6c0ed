import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { ESLint } from 'eslint';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = `${ROOT}src`;

/** The paths of layers that are not simply the folder or the file of that name, as regular expressions. */
const PATHS = {
  elements: 'elements/(?![^/]+/define[^/]*\\.ts$)',
  define: '(?:define/|elements/[^/]+/define[^/]*\\.ts$)',
};

/**
 * The layers, lowest first. A module may import from its own folder or file, and from lower layers. Within a
 * layer, only names joined by `|` may import each other.
 */
const LAYERS = [
  ['wire|errors'],
  ['lib'],
  ['http', 'verify'],
  ['answers'],
  ['methods'],
  ['wallets'],
  ['core', 'metadata'],
  ['sign-in', 'transactions'],
  ['elements'],
  ['define'],
  ['index', 'compat', 'frameworks', 'tags'],
  ['cdn', 'cdn-on-server'],
  ['global'],
];
const NAMES = LAYERS.flat().join('|').split('|');

/** Entry points of the package that together reach all its modules. */
const ENTRY_POINTS =
  '^(?:cdn|cdn-on-server|global|core/wallet-snapshot|compat/(?:index|react)|define/(?:on|react)-server|frameworks/(?:react|solid|svelte|vue)|elements/(?:messages/index|on-server)|metadata/index|transactions/index|sign-in/index|verify/index)\\.ts$';

/** Tests and their helpers, which are not published and may import from any layer. */
const TESTS = '\\.test\\.ts$|^testing/';
const shipped = { pathNot: TESTS };

const inside = (names) =>
  `^(?:${names
    .flatMap((joined) => joined.split('|'))
    .map((name) => PATHS[name] ?? `${name}(?:/|\\.ts$)`)
    .join('|')})`;

const RULES = [
  ...LAYERS.flatMap((layer, level) =>
    layer.map((names) => ({
      name: `which is not below ${names}`,
      from: { ...shipped, path: inside([names]) },
      to: { path: inside(NAMES), pathNot: inside([names, ...LAYERS.slice(0, level).flat()]) },
    })),
  ),
  ...['[^/]+', '[^/]+/[^/]+'].map((folder) => ({
    name: 'the index of its own folder',
    from: { ...shipped, path: `^(${folder})/` },
    to: { path: '^$1/index\\.ts$' },
  })),
  { name: 'which only tests may import', from: shipped, to: { path: TESTS } },
  { name: 'which does not exist', from: shipped, to: { path: '^\\.', couldNotResolve: true } },
  {
    name: 'which no entry point of the package reaches',
    from: { path: ENTRY_POINTS },
    // No module imports a `.d.ts` file that declares a module of another package.
    to: { path: '\\.ts$', pathNot: `${ENTRY_POINTS}|${TESTS}|\\.d\\.ts$`, reachable: false },
  },
  {
    name: 'a cycle',
    from: {},
    // Not through `import()`, which runs after the modules of the cycle were evaluated: the short description of a wallet
    // loads its code on the first request, and that code contains the description.
    to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
  },
];

/**
 * Every violation of the import rules in a folder of TypeScript sources, as a sentence that names the file.
 *
 * @param {string} root the folder of the sources
 * @returns {Promise<string[]>} empty if there are no violations
 */
async function layerViolations(root) {
  const { modules, summary } = await readImports(root);
  const unlisted = modules
    .map(({ source }) => source)
    .filter((source) => source.endsWith('.ts') && !isTest(source) && !nameOf(source));
  return [...unlisted.map((file) => `${file} is in no layer`), ...summary.violations.map(sentence)];
}

function sentence({ from, to, rule, cycle }) {
  if (cycle) return `${rule.name}: ${[from, ...cycle.map(({ name }) => name)].join(' -> ')}`;
  if (from === to) return `${from} is a module ${rule.name}`;
  return `${from} imports ${to}, ${rule.name}`;
}

async function readImports(root) {
  const options = {
    baseDir: root,
    ruleSet: { forbidden: RULES },
    validate: true,
    // Include imports of types: they are dependencies as well.
    tsPreCompilationDeps: true,
    exclude: '/node_modules/|^\\.\\./',
  };
  // Look for `.ts` files only: by default, the tool tries ten other extensions for each import.
  const resolving = { extensions: ['.ts'], extensionAlias: { '.js': ['.ts'] } };
  const { output } = await cruise(['.'], options, resolving);
  return output;
}

const isTest = (file) => new RegExp(TESTS).test(file);

const nameOf = (file) => NAMES.find((name) => new RegExp(inside([name])).test(file));

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
  it('names only files and folders that exist', () => {
    const text = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
    const named = [...text.matchAll(/`((?:src|test|fixtures|scripts|demo)\/[\w./-]*)`/g)];
    assert.ok(named.length > 20);
    for (const [, path] of named) {
      assert.ok(existsSync(new URL(`../${path}`, import.meta.url)), path);
    }
  });
});
