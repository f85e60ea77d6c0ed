/** Renders a fence ```html live as a live example, with its source below. */
export function liveExamples(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    const isLive = /^html\s+live\b/.test(token.info);
    if (isLive) token.info = 'html';
    const source = fence(tokens, index, ...rest);
    return isLive
      ? `<LiveExample html="${encodeURIComponent(token.content)}">${source}</LiveExample>`
      : source;
  };
}
