/**
 * `npm run test:sign-in`: installs the packages that examples/sign-in-server and test/runtimes need. Compiles the
 * recipes and runs them, compares the verifier with another library, and runs it in Deno and in workerd. Tests the
 * server in a browser with each emulation of the development wallet.
 */
import { needChromium } from './need.mjs';
import { installPackages } from './npm.mjs';
import { root } from './run.mjs';
import { BUILD, nodeTests, runStep, runSteps } from './steps.mjs';

const home = 'examples/sign-in-server';
const runtimes = 'test/runtimes';
await runSteps(async () => {
  needChromium();
  for (const folder of [home, runtimes]) installPackages(`${root}${folder}`);
  await runStep(BUILD);
  await runStep({
    title: 'recipes',
    command: ['node', `${home}/node_modules/typescript/bin/tsc`, '-p', home],
  });
  await runStep({
    title: 'tests of the sign-in server',
    command: nodeTests(
      [
        ...['sign-in', 'recipes', 'compare-bip322'].map((file) => `${home}/${file}.test.mjs`),
        `${runtimes}/runtimes.test.mjs`,
      ],
      { minutes: 10 },
    ),
  });
});
