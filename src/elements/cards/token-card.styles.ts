import { css } from 'lit';
import { buttons } from '../styles/buttons.js';
import { reset } from '../styles/reset.js';
import { tokens } from '../styles/tokens.js';

/** The host and the frame of each variant. */
export const frameStyles = css`
  :host {
    /*
     * Not "block": in a grid, an element that is not defined yet is a block. Since the value changes, Chromium creates
     * a new box when the element is defined, and lays out a grid of a thousand cards in half the time.
     */
    display: flow-root;
    max-inline-size: 40rem;
    /* An empty card needs a size for the IntersectionObserver. */
    min-block-size: 4rem;
    contain: layout style;
    /* A page may have a thousand cards: those outside the viewport are not laid out, painted or animated. */
    content-visibility: auto;
    /* A skipped card keeps its last width as its intrinsic width, which would be the minimum width of a grid column. */
    min-inline-size: 0;
    /* For a parent that is as wide as its content, or centers it: a size container has no intrinsic width. */
    --_width: 18rem;
    contain-intrinsic-inline-size: var(--_width);
    /* The height of a card whose lines do not wrap, wide or narrow. */
    --_height: calc(var(--_text-m) * 12.9 + var(--_space) * 14 + 2px);
    contain-intrinsic-block-size: auto var(--_height);
    /* Prevents clipping the outline of a focused card. */
    overflow-clip-margin: 8px;
  }
  /* The height with the rows that every record has and a description of two lines. */
  :host([variant='full']) {
    --_body: calc(var(--_text-m) * 26);
    /* The height by which the head is smaller in a narrow card. */
    --_lower: 20px;
    --_height: calc(var(--_body) + 112px);
  }
  :host([variant='row']) {
    --_height: calc(var(--_text-m) * 2.6 + var(--_space) * 5);
    min-block-size: 3rem;
  }
  /* Before the first update. */
  :host(:not(:state(updated))) {
    min-block-size: var(--_height);
  }
  :host([variant='chip']) {
    --_height: 0;
    display: inline-flex;
    max-inline-size: 100%;
    min-block-size: 0;
    content-visibility: visible;
    vertical-align: middle;
  }
  .card,
  .one-row {
    container-type: inline-size;
    contain-intrinsic-inline-size: var(--_width);
    /* The same as before the first update, so that the update moves nothing. */
    min-block-size: var(--_height);
    background: var(--_surface);
  }
  .card {
    border: 1px solid var(--_border);
    border-radius: var(--_radius-l);
  }
  /* A message takes the place of the data: the card keeps its height. */
  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    padding: 0 var(--_space-5) var(--_space-4);
  }
  .body > * {
    display: block;
    grid-area: 1 / 1;
  }
  .replaced > .summary {
    visibility: hidden;
  }
  :host([variant='full']) .body {
    display: block;
  }
  .fixed {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-block-size: var(--_body);
  }
  .card:not(.open) > .body > .fixed {
    block-size: 0;
  }
  .cut-off {
    /* Prevents clipping the outlines at the edges. */
    margin-inline: calc(-1 * var(--_space-1));
    padding-inline: var(--_space-1);
    overflow: hidden;
  }
  .card:not(.open) [data-cut-off] > .cut-off {
    mask-image: linear-gradient(#000 calc(100% - 2rem), #0000);
  }
  .fixed:not([data-cut-off]) > .all {
    display: none;
  }
  .one-row {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 var(--_space-3);
    min-inline-size: 0;
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid transparent;
    border-radius: var(--_radius-m);
  }
  .one-row > slot[name='actions'] {
    display: flex;
    gap: var(--_space-2);
  }
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 0.4em;
    min-inline-size: 0;
    max-inline-size: 100%;
    padding: 2px 0.65em 2px 2px;
    padding-inline: 2px 0.65em;
    border: 1px solid var(--_border);
    border-radius: 99rem;
    background: var(--_surface);
    line-height: 1.5;
  }
  .chip > .glyph {
    flex: none;
    color: var(--_text-muted);
  }
  ::slotted(*) {
    margin-inline: var(--_space-5);
    margin-block: var(--_space-3) var(--_space-4);
  }
  .one-row ::slotted(*) {
    margin: 0;
  }
  @container (max-inline-size: 26rem) {
    .body {
      padding-inline: var(--_space-4);
    }
    .fixed {
      min-block-size: calc(var(--_body) + var(--_lower));
    }
  }
`;

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
    background: light-dark(hsl(var(--_hue) 62% 92%), hsl(var(--_hue) 32% 24%));
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
    margin-block-end: var(--_space-3);
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
    color: var(--_accent-text);
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
    color: var(--_text-muted);
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

