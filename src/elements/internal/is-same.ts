/** Whether two objects, or two arrays, have the same values in these fields. Default: in every field of either. */
export function isSame<T extends object>(
  a: T | undefined,
  b: T | undefined,
  fields: readonly (keyof T)[] = Object.entries({ ...a, ...b }).map(([name]) => name as keyof T),
): boolean {
  return a === b || (!!a && !!b && fields.every((name) => Object.is(a[name], b[name])));
}
