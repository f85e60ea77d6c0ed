import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** The engine of Chromium with no window: the same pages in less than half the processor time. */
export const HEADLESS_SHELL = 'chromium-headless-shell';
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const APPLICATIONS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * The Chromium to drive: `CHROME_PATH` where it is set, else the headless shell, else the first whole browser
 * that is installed.
 *
 * @param {{ headlessShell?: boolean }} [options] `headlessShell: false`: a whole browser alone, for what the
 *   shell has not: the back/forward cache
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

/** Where `npx playwright install chromium` puts it. Loaded late: it takes a second. */
function fromPlaywright() {
  return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
}

/** The full path of the first of these programs that `PATH` leads to. */
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
