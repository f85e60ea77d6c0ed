/**
 * True where a page gave content for the default slot. White space between the tags, as in hand-written
 * HTML, fills a slot as well, and a script shows nothing: neither is a label.
 */
export function hasLabel(host: Element): boolean {
  return [...host.childNodes].some((node) =>
    node instanceof Element
      ? node.localName !== 'script' && !node.getAttribute('slot')
      : node instanceof Text && node.data.trim() !== '',
  );
}
