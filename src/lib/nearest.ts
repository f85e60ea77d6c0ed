/**
 * The known name that a name probably stands for: they differ only by capital letters, separators or the prefix `stx_`,
 * or by few letters. The first of the nearest; undefined if none is near.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // A name from a wallet or a page may have any length.
  const given = folded(name.slice(0, 100));
  let best: string | undefined;
  // A third of the letters, so that `fee` is not taken for `name`.
  let least = Math.max(1, Math.floor(given.length / 3)) + 1;
  for (const one of known) {
    const edits = distance(given, folded(one));
    if (edits >= least) continue;
    best = one;
    least = edits;
  }
  return best;
}

/** A sentence with the nearest name, else with all names. For the end of an error message. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== undefined) return `Did you mean \`${near}\`?`;
  return known.length > 0 ? `Known: ${known.join(', ')}.` : 'There are none.';
}

const folded = (name: string): string => name.toLowerCase().replace(/^stx_|[_\-\s]/g, '');

/** The number of letters to insert, remove, replace or swap (optimal string alignment). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = [...other, ''].map((_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      next[column] = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[column - 2]! + 1 : Infinity,
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length]!;
}
