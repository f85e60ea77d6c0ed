/**
 * Reads a property or method of a node as the browser defines it. Markup can shadow them: `<img name="body">`
 * becomes `document.body`, and `<input name="parentNode">` becomes the `parentNode` of its form.
 *
 * Methods are bound to the node. Source: HTML, "DOM tree accessors" and "The form element"
 * ([LegacyOverrideBuiltIns]).
 */
export function native<T extends object, K extends keyof T>(node: T, name: K): T[K] {
  const defined = Object.getPrototypeOf(node) as T;
  const value = Reflect.get(name in defined ? defined : node, name, node) as T[K];
  return typeof value === 'function' ? (value.bind(node) as T[K]) : value;
}
