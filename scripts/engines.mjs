import { existsSync, readdirSync } from 'node:fs';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromePath, which } from './chrome-path.mjs';
import { install, needChromium } from './need.mjs';
import { firefoxLauncher } from '../test/runner/firefox-launcher.mjs';
import { webkitLauncher } from '../test/runner/webkit-launcher.mjs';

const REDUCED_MOTION = [{ name: 'prefers-reduced-motion', value: 'reduce' }];

/**
 * The engines for the browser tests. `need` installs a missing browser. If it cannot, it throws an error with the
 * reason.
 */
export const ENGINES = {
  chromium: {
    title: 'Chromium',
    need: needChromium,
    launch: () =>
      chromeLauncher({
        createPage: async ({ browser }) => {
          // A separate window and storage for each test file: a background tab renders no frames, and the
          // `storage` events of one file would reach another.
          const page = await (await browser.createBrowserContext()).newPage();
          // An animation renders a frame every 16 ms. Tests of animations enable them (`withMotion`); in the other
          // engines they are always enabled.
          await page.emulateMediaFeatures(REDUCED_MOTION);
          return page;
        },
        launchOptions: {
          // `npm run test:engines` uses a full browser.
          executablePath: chromePath({ headlessShell: !process.env.TEST_ENGINE }),
          // Puppeteer hides scrollbars by default, so a layout-shift test could not fail.
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
    launch: () => firefoxLauncher({ executablePath: firefoxPath() }),
  },
  webkit: {
    title: 'WebKitGTK',
    need() {
      if (miniBrowser() && which('WebKitWebDriver') && which('Xvfb')) return;
      install({
        what: 'WebKitGTK',
        packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
        elsewhere: 'these tests run on Debian only',
      });
    },
    launch: () => webkitLauncher({ browser: miniBrowser() }),
  },
};

/** The path of MiniBrowser. On Debian its folder is named after the machine's architecture, and is not in PATH. */
function miniBrowser() {
  return readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find(existsSync);
}

function firefoxPath() {
  return process.env.FIREFOX_PATH || which('firefox-esr', 'firefox');
}
