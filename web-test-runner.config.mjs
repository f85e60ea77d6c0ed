import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { fileURLToPath } from 'node:url';
import { bundledPackages } from './scripts/bundled-packages.mjs';
import { chromePath } from './scripts/chrome-path.mjs';
import { cdpPlugin } from './scripts/wtr/cdp-plugin.mjs';
import { roundsPlugin } from './scripts/wtr/rounds-plugin.mjs';
import { strictPages } from './scripts/wtr/strict-pages.mjs';
import { browserCounts } from './scripts/reporters/browser-counts.mjs';

export default {
  files: ['src/**/*.test.ts', 'fixtures/**/*.test.ts'],
  nodeResolve: { exportConditions: ['browser', 'development'] },
  concurrency: 2,
  reporters: [defaultReporter({ reportTestProgress: process.stdout.isTTY }), browserCounts()],
  plugins: [
    cdpPlugin(),
    roundsPlugin(),
    strictPages(),
    bundledPackages([
      '@leather.io/rpc',
      '@noble/secp256k1',
      '@sats-connect/core',
      '@stacks/encryption',
      '@stacks/transactions',
    ]),
    esbuildPlugin({
      ts: true,
      tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)),
    }),
  ],
  browsers: [
    chromeLauncher({
      // A window and a storage of its own for each file: a tab in the background gets no frames, and the
      // `storage` events of one file would reach another.
      createPage: async ({ browser }) => (await browser.createBrowserContext()).newPage(),
      launchOptions: {
        executablePath: chromePath(),
        // Puppeteer hides scrollbars by default; a layout-shift test could then not fail.
        ignoreDefaultArgs: ['--hide-scrollbars'],
        args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      },
    }),
  ],
  testsFinishTimeout: process.env.TEST_LONG ? 600_000 : 120_000,
  testFramework: { config: { timeout: 5000 } },
};
