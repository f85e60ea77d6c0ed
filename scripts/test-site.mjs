/**
 * `npm run test:site`: builds the documentation site, and checks its links, its samples, its search, its examples and
 * its accessibility.
 */
import { needChromium } from './need.mjs';
import { root } from './run.mjs';
import { buildSite } from './site.mjs';
import { StepFailed, stepRunner } from './steps.mjs';
import { filesIn } from './build/files.mjs';

const tests = filesIn(`${root}site/test`).filter((file) => file.endsWith('.test.mjs'));
const { total, one } = stepRunner();
try {
  needChromium();
  await buildSite();
  await one({
    title: 'tests of the site',
    command: [
      'node',
      '--test',
      // Time limit in milliseconds: a file that hangs fails.
      '--test-timeout=900000',
      '--test-reporter=./scripts/reporters.mjs',
      '--test-reporter-destination=stdout',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      ...tests,
    ],
  });
} catch (error) {
  if (!(error instanceof StepFailed)) total.failed += 1;
  console.error(error.message);
}
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
