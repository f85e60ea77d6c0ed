/**
 * `npm run test:bundlers`: first imports each entry point in server runtimes other than Node. Then builds apps with
 * each bundler, from the packed package and through each of its entry points, tests them in a browser, and prints the
 * requests and bytes of each.
 */
import { installPackages } from './npm.mjs';
import { needChromium } from './need.mjs';
import { root } from './run.mjs';
import { BUILD, nodeTests, runStep, runSteps } from './steps.mjs';

const home = `${root}test/bundlers`;
await runSteps(async () => {
  needChromium();
  installPackages(home);
  await runStep(BUILD);
  await runStep({
    title: 'each entry point in Deno, workerd and the edge runtime of Next',
    command: nodeTests([`${home}/edge.test.mjs`], { minutes: 10 }),
    show: true,
  });
  await runStep({
    title: 'apps of each bundler',
    command: nodeTests([`${home}/bundlers.test.mjs`], { minutes: 120 }),
    show: true,
  });
});
