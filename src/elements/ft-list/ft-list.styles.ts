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
    padding-block: var(--_space-2);
    padding-inline: calc(var(--_space-3) * 2 + 18px) var(--_space-3);
    background: var(--_surface);
    /* Below 16px, iOS zooms into the field. */
    font-size: max(16px, var(--_text-m));
    text-overflow: ellipsis;
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
    padding: var(--_space-1);
    overflow: auto;
    overscroll-behavior: contain;
    scroll-padding-block: var(--_space-1);
  }
  .option {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 var(--_space-3);
    /* Of a name and the two lines of a whole principal. */
    --_height: calc(var(--_text-m) * 3.1 + 6px);
    min-block-size: max(56px, var(--_height));
    padding: var(--_space-2);
    /* Keyboard focus is an outline within the list. */
    outline-offset: -2px;
    border-radius: var(--_radius-s);
    /* Rows outside the list's viewport are not laid out or painted. */
    content-visibility: auto;
    /* Of the content, so that a row has the same height before it comes into view. */
    contain-intrinsic-block-size: auto calc(max(56px, var(--_height)) - 2 * var(--_space-2));
    cursor: pointer;
    scroll-margin-block: var(--_space-1);
  }
  /* The row keeps its height. */
  .option:is(.active, [aria-selected='true']) {
    padding-block: 3px;
  }
  /* One line, so that all rows have the same height. The active row and the selected one show all of it. */
  .option .principal:not(.whole) {
    max-inline-size: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .option .principal:not(.whole) > wbr {
    display: none;
  }
  .option .principal.whole {
    display: -webkit-box;
    overflow: hidden;
    line-height: 1.2;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .option.active {
    background: var(--_surface-hover);
    outline: 2px solid var(--_focus);
  }
  /* The text is left-to-right, but aligned with the name. */
  .option .principal {
    justify-self: start;
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
  .over {
    grid-area: 1 / 1;
    display: grid;
    align-content: start;
    gap: var(--_space-5);
    padding: var(--_space-5) var(--_space-4);
    pointer-events: none;
  }
  .over.skeleton {
    gap: 0;
    padding: var(--_space-1);
  }
  .over .titles {
    gap: var(--_space-2);
  }
  .over .picture {
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
      outline-color: Highlight;
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
