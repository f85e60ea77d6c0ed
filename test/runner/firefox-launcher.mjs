import { chromeLauncher } from '@web/test-runner-chrome';

/** How many browsers run at once. More than the number of cores, since many tests wait for a timer. */
const BROWSERS = 3;

/**
 * Runs browser tests in Firefox. Each page has its own browser: only one window of a browser has the focus, and the others
 * render no frames.
 *
 * @param {{ executablePath: string }} options the program of the browser
 */
export function firefoxLauncher({ executablePath }) {
  const browsers = [];
  const launcher = chromeLauncher({
    launchOptions: { browser: 'firefox', executablePath, headless: true },
    createBrowserContext: ({ browser }) => browser.defaultBrowserContext(),
    async createPage() {
      const browser = await launcher.launchBrowser();
      browsers.push(browser);
      return browser.newPage();
    },
    concurrency: BROWSERS,
  });
  const stop = launcher.stop.bind(launcher);
  return Object.assign(launcher, {
    name: 'Firefox',
    async stop() {
      await Promise.all([stop(), ...browsers.map((browser) => browser.close())]);
    },
  });
}
