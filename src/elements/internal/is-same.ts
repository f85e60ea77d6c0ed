/** Whether two objects, or two arrays, have the same values in these fields. Default: in every field of either. */
export function isSame<T extends object>(
  a: T | undefined,
  b: T | undefined,
  fields?: readonly (keyof T)[],
): boolean {
  if (!a || !b) return a === b;
  const names = fields ?? Object.entries({ ...a, ...b }).map(([name]) => name as keyof T);
  return names.every((name) => Object.is(a[name], b[name]));
}
