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
  /* While the picker loads, the label of a button without a color of its own. */
  [aria-busy='true']:not(.filled) #shown:first-child {
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
    border-color: color-mix(in oklab, var(--_danger) 40%, transparent);
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
    margin-inline-start: -0.5em;
    overflow: hidden;
    border-radius: min(50%, calc(var(--_radius-l) * 4));
    background: var(--_surface-active);
  }
  /* In the place of the picture, without the space around its circle. */
  .wrong .glyph {
    margin-inline: -0.25em 0;
  }
  .picture > svg {
    display: block;
    inline-size: 100%;
  }
  /* Of one line: the balance is below it, cut off, where it has no room beside the whole address. */
  .account:has(> .amount) {
    flex-wrap: wrap-reverse;
    align-content: flex-end;
    gap: 0.5em 0;
    block-size: calc(1lh + 0.5em);
    /* For the picture, which is higher than the line. */
    padding-block: 0.25em;
    margin-block: -0.25em;
    overflow-y: clip;
  }
  .account > span:last-child {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  /* Before the picture, with a rule between. */
  .amount {
    padding-inline-end: var(--_space-2);
    margin-inline-end: calc(0.5em + var(--_space-2));
    border-inline-end: 1px solid var(--_border);
    color: var(--_text-muted);
    font-weight: var(--_weight-medium);
    white-space: nowrap;
  }
  @media (max-width: 360px) {
    .has-states:has(.amount) {
      padding-inline: var(--_space-3);
    }
    .amount {
      padding: 0;
      border: none;
      /* Its text is smaller than that of the picture. */
      margin-inline-end: calc(0.66em + var(--_space-2));
      font-size: 0.75em;
    }
  }
  /* It is read where there is room for it. */
  .amount > [status='loading'] {
    display: inline-block;
    max-inline-size: 5em;
    overflow: clip;
    vertical-align: top;
  }
  .filled .amount {
    border-color: color-mix(in oklab, currentcolor 40%, transparent);
    color: inherit;
  }
  /* A button must not contain another one: the menu says that the balance could not be read, and reads it again. */
  .amount > ::part(error),
  .amount > ::part(retry-button) {
    display: none;
  }
  .amount:has(> :is([status='error'], :not(:defined))) {
    margin: 0;
    padding: 0;
    border: none;
  }
  .chevron {
    flex: none;
    inline-size: 0.5em;
    block-size: 0.5em;
    /* For the corners of the rotated square. */
    margin-inline: 0.1em;
    border: solid;
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
