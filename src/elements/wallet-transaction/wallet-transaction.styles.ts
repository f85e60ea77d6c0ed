import { css } from 'lit';

export const walletTransactionStyles = css`
  :host {
    display: block;
  }
  .all {
    display: grid;
    grid-template: auto auto / auto minmax(0, 1fr) auto;
    align-items: start;
    gap: 0 var(--_space-3);
    padding-block: var(--_space-2);
  }
  .mark {
    display: grid;
    grid-row: 1 / -1;
    place-items: center;
    inline-size: 32px;
    block-size: 32px;
    border-radius: var(--_radius-round);
    background: var(--_surface-active);
    color: var(--_text-muted);
  }
  /* In the middle of the label and the status. */
  .all:not(.untitled) > .mark {
    margin-block-start: calc(var(--_text-m) * 1.223 - 16px);
  }
  :is(.submitted, .pending) .mark {
    background: var(--_accent-soft);
    color: var(--_accent-text);
  }
  .confirmed .mark {
    background: var(--_success-soft);
    color: var(--_success);
  }
  :is(.failed, .dropped) .mark {
    background: var(--_danger-soft);
    color: var(--_danger);
  }
  .spinner {
    inline-size: 16px;
    block-size: 16px;
  }
  /* The amount is at the end of the label's first line. Only one that would leave the label no room has several lines. */
  .row {
    display: grid;
    grid-template-columns: minmax(3em, 1fr) fit-content(75%);
    /* A label that is higher would show more than its two lines. */
    align-items: start;
    min-inline-size: 0;
    font-size: calc(var(--_text-m) * 0.9375);
    line-height: 1.35;
  }
  /* Below the label, these are as wide as the element, so that a time rarely needs a line of its own. */
  .texts {
    grid-area: 2 / 2 / auto / -1;
    min-inline-size: 0;
    line-height: 1.35;
  }
  .untitled > .row {
    display: none;
  }
  .untitled > .texts {
    grid-area: 1 / 2 / -1 / auto;
    padding-block-start: calc(16px - var(--_text-s) * 0.675);
  }
  /* Not the line: the color of a failure is mixed with that of the text around it. */
  .time,
  .then > [part='detail'],
  .detail {
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  /* The dot is behind the status. Before a time that is in a line of its own, it would be outside of the line. */
  .line {
    overflow-x: clip;
    font-size: var(--_text-s);
  }
  .status {
    padding-inline-end: 0.6em;
    color: var(--_text-muted);
  }
  :is(.failed, .dropped) .status {
    color: var(--_danger);
  }
  .time,
  .then {
    display: inline-block;
    margin-inline-start: -0.6em;
  }
  .time {
    white-space: nowrap;
  }
  .then > .time {
    margin: 0;
  }
  .time::before,
  .then > [part='detail']:first-child::before {
    display: inline-block;
    inline-size: 0.6em;
    content: '\\b7' / '';
  }
  .time + [part='detail']::before {
    content: '\\b7\\a0' / '';
  }
  /* Its glyph is on the edge, beside the first line, which it does not make higher. */
  .icon-button {
    --_size: max(36px, var(--_target));
    grid-area: 1 / 3;
    margin-inline-end: calc((18px - var(--_size)) / 2);
    margin-block: calc((var(--_text-m) * 1.265 - var(--_size)) / 2) calc((18px - var(--_size)) / 2);
  }
  .linked {
    position: relative;
    grid-template-columns: auto minmax(0, 1fr);
  }
  /* Over the row, and a little wider: its color under the pointer is translucent. */
  .linked > .icon-button {
    position: absolute;
    grid-area: auto;
    inset: 0 calc(var(--_space-2) * -1);
    inline-size: auto;
    block-size: auto;
    margin: 0;
    border-radius: var(--_radius-s);
  }
  .linked > .icon-button > svg {
    display: none;
  }
  .linked > .icon-button:active {
    scale: none;
  }
  ::slotted([slot='actions']) {
    position: relative;
    z-index: 1;
  }
  .id {
    font-family: var(--_font-mono);
  }
  ::slotted([slot='label']) {
    display: -webkit-box;
    min-inline-size: 0;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    font-weight: var(--_weight-bold);
    text-wrap: pretty;
  }
  .amount,
  ::slotted([slot='amount']) {
    display: block;
    grid-column: 2;
    padding-inline-start: var(--_space-3);
    overflow-wrap: anywhere;
    font-weight: var(--_weight-bold);
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  @media (max-width: 360px) {
    .all {
      column-gap: var(--_space-2);
    }
    .row {
      font-size: var(--_text-s);
    }
    .amount {
      padding-inline-start: var(--_space-2);
    }
  }
  @media (forced-colors: active) {
    .icon-button {
      border: 0;
    }
    .mark {
      border: 1px solid CanvasText;
      color: CanvasText;
    }
  }
`;
