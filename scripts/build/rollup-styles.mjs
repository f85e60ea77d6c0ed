import MagicString from 'magic-string';

/**
 * Removes comments and white space from Lit's `css` templates. It parses only strings, comments and
 * punctuation: CSS minifiers silently dropped rules that they did not know, such as those inside
 * `@starting-style`.
 *
 * @param {(id: string) => boolean} isOurs whether a module belongs to this package
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

/** Reduces white space at an end of the part to one space, since the adjacent text is unknown. */
export function minifyCss(css) {
  const string = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/.source;
  return css
    .replace(new RegExp(`${string}|/\\*[^]*?\\*/`, 'g'), (_all, kept) => kept ?? ' ')
    .replace(
      new RegExp(`${string}|\\s*([{};,])\\s*|(:)\\s+|\\s+`, 'g'),
      (_all, kept, mark, colon) => kept ?? mark ?? colon ?? ' ',
    );
}

/** The static parts of all `css` templates. */
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
