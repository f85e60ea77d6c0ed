/**
 * `npm run test:bundlers`: first imports each entry point in server runtimes other than Node. Then builds apps with
 * each bundler, from the packed package and through each of its entry points, tests them in a browser, and prints the
 * requests and bytes of each.
 */
import { installPackages } from './npm.mjs';
import { needChromium } from './need.mjs';
import { root } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';

const home = `${root}test/bundlers`;
const { total, one } = stepRunner();
const nodeTests = (file, timeout) => [
  ...['node', '--test', `--test-timeout=${timeout}`],
  ...['--test-reporter=./scripts/reporters.mjs', '--test-reporter-destination=stdout'],
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  `${home}/${file}`,
];
try {
  needChromium();
  installPackages(home);
  await one({ title: 'build', command: ['node', 'scripts/build.mjs'] });
  await one({
    title: 'each entry point in Deno, workerd and the edge runtime of Next',
    command: nodeTests('edge.test.mjs', 600_000),
    show: true,
  });
  await one({
    title: 'apps of each bundler',
    command: nodeTests('bundlers.test.mjs', 7_200_000),
    show: true,
  });
} catch (error) {
  if (!(error instanceof StepFailed)) total.failed += 1;
  console.error(error.message);
}
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
