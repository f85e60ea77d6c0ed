import { css } from 'lit';

/**
 * `.roomy`: a label with room for the spinner or the tick that is before it later, when it is `.beside`, so that the button keeps its
 * width. `.done`: the button of what has succeeded.
 */
export const busyLabel = css`
  .states > .roomy {
    padding-inline: calc((1.25em + var(--_space-2)) / 2 - var(--_space-1));
  }
  /* Takes a little of the padding. */
  .states > .beside {
    max-inline-size: calc(100% + var(--_space-2));
    margin-inline: calc(var(--_space-1) * -1);
  }
  /* Not the color of an outlined button, which is mixed with that of the text. */
  .all {
    --_done: var(--_success);
  }
  .done {
    border-color: color-mix(in oklab, var(--_done) 50%, transparent);
    background: color-mix(in oklab, var(--_done) 14%, transparent);
    color: var(--_text);
  }
  .done .glyph {
    color: var(--_done);
  }
`;
