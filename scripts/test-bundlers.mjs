/**
 * `npm run test:bundlers`: apps of each bundler, made from the packed package through each of its entry points, and
 * driven in a browser. Prints the requests and bytes of each. Before, each entry point on a server that is not Node.
 */
import { installPackages } from './npm.mjs';
import { needChromium } from './need.mjs';
import { root } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';

const home = `${root}test/bundlers`;
const { total, one } = stepRunner();
try {
  needChromium();
  installPackages(home);
  await one({ title: 'build', command: ['node', 'scripts/build.mjs'] });
  await one({
    title: 'each door in Deno, workerd and the edge runtime of Next',
    command: ['node', '--test', '--test-timeout=600000', `${home}/edge.test.mjs`],
    show: true,
  });
  await one({
    title: 'apps of each bundler',
    command: ['node', '--test', '--test-timeout=1200000', `${home}/bundlers.test.mjs`],
    show: true,
  });
} catch (error) {
  if (!(error instanceof StepFailed)) total.failed += 1;
  console.error(error.message);
}
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
