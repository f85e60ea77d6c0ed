/**
 * `npm run test:long`: tests with more rounds or more data than in `npm test`. Runs memory leak tests with 500 rounds,
 * and Clarity tests with a million random values and post-conditions. Uses more random values for texts, links,
 * SIGHASH types, PSBTs, transactions, metadata, sign-in messages and signatures, and 100,000 inputs of each kind for
 * `/verify`. Also tests a thousand cards with a
 * service that limits requests per minute, layouts on a slow processor, more tokens, each bundle on pages with more
 * old libraries, each way to cancel while the picker is loading, and signing in with each wallet in the demo. Checks
 * all types in each kind of app. Shadows every name by an iframe.
 */
import { build } from './build.mjs';
import { needChromium } from './need.mjs';
import { bin } from './run.mjs';
import { nodeTests, runStep, runSteps } from './steps.mjs';
import { browserTestFiles, nodeTestFiles } from './test-files.mjs';

await runSteps(async () => {
  needChromium();
  for (const [title, end] of [
    ['no leak', 'no-leak.test.ts'],
    ['every byte of Clarity values', 'cl.any.test.ts'],
    ['any text', 'metadata/text.test.ts'],
    ['any link', 'metadata/links.test.ts'],
    ['any SIGHASH types', 'psbt-sighash.test.ts'],
    ['any PSBT', 'sign-psbt-any.test.ts'],
    ['any transaction', 'signed-transaction.test.ts'],
    ['any list of transactions', 'sign-transactions.test.ts'],
    ['any sponsored transaction', 'wallets/sponsored.test.ts'],
  ]) {
    const command = bin(
      '@web/test-runner/dist/bin.js',
      '--files',
      ...browserTestFiles().filter((file) => file.endsWith(`/${end}`) || file.endsWith(`.${end}`)),
    );
    await runStep({ title, command, show: true }, { env: { TEST_LONG: '1' } });
  }
  await build();
  for (const [title, ...files] of [
    ['a busy service', 'busy-metadata-service'],
    ['a slow processor', 'card-layout'],
    ['many tokens', 'tokens-in-one-request', 'metadata-memory', 'metadata-properties'],
    ['old libraries', 'old-libraries'],
    ['clobbered names', 'clobbered-names'],
    ['the picker while it loads', 'picker-loading'],
    ['signing in', 'sign-in'],
    ['transactions', 'transaction-properties'],
    ['hostile metadata', 'hostile-metadata'],
    [
      'messages and signatures',
      ...['sign-in-message', 'verify-message', 'verify-sign-in', 'verify-any-input'],
    ],
    ['types', 'package', 'compat-package'],
  ]) {
    const paths = nodeTestFiles().filter((path) =>
      files.some((file) => path.endsWith(`/${file}.test.mjs`)),
    );
    const command = nodeTests(paths, { minutes: 120 });
    await runStep({ title, command, show: true }, { env: { TEST_LONG: '1' } });
  }
});
