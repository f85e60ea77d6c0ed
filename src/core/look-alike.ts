/** A letter of another script than Latin and those that are written beside it (UTS 39, "Highly Restrictive"). */
const OTHER =
  '(?![\\p{sc=Latin}\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Bopo}\\p{sc=Hang}\\p{sc=Zyyy}])\\p{L}';
/** A word of Latin letters and of those of another script. */
const MIXED = new RegExp(
  `\\p{sc=Latin}[\\p{L}\\p{M}]*${OTHER}|${OTHER}[\\p{L}\\p{M}]*\\p{sc=Latin}`,
  'u',
);
/** Each letter of a known name, and before it what looks like it and has no such form in Unicode (NFKD). */
const TWINS =
  'аαɑᴀ4@a ԁđɗᴅd еєεɛᴇ3€e ғƒꜰf ɡɢg һнΗħʜh іιıɪӏłɩǀʟ1i|l пηΝոɴn оοσøɵө0o гɾʀᴦr ѕʂꜱ5$s тτŧᴛ7t ѵνυʋᴠv хχҳx';
const SKELETON = new Map(
  TWINS.split(' ').flatMap((group) => [...group].map((twin) => [twin, [...group].at(-1)])),
);

/**
 * True for a name that holds one of `known`, whatever its letter case, accents, spaces and signs, and
 * whichever letters and digits look like its own, or that mixes Latin letters with those of other scripts.
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
  return [...name.normalize('NFKD').replace(/[^\p{L}\p{N}|$@€]/gu, '')]
    .map((letter) => {
      const small = letter.toLowerCase();
      return SKELETON.get(letter) ?? SKELETON.get(small) ?? small;
    })
    .join('');
}
