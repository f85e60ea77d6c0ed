import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { needChromium } from './need.mjs';
import { packRoot } from './pack.mjs';
import { bin, owned, root, tsc } from './run.mjs';
import { all, BUILD, nodeTests, withMoreMemory, runStep, runSteps } from './steps.mjs';
import { browserTestFiles, inGroups, needsBuild, needsPage, nodeTestFiles } from './test-files.mjs';

const USAGE = `
npm test                       everything
npm test -- FILE…              only these files: *.test.ts in a browser; *.node.test.ts, *.server.test.ts and *.test.mjs in Node
npm test -- --watch [FILE…]    the browser tests, after every change`;

/**
 * Lints only files that have changed since the last run, in a tenth of the time: each rule reads one file. As in `npm run
 * lint`.
 */
const ONLY_CHANGED = [
  ...['--cache', '--cache-strategy', 'content'],
  ...['--cache-location', 'node_modules/.cache/eslint/'],
];

/** With a low priority, since they run beside the build and the browser tests. */
const CHECKS = [
  { title: 'types', command: tsc('-p', 'tsconfig.json') },
  { title: 'format', command: bin('oxfmt/bin/oxfmt', '--check') },
  { title: 'lint', command: bin('oxlint/bin/oxlint') },
  {
    title: 'lint of templates and elements',
    command: withMoreMemory(bin('eslint/bin/eslint.js', '.', ...ONLY_CHANGED)),
  },
].map((check) => ({ ...check, isLow: true }));

/** Runs the tests that need no page. */
const LOGIC = 'scripts/test-logic.mjs';

/** More than the number of cores, since most tests wait for a browser, a server or a timer. */
const PROCESSES = 5;

const runner = (...args) => bin('@web/test-runner/dist/bin.js', ...args);
const only = (files) => (files.length > 0 ? ['--files', ...files] : []);
const browserTests = (files) => ({ title: 'browser tests', command: runner(...only(files)) });
const testsInNode = (files) => ({
  title: 'Node tests',
  // A group of files is also a test.
  command: nodeTests(files, { minutes: 60, processes: PROCESSES }),
});

/**
 * Runs everything, also after a failure, except the Node tests if the build fails. Beside the browser tests, only the
 * checks run: the test runner waits 20 s for each of its commands, which is too short on a busy machine if the build or
 * the Node tests run, too.
 */
async function everything() {
  const inPages = browserTestFiles().filter(needsPage);
  console.log(
    `The build and ${CHECKS.length} checks, then ${inPages.length} files of browser tests, then ${nodeTestFiles().length} files of Node tests and the tests of logic.`,
  );
  needChromium();
  const build = runStep({ ...BUILD, show: true });
  const checks = CHECKS.map((check) => runStep(check));
  const inBrowser = Promise.allSettled([build]).then(() => runStep(browserTests(inPages)));
  const inNode = Promise.allSettled([inBrowser])
    .then(() => build)
    .then(withPackage);
  await all([build, ...checks, inBrowser, inNode]);
}

/**
 * Runs the Node tests with one tarball of the package, which takes seconds to create. The tests that control a browser
 * share a few processes (scripts/test-group.mjs).
 */
async function withPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  try {
    const { shared, first, apart } = inGroups([...nodeTestFiles(), LOGIC]);
    const groups = Array(PROCESSES).fill('scripts/test-group.mjs');
    // Node sorts the files by their paths. So each is a file whose name has its place, and which imports the test.
    const files = [...first, ...groups, ...apart].map((file, place) => {
      const path = join(folder, `${String(place).padStart(3, '0')}.mjs`);
      writeFileSync(path, `import ${JSON.stringify(new URL(file, pathToFileURL(root)).href)};`);
      return path;
    });
    const env = {
      TEST_PACKED: JSON.stringify(packRoot(folder)),
      TEST_GROUP: JSON.stringify({ folder, files: shared }),
    };
    await runStep(testsInNode(files), { env });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function these(files) {
  const inTypeScript = files.filter((file) => file.endsWith('.test.ts'));
  const inNode = files.filter((file) => file.endsWith('.test.mjs'));
  const other = files.find((file) => !inTypeScript.includes(file) && !inNode.includes(file));
  if (other) throw new Error(`${other} is not a test.\n${USAGE}`);
  const inBrowser = inTypeScript.filter(needsPage);
  const logic = inTypeScript.filter((file) => !needsPage(file));
  if (logic.length > 0)
    await runStep(testsInNode([LOGIC]), { env: { TEST_LOGIC: JSON.stringify(logic) } });
  if (inBrowser.length + inNode.length > 0) needChromium();
  if (inBrowser.length > 0) await runStep(browserTests(inBrowser));
  if (inNode.length === 0) return;
  if (inNode.some((file) => needsBuild(file))) await runStep(BUILD);
  await runStep(testsInNode(inNode));
}

/** Runs the browser tests in the terminal until the user stops it. */
function watch(files) {
  const other = files.find((file) => !file.endsWith('.test.ts'));
  if (other) throw new Error(`${other} is not a browser test.\n${USAGE}`);
  needChromium();
  const [, ...args] = runner('--watch', ...only(files));
  return new Promise((done) => {
    owned(spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })).on('close', done);
  });
}

const args = process.argv.slice(2);
const files = args
  .filter((arg) => !arg.startsWith('-'))
  .map((file) => relative(root, resolve(file)) || file);
await runSteps(async () => {
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--watch');
  if (unknown) throw new Error(`Unknown option ${unknown}.\n${USAGE}`);
  const missing = files.find((file) => !existsSync(resolve(root, file)));
  if (missing) throw new Error(`There is no file ${missing}.\n${USAGE}`);

  if (args.includes('--watch')) await watch(files);
  else await (files.length > 0 ? these(files) : everything());
});
