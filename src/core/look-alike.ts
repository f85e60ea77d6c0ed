/** A letter of another script than Latin and those that are written beside it (UTS 39, "Highly Restrictive"). */
const OTHER =
  '(?![\\p{sc=Latin}\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Bopo}\\p{sc=Hang}\\p{sc=Zyyy}])\\p{L}';
/** A word of Latin letters and of those of another script. */
const MIXED = new RegExp(
  `\\p{sc=Latin}[\\p{L}\\p{M}]*${OTHER}|${OTHER}[\\p{L}\\p{M}]*\\p{sc=Latin}`,
  'u',
);
/** What looks like a letter of a known name, in Cyrillic and among digits and signs, before that letter. */
const LOOK_ALIKES = new Map<string, string>(
  ('аaеeоoхxѕsіlӏlԁdһhнhгrтtпnғfѵv' + '0o1l3e4a5s7til|l$s@a€e')
    .match(/../g)
    ?.map((pair) => [...pair] as [string, string]),
);

/**
 * True for a name that holds one of `known`, whatever its letter case, accents, spaces and signs, and
 * whichever letters and digits look like its own, or that mixes Latin letters with those of other scripts.
 */
export function looksLike(name: string, known: readonly string[]): boolean {
  const shown = folded(name);
  return (
    MIXED.test(name.normalize('NFKD')) ||
    known.some((each) => {
      const own = folded(each);
      // A rare letter of Latin may look like any other; a short name is a part of many.
      const letters = own.replace(/./gu, '[$&?]');
      return new RegExp(own.length > 3 ? letters : `^${letters}$`, 'u').test(shown);
    })
  );
}

/** In small letters of ASCII where they have one; a rare letter of Latin is `?`. */
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
