import { css } from 'lit';

export const ftListStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    max-inline-size: 30rem;
    contain: layout style;
  }
  .all {
    container-type: inline-size;
    /* For a parent that is as wide as its content, or centers it: a size container has no intrinsic width. */
    contain-intrinsic-inline-size: 18rem;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-2);
  }
  .field {
    position: relative;
    display: grid;
    align-items: center;
  }
  .field > .glyph {
    position: absolute;
    inset-inline-start: var(--_space-3);
    color: var(--_text-muted);
    pointer-events: none;
  }
  input {
    appearance: none;
    min-block-size: 44px;
    margin: 0;
    /* The glyph is at the start of the field, whose direction may be another than that of its text. */
    padding: var(--_space-2) var(--_space-3) var(--_space-2) calc(var(--_space-5) + var(--_glyph));
    background: var(--_surface);
    /* Below 16px, iOS zooms into the field. */
    font-size: max(16px, var(--_text-m));
    text-overflow: ellipsis;
  }
  :host(:dir(rtl)) input {
    padding: var(--_space-2) calc(var(--_space-5) + var(--_glyph)) var(--_space-2) var(--_space-3);
  }
  /* The placeholder needs the width. */
  input:placeholder-shown::-webkit-search-cancel-button {
    display: none;
  }
  @container (max-inline-size: 22rem) {
    input::placeholder {
      font-size: var(--_text-s);
    }
  }
  input:disabled {
    color: var(--_text-muted);
    background: var(--_surface-hover);
  }
  input[aria-invalid='true'] {
    border-color: var(--_danger);
  }
  .frame {
    display: grid;
    grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
    /* A constant height, so that the page does not move while the user types. */
    block-size: min(24rem, 70vh);
    border: 1px solid var(--_border);
    border-radius: var(--_radius-m);
    background: var(--_surface);
    overflow: clip;
  }
  .options {
    grid-area: 1 / 1;
    position: relative;
    /* A row that is cut off fades; after the last one there is as much space. */
    --_fade: var(--_space-5);
    padding: var(--_space-1) var(--_space-1) var(--_fade);
    overflow: auto;
    overscroll-behavior: contain;
    scroll-padding-block: var(--_space-1) var(--_fade);
    mask-image: linear-gradient(#000 calc(100% - var(--_fade)), #0000);
  }
  .option {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 var(--_space-3);
    /* Of a name and the two lines of a whole principal. */
    --_height: calc(var(--_text-m) * 3.1 + 16px);
    min-block-size: max(56px, var(--_height));
    padding: 6px var(--_space-2);
    /* Keyboard focus is an outline within the list. */
    outline-offset: -2px;
    border-radius: var(--_radius-s);
    /* Rows outside the list's viewport are not laid out or painted. */
    content-visibility: auto;
    /* Of the content, so that a row has the same height before it comes into view. */
    contain-intrinsic-block-size: auto calc(max(56px, var(--_height)) - 12px);
    cursor: pointer;
    scroll-margin-block: var(--_space-1);
  }
  .option .two-lines {
    display: -webkit-box;
    overflow: hidden;
    line-height: 1.2;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .contract {
    white-space: nowrap;
  }
  .two-lines:has(.long) {
    word-break: break-all;
  }
  /* A name of 40 characters with the short address is in one line of a wide list, and in two of a narrow one. */
  .option .two-lines:has(.long):not(.whole) {
    font-size: calc(var(--_text-m) * 0.6875);
  }
  @container (max-inline-size: 17rem) {
    .all .option {
      --_size: 32px;
      gap: 0 var(--_space-2);
      padding-inline: 6px var(--_space-1);
    }
  }
  /* The whole address fits into one line. The short one is only for screen readers. */
  @container (min-inline-size: 26rem) {
    .whole + .two-lines {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      clip-path: inset(50%);
    }
  }
  @container (max-inline-size: 25.99rem) {
    .option .whole {
      display: none;
    }
  }
  /* The field has the ring of the focus. */
  .option.active {
    position: relative;
    background: var(--_surface-hover);
  }
  .option.active::before {
    content: '';
    position: absolute;
    inset-block: 25%;
    inset-inline-start: 0;
    inline-size: 3px;
    border-radius: 3px;
    background: var(--_accent-text);
  }
  /* The text is left-to-right, but aligned with the name. */
  .option .principal {
    justify-self: start;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  /* The pill has the color of an active row. */
  .option.active .pill {
    background: var(--_surface-active);
  }
  .option > .glyph {
    color: var(--_accent-text);
  }
  @media (hover: hover) {
    .option:hover {
      background: var(--_surface-hover);
    }
  }
  .option:active {
    background: var(--_surface-active);
  }
  .disabled .option {
    cursor: default;
    opacity: 0.6;
  }
  .end {
    block-size: 1px;
  }
  .instead {
    grid-area: 1 / 1;
    display: grid;
    align-content: start;
    gap: var(--_space-5);
    padding: var(--_space-5) var(--_space-4);
    pointer-events: none;
  }
  .instead.skeleton {
    gap: 0;
    padding: var(--_space-1);
  }
  .instead .titles {
    gap: var(--_space-2);
  }
  .instead .picture {
    block-size: var(--_size);
    border-radius: var(--_radius-round);
    box-shadow: none;
  }
  .empty {
    place-content: center;
    color: var(--_text-muted);
    text-align: center;
    pointer-events: auto;
  }
  .empty > button {
    justify-self: center;
    color: var(--_text);
  }
  .frame > .message {
    grid-row: 2;
    margin: var(--_space-2);
  }
  .frame > .failing {
    grid-area: 1 / 1;
  }
  .loading-more {
    display: grid;
    place-items: center;
    padding: var(--_space-3);
  }
  @media (forced-colors: active) {
    .frame {
      border-color: CanvasText;
    }
    .option.active {
      outline: 2px solid Highlight;
    }
    .option.active::before {
      content: none;
    }
    .option[aria-selected='true'] > .glyph {
      color: Highlight;
    }
    .disabled .option {
      opacity: 1;
    }
    .disabled .option * {
      color: GrayText;
      outline-color: GrayText;
    }
  }
`;
