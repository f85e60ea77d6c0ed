/**
 * `npm run test:compat`: compares the drop-in for @stacks/connect with @stacks/connect 8.2.7. Installs the packages
 * that compat/test needs, builds the apps there with both, tests them in a browser, and compares exports, types and
 * sizes.
 */
import { relative } from 'node:path';
import { filesIn } from './build/files.mjs';
import { needChromium } from './need.mjs';
import { root } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';

const home = `${root}compat/test`;
const tests = filesIn(home)
  .filter((file) => file.endsWith('.test.mjs') && !file.includes('/node_modules/'))
  .map((file) => relative(root, file));

const STEPS = [
  { title: 'build', command: ['node', 'scripts/build.mjs'] },
  { title: 'apps, with 8.2.7 and with the drop-in', command: ['node', `${home}/prepare.mjs`] },
];
const CHECKS = [
  {
    title: 'tests of the drop-in',
    command: [
      'node',
      '--test',
      '--test-concurrency=2',
      // Time limit in milliseconds: a file that hangs fails.
      '--test-timeout=1200000',
      '--test-reporter=./scripts/reporters.mjs',
      '--test-reporter-destination=stdout',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      ...tests,
    ],
  },
  { title: 'sizes', command: ['node', `${home}/sizes.mjs`], show: true },
];

const { total, one, all } = stepRunner();
try {
  needChromium();
  for (const step of STEPS) await one(step);
  await all(CHECKS.map((check) => one(check)));
} catch (error) {
  if (!(error instanceof StepFailed)) total.failed += 1;
  console.error(error.message);
}
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
