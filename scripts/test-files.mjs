import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { filesIn } from './build/files.mjs';
import { root } from './run.mjs';

const endingWith = (end, ...folders) =>
  folders
    .flatMap((folder) => filesIn(`${root}${folder}`))
    .filter((file) => file.endsWith(end))
    .map((file) => relative(root, file));

/** The test files that run in a browser. */
export const browserTestFiles = () => endingWith('.test.ts', 'src', 'fixtures');

/** The test files that run in Node. Most of them drive a browser. Those that need packages of their own have their commands. */
export const nodeTestFiles = () =>
  endingWith('.test.mjs', 'test', 'fixtures').filter(
    (file) => !/^test\/(?:bundlers|runtimes)\//.test(file),
  );

/** The longest files, longest first: a file that starts late is the end of the whole run. */
const LONGEST = [
  'e2e-emulations',
  'hostile-metadata',
  'transactions-in-a-page',
  'picker-loading',
].map((name) => `test/${name}.test.mjs`);
const place = (file) => (LONGEST.includes(file) ? LONGEST.indexOf(file) : LONGEST.length);

/** Whether a Node test shares a process and its Chromium with others: each start takes a second of the processor. */
const shares = (file) => readFileSync(`${root}${file}`, 'utf8').includes('launchBrowser()');

/**
 * The files in the order in which they start: `shared` in processes that run one after another, `apart` each in its
 * own.
 *
 * @param {readonly string[]} files
 */
export const inGroups = (files) => ({
  shared: files.filter(shares).sort((a, b) => place(a) - place(b)),
  apart: files.filter((file) => !shares(file)),
});
