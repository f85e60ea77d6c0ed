import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { ESLint } from 'eslint';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
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
  ['errors|lib'],
  ['http'],
  ['accounts|stacks|bitcoin'],
  ['methods'],
  ['wallets'],
  ['clarity'],
  ['core'],
  ['sign-in', 'metadata', 'transactions'],
  ['verify', 'contracts'],
  ['payments', 'prices'],
  ['elements'],
  ['define'],
  ['cli', 'index', 'compat', 'frameworks', 'tags', 'test-setup'],
  ['cdn', 'cdn-on-server'],
  ['global'],
];
const NAMES = LAYERS.flat().join('|').split('|');

/** Entry points of the package that together reach all its modules. */
const ENTRY_POINTS =
  '^(?:cdn|cli|cdn-on-server|global|compat/(?:index|react)|define/(?:on|react)-server|frameworks/(?:react|solid|svelte|vue)|elements/(?:messages/index|on-server)|metadata/index|transactions/index|clarity/index|contracts/index|payments/index|payments/server/index|sign-in/index|verify/index|test-setup)\\.ts$';

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
  {
    // No code of a request or a payment reads a price.
    name: 'which only the value of <ft-amount> may import',
    from: { ...shipped, pathNot: `${TESTS}|^(?:prices|elements/ft-amount)/` },
    to: { path: '^(?:prices/|elements/ft-amount/fiat\\.ts$)' },
  },
  { name: 'which only tests may import', from: shipped, to: { path: TESTS } },
  { name: 'which does not exist', from: shipped, to: { path: '^\\.', couldNotResolve: true } },
  {
    name: 'which no entry point of the package reaches',
    from: { path: ENTRY_POINTS },
    // No module imports a `.d.ts` file that declares a module of another package.
    to: { path: '\\.ts$', pathNot: `${ENTRY_POINTS}|${TESTS}|\\.d\\.ts$`, reachable: false },
  },
  // Also through types and `import()`.
  { name: 'a cycle', from: {}, to: { circular: true } },
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

describe('the imports in src/', () => {
  it('follow the rules', async () => {
    assert.deepEqual(await layerViolations(SOURCES), []);
  });
});

describe('layerViolations', () => {
  /** Sources that break each rule once, with what is found. */
  const BROKEN = {
    'lib/import.ts': [
      `import { a } from '../core/a.js'; export const b = a;`,
      'lib/import.ts imports core/a.ts, which is not below errors|lib',
    ],
    'lib/type.ts': [
      `import type { A } from '../core/a.js'; export type B = A;`,
      'lib/type.ts imports core/a.ts, which is not below errors|lib',
    ],
    'lib/import-type.ts': [
      `export type B = import('../core/a.js').A;`,
      'lib/import-type.ts imports core/a.ts, which is not below errors|lib',
    ],
    'lib/dynamic.ts': [
      `export const load = () => import('../core/a.js');`,
      'lib/dynamic.ts imports core/a.ts, which is not below errors|lib',
    ],
    'lib/re-export.ts': [
      `export * from '../core/a.js';`,
      'lib/re-export.ts imports core/a.ts, which is not below errors|lib',
    ],
    'metadata/same-layer.ts': [
      `import '../sign-in/a.js';`,
      'metadata/same-layer.ts imports sign-in/a.ts, which is not below metadata',
    ],
    'elements/x-a/x-a.ts': [
      `import './define.js';`,
      'elements/x-a/x-a.ts imports elements/x-a/define.ts, which is not below elements',
    ],
    'elements/x-a/price.ts': [
      `import '../../prices/a.js';`,
      'elements/x-a/price.ts imports prices/a.ts, which only the value of <ft-amount> may import',
    ],
    'payments/price.ts': [
      `import '../prices/a.js';`,
      'payments/price.ts imports prices/a.ts, which is not below payments',
    ],
    'core/own-index.ts': [
      `import './index.js';`,
      'core/own-index.ts imports core/index.ts, the index of its own folder',
    ],
    'http/missing.ts': [
      `import './gone.js';`,
      'http/missing.ts imports ./gone.js, which does not exist',
    ],
    'http/helper.ts': [
      `import '../testing/a.js';`,
      'http/helper.ts imports testing/a.ts, which only tests may import',
    ],
    'http/cycle.ts': [
      `import './cycle-2.js';`,
      'a cycle: http/cycle-2.ts -> http/cycle.ts -> http/cycle-2.ts',
    ],
    'other/a.ts': [``, 'other/a.ts is in no layer'],
    'lib/unused.ts': [``, 'lib/unused.ts is a module which no entry point of the package reaches'],
  };
  const BESIDE = {
    'errors.ts': '',
    'core/a.ts': 'export interface A { a: 1 } export const a = 1;',
    'core/index.ts': `export * from './a.js';`,
    'sign-in/a.ts': '',
    'prices/a.ts': '',
    'elements/x-a/define.ts': '',
    'testing/a.ts': '',
    'http/cycle-2.ts': `import './cycle.js';`,
    // Tests may import anything.
    'lib/import.test.ts': `import '../core/a.js'; import '../testing/a.js';`,
  };
  const written = (files) => {
    const root = mkdtempSync(join(tmpdir(), 'layers-'));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return root;
  };

  it('finds each import that breaks a rule, and each file outside of the layers and the package', async () => {
    const used = Object.keys(BROKEN).filter((file) => file !== 'lib/unused.ts');
    const root = written({
      ...BESIDE,
      ...Object.fromEntries(Object.entries(BROKEN).map(([file, [text]]) => [file, text])),
      'global.ts': used.map((file) => `import './${file.replace('.ts', '.js')}';`).join(''),
    });
    try {
      const found = await layerViolations(root);
      for (const [file, [, expected]] of Object.entries(BROKEN)) {
        assert.ok(found.includes(expected), `${file}: ${expected}\n${found.join('\n')}`);
      }
      assert.deepEqual(
        found.filter((line) => line.includes('.test.ts')),
        [],
      );
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('accepts imports from lower layers, from the same folder, and by tests', async () => {
    const root = written({
      ...BESIDE,
      'http/cycle-2.ts': '',
      'lib/a.ts': `import '../errors.js'; import './b.js';`,
      'lib/b.ts': '',
      'elements/ft-amount/a.ts': `import '../../prices/a.js';`,
      'testing/a.ts': `import '../lib/a.js';`,
      'global.ts': Object.keys(BESIDE)
        .filter((file) => !file.includes('test') && !file.startsWith('prices/'))
        .map((file) => `import './${file.replace('.ts', '.js')}';`)
        .join(`import './lib/a.js'; import './elements/ft-amount/a.js';`),
    });
    try {
      assert.deepEqual(await layerViolations(root), []);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

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
    const text = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
    const named = [...text.matchAll(/`((?:src|test|fixtures|scripts|demo)\/[\w./-]*)`/g)];
    assert.ok(named.length > 20);
    for (const [, path] of named) {
      assert.ok(existsSync(new URL(`../../${path}`, import.meta.url)), path);
    }
  });
});
