/**
 * `npm run test:long`: the tests that look for leaks, 500 times in place of a few, and a million random
 * Clarity values and post-conditions.
 */
import { filesIn } from './build/files.mjs';
import { needChromium } from './need.mjs';
import { bin, root } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';

const { total, one } = stepRunner();
try {
  needChromium();
  const files = filesIn(`${root}src`);
  for (const [title, end] of [
    ['no leak', 'no-leak.test.ts'],
    ['every byte of Clarity values', 'clarity-any.test.ts'],
  ]) {
    const command = bin(
      '@web/test-runner/dist/bin.js',
      '--files',
      ...files.filter((file) => file.endsWith(end)),
    );
    await one({ title, command, show: true }, { env: { TEST_LONG: '1' } });
  }
} catch (error) {
  if (!(error instanceof StepFailed)) total.failed += 1;
  console.error(error.message);
}
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
