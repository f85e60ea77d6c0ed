import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { fileURLToPath } from 'node:url';
import { bundledPackages } from './scripts/bundled-packages.mjs';
import { ENGINES } from './scripts/engines.mjs';
import { browserTestFiles } from './scripts/test-files.mjs';
import { bundledTests } from './test/runner/bundled-tests.mjs';
import { cdpPlugin, pageWithReport, roundsPlugin, strictPages } from './test/runner/plugins.mjs';
import { browserCounts } from './scripts/reporters.mjs';

const { argv } = process;
const tests = argv.includes('--files')
  ? argv.slice(argv.indexOf('--files') + 1)
  : browserTestFiles();

export default {
  files: tests,
  nodeResolve: { exportConditions: ['browser', 'development'] },
  // More than the number of cores, since many tests wait for a timer.
  concurrency: 6,
  // Lit's development build logs this in every test file.
  filterBrowserLogs: ({ args }) => !String(args[0]).startsWith('Lit is in dev mode'),
  reporters: [defaultReporter({ reportTestProgress: process.stdout.isTTY }), browserCounts()],
  plugins: [
    ...(argv.includes('--watch') ? [] : [bundledTests(tests)]),
    cdpPlugin(),
    roundsPlugin(),
    strictPages(),
    bundledPackages([
      '@leather.io/rpc',
      '@noble/secp256k1',
      '@sats-connect/core',
      '@stacks/encryption',
      '@stacks/transactions',
      '@vue/reactivity',
      'immer',
      'js-sha512',
    ]),
    esbuildPlugin({
      ts: true,
      tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)),
    }),
  ],
  testRunnerHtml: pageWithReport,
  browsers: [ENGINES[process.env.TEST_ENGINE ?? 'chromium'].launch()],
  browserStartTimeout: 60_000,
  // Time limits for tests that hang. They are high, since a busy machine takes several times as long as an idle one.
  testsFinishTimeout: process.env.TEST_LONG ? 7_200_000 : 600_000,
  testFramework: { config: { timeout: 60_000 } },
};
