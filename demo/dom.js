/** An element with properties and children; strings become text nodes. */
export function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
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
