/**
 * A text for a terminal. Control, bidi and other invisible characters, but not the ends of lines, are written as `\u{…}`:
 * paths, arguments and the output of other programs may contain them.
 */
export const visible = (text) =>
  text.replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/gu, (character) => {
    return `\\u{${character.codePointAt(0).toString(16)}}`;
  });
