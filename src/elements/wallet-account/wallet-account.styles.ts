import { css } from 'lit';
import { onPageColors } from '../styles/tokens.js';

export const walletAccountStyles = css`
  /* In a connect button, which this element covers. */
  :host {
    anchor-name: --button;
  }
  /* Placed next to the anchor, which a page set. */
  .panel.away {
    position-anchor: auto;
  }
  :host([inline]) {
    /* It has no surface of its own. */
    ${onPageColors}
    /* Not as narrow as its content, where its width depends on that. */
    display: grid;
    grid-template-columns: minmax(0, var(--_width));
    max-inline-size: var(--_width);
  }
  :host {
    --_width: max(360px, calc(var(--_text-m) * 22.5));
  }
  .panel {
    inline-size: min(var(--_width), 100vw - 16px);
  }
  .body {
    inline-size: 100%;
    padding: var(--_space-5) var(--_space-4) var(--_space-4);
  }
  /* Among the text of a page, it has the edges of that. */
  :host([inline]) .body {
    padding: 0;
  }
  /* Over a row that is cut off; at the end, the space below the last one. */
  :host(:not([inline])) .body {
    padding-block-end: 0;
  }
  :host(:not([inline])) .body::after {
    position: sticky;
    inset-block-end: 0;
    display: block;
    block-size: calc(var(--_space-4) + 8px);
    margin-block-start: -8px;
    background: linear-gradient(#0000 4px, var(--_surface));
    pointer-events: none;
    content: '';
  }
  .head {
    display: grid;
    justify-items: center;
    text-align: center;
  }
  .picture {
    position: relative;
    margin-block-end: var(--_space-3);
  }
  .avatar {
    display: block;
    inline-size: max(72px, var(--_text-m) * 4.5);
    block-size: max(72px, var(--_text-m) * 4.5);
    border-radius: min(50%, calc(var(--_radius-l) * 4));
  }
  .button .avatar {
    inline-size: 1.5em;
    block-size: 1.5em;
  }
  /* On the edge of the avatar, with a gap of the color behind it. */
  .picture .wallet-icon.wallet-icon {
    position: absolute;
    inset-block-end: -4px;
    inset-inline-end: -4px;
    inline-size: max(24px, var(--_text-m) * 1.5);
    block-size: max(24px, var(--_text-m) * 1.5);
    border-radius: var(--_radius-s);
    box-shadow: 0 0 0 3px var(--_surface);
    outline-color: color-mix(in oklab, var(--_text) 28%, transparent);
    font-size: var(--_text-xs);
  }
  .title,
  ::slotted([slot='name']) {
    max-inline-size: 100%;
    font-size: var(--_text-l);
    font-weight: var(--_weight-bold);
    line-height: 1.4;
  }
  .name,
  bdi.title {
    min-inline-size: 0;
    max-inline-size: 100%;
    overflow-x: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .head .whole {
    display: block;
    line-height: 1.5;
    font-family: var(--_font-mono);
    font-size: calc(var(--_text-m) * 0.8125);
    font-weight: var(--_weight-medium);
    text-wrap: balance;
    word-break: break-all;
  }
  .where {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    column-gap: 0.35em;
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  .actions {
    container-type: inline-size;
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-2);
    padding-block-start: var(--_space-4);
  }
  .action {
    flex: 1 1 0;
    min-inline-size: min-content;
    max-inline-size: 100%;
    flex-direction: column;
    gap: var(--_space-1);
    /* In every language, three fit into a row at 320 px. */
    padding-inline: var(--_space-1);
    overflow-wrap: break-word;
    background: var(--_surface-hover);
    font-size: var(--_text-xs);
  }
  :host([inline]) .action:not(:hover, :active) {
    background: color-mix(in oklab, currentcolor 6%, transparent);
  }
  @container (max-inline-size: 256px) {
    .action + .action {
      margin-inline-start: calc(var(--_space-1) * -1);
    }
    .action {
      padding-inline: 0;
      font-size: calc(var(--_text-m) * 0.6875);
      font-weight: var(--_weight-medium);
    }
  }
  .action:active {
    background: var(--_surface-active);
  }
  @media (hover: hover) {
    .action:hover {
      background: var(--_surface-active);
    }
  }
  .balance,
  ::slotted([slot='balance']) {
    display: block;
    margin-block-start: var(--_space-3);
    text-align: center;
  }
  .balance {
    font-size: var(--_text-m);
  }
  .balance::part(amount),
  ::slotted([slot='balance']) {
    font-size: 2em;
    font-weight: var(--_weight-bold);
    line-height: 1.25;
  }
  /* A smaller or muted unit is beside the number, as that of the attribute. */
  ::slotted([slot='balance']) {
    --_unit: var(--_text-muted);
    word-spacing: -0.05em;
  }
  .balance::part(symbol),
  .balance::part(fiat) {
    color: var(--_text-muted);
  }
  .balance::part(fiat) {
    display: block;
    font-size: var(--_text-s);
  }
  .network::first-letter {
    text-transform: uppercase;
  }
  .warning,
  .refusal {
    margin-block-start: var(--_space-3);
  }
  .row > .refusal {
    grid-column: 1 / -1;
    margin: var(--_space-2) 0 var(--_space-1);
  }
  @media (forced-colors: active) {
    :host(:not([inline])) .body::after {
      background: none;
    }
    .picture .wallet-icon.wallet-icon {
      border: 1px solid CanvasText;
    }
    /* Their borders would cross the text. */
    .row > .icon-button {
      border: 0;
    }
  }
  .addresses {
    margin-block-start: var(--_space-4);
    padding-block-start: var(--_space-2);
    border-block-start: 1px solid var(--_border);
  }
  .row {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto auto;
    align-items: center;
    min-block-size: max(36px, var(--_target));
  }
  .row > .icon-button {
    inline-size: calc(var(--_target) - 4px);
    block-size: var(--_target);
  }
  /* Its glyph is on the edge. */
  .row > .icon-button:has(+ p) {
    margin-inline-end: calc((var(--_glyph) - var(--_target)) / 2 + 2px);
  }
  .purpose {
    padding-block: var(--_space-1);
    padding-inline-end: var(--_space-1);
    color: var(--_text-muted);
    font-size: var(--_text-s);
    line-height: 1.25;
  }
  .purpose.copied {
    color: var(--_success);
  }
  .address {
    user-select: all;
  }
  .row > .address {
    font-family: var(--_font-mono);
    font-size: var(--_text-s);
  }
  .copied .glyph {
    color: var(--_success);
  }
  .transactions {
    margin-block-start: var(--_space-4);
    padding-block-start: var(--_space-4);
    border-block-start: 1px solid var(--_border);
  }
  .none {
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  /* The sheet of a small window. */
  dialog {
    --_time: calc(var(--_duration) * 14 / 9);
    inset: auto 0 0;
    inline-size: 100%;
    /* In a window that became wider. */
    max-inline-size: 480px;
    max-block-size: calc(100% - 24px);
    padding-block-end: env(safe-area-inset-bottom, 0px);
    overflow: hidden auto;
    overscroll-behavior: contain;
    border-width: 1px 0 0;
    border-radius: var(--_radius-l) var(--_radius-l) 0 0;
    color: inherit;
    translate: 0 100%;
    transition:
      translate var(--_time) var(--_ease),
      overlay var(--_time) allow-discrete,
      display var(--_time) allow-discrete;
  }
  dialog[open] {
    translate: none;
  }
  @starting-style {
    dialog[open] {
      translate: 0 100%;
    }
  }
  /* It has the focus when it opens, so that screen readers start with its name. */
  dialog:focus-visible {
    outline: none;
  }
  .handle {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: grid;
    justify-items: center;
    block-size: 24px;
    padding-block-start: 10px;
    touch-action: none;
  }
  .handle::before {
    inline-size: 36px;
    block-size: 4px;
    border-radius: 2px;
    background: var(--_border-strong);
    content: '';
  }
  .handle > button {
    position: absolute;
    inset-block-start: var(--_space-3);
    inset-inline-end: var(--_space-3);
  }
  .trigger {
    font-family: var(--_font-mono);
  }
`;
