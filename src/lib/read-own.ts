import { isRecord, read } from './guard.js';

/** One own property of a stranger's object: what a page put on `Object.prototype` is no answer. */
export function readOwn(target: unknown, key: string): unknown {
  return isRecord(target) && Object.hasOwn(target, key) ? read(target, key) : undefined;
}
