/** The Chromium of this repository's tests, and the port of the app in place of 3000. */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  // Far longer than the defaults, which a busy machine exceeds.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: { launchOptions: JSON.parse(process.env.LAUNCH_OPTIONS) },
  webServer: {
    command: process.env.SERVE,
    url: process.env.APP,
  },
});
