import { css } from 'lit';

export const walletConnectButtonStyles = css`
  /* Behind the button, which it covers: its menu is placed next to it. */
  wallet-account {
    position: absolute;
    inset: 0;
    z-index: -1;
  }
  /* While the picker loads. */
  [aria-busy='true'] #shown:first-child {
    opacity: 0.6;
  }
  .address {
    /* The width of any short address, so that the button does not grow when an address appears. */
    min-inline-size: 10ch;
    font-family: var(--_font-mono);
    font-size: 0.9375em;
    text-align: center;
    white-space: nowrap;
  }
  .chevron {
    flex: none;
    inline-size: 0.5em;
    block-size: 0.5em;
    margin-block-start: -0.25em;
    border: solid currentColor;
    border-width: 0 1.5px 1.5px 0;
    rotate: 45deg;
    transition: rotate var(--_duration) var(--_ease);
  }
  [aria-expanded='true'] .chevron {
    margin-block-start: 0.25em;
    rotate: 225deg;
  }
  ::slotted([slot='icon']) {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
  }
`;
