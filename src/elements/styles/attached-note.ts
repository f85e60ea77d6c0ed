import { css } from 'lit';

/**
 * `.attached`: a note that is the lower part of a box. Its icon is below that of the upper part, which is as wide as `--_mark`, and
 * its `.texts` are below the name there.
 */
export const attachedNote = css`
  .attached {
    display: grid;
    grid-template-columns: var(--_mark) minmax(0, 1fr);
    column-gap: var(--_space-3);
    padding-block: var(--_space-2);
    border-block-start: 0;
    border-start-start-radius: 0;
    border-start-end-radius: 0;
  }
  .attached > .glyph {
    justify-self: center;
    margin-block-start: calc((var(--_target) - var(--_glyph)) / 2);
  }
  .texts {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    grid-column: 2;
    align-items: center;
    gap: var(--_space-2) var(--_space-3);
    min-inline-size: 0;
    text-wrap: pretty;
  }
  /* Its first line is beside the icon, and the buttons, if they are in that line. */
  .texts > p {
    flex: 1 1 10rem;
    min-inline-size: 0;
    padding-block: calc((var(--_target) - 1lh) / 2);
  }
`;
