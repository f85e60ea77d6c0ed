import { clip, keepArrays } from '../errors.js';

/**
 * A copy that keeps nothing else alive. In V8 a slice of a long string, and a string that was joined from such
 * slices, keep the long string in memory.
 */
export function detached(text: string): string {
  return JSON.parse(JSON.stringify(text, keepArrays)) as string;
}

/** Like `clip`, for a text of the service: the result does not keep the whole answer in memory. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : detached(clip(text, max));
}
