/**
 * Parses JSON. Its objects have no prototype, at every depth: properties that a page added to `Object.prototype` are not
 * read as fields. Do not convert such an object to text with `String` or a template, which would throw.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseJson(text: string): unknown {
  const json = JSON.parse(text) as unknown;
  // Not a reviver: it is slower, and its recursion has a limit.
  const left = [json];
  while (left.length > 0) {
    const value = left.pop();
    if (!isObject(value)) continue;
    for (const [, inner] of Object.entries(value)) if (isObject(inner)) left.push(inner);
    if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
  }
  return json;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
