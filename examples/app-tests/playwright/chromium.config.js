/** The Chromium of this repository's tests, and the port of the app in place of 3000. */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  use: { launchOptions: JSON.parse(process.env.LAUNCH_OPTIONS) },
  webServer: {
    command: process.env.SERVE,
    url: process.env.APP,
  },
});
