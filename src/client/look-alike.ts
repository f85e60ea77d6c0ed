/** A letter of a script that is not normally mixed with Latin (UTS 39, "Highly Restrictive"). */
const OTHER =
  '(?![\\p{sc=Latin}\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Bopo}\\p{sc=Hang}\\p{sc=Zyyy}])\\p{L}';
/** A word with Latin letters and letters of such a script. */
const MIXED = new RegExp(
  `\\p{sc=Latin}[\\p{L}\\p{M}]*${OTHER}|${OTHER}[\\p{L}\\p{M}]*\\p{sc=Latin}`,
  'u',
);
/** Pairs of a character (Cyrillic letter, digit or sign) and the Latin letter that it looks like. */
const LOOK_ALIKES = new Map<string, string>(
  ('аaеeоoхxѕsіlӏlԁdһhнhгrтtпnғfѵv' + '0o1l3e4a5s7til|l$s@a€e')
    .match(/../g)
    ?.map((pair) => [...pair] as [string, string]),
);

/**
 * True for a name that contains one of `known`, ignoring case, accents, spaces and signs, and treating
 * characters that look alike as equal. Also true for a name that mixes Latin letters with other scripts.
 */
export function looksLike(name: string, known: readonly string[]): boolean {
  const shown = folded(name);
  return (
    MIXED.test(name.normalize('NFKD')) ||
    known.some((each) => {
      const own = folded(each);
      // A `?` matches any letter. A short name must match completely, since many names contain it.
      const letters = own.replace(/./gu, '[$&?]');
      return new RegExp(own.length > 3 ? letters : `^${letters}$`, 'u').test(shown);
    })
  );
}

/** The name in lower-case ASCII letters as far as possible. Other Latin letters become `?`. */
function folded(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}|$@€]/gu, '')
    .replace(
      /./gu,
      (letter) => LOOK_ALIKES.get(letter) ?? letter.replace(/(?![a-z])\p{sc=Latin}/u, '?'),
    );
}
