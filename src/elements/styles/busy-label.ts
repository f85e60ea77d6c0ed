import { css } from 'lit';

/**
 * `.covered`: a button whose spinner or tick has no icon to replace. It is over the label, which stays the name of the button and
 * keeps the width.
 */
export const busyLabel = css`
  .covered {
    position: relative;
  }
  .covered > .states {
    opacity: 0;
  }
  .covered > :is(.glyph, .spinner) {
    position: absolute;
    inset: 0;
    margin: auto;
  }
`;
