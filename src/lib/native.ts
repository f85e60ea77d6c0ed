/**
 * A property or method of a node as the browser defines it. Markup can shadow any of them:
 * `<img name="body">` is then `document.body`, and `<input name="parentNode">` the `parentNode` of its form.
 *
 * A method comes bound to the node. Source: HTML, "DOM tree accessors" and "The form element"
 * ([LegacyOverrideBuiltIns]).
 */
export function native<T extends object, K extends keyof T>(node: T, name: K): T[K] {
  const defined = Object.getPrototypeOf(node) as T;
  const value = Reflect.get(name in defined ? defined : node, name, node) as T[K];
  return typeof value === 'function' ? (value.bind(node) as T[K]) : value;
}
