import { css } from 'lit';

/** Image, name, symbol, principal, description and the choice of locale. */
export const piecesStyles = css`
  .head {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--_space-3) var(--_space-4);
    padding: var(--_space-5) var(--_space-5) var(--_space-4);
  }
  .titles {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    min-inline-size: 0;
  }
  .title {
    display: flex;
    align-items: baseline;
    gap: 0 var(--_space-2);
    min-inline-size: 0;
    /* Cuts off stacked combining marks at the edge of the line. */
    overflow: clip;
    overflow-clip-margin: 4px;
    font-size: var(--_text-l);
    font-weight: var(--_weight-bold);
    line-height: 1.3;
    letter-spacing: -0.01em;
  }
  /* One line, so that the height does not depend on the name. An open disclosure shows the whole name. */
  .name {
    min-inline-size: 2em;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .open .name {
    white-space: normal;
  }
  .open .title {
    flex-wrap: wrap;
  }
  .one-row .title {
    font-size: var(--_text-m);
    font-weight: var(--_weight-medium);
  }
  /* Never wrap a symbol: half a symbol could be another symbol. Cut it off with an ellipsis instead. */
  .symbol,
  .rows .note {
    /* Not inline-block: WebKit changes its baseline once text is cut off. */
    display: inline-flex;
    max-inline-size: 100%;
  }
  .symbol > span,
  .rows .note > span {
    min-inline-size: 0;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .symbol {
    flex: none;
    max-inline-size: 50%;
    /* The pill is taller than the line. */
    margin-block: -4px;
    padding: 0 var(--_space-2);
    border-radius: var(--_radius-s);
    background: var(--_surface-hover);
    color: var(--_text-muted);
    font-size: var(--_text-xs);
    font-weight: var(--_weight-medium);
    line-height: 1.7;
    letter-spacing: 0.02em;
  }
  .identity {
    display: grid;
    grid-template-columns: minmax(0, max-content) auto auto;
    align-items: center;
    justify-content: start;
  }
  .identity .icon-button {
    /* The target is taller than the line. */
    margin-block: -8px;
  }
  .identity .glyph {
    inline-size: 16px;
    block-size: 16px;
  }
  .copied {
    color: var(--_success);
  }
  .copy-error {
    grid-column: 1 / -1;
    margin-block: var(--_space-1);
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid transparent;
    border-radius: var(--_radius-s);
    background: var(--_danger-soft);
    color: var(--_danger);
    font-size: var(--_text-s);
  }
  .principal {
    direction: ltr;
    color: var(--_text-muted);
    font: var(--_text-xs) / 1.4 var(--_font-mono);
  }
  .principal > .toggle {
    /* The target is taller than the line. */
    min-block-size: var(--_target);
    padding-block: calc((var(--_target) - 1.4em) / 2);
    margin-block: calc((1.4em - var(--_target)) / 2);
    font: inherit;
    text-decoration: underline dotted var(--_border-strong);
    text-underline-offset: 3px;
  }
  .principal > .toggle::before {
    content: none;
  }
  .address {
    white-space: nowrap;
  }
  .principal.open {
    padding-block-end: var(--_space-1);
    color: var(--_text);
    user-select: all;
  }
  .picture {
    display: grid;
    place-items: center;
    inline-size: 56px;
    block-size: 56px;
    overflow: hidden;
    border-radius: 50%;
    background: var(--_surface-hover);
    /* Not inset: the image would cover it. */
    box-shadow: 0 0 0 1px var(--_border);
  }
  .monogram[data-letter]::before {
    grid-area: 1 / 1;
    content: attr(data-letter) / '';
  }
  .picture img {
    grid-area: 1 / 1;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .monogram {
    --_hue: 262;
    background: hsl(var(--_hue) 62% 92%);
    background: light-dark(hsl(var(--_hue) 62% 92%), hsl(var(--_hue) 32% 24%));
    color: hsl(var(--_hue) 58% 30%);
    color: light-dark(hsl(var(--_hue) 58% 30%), hsl(var(--_hue) 72% 84%));
    font-size: var(--_text-xl);
    font-weight: var(--_weight-bold);
  }
  .hue-1 {
    --_hue: 218;
  }
  .hue-2 {
    --_hue: 190;
  }
  .hue-3 {
    --_hue: 152;
  }
  .hue-4 {
    --_hue: 84;
  }
  .hue-5 {
    --_hue: 38;
  }
  .hue-6 {
    --_hue: 12;
  }
  .hue-7 {
    --_hue: 330;
  }
  .one-row .picture {
    inline-size: 40px;
    block-size: 40px;
  }
  .chip .picture {
    flex: none;
    inline-size: 1.5em;
    block-size: 1.5em;
  }
  .one-row .monogram {
    font-size: var(--_text-l);
  }
  .chip .monogram {
    font-size: inherit;
  }
  .chip .monogram bdi,
  .chip .monogram::before {
    font-size: var(--_text-xs);
  }
  .chip .symbol {
    flex: 0 1 auto;
    min-inline-size: 0;
    max-inline-size: none;
    margin: 0;
    padding: 0;
    background: none;
    color: inherit;
    font-size: inherit;
    line-height: inherit;
  }
  .waiting .name {
    color: var(--_text-muted);
  }
  .waiting .symbol > span {
    border-radius: var(--_radius-s);
    background: var(--_surface-active);
  }
  .locale {
    position: relative;
    display: inline-flex;
    align-items: center;
    align-self: start;
    max-inline-size: 11rem;
    color: var(--_text-muted);
  }
  .globe {
    position: absolute;
    inset-inline-start: var(--_space-2);
    pointer-events: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
  }
  select {
    inline-size: 100%;
    min-block-size: var(--_target);
    padding-block: var(--_space-1);
    padding-inline: calc(var(--_space-2) + 22px) var(--_space-2);
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-s);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    font-size: var(--_text-s);
    text-overflow: ellipsis;
    cursor: pointer;
  }
  .locale-note {
    padding-block-end: var(--_space-3);
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  .description {
    max-block-size: 20rem;
    overflow: auto;
    white-space: pre-line;
    overscroll-behavior: contain;
  }
  /* Always two lines, so that the height does not depend on the text. "Details" shows the whole text. */
  .lines {
    block-size: calc(2em * var(--_line));
  }
  .lines > .description {
    display: -webkit-box;
    overflow: clip;
    -webkit-line-clamp: 2;
    -webkit-box-orient: vertical;
  }
  .none {
    color: var(--_text-muted);
  }
  .open .lines {
    block-size: auto;
    min-block-size: calc(2em * var(--_line));
  }
  .open .lines > .description {
    display: block;
    overflow: auto;
  }
  @container (max-inline-size: 26rem) {
    .picture {
      inline-size: 44px;
      block-size: 44px;
    }
    .head {
      grid-template-columns: auto minmax(0, 1fr);
      column-gap: var(--_space-3);
      padding: var(--_space-4) var(--_space-4) var(--_space-3);
    }
    .locale {
      grid-column: 1 / -1;
      max-inline-size: none;
    }
  }
  @media (forced-colors: active) {
    :not(.chip) > .symbol,
    .picture {
      outline: 1px solid CanvasText;
    }
    /* The buttons are taller than the line, so their borders would cross the text. */
    .identity .icon-button {
      border-color: Canvas;
      background: none;
    }
  }
`;
