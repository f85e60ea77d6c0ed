/**
 * Replaces `Array.from` in a bundle: MooTools and Prototype.js replace the built-in function with one that
 * ignores the second argument.
 */
export default (list, map = (item) => item) => {
  const items = list[Symbol.iterator] ? [...list] : list;
  const array = [];
  for (let at = 0; at < items.length; at++) array[at] = map(items[at], at);
  return array;
};
