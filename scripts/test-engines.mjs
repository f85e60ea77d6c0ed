/**
 * `npm run test:engines [-- ENGINE…]`: runs the browser tests in each engine that is available. Fails if a named
 * engine is not available, or none is.
 */
import { ENGINES } from './engines.mjs';
import { bin } from './run.mjs';
import { runStep, runSteps, StepFailed } from './steps.mjs';
import { visible } from './visible.mjs';

const selected = process.argv.slice(2);
await runSteps(async () => {
  const unknown = selected.find((name) => !Object.hasOwn(ENGINES, name));
  if (unknown) {
    throw new Error(`Unknown engine ${unknown}. Engines: ${Object.keys(ENGINES).join(', ')}.`);
  }

  const notRun = [];
  let anyRun = false;
  for (const [name, { title, need }] of Object.entries(ENGINES)) {
    if (selected.length > 0 && !selected.includes(name)) continue;
    try {
      need();
      anyRun = true;
      const command = bin('@web/test-runner/dist/bin.js');
      const { skipped } = await runStep({ title, command }, { env: { TEST_ENGINE: name } });
      if (skipped > 0) {
        notRun.push(`${title}: ${skipped} tests, which need the Chrome DevTools Protocol.`);
      }
    } catch (error) {
      if (error instanceof StepFailed) continue;
      notRun.push(`${title}: ${error.message}`);
      if (selected.includes(name)) process.exitCode = 1;
    }
  }
  for (const line of notRun) console.log(visible(`Not run in ${line}`));
  if (!anyRun) throw new Error('No engine is available: no test ran.');
});
