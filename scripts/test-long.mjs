/**
 * `npm run test:long`: the memory leak tests with 500 rounds, the Clarity tests with a million random values and
 * post-conditions, the tests of texts, links and SIGHASH types with more random values, a thousand
 * cards of a service that limits requests by the minute, and sign-in messages and signatures with random values;
 * layouts on a slow processor, more tokens, old libraries before every bundle, and more random metadata.
 */
import { build } from './build.mjs';
import { needChromium } from './need.mjs';
import { bin } from './run.mjs';
import { StepFailed, stepRunner } from './steps.mjs';
import { browserTestFiles } from './test-files.mjs';

const { total, one } = stepRunner();
try {
  needChromium();
  for (const [title, end] of [
    ['no leak', 'no-leak.test.ts'],
    ['every byte of Clarity values', 'clarity-any.test.ts'],
    ['any text', 'metadata/text.test.ts'],
    ['any link', 'metadata/urls.test.ts'],
    ['any SIGHASH types', 'psbt-sighash.test.ts'],
    ['any PSBT', 'sign-psbt-any.test.ts'],
    ['any transaction', 'signed-transaction.test.ts'],
    ['any list of transactions', 'sign-transactions.test.ts'],
    ['any sponsored transaction', 'wallets/sponsored.test.ts'],
  ]) {
    const command = bin(
      '@web/test-runner/dist/bin.js',
      '--files',
      ...browserTestFiles().filter((file) => file.endsWith(end)),
    );
    await one({ title, command, show: true }, { env: { TEST_LONG: '1' } });
  }
  await build();
  for (const [title, ...files] of [
    ['a busy service', 'busy-metadata-service'],
    ['a slow processor', 'card-layout'],
    ['many tokens', 'tokens-in-one-request', 'metadata-memory', 'metadata-properties'],
    ['old libraries', 'old-libraries'],
    ['transactions', 'transaction-properties'],
    ['hostile metadata', 'hostile-metadata'],
    ['messages and signatures', 'sign-in-message', 'verify-message'],
  ]) {
    const command = ['node', '--test', ...files.map((file) => `test/${file}.test.mjs`)];
    await one({ title, command, show: true }, { env: { TEST_LONG: '1' } });
  }
} catch (error) {
  if (!(error instanceof StepFailed)) total.failed += 1;
  console.error(error.message);
}
if (total.failed > 0) process.exitCode = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
