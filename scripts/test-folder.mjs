/**
 * `node scripts/test-folder.mjs FOLDER` builds the project, runs `prepare.mjs` of the folder, which installs the
 * packages that its tests need, and then runs its tests.
 */
import { relative } from 'node:path';
import { filesIn } from './build/files.mjs';
import { needChromium } from './need.mjs';
import { root } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';

const folder = process.argv[2];
const tests = filesIn(root + folder)
  .filter((file) => file.endsWith('.test.mjs') && !file.includes('/node_modules/'))
  .map((file) => relative(root, file));

const STEPS = [
  { title: 'build', command: ['node', 'scripts/build.mjs'] },
  { title: 'packages and apps', command: ['node', `${folder}/prepare.mjs`] },
  {
    title: `tests in ${folder}`,
    command: [
      'node',
      '--test',
      '--test-concurrency=1',
      // Time limit in milliseconds: a file that hangs fails.
      '--test-timeout=1800000',
      '--test-reporter=./scripts/reporters.mjs',
      '--test-reporter-destination=stdout',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      ...tests,
    ],
  },
];

const { total, one } = stepRunner();
try {
  needChromium();
  for (const step of STEPS) await one(step);
} catch (error) {
  if (!(error instanceof StepFailed)) total.failed += 1;
  console.error(error.message);
}
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
