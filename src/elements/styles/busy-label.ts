import { css } from 'lit';

/**
 * `.without-icon`: a button whose spinner or tick has no icon to replace. It takes its space from the padding, so that the
 * width stays.
 */
export const busyLabel = css`
  .without-icon #shown {
    gap: 4px;
    max-inline-size: none;
    margin-inline: calc(-0.375em - 2px);
  }
  .without-icon .states :is(.glyph, .spinner) {
    inline-size: 0.75em;
    block-size: 0.75em;
    border-width: 1.5px;
  }
`;
