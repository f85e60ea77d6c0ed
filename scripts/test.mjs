import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { needChromium } from './need.mjs';
import { packRoot } from './pack.mjs';
import { bin, root, tsc } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';
import { inGroups, nodeTestFiles } from './test-files.mjs';

const USAGE = `
npm test                       everything
npm test -- FILE…              only these files: *.test.ts in a browser, *.test.mjs in Node
npm test -- --watch [FILE…]    the browser tests, after every change`;

/** Node with more memory for new objects: tools that parse a lot need a tenth less processor time. */
const roomy = ([node, ...args]) => [node, '--max-semi-space-size=64', ...args];

const BUILD = { title: 'build', command: roomy(['node', 'scripts/build.mjs']), show: true };
const CHECKS = [
  { title: 'types', command: tsc('-p', 'tsconfig.json') },
  { title: 'format', command: bin('oxfmt/bin/oxfmt', '--check') },
  { title: 'lint', command: bin('oxlint/bin/oxlint') },
  { title: 'lint of templates and elements', command: roomy(bin('eslint/bin/eslint.js', '.')) },
];

/** More than the number of cores, since most tests wait for a browser, a server or a timer. */
const PROCESSES = 4;

const runner = (...args) => bin('@web/test-runner/dist/bin.js', ...args);
const only = (files) => (files.length > 0 ? ['--files', ...files] : []);
const browserTests = (files) => ({ title: 'browser tests', command: runner(...only(files)) });
const nodeTests = (files) => ({
  title: 'Node tests',
  command: [
    'node',
    '--test',
    `--test-concurrency=${PROCESSES}`,
    // Time limit in milliseconds: a test that hangs fails. A group of files is also a test.
    '--test-timeout=3600000',
    '--test-reporter=./scripts/reporters.mjs',
    '--test-reporter-destination=stdout',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    ...files,
  ],
});

const { total, one, all } = stepRunner();

/**
 * Runs everything, also after a failure, except the Node tests if the build fails. The browser tests run alone: the
 * test runner waits 20 s for each of its commands, which is too short on a busy machine if other steps run, too.
 */
async function everything() {
  needChromium();
  const build = one(BUILD);
  const checks = CHECKS.map((check) => one(check));
  const inBrowser = Promise.allSettled([build, ...checks]).then(() => one(browserTests([])));
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
    const { shared, apart } = inGroups(nodeTestFiles());
    const groups = Array.from({ length: PROCESSES }, (_, index) => join(folder, `${index}.mjs`));
    const code = `import ${JSON.stringify(new URL('./test-group.mjs', import.meta.url).href)};`;
    for (const group of groups) writeFileSync(group, code);
    const env = {
      TEST_PACKED: JSON.stringify(packRoot(folder)),
      TEST_GROUP: JSON.stringify({ folder, files: shared }),
    };
    await one(nodeTests([...groups, ...apart]), { env });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function these(files) {
  const inBrowser = files.filter((file) => file.endsWith('.test.ts'));
  const inNode = files.filter((file) => file.endsWith('.test.mjs'));
  const other = files.find((file) => !inBrowser.includes(file) && !inNode.includes(file));
  if (other) throw new Error(`${other} is not a test.\n${USAGE}`);
  needChromium();
  if (inBrowser.length > 0) await one(browserTests(inBrowser));
  if (inNode.length === 0) return;
  await one(BUILD);
  await one(nodeTests(inNode));
}

/** Runs the test runner in the terminal until the user stops it. */
function watch(files) {
  needChromium();
  const [, ...args] = runner('--watch', ...only(files));
  return new Promise((done) => {
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }).on('close', done);
  });
}

const args = process.argv.slice(2);
const files = args
  .filter((arg) => !arg.startsWith('-'))
  .map((file) => relative(root, resolve(file)) || file);
try {
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--watch');
  if (unknown) throw new Error(`Unknown option ${unknown}.\n${USAGE}`);
  const missing = files.find((file) => !existsSync(resolve(root, file)));
  if (missing) throw new Error(`There is no file ${missing}.\n${USAGE}`);

  if (args.includes('--watch')) await watch(files);
  else await (files.length > 0 ? these(files) : everything());
} catch (error) {
  if (!(error instanceof StepFailed)) total.failed += 1;
  console.error(error.message);
}
if (total.failed > 0) process.exitCode = 1;
if (!args.includes('--watch')) console.log(`\n${total.passed} passed, ${total.failed} failed`);
