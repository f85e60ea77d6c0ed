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
