import { css } from 'lit';

export const walletAccountStyles = css`
  :host([inline]) {
    display: block;
    max-inline-size: 22rem;
  }
  :host(:not([status='connected'])) .body {
    display: none;
  }
  .body {
    inline-size: 100%;
  }
  .wallet {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    padding: var(--_space-4) var(--_space-4) 0;
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  .wallet .wallet-icon {
    inline-size: 20px;
    block-size: 20px;
    border-radius: 5px;
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
  .trigger {
    font-family: var(--_font-mono);
  }
  .glyph:dir(rtl).directional {
    scale: -1 1;
  }
`;
