/** Whether two objects, or two arrays, have the same values. */
export function isSame(a: object | undefined, b: object | undefined): boolean {
  if (!a || !b) return a === b;
  const others = new Map(Object.entries(b));
  const values = Object.entries(a);
  return (
    values.length === others.size &&
    values.every(([name, value]) => Object.is(value, others.get(name)))
  );
}
