import { existsSync } from 'node:fs';

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium to drive: `CHROME_PATH` where it is set, else the first that is installed. */
export function chromePath() {
  return process.env.CHROME_PATH || CANDIDATES.find((path) => existsSync(path));
}
