import { css } from 'lit';
import { buttons } from '../styles/buttons.js';
import { base } from '../styles/base.js';
import { piecesStyles } from './pieces.styles.js';
import { rowsStyles } from './token-details.js';

/** The host and the frame of each variant. */
const frameStyles = css`
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
    --_titles: calc(var(--_text-l) * 1.3 + var(--_text-xs) * 2.8 + 2px);
    contain-intrinsic-block-size: auto var(--_height);
    /* Prevents clipping the outline of a focused card. */
    overflow-clip-margin: 8px;
  }
  /* The height with the rows that every record has and a description of two lines. */
  :host([variant='full']) {
    --_body: calc(var(--_text-m) * 24 + 8px);
    /* The height by which the head is smaller in a narrow card, with two lines of a principal instead of a large image. */
    --_lower: calc(max(56px, var(--_text-m) * 3.5) + 8px - var(--_titles));
    --_height: calc(var(--_body) + 102px);
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
    display: flex;
    flex-direction: column;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-l);
  }
  /* Skeletons and a message take the place of the data. */
  .body {
    display: grid;
    flex: 1 0 auto;
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
    padding-block-end: var(--_space-2);
  }
  .fixed {
    --_most: var(--_body);
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-block-size: var(--_most);
  }
  /* An engine may round the height of a line: the bars are not higher than the lines that they stand for. */
  .body > slot > .skeleton {
    margin-block-end: -3px;
  }
  .fixed .skeleton {
    display: flex;
    flex-direction: column;
    overflow: clip;
  }
  /* As high as the rows. */
  .fixed .row > .bar {
    font-size: var(--_text-s);
  }
  .fixed .skeleton > .caption {
    padding-block: var(--_space-3) var(--_space-1);
  }
  .fixed .bar.details {
    align-self: center;
    margin-block-start: auto;
  }
  .fixed > .later {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
  }
  .card:not(.open) > .body > .fixed {
    block-size: 0;
    max-block-size: var(--_most);
  }
  .cut-off {
    /* Prevents clipping the outlines at the edges. */
    margin-inline: calc(-1 * var(--_space-1));
    padding-inline: var(--_space-1);
    overflow: hidden;
  }
  .card:not(.open) [data-cut-off] > .cut-off {
    mask-image: linear-gradient(#000 calc(100% - 1rem), #0000);
  }
  /* Only a text fades. Anything else is shown as a whole or not at all, in a browser that has timelines of views. */
  .card:not(.open) [data-cut-off] > .cut-off :is(.row, .attribute, .toggle, .caption) {
    animation: whole linear both;
    animation-timeline: view(block auto 1rem);
    animation-range: entry;
  }
  @keyframes whole {
    from,
    99% {
      opacity: 0;
    }
  }
  .fixed:not([data-cut-off]) > .all {
    display: none;
  }
  /* In the middle of the space of the data, which stays: nothing below the card moves when it fails. */
  .body > slot[name='error'] {
    display: grid;
    align-content: center;
  }
  /* A token with little text: "More" is at the end of the card. */
  .cut-off > div {
    display: flex;
    flex-direction: column;
    min-block-size: 100%;
  }
  .cut-off .authored {
    display: flex;
    flex: 1;
    flex-direction: column;
    margin-block-end: 0;
  }
  .cut-off .more {
    margin-block-start: auto;
  }
  /* In the middle of the space that is kept for a description. */
  .cut-off .none {
    display: grid;
    flex: 1;
    place-content: center;
  }
  .lines + .caption {
    visibility: hidden;
  }
  /* Above the lines of a token that loads later. */
  .card .message + .skeleton {
    margin-block-start: var(--_space-3);
  }
  .details {
    display: grid;
  }
  /* What is at the end is below only if it would leave no room for a short name. */
  .one-row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    row-gap: var(--_space-1);
    min-inline-size: 0;
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid var(--_border);
    border-radius: var(--_radius-m);
  }
  .one-row:has(> .open) {
    align-items: start;
  }
  /* Not a gap: what is absent takes no space. */
  .one-row > .picture {
    margin-inline-end: var(--_space-3);
  }
  .one-row > .titles {
    flex: 1 1 min(10em, 38%);
  }
  .end {
    display: flex;
    align-items: center;
    max-inline-size: 100%;
    margin-inline-start: auto;
  }
  .end > slot {
    display: contents;
  }
  .end > ::slotted([slot='amount']) {
    --_unit: var(--_text-muted);
    --_unit-weight: 400;
    font-weight: var(--_weight-medium);
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  /* One line, so that all rows have the same height. A press shows the whole principal. */
  .one-row .principal:not(.open) > .toggle {
    max-inline-size: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .one-row .principal:not(.open) bdi {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .one-row .principal:not(.open) wbr {
    display: none;
  }
  /* A row of the same height: the principal, which has the name of the contract, and below it what failed. */
  .failed {
    display: grid;
    row-gap: 0;
    grid-template-columns: auto minmax(0, 1fr) auto auto;
    align-content: center;
    padding-block: 1px;
  }
  .failed > .picture {
    grid-row: 1 / 3;
  }
  .failed > .titles {
    grid-area: 1 / 2;
  }
  .failed > .titles > .title {
    position: absolute;
    inline-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .failed ::slotted([slot='amount']) {
    display: none;
  }
  .failed > .end {
    grid-area: 1 / 4 / 3;
  }
  .failed > slot[name='error'],
  .failed .message {
    display: contents;
  }
  .failed p,
  .failed ::slotted([slot='error']) {
    grid-area: 2 / 2;
    align-self: start;
    display: -webkit-box;
    overflow: hidden;
    color: var(--_text-muted);
    font-size: var(--_text-xs);
    line-height: 1.25;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  /* Before the first line of the text. */
  .failed .message > :is(.glyph, .spinner) {
    grid-area: 2 / 2;
    align-self: start;
    inline-size: 14px;
    block-size: 14px;
  }
  .failed .message > p {
    padding-inline-start: 20px;
  }
  .failed .message .button {
    grid-area: 1 / 3 / 3;
    margin-inline-start: var(--_space-2);
  }
  /* The reason needs the width. */
  @container (max-inline-size: 24rem) {
    /* The amount is beside the name: it has the symbol, and the width of the button. */
    .with-amount :is(.pill, .identity > .icon-button) {
      display: none;
    }
    .end > ::slotted([slot='amount']) {
      font-size: var(--_text-s);
    }
    .one-row > .picture {
      margin-inline-end: var(--_space-2);
    }
    /* The name of the contract is cut off, not the short address. */
    .one-row .principal:not(.open) bdi {
      display: flex;
    }
    .one-row .principal:not(.open) .address {
      flex: none;
    }
    .one-row .principal:not(.open) .contract {
      overflow: hidden;
      text-overflow: ellipsis;
    }
    .failed .message .button {
      inline-size: var(--_target);
      block-size: var(--_target);
      padding: 0;
    }
    /* Its color is that of the text, which needs the width. */
    .failed .message > .glyph {
      display: none;
    }
    .failed .message > .glyph + p {
      padding: 0;
    }
    .failed .danger > p {
      color: var(--_danger);
    }
    /* Its width is for the name of the contract. */
    .failed .identity > .icon-button {
      display: none;
    }
    .failed .message .button > .glyph {
      display: block;
    }
    .failed .message .button > span:last-child {
      position: absolute;
      inline-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  }
  /* In a window of 320 pixels, a short address is whole beside an amount. */
  @container (max-inline-size: 17rem) {
    .with-amount > .picture {
      --_size: 32px;
    }
    .with-amount .principal {
      font-size: calc(var(--_text-m) * 0.6875);
    }
    .one-row ::slotted([slot='amount']) {
      margin-inline-start: var(--_space-2);
    }
    /* Three lines in the height of a row. */
    .failed p {
      font-size: calc(var(--_text-m) * 0.6875);
      line-height: 1.2;
      -webkit-line-clamp: 3;
    }
  }
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 0.4em;
    min-inline-size: 0;
    max-inline-size: 100%;
    padding-block: 2px;
    padding-inline: 2px 0.65em;
    border: 1px solid var(--_border);
    border-radius: min(99rem, calc(var(--_radius-l) * 99));
    background: var(--_surface);
    line-height: 1.5;
  }
  .chip > .glyph {
    color: var(--_text-muted);
  }
  ::slotted(*) {
    margin-inline: var(--_space-5);
    margin-block: var(--_space-3) var(--_space-4);
  }
  .one-row ::slotted(*) {
    margin: 0;
    margin-inline-start: var(--_space-3);
  }
  @container (max-inline-size: 26rem) {
    .body {
      padding-inline: var(--_space-4);
    }
    .fixed {
      --_most: calc(var(--_body) + var(--_lower));
    }
    /* The height of two lines of a principal, also if it has one. */
    .card .titles {
      align-content: start;
      align-self: start;
      min-block-size: var(--_titles);
    }
    /* The buttons are at the end of the last line. */
    .card .identity {
      align-items: end;
    }
    /* Has as many lines as with the buttons. */
    bdi.principal {
      padding-inline-end: calc(var(--_target) * 1.5 + 2px);
    }
  }
  @container (max-inline-size: 20rem) {
    /* A smaller name, in a line of the same height. */
    .card .title {
      font-size: calc(var(--_text-m) * 1.0625);
      line-height: calc(var(--_text-l) * 1.3);
    }
    /* The whole principal needs the width of the card. */
    .head > .titles.open {
      display: contents;
    }
    .titles.open > .title {
      align-self: center;
    }
    .titles.open > :not(.title) {
      grid-column: 1 / -1;
    }
  }
  /* The buttons have a line of their own. */
  @container (max-inline-size: 15.8rem) {
    .card .identity {
      grid: auto-flow / auto auto minmax(0, 1fr);
      row-gap: 0;
    }
    .card .identity > :nth-child(1) {
      grid-column: 1 / -1;
    }
    /* Its glyph is at the edge. */
    .card .identity > :not(.open) + .icon-button {
      margin-inline-start: calc((16px - var(--_target)) / 2);
    }
    /* The space of the buttons, which a card that does not load yet has not. */
    bdi.principal {
      padding-block-end: 16px;
      padding-inline-end: 0;
    }
  }
`;

/** One style sheet for all styles: the browser updates every sheet of every card when a card is added. */
export const tokenCardStyles = css`
  ${base} ${buttons} ${frameStyles} ${piecesStyles} ${rowsStyles}
`;
