import { css } from 'lit';

/** Font, size and color are inherited from the page. */
export const ftAmountStyles = css`
  :host {
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
    display: none;
  }
  button {
    position: relative;
    margin: 0;
    padding: 0;
    border: 0;
    border-radius: 0.2em;
    background: none;
    color: inherit;
    font: inherit;
    font-variant-numeric: inherit;
    letter-spacing: inherit;
    text-align: inherit;
    text-decoration: underline dotted color-mix(in srgb, currentColor 60%, transparent);
    text-underline-offset: 0.2em;
    overflow-wrap: inherit;
    cursor: pointer;
  }
  button:focus-visible {
    outline: 2px solid currentColor;
    outline-offset: 2px;
  }
  /* A target of 44 pixels that does not move the lines of the text. */
  @media (pointer: coarse) {
    button::after {
      content: '';
      position: absolute;
      inset: 50% -4px auto;
      block-size: 44px;
      min-inline-size: 44px;
      translate: 0 -50%;
    }
  }
  ::slotted([slot='icon']) {
    inline-size: auto;
    block-size: 1.1em;
    margin-inline-end: 0.3em;
    vertical-align: -0.15em;
  }
  /* Never wrap a symbol: half a symbol could be another symbol. Cut it off with an ellipsis instead. */
  [part='symbol'] {
    /* Not inline-block: WebKit changes its baseline once text is cut off. */
    display: inline-flex;
    max-inline-size: 100%;
    /* In an account or a card. */
    color: var(--_unit, inherit);
    font-weight: var(--_unit-weight, inherit);
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
    user-select: none;
  }
  .waiting > span {
    visibility: hidden;
  }
`;
