import { readFile } from 'node:fs/promises';
import { asMooTools, asPrototype, asPrototypeWithJSON } from './replaced-built-ins.js';

const called = (...replacements) =>
  Promise.resolve(replacements.map((replace) => `(${replace})();`).join('\n'));

/** The sources of libraries that replace built-ins. */
const SOURCES = {
  'built-ins as in MooTools 1.3': () => called(asMooTools),
  // The part without the DOM: the full one is not on npm.
  'MooTools 1.5.2': () => readFile(new URL(import.meta.resolve('mootools')), 'utf8'),
  'built-ins as in Prototype 1.6': () => called(asPrototype, asPrototypeWithJSON),
  'built-ins as in Prototype 1.7': () => called(asPrototype),
};

export const OLD_LIBRARIES = Object.keys(SOURCES);

/** The source of one of these libraries. */
export function oldLibrary(name) {
  return SOURCES[name]();
}
