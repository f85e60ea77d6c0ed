import { nearest } from '../lib/read-options.js';
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

/** The known method that a name probably stands for, see {@link nearest}. Undefined for a known method. */
export function nearMethod(name: string): MethodName | undefined {
  return methodOf(name) ? undefined : (nearest(name, methodNames) as MethodName | undefined);
}
