/** `npm run test:engines [-- ENGINE…]`: runs the browser tests in each engine that is available. Fails if a named engine is not. */
import { ENGINES } from './engines.mjs';
import { bin } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';

const { total, one } = stepRunner();
const selected = process.argv.slice(2);
const unknown = selected.find((name) => !Object.hasOwn(ENGINES, name));
if (unknown) {
  console.error(`Unknown engine ${unknown}. Engines: ${Object.keys(ENGINES).join(', ')}.`);
  process.exit(1);
}

const notRun = [];
for (const [name, { title, need }] of Object.entries(ENGINES)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  try {
    need();
    const command = bin('@web/test-runner/dist/bin.js');
    const { skipped } = await one({ title, command }, { env: { TEST_ENGINE: name } });
    if (skipped > 0) {
      notRun.push(`${title}: ${skipped} tests, which need the Chrome DevTools Protocol.`);
    }
  } catch (error) {
    if (error instanceof StepFailed) continue;
    notRun.push(`${title}: ${error.message}`);
    if (selected.includes(name)) process.exitCode = 1;
  }
}
for (const line of notRun) console.log(`Not run in ${line}`);
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
