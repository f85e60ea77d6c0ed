import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { root as repository } from './run.mjs';

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

const FLOWCHART = /(<!-- architecture -->)[^]*(<!-- \/architecture -->)/;

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
export async function layerViolations(root) {
  const { modules, summary } = await cruised(root);
  const unlisted = modules
    .map(({ source }) => source)
    .filter((source) => source.endsWith('.ts') && !isTest(source) && !nameOf(source));
  return [...unlisted.map((file) => `${file} is in no layer`), ...summary.violations.map(sentence)];
}

/**
 * The imports between the layers, as a Mermaid flowchart. Each arrow has the number of importing files, which
 * dependency-cruiser's own Mermaid reporter omits.
 *
 * @param {string} root the folder of the sources
 */
async function architecture(root) {
  const { modules } = await cruised(root);
  const counts = new Map();
  for (const { source, dependencies } of modules.filter(({ source }) => !isTest(source))) {
    const from = nameOf(source);
    for (const to of new Set(dependencies.map(({ resolved }) => nameOf(resolved)))) {
      const arrow = `  ${from} --> ${to}`;
      if (to && from !== to) counts.set(arrow, (counts.get(arrow) ?? 0) + 1);
    }
  }
  const rank = (arrow) => NAMES.indexOf(arrow.trim().split(' ')[0]);
  const arrows = [...counts]
    .sort(([a], [b]) => rank(b) - rank(a) || a.localeCompare(b))
    .map(([arrow, count]) => arrow.replace('-->', `-->|${count}|`));
  return ['flowchart TD', ...arrows].join('\n');
}

function sentence({ from, to, rule, cycle }) {
  if (cycle) return `${rule.name}: ${[from, ...cycle.map(({ name }) => name)].join(' -> ')}`;
  if (from === to) return `${from} is a module ${rule.name}`;
  return `${from} imports ${to}, ${rule.name}`;
}

const results = new Map();

/** Reads each folder only once, since reading takes seconds. */
function cruised(root) {
  if (!results.has(root)) results.set(root, readImports(root));
  return results.get(root);
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

/** CONTRIBUTING.md with an updated flowchart of the layers. */
export async function withFlowchart(text) {
  const flowchart = ['```mermaid', await architecture(`${repository}src`), '```'].join('\n');
  return text.replace(FLOWCHART, (_all, open, close) => [open, flowchart, close].join('\n\n'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = `${repository}CONTRIBUTING.md`;
  writeFileSync(file, await withFlowchart(readFileSync(file, 'utf8')));
}
