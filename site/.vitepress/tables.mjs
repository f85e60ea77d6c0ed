/** An empty heading of a table is a plain cell: a screen reader has nothing to say for it. */
export function plainEmptyHeadings(md) {
  md.core.ruler.push('empty-headings', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[index + 1].content !== '') continue;
      token.tag = 'td';
      tokens[index + 2].tag = 'td';
    }
  });
}
