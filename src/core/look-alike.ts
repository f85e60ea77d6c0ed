/** A word of Latin letters and of those that look like them. */
const MIXED =
  /\p{sc=Latin}[\p{L}\p{M}]*[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}\p{sc=Lisu}]|[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}\p{sc=Lisu}][\p{L}\p{M}]*\p{sc=Latin}/u;

/**
 * True for a name that holds one of `known`, whatever its letter case, accents, spaces and signs, or that
 * mixes Latin letters with their twins of other scripts. Other confusable letters are not told apart.
 */
export function looksLike(name: string, known: readonly string[]): boolean {
  const shown = folded(name);
  return (
    MIXED.test(name.normalize('NFKC')) ||
    known.some((each) => {
      const own = folded(each);
      // A short name is a part of many.
      return own.length > 3 ? shown.includes(own) : shown === own;
    })
  );
}

function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}|]/gu, '')
    .toLowerCase()
    .replace(/[i1|]/g, 'l')
    .replace(/0/g, 'o');
}
