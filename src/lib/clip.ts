/** Stands where something was left out. */
export const CUT = '…';

/** A text of at most `max` UTF-16 units, cut between characters, with `…` where it was cut. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '') + CUT;
}
