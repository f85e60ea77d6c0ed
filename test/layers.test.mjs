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
  ['errors|lib'],
  ['http'],
  ['stacks|bitcoin|methods|wallets'],
  ['clarity'],
  ['client'],
  ['contracts', 'sign-in', 'tokens', 'transactions'],
  ['elements'],
  ['define'],
  ['cli', 'index', 'compat', 'frameworks', 'tags'],
  ['cdn', 'cdn-on-server'],
  ['global'],
];
const NAMES = LAYERS.flat().join('|').split('|');

/** Entry points of the package that together reach all its modules. */
const ENTRY_POINTS =
  '^(?:cdn|cli|cdn-on-server|global|compat/(?:index|react)|define/(?:on|react)-server|frameworks/(?:react|solid|svelte|vue)|elements/(?:messages/index|on-server)|tokens/index|transactions/index|clarity/index|contracts/index|sign-in/index|sign-in/server/index)\\.ts$';

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

describe('the imports in src/', () => {
  it('follow the rules', async () => {
    assert.deepEqual(await layerViolations(SOURCES), []);
  });
});

describe('layerViolations', () => {
  it('finds an import from a higher layer, a cycle and the import of a missing file', async () => {
    const root = mkdtempSync(join(tmpdir(), 'layers-'));
    try {
      for (const [file, text] of Object.entries({
        'errors.ts': '',
        'lib/store.ts': `import type { A } from '../client/connect.js'; export type B = A;`,
        'client/connect.ts': `import './gone.js'; export interface A { a: 1 }`,
        'http/p.ts': `import './q.js';`,
        'http/q.ts': `import './p.js';`,
      })) {
        mkdirSync(dirname(join(root, file)), { recursive: true });
        writeFileSync(join(root, file), text);
      }
      const found = (await layerViolations(root)).join('\n');
      assert.match(
        found,
        /^lib\/store\.ts imports client\/connect\.ts, which is not below errors\|lib$/m,
      );
      assert.match(found, /^client\/connect\.ts imports \.\/gone\.js, which does not exist$/m);
      assert.match(found, /^a cycle: http\/p\.ts -> http\/q\.ts -> http\/p\.ts$/m);
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
    const text = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
    const named = [...text.matchAll(/`((?:src|test|fixtures|scripts|demo)\/[\w./-]*)`/g)];
    assert.ok(named.length > 20);
    for (const [, path] of named) {
      assert.ok(existsSync(new URL(`../${path}`, import.meta.url)), path);
    }
  });
});
