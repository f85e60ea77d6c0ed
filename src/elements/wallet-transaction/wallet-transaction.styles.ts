import { css } from 'lit';

export const walletTransactionStyles = css`
  :host {
    display: block;
  }
  .all {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    grid-auto-flow: column;
    align-items: start;
    gap: 0 var(--_space-3);
    padding-block: var(--_space-2);
  }
  .mark {
    display: grid;
    place-items: center;
    inline-size: 28px;
    block-size: 28px;
    border-radius: 50%;
    background: var(--_surface-active);
    color: var(--_text-muted);
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
    inline-size: 14px;
    block-size: 14px;
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      border-style: dotted;
    }
  }
  /* Where the texts would be narrower, the amount is below them. */
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space-3);
    min-inline-size: 0;
  }
  .texts {
    flex: 1 1 9em;
    min-inline-size: 0;
    padding-block-start: 3px;
    line-height: 1.35;
  }
  .line,
  .detail {
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  /* The dot is behind the status. Before a time that is in a line of its own, it would be outside of the line. */
  .line {
    overflow-x: clip;
  }
  .status {
    padding-inline-end: 0.6em;
    color: var(--_text);
  }
  :is(.failed, .dropped) .status {
    color: var(--_danger);
  }
  .time {
    display: inline-block;
    margin-inline-start: -0.6em;
    white-space: nowrap;
  }
  .time::before {
    display: inline-block;
    inline-size: 0.6em;
    content: '\\b7' / '';
  }
  .time + .then::before {
    content: '\\b7\\a0' / '';
  }
  /* As high as the mark, with its glyph on the edge. */
  .icon-button {
    margin-inline-end: calc((18px - max(36px, var(--_target))) / 2);
    margin-block: calc((28px - max(36px, var(--_target))) / 2);
  }
  .id {
    font-family: var(--_font-mono);
  }
  ::slotted([slot='label']) {
    display: block;
    font-weight: var(--_weight-bold);
  }
  .amount {
    max-inline-size: 100%;
    overflow-wrap: anywhere;
  }
  .amount,
  ::slotted([slot='amount']) {
    display: block;
    padding-block-start: 3px;
    font-weight: var(--_weight-bold);
    font-variant-numeric: tabular-nums;
    line-height: 1.35;
  }
  ::slotted([slot='amount']) {
    white-space: nowrap;
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
