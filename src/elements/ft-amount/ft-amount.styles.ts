import { css } from 'lit';

/** The text is the page's own: font, size and colour are inherited. */
export const ftAmountStyles = css`
  :host {
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
    display: none;
  }
  /* Half a symbol is another symbol: what is too long is cut off, and seen to be. */
  [part='symbol'] {
    /* Not inline-block, which WebKit sets on its foot once something is cut off. */
    display: inline-flex;
    max-inline-size: 100%;
  }
  [part='symbol'] > span {
    min-inline-size: 0;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* Keeps about the place that the amount will take. */
  .waiting {
    border-radius: 0.25em;
    background: color-mix(in srgb, currentColor 12%, transparent);
    color: transparent;
    user-select: none;
  }
`;
