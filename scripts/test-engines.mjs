/** `npm run test:engines [-- ENGINE…]`: the browser tests in each engine that this machine can run. */
import { ENGINES } from './engines.mjs';
import { bin } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';

const { total, one } = stepRunner();
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(ENGINES, name));
if (unknown) {
  console.error(`${unknown} is none of ${Object.keys(ENGINES).join(', ')}.`);
  process.exit(1);
}

const notRun = [];
for (const [name, { title, need }] of Object.entries(ENGINES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  try {
    need();
    const command = bin('@web/test-runner/dist/bin.js');
    const { skipped } = await one({ title, command }, { env: { TEST_ENGINE: name } });
    if (skipped > 0) {
      notRun.push(
        `${title}: ${skipped} tests, which ask for what only Chromium's protocol can do.`,
      );
    }
  } catch (error) {
    if (!(error instanceof StepFailed)) notRun.push(`${title}: ${error.message}`);
  }
}
for (const line of notRun) console.log(`Not run in ${line}`);
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
