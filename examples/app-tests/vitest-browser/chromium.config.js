/** The configuration of the guide, with the Chromium of this repository's tests, and time limits for a busy machine. */
import { playwright } from '@vitest/browser-playwright';
import { mergeConfig } from 'vitest/config';
import config from './vitest.config.js';

const launchOptions = JSON.parse(process.env.LAUNCH_OPTIONS);

export default mergeConfig(config, {
  test: {
    browser: { provider: playwright({ launchOptions }) },
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
