import MagicString from 'magic-string';

/**
 * A rollup plugin: what stands in the bundle, packages too, calls an `Array.from` of its own. MooTools and
 * Prototype.js replace the page's by one that ignores the second argument.
 */
export const ownArrayFrom = {
  name: 'own-array-from',
  intro: () => `
const arrayFrom = (list, map = (item) => item) => {
  const items = list[Symbol.iterator] ? [...list] : list;
  const array = [];
  for (let at = 0; at < items.length; at++) array[at] = map(items[at], at);
  return array;
};`,
  renderChunk(code) {
    const text = new MagicString(code).replace(/(?<![\w$.])Array\.from\b/g, 'arrayFrom');
    return { code: text.toString(), map: text.generateMap({ hires: true }) };
  },
};
