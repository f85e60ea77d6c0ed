import * as all from './all.js';
import type { Method } from './method.js';

type All = typeof all;

/** Every method with its params and its result. */
export type Methods = {
  [M in keyof All]: All[M] extends Method<infer Params, infer Result>
    ? { params: Params; result: Result }
    : never;
};

export type MethodName = keyof Methods;
export type MethodParams<M extends MethodName> = Methods[M]['params'];
export type MethodResult<M extends MethodName> = Methods[M]['result'];

/** The definition of a method; undefined for an unknown name. */
export function methodOf(name: string): Method<unknown, unknown> | undefined {
  return Object.hasOwn(all, name)
    ? (all[name as MethodName] as Method<unknown, unknown>)
    : undefined;
}

export const methodNames = Object.entries(all).map(([name]) => name as MethodName);

/**
 * The known method that a name probably stands for: its name differs by capital letters, the prefix `stx_`, or at
 * most two adjacent characters. Undefined for a known method.
 */
export function nearMethod(name: string): MethodName | undefined {
  if (methodOf(name)) return undefined;
  return methodNames.find((known) => isNear(folded(known), folded(name)));
}

const folded = (name: string): string => name.toLowerCase().replace(/^stx_/, '');

/** True if one text becomes the other when at most two characters in one place change. */
function isNear(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return Math.max(one.length, other.length) - start - end <= 2;
}
