/**
 * `npm run test:apps [PART…]`: the tests that need more packages than `npm test`, which this command installs. A part
 * may name some of its apps: `npm run test:apps examples/react bundlers/vite`.
 */
import { NAMES as EXAMPLES } from '../examples/test/apps.mjs';
import { buildSite } from '../site/generate/build.mjs';
import { needChromium } from './need.mjs';
import { installWorkspaces, packageFile } from './npm.mjs';
import { root } from './run.mjs';
import { BUILD, nodeTests, runStep, runSteps } from './steps.mjs';
import { nodeTestsIn } from './test-files.mjs';

const script = (title, file) => ({ title, command: ['node', file] });
const SERVER = 'examples/sign-in-server';
const SHOP = 'examples/shop';
const SERVERS = 'examples/servers';
const APP_TESTS = 'examples/app-tests';
const typesOf = (folder) => ({
  title: 'types of the recipes',
  command: ['node', packageFile(`${root}${folder}`, 'typescript/bin/tsc'), '-p', folder],
});

/**
 * `workspaces`: those with the packages. `before`, `after`: the steps before and after the tests. `minutes`: the time
 * limit of each test. `show`: prints the output of the tests.
 */
const PARTS = {
  // Each entry point in server runtimes other than Node, and apps of each bundler, with their requests and bytes.
  bundlers: {
    workspaces: () => ['test/bundlers'],
    tests: ['test/bundlers/edge.test.mjs', 'test/bundlers/bundlers.test.mjs'],
    minutes: 120,
    show: true,
  },
  // The apps of the frameworks, in development and built.
  examples: {
    workspaces: (only) => (only.length > 0 ? only : EXAMPLES).map((name) => `examples/${name}`),
    before: () => [script('apps', 'examples/test/prepare.mjs')],
    tests: nodeTestsIn('examples/test'),
    minutes: 30,
  },
  // The modules for frameworks, and the types of the tags.
  frameworks: {
    workspaces: () => ['frameworks'],
    before: () => [script('apps', 'frameworks/prepare.mjs')],
    tests: nodeTestsIn('frameworks'),
    minutes: 30,
  },
  // The drop-in, compared with @stacks/connect 8.2.7, which has a lock file of its own.
  compat: {
    before: () => [script('apps, with 8.2.7 and with the drop-in', 'compat/test/prepare.mjs')],
    tests: nodeTestsIn('compat/test'),
    minutes: 20,
    processes: 2,
    after: [{ ...script('sizes', 'compat/test/sizes.mjs'), show: true }],
  },
  // Contracts in a Clarity VM, whose licence is GPL-3.0: it is used by tests only.
  contracts: {
    workspaces: () => ['test/contracts'],
    tests: nodeTestsIn('test/contracts'),
    minutes: 10,
  },
  // The recipes and the server in a browser with each wallet, and the verifier in Deno and in workerd.
  'sign-in': {
    workspaces: () => [SERVER, 'test/runtimes'],
    before: () => [typesOf(SERVER)],
    tests: [...nodeTestsIn(SERVER), ...nodeTestsIn('test/runtimes')],
    minutes: 10,
  },
  // The shop in a browser, and the stores of payments with SQLite and Postgres.
  shop: {
    workspaces: () => [SHOP],
    tests: nodeTestsIn(SHOP),
    minutes: 10,
  },
  // The files of the guide "Your server", each as a server.
  servers: {
    workspaces: () => [SERVERS],
    before: () => [script('this package, as npm packs it', `${SERVERS}/prepare.mjs`)],
    tests: nodeTestsIn(SERVERS),
    minutes: 20,
  },
  // The tests of an app: Vitest in jsdom, happy-dom and a browser, jest and Playwright.
  'app-tests': {
    workspaces: () => [APP_TESTS],
    before: () => [script('this package, as npm packs it', `${APP_TESTS}/prepare.mjs`)],
    tests: nodeTestsIn(APP_TESTS),
    minutes: 5,
  },
  // The documentation: its links, samples, search, examples and accessibility.
  site: {
    // It installs its workspace.
    build: buildSite,
    tests: nodeTestsIn('site/test'),
    minutes: 15,
  },
};

/** The apps to test, by the name of their part; empty for all apps of the part. */
function selected(args) {
  const parts = args.length > 0 ? args : Object.keys(PARTS);
  const apps = {};
  for (const arg of parts) {
    const [part, app] = arg.split('/');
    if (!Object.hasOwn(PARTS, part)) {
      throw new Error(`There is no part ${arg}. Parts: ${Object.keys(PARTS).join(', ')}.`);
    }
    apps[part] ??= [];
    if (app) apps[part].push(app);
  }
  return Object.entries(apps);
}

await runSteps(async () => {
  const parts = selected(process.argv.slice(2));
  needChromium();
  await runStep(BUILD);
  for (const [name, only] of parts) {
    const { workspaces, before, build, tests, minutes, processes, show, after = [] } = PARTS[name];
    console.log(`\n${[name, ...only].join(' ')}`);
    if (workspaces) installWorkspaces(...workspaces(only));
    await build?.();
    const env = only.length > 0 ? { ONLY: only.join(',') } : {};
    const steps = [
      ...(before?.() ?? []),
      { title: `tests of ${name}`, command: nodeTests(tests, { minutes, processes }), show },
      ...after,
    ];
    for (const step of steps) await runStep(step, { env });
  }
});
