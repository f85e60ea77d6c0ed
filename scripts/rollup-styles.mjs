import MagicString from 'magic-string';

/**
 * Takes comments and needless blanks out of Lit's `css` templates. It knows no CSS beyond strings,
 * comments and punctuation: minifiers that do have silently dropped what was too new for them, such as
 * the rules inside `@starting-style`.
 *
 * @param {(id: string) => boolean} isOurs whether a module is one of ours
 */
export function minifyStyles(isOurs) {
  return {
    name: 'minify-styles',
    transform(code, id) {
      if (!isOurs(id) || !/\bcss\s*`/.test(code)) return null;
      const text = new MagicString(code);
      for (const { start, end } of cssParts(this.parse(code))) {
        if (start < end) text.overwrite(start, end, minifyCss(code.slice(start, end)));
      }
      return { code: text.toString(), map: text.generateMap({ hires: true }) };
    },
  };
}

/** What stands beyond the ends of a part is unknown: a blank there stays one blank. */
export function minifyCss(css) {
  const string = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/.source;
  return css
    .replace(new RegExp(`${string}|/\\*[^]*?\\*/`, 'g'), (_all, kept) => kept ?? ' ')
    .replace(
      new RegExp(`${string}|\\s*([{};,])\\s*|(:)\\s+|\\s+`, 'g'),
      (_all, kept, mark, colon) => kept ?? mark ?? colon ?? ' ',
    );
}

/** Every text between the expressions of a `css` template. */
function* cssParts(node) {
  if (Array.isArray(node)) {
    for (const child of node) yield* cssParts(child);
    return;
  }
  if (typeof node?.type !== 'string') return;
  if (node.type === 'TaggedTemplateExpression' && node.tag.name === 'css') yield* node.quasi.quasis;
  for (const child of Object.values(node)) {
    if (child && typeof child === 'object') yield* cssParts(child);
  }
}
