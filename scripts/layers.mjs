import { cruise } from 'dependency-cruiser';

/**
 * From the bottom up: a module imports from its own layer or from a lower one. In one layer, names that a bar
 * joins may import each other, others may not.
 */
const LAYERS = [
  ['wire|errors'],
  ['lib'],
  ['methods'],
  ['wallets'],
  ['core', 'metadata'],
  ['elements'],
  ['define'],
  ['index'],
  ['cdn'],
];
const NAMES = LAYERS.flat().join('|').split('|');

/** The entry points of the package from which all modules are reached. */
const DOORS = '^(?:cdn|elements/messages/index|metadata/index)\\.ts$';

/** Tests, and what only they import, are not shipped: the order does not bind them. */
const TESTS = '\\.test\\.ts$|^testing/';
const shipped = { pathNot: TESTS };

const inside = (names) => `^(?:${names.join('|')})(?:/|\\.ts$)`;

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
  { name: 'which is not there', from: shipped, to: { path: '^\\.', couldNotResolve: true } },
  {
    name: 'which no entry point of the package reaches',
    from: { path: DOORS },
    to: { path: '\\.ts$', pathNot: `${DOORS}|${TESTS}`, reachable: false },
  },
  { name: 'a cycle', from: {}, to: { circular: true } },
];

/**
 * Every break of the rules of imports in a tree of TypeScript sources, as sentences that name the file.
 *
 * @param {string} root the folder of the sources
 * @returns {Promise<string[]>} empty where all is well
 */
export async function layerBreaks(root) {
  const { modules, summary } = await cruised(root);
  const strangers = modules
    .map(({ source }) => source)
    .filter(
      (source) => source.endsWith('.ts') && !isTest(source) && !NAMES.includes(nameOf(source)),
    );
  return [
    ...strangers.map((file) => `${file} is in no layer: ${nameOf(file)} is not listed`),
    ...summary.violations.map(sentence),
  ];
}

/**
 * The imports between the layers of a tree of sources, as a Mermaid flowchart: an arrow for each pair, with the
 * number of files that import, which dependency-cruiser's own Mermaid reporter leaves out.
 *
 * @param {string} root the folder of the sources
 */
export async function architecture(root) {
  const { modules } = await cruised(root);
  const counts = new Map();
  for (const { source, dependencies } of modules.filter(({ source }) => !isTest(source))) {
    const from = nameOf(source);
    for (const to of new Set(dependencies.map(({ resolved }) => nameOf(resolved)))) {
      const arrow = `  ${from} --> ${to}`;
      if (from !== to && NAMES.includes(to)) counts.set(arrow, (counts.get(arrow) ?? 0) + 1);
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

async function cruised(root) {
  const { output } = await cruise(['.'], {
    baseDir: root,
    ruleSet: { forbidden: RULES },
    validate: true,
    // Types count: what only they hold together cannot be moved apart either.
    tsPreCompilationDeps: true,
    exclude: '/node_modules/|^\\.\\./',
  });
  return output;
}

const isTest = (file) => new RegExp(TESTS).test(file);

const nameOf = (file) => file.split('/')[0].replace(/\.ts$/, '');
