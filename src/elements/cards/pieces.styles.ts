import { css } from 'lit';

/** The hues of the monograms: each is a class. */
export const HUES = [262, 218, 190, 152, 84, 38, 12, 330];

const hueStyles = HUES.map(
  (hue, at) => css`
    .hue-${at} {
      --_hue: ${hue};
    }
  `,
).reduce(
  (all, one) => css`
    ${all}${one}
  `,
);

/** Image, name, symbol, principal and messages. */
export const piecesStyles = css`
  .head {
    --_size: max(56px, var(--_text-m) * 3.5);
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: start;
    gap: var(--_space-3) var(--_space-4);
    padding: var(--_space-5) var(--_space-5) var(--_space-4);
  }
  .titles {
    align-self: center;
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
  .name,
  .symbol > span,
  .rows .note > span {
    min-inline-size: 0;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .name {
    min-inline-size: 2em;
  }
  .open .name {
    white-space: normal;
  }
  .open .title {
    flex-wrap: wrap;
    row-gap: var(--_space-1);
  }
  .open .pill {
    margin-block: 0;
  }
  .one-row .title {
    font-size: var(--_text-m);
    font-weight: var(--wallet-font-weight-medium, 600);
  }
  /* Never wrap a symbol: half a symbol could be another symbol. Cut it off with an ellipsis instead. */
  .symbol,
  .rows .note {
    /* Not inline-block: WebKit changes its baseline once text is cut off. */
    display: inline-flex;
    max-inline-size: 100%;
  }
  .pill {
    flex: none;
    justify-content: center;
    max-inline-size: 50%;
    /* The pill is taller than the line. */
    margin-block: -4px;
    padding: 0 calc(var(--_space) * 1.5);
    border-radius: var(--_radius-s);
    background: var(--_surface-hover);
    color: var(--_text-muted);
    font-size: var(--_text-xs);
    font-weight: var(--_weight-medium);
    line-height: 1.5;
    letter-spacing: 0.02em;
  }
  /* The name needs the width. Not of a token id, which tells NFTs of one name apart. */
  .pill.long {
    flex: 0 9999 auto;
    min-inline-size: min(4.5em, 38%);
  }
  .identity {
    display: grid;
    grid-auto-flow: column;
    grid-template-columns: minmax(0, max-content);
    align-items: center;
    justify-content: start;
    row-gap: var(--_space-2);
  }
  :is(.identity, .code) > .icon-button {
    inline-size: var(--_target);
    block-size: var(--_target);
    /* The target is taller than the line, which keeps its height. */
    margin-block: calc(8px - var(--_target) / 2);
  }
  /* As far from the text as the glyphs are from each other: the targets overlap, each with 24px of its own. */
  .identity > .icon-button {
    margin-inline-start: 2px;
  }
  .identity > a.icon-button {
    margin-inline-start: -8px;
  }
  /* Its glyph is at the edge. */
  a.icon-button {
    margin-inline-end: calc((16px - var(--_target)) / 2);
  }
  .icon-button .glyph {
    inline-size: max(16px, var(--_text-m));
    block-size: max(16px, var(--_text-m));
  }
  .copied {
    color: var(--_success);
  }
  .copy-error {
    grid-column: 1 / -1;
    margin-block: var(--_space-1);
    color: var(--_danger);
    font-size: var(--_text-xs);
  }
  .identity,
  .principal {
    /* The lines begin where the name does, whatever their own direction. */
    text-align: -webkit-match-parent;
    text-align: match-parent;
    color: var(--_text-muted);
    font: var(--_text-xs) / 1.4 var(--_font-mono);
  }
  .principal > .toggle {
    /* The target is taller than the line. */
    min-block-size: var(--_target);
    padding-block: calc((var(--_target) - 1.4em) / 2);
    margin-block: calc((1.4em - var(--_target)) / 2);
    font: inherit;
  }
  .toggle:is(:hover, :focus-visible) > bdi > span {
    text-decoration: underline dotted;
    text-underline-offset: 3px;
  }
  .principal:not(.open) > .toggle::after {
    content: none;
  }
  .principal bdi {
    direction: ltr;
  }
  .address {
    white-space: nowrap;
  }
  /* The name of a contract has a line of its own rather than a break at a hyphen. */
  :is(.card, .principal.open) .contract {
    display: inline-block;
  }
  .principal.open .contract {
    color: var(--_text);
    font-weight: 600;
  }
  /*
   * The whole principal is in the place of the short one, whose button is an arrow after it. The arrow and the other
   * buttons are in the last line of the text, or together in the next: the margin of the arrow has the width of the others.
   */
  .identity:has(> .open) {
    --_others: calc(var(--_target) * 1.5 - 8px);
    display: block;
  }
  .one-row .identity {
    --_others: calc(var(--_target) - 8px);
  }
  .identity > .open,
  .identity > .open > div {
    display: inline;
  }
  .identity > .open > div {
    user-select: all;
  }
  .identity:has(> .open) .toggle,
  .identity > .open ~ .icon-button {
    display: inline-flex;
    vertical-align: middle;
  }
  .identity > .open > .toggle {
    justify-content: center;
    inline-size: var(--_target);
    margin-block: calc(8px - var(--_target) / 2);
    margin-inline-end: var(--_others);
  }
  .identity > .open + .icon-button {
    margin-inline-start: calc(-8px - var(--_others));
  }
  .identity > .open > .toggle > bdi {
    position: absolute;
    inline-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .picture {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: var(--_size);
    block-size: var(--_size);
    overflow: hidden;
    border-radius: var(--_radius-round);
    background: var(--_surface-hover);
    /* Not inset: the image would cover it. */
    box-shadow: 0 0 0 1px var(--_border);
  }
  .monogram[data-letter]::before {
    grid-area: 1 / 1;
    content: attr(data-letter) / '';
  }
  .picture > .glyph {
    display: none;
  }
  .picture img {
    grid-area: 1 / 1;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .monogram {
    background: light-dark(hsl(var(--_hue) 62% 92%), hsl(var(--_hue) 32% 24%));
    color: light-dark(hsl(var(--_hue) 58% 30%), hsl(var(--_hue) 72% 84%));
    font-size: var(--_text-xl);
    font-weight: var(--_weight-bold);
  }
  ${hueStyles}
  .one-row {
    --_size: var(--_icon);
  }
  .chip {
    --_size: 1.5em;
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
    min-inline-size: 0;
    font-weight: var(--_weight-medium);
    letter-spacing: 0.02em;
  }
  .waiting .name {
    color: var(--_text-muted);
  }
  .waiting .symbol > span {
    border-radius: var(--_radius-s);
    background: var(--_surface-active);
  }
  /* A row shows two bars instead of a name and a symbol. */
  .one-row.waiting .title {
    align-items: center;
    min-block-size: 1.3em;
  }
  .one-row.waiting .title > * {
    position: absolute;
    inline-size: 1px;
    clip-path: inset(50%);
  }
  .one-row.waiting .title::before,
  .one-row.waiting .title::after {
    inline-size: 6em;
    block-size: 0.75em;
    content: '';
  }
  .one-row.waiting .title::after {
    inline-size: 2.5em;
  }
  .locale {
    position: relative;
    display: inline-flex;
    align-items: center;
    max-inline-size: 11rem;
    margin-block-end: var(--_space-3);
    color: var(--_text-muted);
  }
  .globe {
    position: absolute;
    inset-inline-start: var(--_space-2);
    pointer-events: none;
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
  }
  /* At the same edge as the caption, whatever its direction. */
  .description {
    white-space: pre-line;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .open .description {
    max-block-size: 20rem;
    overflow: auto;
    overscroll-behavior: contain;
  }
  /* Always two lines, so that the height does not depend on the text. "Details" shows the whole text. */
  .lines {
    margin-block-end: var(--_space-3);
    block-size: calc(2em * var(--_line));
  }
  .lines > .description {
    display: -webkit-box;
    /* In x, the "…" of a text of another direction than the page is outside in Chromium. */
    overflow-y: clip;
    -webkit-line-clamp: 2;
    -webkit-box-orient: vertical;
  }
  :host(:dir(rtl)) .lines > .description:dir(ltr) {
    padding-right: 0.5em;
  }
  .none {
    color: var(--_text-muted);
  }
  .message {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--_space-2) var(--_space-3);
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  .message > .button {
    color: var(--_text);
  }
  /* In the place of the data: the glyph before the text, and below them the button. */
  .middle {
    display: block;
    align-self: center;
    text-align: center;
    text-wrap: balance;
  }
  .middle > p {
    display: inline;
  }
  .middle > .glyph {
    margin-inline-end: var(--_space-1);
    vertical-align: text-bottom;
  }
  .middle > .button {
    display: flex;
    inline-size: fit-content;
    margin: var(--_space-3) auto 0;
  }
  /* In a larger space. */
  .empty,
  :is(.frame, .fixed) .middle {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: center;
    align-content: center;
    gap: var(--_space-3);
    color: var(--_text);
    font-size: var(--_text-m);
    font-weight: var(--wallet-font-weight-medium, 600);
    text-align: center;
    text-wrap: balance;
  }
  :is(.empty, .frame .middle, .fixed .middle) > .glyph {
    inline-size: 32px;
    block-size: 32px;
    margin: 0;
  }
  :is(.empty, .middle:not(.danger)) > .glyph {
    color: var(--_text-muted);
  }
  :is(.empty, .frame .middle, .fixed .middle) > .button {
    margin-block-start: var(--_space-1);
  }
  .button[aria-disabled='true'] {
    cursor: progress;
  }
  .spinner {
    --_spinner: var(--_border-strong);
    --_spinner-head: var(--_accent-text);
  }
  .button > .spinner {
    inline-size: 14px;
    block-size: 14px;
  }
  .button > .glyph {
    display: none;
  }
  .skeleton {
    display: grid;
    align-content: start;
    opacity: 0;
    animation: appear 200ms 100ms forwards;
  }
  /* Each is in the middle of the line that it stands for. */
  .bar {
    --_bar: 0.9em;
    block-size: var(--_bar);
    --_gap: calc((1em * var(--_line) - var(--_bar)) / 2);
    margin-block: var(--_gap);
  }
  .bar,
  .one-row.waiting .title::before,
  .one-row.waiting .title::after {
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
  .bar.details {
    justify-self: center;
    inline-size: 4em;
    margin-block: calc((var(--_target) - var(--_bar)) / 2);
  }
  .bar.short {
    inline-size: 55%;
  }
  .skeleton > .short {
    margin-block-end: calc(var(--_space-3) + var(--_gap));
  }
  .row > .bar.short {
    inline-size: 20%;
  }
  /* As many lines as the caption has. */
  .skeleton > .caption {
    display: grid;
  }
  .skeleton > .caption::before {
    grid-area: 1 / 1;
    content: attr(data-text);
    visibility: hidden;
  }
  .caption > .bar {
    grid-area: 1 / 1;
    inline-size: 40%;
  }
  [aria-busy='true'] .summary,
  [aria-busy='true'] .authored {
    opacity: 0.6;
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
  }
  /* The name of the contract begins a line, which has room for the buttons. */
  @container (max-inline-size: 36rem) {
    .principal.open .contract {
      display: inline;
    }
    .principal.open .contract::before {
      content: '\\a';
      white-space: pre;
    }
  }
  @container (max-inline-size: 26rem) {
    .head {
      --_size: max(44px, var(--_text-m) * 2.75);
      column-gap: var(--_space-3);
      padding: var(--_space-4) var(--_space-4) var(--_space-3);
    }
    .locale {
      max-inline-size: none;
    }
  }
  @media (forced-colors: active) {
    .pill,
    .picture {
      outline: 1px solid CanvasText;
    }
    /* The buttons are taller than the line, so their borders would cross the text. */
    :is(.identity, .code) > .icon-button {
      border: 0;
      background: none;
    }
    .principal:not(.open) > .toggle > bdi {
      border-block-end: 1px solid ButtonBorder;
    }
    .bar,
    .one-row.waiting .title::before,
    .one-row.waiting .title::after {
      border: 1px solid CanvasText;
    }
  }
`;
