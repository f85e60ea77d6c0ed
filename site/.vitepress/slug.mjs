/** The anchor that GitHub gives a heading. */
export const githubSlug = (text) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