/** The styles while the token loads, and for a failure. */
export const messagesStyles = css`
  .message {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--_space-3);
    align-self: start;
    padding: var(--_space-3) var(--_space-4);
    border: 1px solid transparent;
    border-radius: var(--_radius-m);
    background: var(--_surface-hover);
    font-size: var(--_text-s);
  }
  .failure {
    background: var(--_danger-soft);
  }
  /* A failure takes the whole space of the data. */
  .failed .replaced > slot {
    display: grid;
  }
  .failed .message {
    grid-template-columns: minmax(0, 1fr);
    align-self: stretch;
    align-content: center;
    justify-items: center;
    padding: var(--_space-2) var(--_space-5);
    text-align: center;
  }
  .one-row > .message {
    grid-column: 1 / -1;
    margin-block-start: var(--_space-2);
  }
  .one-row > slot[name='error'] {
    display: grid;
    grid-column: 1 / -1;
    margin-block-start: var(--_space-2);
  }
  .message > .glyph {
    color: var(--_text-muted);
  }
  .failure > .glyph {
    color: var(--_danger);
  }
  .button[aria-disabled='true'] {
    cursor: progress;
  }
  .spinner {
    inline-size: 18px;
    block-size: 18px;
    border: 2px solid var(--_border-strong);
    border-block-start-color: var(--_accent-text);
    border-radius: 50%;
    animation: rotate 900ms linear infinite;
  }
  .button .spinner {
    inline-size: 14px;
    block-size: 14px;
  }
  .skeleton {
    display: grid;
    gap: var(--_space-3);
    align-content: start;
    opacity: 0;
    animation: appear 200ms 100ms forwards;
  }
  .bar {
    block-size: 0.9em;
    border-radius: var(--_radius-s);
    background: linear-gradient(
      100deg,
      var(--_surface-active) 40%,
      var(--_surface-hover) 50%,
      var(--_surface-active) 60%
    );
    background-size: 300% 100%;
    animation: shimmer 1.6s linear infinite;
  }
  .bar.short {
    inline-size: 55%;
  }
  [aria-busy='true'] .summary,
  [aria-busy='true'] .authored {
    opacity: 0.6;
  }
  @keyframes rotate {
    to {
      transform: rotate(1turn);
    }
  }
  @keyframes appear {
    to {
      opacity: 1;
    }
  }
  @keyframes shimmer {
    from {
      background-position: 100% 0;
    }
    to {
      background-position: 0 0;
    }
  }
  @container (max-inline-size: 26rem) {
    .message {
      grid-template-columns: auto minmax(0, 1fr);
    }
    .message .button {
      grid-column: 1 / -1;
    }
  }
  @media (forced-colors: active) {
    .message,
    .bar {
      border: 1px solid CanvasText;
    }
    .spinner {
      border-block-start-color: Highlight;
    }
    .message > .glyph {
      color: CanvasText;
    }
  }
`;

/** One style sheet for all styles: the browser updates every sheet of every card when a card is added. */
export const tokenCardStyles = css`
  ${tokens} ${reset} ${buttons} ${frameStyles} ${piecesStyles} ${rowsStyles} ${messagesStyles}
`;
