/** An element with properties and children; strings become text nodes. */
export function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** A text whose parts between backticks are code. */
export function withCode(text) {
  return text.split('`').map((part, at) => (at % 2 ? element('code', {}, part) : part));
}

/** Indented JSON, with bigints as digits. */
export function pretty(value) {
  const text = JSON.stringify(
    value,
    (_key, inner) => (typeof inner === 'bigint' ? `${inner}` : inner),
    2,
  );
  return text ?? 'nothing';
}
