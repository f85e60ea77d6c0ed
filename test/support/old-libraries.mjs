import { readFile } from 'node:fs/promises';

const modules = new URL('../../node_modules/', import.meta.url);
/** The tests of an old version of esprima contain the original files. */
const collection = 'old-page-libraries/test/3rdparty/';

/** Libraries that replace built-ins, with their files. */
const FILES = {
  'MooTools 1.3.2': `${collection}mootools-1.3.2.js`,
  'MooTools 1.4.1': `${collection}mootools-1.4.1.js`,
  // The part without the DOM: the full 1.5 is not on npm.
  'MooTools 1.5.2': 'mootools/lib/mootools-core-1.5.2-server.js',
  'Prototype 1.6.1': `${collection}prototype-1.6.1.js`,
  'Prototype 1.7.0': `${collection}prototype-1.7.0.0.js`,
};

export const OLD_LIBRARIES = Object.keys(FILES);

/** The source of one of these libraries. */
export function oldLibrary(name) {
  return readFile(new URL(FILES[name], modules), 'utf8');
}
