import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '../test/support/browser.mjs';
import { root } from './run.mjs';

/**
 * Runs Node test files one after another in this process, with one Chromium. The files that scripts/test.mjs writes
 * import this module, each in its own process. Each process takes the next file that no process has taken yet. Node
 * itself runs each file in its own process or, from 22.8 on, all files in one: it cannot share a browser among some.
 */
const { folder, files } = JSON.parse(process.env.TEST_GROUP);

/** Time limit in milliseconds: a file that hangs fails. On a busy machine some files take minutes. */
const timeout = 900_000;

const browser = await launchBrowser();
for (const file of files) {
  if (!take(file)) continue;
  // In `describe`, hooks at the top level of the file run for its own tests only.
  await describe(file, { timeout }, async () => {
    await import(pathToFileURL(join(root, file)).href);
  });
}
await browser.close();

function take(file) {
  try {
    writeFileSync(join(folder, file.replaceAll('/', '-')), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}
