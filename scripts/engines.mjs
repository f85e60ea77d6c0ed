import { existsSync } from 'node:fs';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromePath, which } from './chrome-path.mjs';
import { install, needChromium } from './need.mjs';
import { webkitLauncher } from './wtr/webkit-launcher.mjs';

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/**
 * The engines that the browser tests run in. `need` installs what is missing or throws an error that says
 * why it cannot; `lacks` is what a test file holds that needs commands which the engine does not know.
 */
export const ENGINES = {
  chromium: {
    title: 'Chromium',
    need: needChromium,
    lacks: [],
    launch: () =>
      chromeLauncher({
        // A window and a storage of its own for each file: a tab in the background gets no frames, and
        // the `storage` events of one file would reach another.
        createPage: async ({ browser }) => (await browser.createBrowserContext()).newPage(),
        launchOptions: {
          executablePath: chromePath(),
          // Puppeteer hides scrollbars by default; a layout-shift test could then not fail.
          ignoreDefaultArgs: ['--hide-scrollbars'],
          args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
        },
      }),
  },
  firefox: {
    title: 'Firefox',
    need() {
      if (!firefoxPath()) install(['firefox-esr'], 'Firefox');
    },
    lacks: [],
    launch: () =>
      chromeLauncher({
        launchOptions: { browser: 'firefox', executablePath: firefoxPath(), headless: true },
        createBrowserContext: ({ browser }) => browser.defaultBrowserContext(),
        concurrency: 1,
      }),
  },
  webkit: {
    title: 'WebKitGTK',
    need() {
      if (existsSync(MINI_BROWSER) && which('WebKitWebDriver') && which('Xvfb')) return;
      install(['webkit2gtk-driver', 'xvfb', 'xauth'], 'WebKitGTK');
    },
    lacks: [],
    launch: () => webkitLauncher({ browser: MINI_BROWSER }),
  },
};

function firefoxPath() {
  return process.env.FIREFOX_PATH || which('firefox-esr', 'firefox');
}
