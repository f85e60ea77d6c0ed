/**
 * `npm run test:sign-in`: installs the packages that examples/sign-in-server and test/runtimes need. Compiles the
 * recipes and runs them, compares the verifier with another library, and runs it in Deno and in workerd. Tests the
 * server in a browser with each emulation of the development wallet.
 */
import { needChromium } from './need.mjs';
import { installPackages } from './npm.mjs';
import { root } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';

const home = 'examples/sign-in-server';
const runtimes = 'test/runtimes';
const { total, one } = stepRunner();
try {
  needChromium();
  for (const folder of [home, runtimes]) installPackages(`${root}${folder}`);
  await one({ title: 'build', command: ['node', 'scripts/build.mjs'] });
  await one({
    title: 'recipes',
    command: ['node', `${home}/node_modules/typescript/bin/tsc`, '-p', home],
  });
  await one({
    title: 'tests of the sign-in server',
    command: [
      'node',
      '--test',
      '--test-timeout=600000',
      '--test-reporter=./scripts/reporters.mjs',
      '--test-reporter-destination=stdout',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      ...['sign-in', 'recipes', 'compare-bip322'].map((file) => `${home}/${file}.test.mjs`),
      `${runtimes}/runtimes.test.mjs`,
    ],
  });
} catch (error) {
  if (!(error instanceof StepFailed)) total.failed += 1;
  console.error(error.message);
}
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
