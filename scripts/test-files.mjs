import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesIn } from './build/files.mjs';
import { root } from './run.mjs';

const endingWith = (end, ...folders) =>
  folders
    .flatMap((folder) => filesIn(`${root}${folder}`))
    .filter((file) => file.endsWith(end))
    .map((file) => relative(root, file));

/** The test files in TypeScript. */
export const typeScriptTestFiles = () => endingWith('.test.ts', 'src', 'fixtures', 'test');

/**
 * Whether a test cannot run in a browser: `*.server.test.ts` is about code where no page is, or a server, which reads the
 * `Origin` that a browser sets itself.
 */
const needsServer = (file) => file.endsWith('.server.test.ts');

/** The test files that can run in a browser, and do so in `npm run test:engines`. */
export const browserTestFiles = () => typeScriptTestFiles().filter((file) => !needsServer(file));

/**
 * Whether a test needs a page. `*.node.test.ts` does not: its `expect` is that of chai itself, while that of
 * `@open-wc/testing` needs one. `npm test` runs it in Node, since each page takes half a second.
 */
export const needsPage = (file) => !needsServer(file) && !file.endsWith('.node.test.ts');

/** The test files in a folder that run in Node. */
export const nodeTestsIn = (folder) =>
  endingWith('.test.mjs', folder).filter((file) => !file.includes('/node_modules/'));

/**
 * The test files that `npm test` runs in Node. Most of them control a browser. Tests that need additional packages have
 * their own commands.
 */
export const nodeTestFiles = () =>
  endingWith('.test.mjs', 'test', 'fixtures').filter(
    (file) => !/^test\/(?:bundlers|contracts|runtimes)\//.test(file),
  );

/** What the build writes. */
const BUILT = /\bdist\b|custom-elements\.json|stacks-wallet-elements['/]|pack(?:Root|ed)\b/;

/** Whether a Node test needs the build: it, or a module of the repository that it imports, names what the build writes. */
export function needsBuild(file, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  const code = readFileSync(`${root}${file}`, 'utf8');
  const imports = [...code.matchAll(/from '(\.[^']+\.mjs)'/g)].map(([, path]) =>
    join(dirname(file), path),
  );
  return BUILT.test(code) || imports.some((one) => needsBuild(one, seen));
}

/** The folder of the tests that call `launchBrowser()`. */
const PAGES = 'test/pages/';

/** The slowest files, slowest first: if one of them started late, the whole run would take longer. */
const LONGEST = [
  'e2e-emulations',
  'hostile-metadata',
  'transactions-in-a-page',
  'picker-loading',
].map((name) => `${PAGES}${name}.test.mjs`);
const place = (file) => (LONGEST.includes(file) ? LONGEST.indexOf(file) : LONGEST.length);

/**
 * The slowest of the other files, slowest first. The first waits for a minute, the second and the third compute for
 * one: started last, they would run alone.
 */
const FIRST = [
  'test/services/transactions.test.mjs',
  'test/services/hostile-services.test.mjs',
  'scripts/test-logic.mjs',
  'test/package/package.test.mjs',
  'test/package/contract-types.test.mjs',
  'test/package/compat-package.test.mjs',
  'test/package/start.test.mjs',
];

/**
 * Whether a Node test shares a process and its Chromium with other tests: each start of Chromium takes a second of
 * processor time.
 */
const shares = (file) => file.startsWith(PAGES);

/**
 * The files in the order in which they start. The `shared` files run in a few processes, each of which runs one file
 * after another, between `first` and `apart`. Each of those runs in its own process.
 *
 * @param {readonly string[]} files
 */
export const inGroups = (files) => ({
  shared: files.filter(shares).sort((a, b) => place(a) - place(b)),
  first: FIRST.filter((file) => files.includes(file)),
  apart: files.filter((file) => !shares(file) && !FIRST.includes(file)),
});
