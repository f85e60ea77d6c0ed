/** Renders an empty heading of a table as a plain cell, since a heading without text has no accessible name. */
export function plainEmptyHeadings(md) {
  md.core.ruler.push('empty-headings', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[index + 1].content !== '') continue;
      token.tag = 'td';
      tokens[index + 2].tag = 'td';
    }
  });
}
