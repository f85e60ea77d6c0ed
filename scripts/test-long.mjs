/** `npm run test:long`: the tests that look for leaks, 500 times in place of a few. */
import { filesIn } from './build/files.mjs';
import { needChromium } from './need.mjs';
import { bin, root } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';

const { total, one } = stepRunner();
try {
  needChromium();
  const files = filesIn(`${root}src`).filter((file) => file.endsWith('no-leak.test.ts'));
  const command = bin('@web/test-runner/dist/bin.js', '--files', ...files);
  await one({ title: 'no leak', command, show: true }, { env: { TEST_LONG: '1' } });
} catch (error) {
  if (!(error instanceof StepFailed)) total.failed += 1;
  console.error(error.message);
}
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
