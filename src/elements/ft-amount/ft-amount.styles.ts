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
  /* Keeps about the place that the amount will take. */
  .waiting {
    border-radius: 0.25em;
    background: color-mix(in srgb, currentColor 12%, transparent);
    color: transparent;
    user-select: none;
  }
`;
