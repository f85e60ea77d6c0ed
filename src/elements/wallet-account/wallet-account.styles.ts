import { css } from 'lit';

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
    display: block;
    max-inline-size: 22rem;
  }
  .body {
    inline-size: 100%;
  }
  .head {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    padding: var(--_space-4) var(--_space-4) 0;
  }
  .avatar {
    flex: none;
    inline-size: 40px;
    block-size: 40px;
    border-radius: 50%;
  }
  .button .avatar {
    inline-size: 1.5em;
    block-size: 1.5em;
  }
  .who {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-1) var(--_space-2);
    min-inline-size: 0;
  }
  ::slotted([slot='name']) {
    flex: 1 0 100%;
    font-weight: var(--_weight-bold);
  }
  ::slotted([slot='balance']) {
    display: block;
    margin: var(--_space-2) var(--_space-4) 0;
  }
  .network {
    padding: 1px var(--_space-2);
    border: 1px solid var(--_border-strong);
    border-radius: 1em;
    font-size: var(--_text-xs);
    font-weight: var(--_weight-medium);
  }
  .network::first-letter {
    text-transform: uppercase;
  }
  .warning {
    display: flex;
    gap: var(--_space-2);
    margin: var(--_space-3) var(--_space-3) 0;
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid var(--_danger);
    border-radius: var(--_radius-s);
    background: var(--_danger-soft);
    font-size: var(--_text-s);
  }
  .warning .glyph {
    flex: none;
    color: var(--_danger);
  }
  @media (forced-colors: active) {
    .warning .glyph {
      color: CanvasText;
    }
  }
  .wallet {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  .wallet .wallet-icon {
    inline-size: 20px;
    block-size: 20px;
    font-size: var(--_text-xs);
  }
  .addresses {
    padding: var(--_space-2);
  }
  .row {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    align-items: center;
    column-gap: 2px;
    padding-block: var(--_space-1);
    padding-inline: var(--_space-2) 0;
  }
  .purpose {
    color: var(--_text-muted);
    font-size: var(--_text-xs);
  }
  .purpose.copied {
    color: var(--_success);
  }
  .address {
    font-family: var(--_font-mono);
    font-size: var(--_text-s);
    user-select: all;
  }
  .row > div {
    line-height: 1.35;
  }
  .copied .glyph {
    color: var(--_success);
  }
  .refusal {
    grid-column: 1 / -1;
    margin-block: var(--_space-1);
    margin-inline-end: var(--_space-2);
    padding: var(--_space-2) var(--_space-3);
    border-radius: var(--_radius-s);
    background: var(--_danger-soft);
    color: var(--_danger);
    font-size: var(--_text-s);
    unicode-bidi: plaintext;
  }
  .transactions {
    padding-block: var(--_space-3) var(--_space-1);
    padding-inline: var(--_space-4) var(--_space-2);
    border-block-start: 1px solid var(--_border);
  }
  .none {
    padding: var(--_space-2);
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  .end {
    padding: var(--_space-2);
    border-block-start: 1px solid var(--_border);
  }
  .end .button {
    inline-size: 100%;
    color: var(--_text);
  }
  .handle {
    display: none;
  }
  @media (max-width: 480px) {
    .panel {
      position-area: none;
      position-try-fallbacks: none;
      inset: auto 0 0;
      margin: 0;
      inline-size: 100%;
      max-inline-size: none;
      max-block-size: calc(100% - 24px);
      padding-block-end: env(safe-area-inset-bottom, 0px);
      border-width: 1px 0 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }
    .panel:popover-open {
      animation-name: rise;
    }
    .panel::backdrop {
      background: var(--_backdrop);
      animation: fade var(--_duration) linear;
    }
    .handle {
      position: sticky;
      inset-block-start: 0;
      display: grid;
      place-items: center;
      block-size: 24px;
      margin-block-end: calc(-1 * var(--_space-3));
      touch-action: none;
    }
    .handle::before {
      content: '';
      inline-size: 36px;
      block-size: 4px;
      border-radius: 2px;
      background: var(--_border-strong);
    }
  }
  @keyframes fade {
    from {
      opacity: 0;
    }
  }
  @keyframes rise {
    from {
      opacity: 0;
      translate: 0 32px;
    }
  }
  .trigger {
    font-family: var(--_font-mono);
  }
  .glyph:dir(rtl).directional {
    scale: -1 1;
  }
`;
