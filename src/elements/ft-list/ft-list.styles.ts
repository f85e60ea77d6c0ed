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
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
  }
  /* The glyph and the button are over the field. */
  .field > .glyph {
    grid-area: 1 / 1;
    z-index: 1;
    margin-inline-start: var(--_space-3);
    color: var(--_text-muted);
    pointer-events: none;
  }
  .field > button {
    grid-area: 1 / 3;
    margin-inline-end: var(--_space-1);
  }
  input {
    grid-area: 1 / 1 / 2 / -1;
    appearance: none;
    min-block-size: 44px;
    margin: 0;
    padding: var(--_space-2) calc(var(--_glyph) + var(--_space-6));
    background: var(--_surface);
    /* Below 16px, iOS zooms into the field. */
    font-size: max(16px, var(--_text-m));
    text-overflow: ellipsis;
  }
  /* The placeholder needs the width. */
  input:placeholder-shown {
    padding-inline-end: var(--_space-3);
  }
  ::-webkit-search-cancel-button {
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
    grid-template: minmax(0, 1fr) auto auto / minmax(0, 1fr);
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
    /* Of a name and a principal, each in one line. */
    --_height: calc(var(--_text-m) * 2.35 + 16px);
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
  /* One line: the name of the contract is cut off, never the short address. The whole principal is below the rows. */
  .option .principal {
    display: flex;
    justify-self: start;
    max-inline-size: 100%;
  }
  .option .contract {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* As many lines as a long name needs, so that the rows have the same space for every token. */
  .chosen {
    grid-row: 2;
    display: grid;
    align-items: center;
    min-block-size: calc(2lh + 2 * var(--_space-2) + 1px);
    padding: var(--_space-2) var(--_space-3);
    border-block-start: 1px solid var(--_border);
    user-select: text;
  }
  @container (max-inline-size: 17rem) {
    .all .option {
      --_size: 32px;
      gap: 0 var(--_space-2);
      padding-inline: 6px var(--_space-1);
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
    overflow: clip;
  }
  .skeleton {
    pointer-events: none;
  }
  .skeleton .titles .bar {
    inline-size: 7em;
  }
  .skeleton .titles .small {
    inline-size: min(13em, 100%);
    font-size: var(--_text-xs);
  }
  .skeleton .option:nth-child(even) .titles .bar:first-child {
    inline-size: 5em;
  }
  .skeleton .picture {
    block-size: var(--_size);
    border-radius: var(--_radius-round);
    box-shadow: none;
  }
  .empty {
    pointer-events: auto;
  }
  .frame > .message {
    grid-row: 3;
    padding: var(--_space-3);
    border-block-start: 1px solid var(--_border);
  }
  .frame > .middle {
    grid-area: 1 / 1;
    border: 0;
  }
  /* Nothing is found, or nothing could be loaded. */
  .instead.empty,
  .frame > .middle {
    align-content: center;
    gap: var(--_space-3);
    padding: var(--_space-5);
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
