import { css } from 'lit';

/** Font, size and colour are inherited from the page. */
export const ftAmountStyles = css`
  :host {
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
    display: none;
  }
  /* Never wrap a symbol: half a symbol could be another symbol. Cut it off with an ellipsis instead. */
  [part='symbol'] {
    /* Not inline-block: WebKit changes its baseline once text is cut off. */
    display: inline-flex;
    max-inline-size: 100%;
  }
  [part='symbol'] > span {
    min-inline-size: 0;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* Reserves about the space that the amount will take. */
  .waiting {
    border-radius: 0.25em;
    background: color-mix(in srgb, currentColor 12%, transparent);
    color: transparent;
    user-select: none;
  }
`;
