import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** Chromium without a window: it needs less than half of the processor time for the same pages. */
export const HEADLESS_SHELL = 'chromium-headless-shell';
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const APPLICATIONS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * The path of the Chromium for tests: `CHROME_PATH` if set, else the headless shell, else the first installed
 * browser.
 *
 * @param {{ headlessShell?: boolean }} [options] `headlessShell: false` skips the headless shell, which lacks the
 *   back/forward cache
 */
export function chromePath({ headlessShell = true } = {}) {
  return (
    process.env.CHROME_PATH ||
    (headlessShell && which(HEADLESS_SHELL)) ||
    which(...PROGRAMS) ||
    APPLICATIONS.find(isProgram) ||
    [fromPlaywright()].find(isProgram)
  );
}

/**
 * The path at which `npx playwright install chromium` installs Chromium. Loads `playwright-core` on demand, since that
 * takes a second.
 */
function fromPlaywright() {
  return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
}

/** The full path of the first of these programs in `PATH`. */
export function which(...programs) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
