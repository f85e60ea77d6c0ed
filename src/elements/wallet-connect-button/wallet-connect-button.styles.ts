import { css } from 'lit';

export const walletConnectButtonStyles = css`
  /* Behind the button, which it covers: its menu is placed next to it. */
  wallet-account {
    position: absolute;
    inset: 0;
    z-index: -1;
  }
  /* Until its code has loaded, it would show what the page has put into its slots. */
  wallet-account:not(:defined) {
    display: none;
  }
  /* While the picker loads. */
  [aria-busy='true'] #shown:first-child {
    opacity: 0.6;
  }
  .quiet {
    border-color: var(--_border);
    background: var(--_surface);
    color: var(--_text);
  }
  @media (hover: hover) {
    .quiet:hover:not(:disabled) {
      background: var(--_surface-hover);
    }
  }
  .quiet:active:not(:disabled) {
    background: var(--_surface-active);
  }
  .wrong,
  .wrong:hover:not(:disabled) {
    border-color: color-mix(in oklab, var(--_danger) 40%, var(--_surface));
    background: var(--_danger-soft);
    color: var(--_danger);
  }
  /* In a row of a page, it gives way, and the label ends with an ellipsis. */
  :host {
    min-inline-size: min(100%, 96px);
  }
  /* As wide as its labels, or as its account while one is connected: what is not needed takes no space. */
  .states > :nth-child(3):not(#shown),
  .states:has(> #shown:nth-child(3)) > :not(#shown) {
    inline-size: 0;
    min-inline-size: 100%;
    overflow: clip;
  }
  /* The spinner takes its space from the padding. */
  .states > :nth-child(2) {
    max-inline-size: calc(100% + var(--_space-4));
    margin-inline: calc(var(--_space-2) * -1);
  }
  .line {
    min-inline-size: 0;
    overflow-x: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .address {
    max-inline-size: 13em;
    text-align: center;
  }
  /* It gives way before the address. */
  [part='name'] {
    flex-shrink: 999;
    max-inline-size: 12em;
  }
  /* The picture appears when the code of the account has loaded. */
  .picture {
    flex: none;
    inline-size: 1.5em;
    block-size: 1.5em;
    margin-block: -0.25em;
    margin-inline: -0.5em -0.125em;
    overflow: hidden;
    border-radius: min(50%, calc(var(--_radius-l) * 4));
    background: var(--_surface-active);
  }
  .picture > svg {
    display: block;
    inline-size: 100%;
  }
  /* Before the picture, with a rule between. */
  .amount {
    padding-inline-end: 0.7em;
    margin-inline-end: 0.55em;
    border-inline-end: 1px solid var(--_border);
    color: var(--_text-muted);
    font-weight: var(--_weight-medium);
    white-space: nowrap;
  }
  .filled .amount {
    border-color: color-mix(in oklab, currentcolor 40%, transparent);
    color: inherit;
  }
  /* The address needs the width: no rule, and no amount that would be cut off, which is in a second line. */
  @media (max-width: 360px) {
    .amount {
      display: flex;
      flex-flow: wrap;
      flex-shrink: 99999;
      min-inline-size: 0;
      block-size: 1lh;
      padding: 0;
      overflow: clip;
      border: none;
      margin-inline-end: 0.4em;
      font-size: 0.75em;
    }
    .amount::before {
      block-size: 1lh;
      content: '';
    }
  }
  /* A button must not contain another one: the menu says that the balance could not be read, and reads it again. */
  .amount > ::part(error),
  .amount > ::part(retry-button) {
    display: none;
  }
  .amount:has(> [status='error']) {
    margin: 0;
    margin-inline-end: calc(var(--_space-2) * -1);
    padding: 0;
    border: none;
  }
  .chevron {
    flex: none;
    inline-size: 0.5em;
    block-size: 0.5em;
    border: solid currentColor;
    border-width: 0 1.5px 1.5px 0;
    /* It turns around the middle of its two lines. */
    transform-origin: 75% 75%;
    translate: -25% -25%;
    rotate: 45deg;
    transition: rotate var(--_duration) var(--_ease);
  }
  [aria-expanded='true'] .chevron {
    rotate: 225deg;
  }
`;
