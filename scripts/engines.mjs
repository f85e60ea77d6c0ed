import { existsSync, readdirSync } from 'node:fs';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromePath, which } from './chrome-path.mjs';
import { install, needChromium } from './need.mjs';
import { webkitLauncher } from './wtr/webkit-launcher.mjs';

/**
 * The engines that the browser tests run in. `need` installs what is missing or throws an error that says
 * why it cannot.
 */
export const ENGINES = {
  chromium: {
    title: 'Chromium',
    need: needChromium,
    launch: () =>
      chromeLauncher({
        // A window and a storage of its own for each file: a tab in the background gets no frames, and
        // the `storage` events of one file would reach another.
        createPage: async ({ browser }) => (await browser.createBrowserContext()).newPage(),
        launchOptions: {
          // A run by engines is of the whole browser.
          executablePath: chromePath({ headlessShell: !process.env.TEST_ENGINE }),
          // Puppeteer hides scrollbars by default; a layout-shift test could then not fail.
          ignoreDefaultArgs: ['--hide-scrollbars'],
          args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
        },
      }),
  },
  firefox: {
    title: 'Firefox',
    need() {
      if (firefoxPath()) return;
      install({
        what: 'Firefox',
        packages: ['firefox-esr'],
        elsewhere: 'install it, and set FIREFOX_PATH to the program',
      });
    },
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
      if (miniBrowser() && which('WebKitWebDriver') && which('Xvfb')) return;
      install({
        what: 'WebKitGTK',
        packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
        elsewhere: 'these tests run on Debian alone',
      });
    },
    launch: () => webkitLauncher({ browser: miniBrowser() }),
  },
};

/** Debian puts it into the folder of the machine's architecture, which PATH does not name. */
function miniBrowser() {
  return readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find(existsSync);
}

function firefoxPath() {
  return process.env.FIREFOX_PATH || which('firefox-esr', 'firefox');
}
