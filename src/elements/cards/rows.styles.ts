import { css } from 'lit';

/** Facts from the chain, texts by the token's author, and disclosures. */
export const rowsStyles = css`
  .row {
    display: grid;
    grid-template-columns: minmax(7.5rem, 11rem) minmax(0, 1fr);
    gap: 0 var(--_space-4);
    align-items: baseline;
    padding-block: var(--_space-2);
    border-block-start: 1px solid var(--_border);
    overflow: clip;
  }
  dt {
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  dd {
    font-variant-numeric: tabular-nums;
  }
  .code {
    font: var(--_text-xs) / 1.5 var(--_font-mono);
  }
  .code:has(> .icon-button) {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  /* One line, unless the amount alone is longer. */
  .supply dd {
    display: flex;
    gap: 0.3em;
    align-items: baseline;
    min-inline-size: 0;
    min-block-size: calc(1em * var(--_line));
  }
  .supply .note {
    flex: 1 1 0;
    min-inline-size: 2em;
    /* Next to the amount, even if the direction of the text differs from that of the page. */
    direction: inherit;
  }
  .note > span {
    unicode-bidi: plaintext;
  }
  .note {
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  a {
    color: var(--_accent);
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
    text-decoration-color: color-mix(in srgb, currentColor 40%, transparent);
  }
  a:hover {
    text-decoration-color: currentColor;
  }
  a.icon-button {
    /* The target is taller than the line. */
    margin-block: -10px;
    color: var(--_accent);
  }
  a.icon-button .glyph {
    inline-size: 16px;
    block-size: 16px;
  }
  .glyph:dir(rtl).directional {
    scale: -1 1;
  }
  a:not(.icon-button)::after {
    content: '\\2197\\FE0E' / '';
    padding-inline-start: 0.3em;
    font-family: var(--_font);
  }
  /* Visibly separate: these texts come from the token's metadata, not from the page. */
  .authored {
    display: grid;
    gap: var(--_space-3);
    margin-block: var(--_space-3);
    padding-block-start: var(--_space-3);
    border-block-start: 1px solid var(--_border-strong);
  }
  .caption {
    padding-block: var(--_space-1) var(--_space-3);
    color: var(--_text-muted);
    font-size: var(--_text-xs);
  }
  .authored > .caption {
    padding: 0;
  }
  .attributes {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(10rem, 100%), 1fr));
    gap: var(--_space-2);
    max-block-size: 20rem;
    overflow: auto;
  }
  .attribute {
    min-inline-size: 0;
    overflow: clip;
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface-hover);
  }
  .attribute dt {
    font-size: var(--_text-xs);
  }
  .attribute dd {
    font-weight: var(--_weight-medium);
  }
  .toggle,
  .all {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    inline-size: fit-content;
    min-block-size: var(--_target);
    padding: 0;
    border-radius: var(--_radius-s);
    font-size: var(--_text-s);
    font-weight: var(--_weight-medium);
  }
  .toggle {
    border: 0;
  }
  .toggle::before,
  .all::after {
    content: '';
    inline-size: 7px;
    block-size: 7px;
    margin-inline: 3px;
    border: solid var(--_text-muted);
    border-width: 0 2px 2px 0;
    transform: rotate(-45deg);
    transition: transform var(--_duration) var(--_ease);
  }
  .toggle:dir(rtl)::before {
    transform: rotate(135deg);
  }
  .open > .toggle::before,
  .all::after {
    transform: translateY(-2px) rotate(45deg);
  }
  .all {
    inline-size: auto;
    justify-content: center;
    border-block-start-color: var(--_border);
  }
  .all[aria-expanded='true']::after {
    transform: translateY(2px) rotate(225deg);
  }
  .count {
    color: var(--_text-muted);
    font-weight: 400;
  }
  @container (max-inline-size: 26rem) {
    .row {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media (forced-colors: active) {
    .toggle::before,
    .all::after {
      border-color: CanvasText;
    }
  }
`;
