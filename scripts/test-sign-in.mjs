/**
 * `npm run test:sign-in`: installs what examples/sign-in-server needs, compiles its recipes, compares the verifier with
 * another library, and drives the server in a browser with each emulation of the development wallet.
 */
import { needChromium } from './need.mjs';
import { installPackages } from './npm.mjs';
import { root } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';

const home = 'examples/sign-in-server';
const { total, one } = stepRunner();
try {
  needChromium();
  installPackages(`${root}${home}`);
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
      ...['sign-in.test.mjs', 'compare-bip322.test.mjs'].map((file) => `${home}/${file}`),
    ],
  });
} catch (error) {
  if (!(error instanceof StepFailed)) total.failed += 1;
  console.error(error.message);
}
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
