/**
 * `npm run test:compat`: compares the drop-in for @stacks/connect with @stacks/connect 8.2.7. Installs the packages
 * that compat/test needs, builds the apps there with both, tests them in a browser, and compares exports, types and
 * sizes.
 */
import { needChromium } from './need.mjs';
import { all, BUILD, nodeTests, runStep, runSteps } from './steps.mjs';
import { nodeTestsIn } from './test-files.mjs';

const home = 'compat/test';
const STEPS = [
  BUILD,
  { title: 'apps, with 8.2.7 and with the drop-in', command: ['node', `${home}/prepare.mjs`] },
];
const CHECKS = [
  {
    title: 'tests of the drop-in',
    command: nodeTests(nodeTestsIn(home), { minutes: 20, processes: 2 }),
  },
  { title: 'sizes', command: ['node', `${home}/sizes.mjs`], show: true },
];

await runSteps(async () => {
  needChromium();
  for (const step of STEPS) await runStep(step);
  await all(CHECKS.map((check) => runStep(check)));
});
