import { css } from 'lit';

export const walletPayButtonStyles = css`
  .all {
    /* Not that of the choices, which is mixed with the color of the text. */
    --_chosen: var(--_focus);
    display: grid;
    grid-template-columns: minmax(0, auto);
  }
  /* So that the text below has room. */
  .all {
    --_room: calc(var(--_text-m) * 17);
  }
  .all:has(> .s) {
    --_room: calc(var(--_text-m) * 14);
  }
  .all:has(> .note) {
    --_room: calc(var(--_text-m) * 21);
  }
  .all:not(.measured):has(> [part='state'])::before {
    inline-size: var(--_room);
    max-inline-size: 100%;
    content: '';
  }
  .measured > [part='state'] {
    display: none;
  }
  /* That does not make the button wider: it is only as wide as the element if a page has made that wider than the text. */
  .all:not(.several, .measured, [data-stretched]):has(> [part='state']) > .button {
    justify-self: start;
    inline-size: auto;
    min-inline-size: max(var(--_target), clamp(0px, (100% - var(--_room) - 1px) * 9999, 100%));
  }
  /* Has room for a balance before it is there, and keeps its width when nothing is to be chosen any more. */
  .all.several::before {
    inline-size: calc(var(--_text-m) * 21);
    max-inline-size: 100%;
    content: '';
  }
  .button[aria-disabled] {
    cursor: default;
  }
  fieldset {
    display: grid;
    gap: var(--_space-2);
    inline-size: 0;
    min-inline-size: 100%;
    margin: 0 0 var(--_space-3);
    padding: 0;
    border: 0;
  }
  legend {
    display: flex;
    justify-content: space-between;
    inline-size: 100%;
    margin-block-end: var(--_space-2);
    padding: 0;
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  /* As high with a balance on a line of its own as without: nothing moves when that arrives. */
  label {
    display: flex;
    flex-wrap: wrap;
    align-content: center;
    align-items: center;
    justify-content: space-between;
    column-gap: var(--_space-3);
    min-block-size: max(3em, var(--_target));
    padding: var(--_space-1) var(--_space-3);
    border: 1px solid var(--_border);
    border-radius: var(--_radius-m);
    line-height: 1.25;
    cursor: pointer;
    transition: background-color var(--_duration) var(--_ease);
  }
  label > span:first-child {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    min-inline-size: 0;
    --_unit: var(--_text-muted);
    --_unit-weight: 400;
    font-weight: var(--wallet-font-weight-medium, 600);
  }
  label .unit {
    color: var(--_unit);
    font-weight: var(--_unit-weight);
  }
  label:has(:checked) {
    border-color: var(--_chosen);
    box-shadow: inset 0 0 0 1px var(--_chosen);
  }
  label:has(:focus-visible) {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  fieldset:disabled > label {
    cursor: default;
  }
  @media (hover: hover) {
    fieldset:enabled > label:hover {
      background: var(--_surface-hover);
    }
  }
  input {
    flex: none;
    inline-size: 1em;
    block-size: 1em;
    margin: 0;
    border: 1.5px solid var(--_border-strong);
    border-radius: 50%;
    outline: none;
  }
  /* In a dark page, the browser fills a radio button with grey as if it were disabled. */
  @media not (forced-colors: active) {
    input {
      appearance: none;
    }
    input:checked {
      border: 0.3em solid var(--_chosen);
    }
  }
  [part='balance'] {
    flex: auto;
    color: var(--_text-muted);
    font-size: var(--_text-s);
    text-align: end;
  }
  /* Without a balance, nothing is said of it, and it is read again by itself. */
  [part='balance']:not(:has([status='loading'], [status='ready'])),
  fieldset:not(:has([status='loading'], [status='ready'])) > legend > :last-child {
    visibility: hidden;
  }
  [part='balance']:has(> wallet-balance:state(short)) {
    color: var(--_danger);
  }
  /* As the amount, which is left-to-right. */
  wallet-balance {
    direction: ltr;
    unicode-bidi: isolate;
  }
  [part='balance'] > wallet-balance:not([status='loading'], [status='ready']) {
    display: none;
  }
  [part='state'] {
    display: flex;
    align-items: center;
    gap: var(--_space-1);
    inline-size: 0;
    min-inline-size: 100%;
    margin-block-start: var(--_space-2);
    color: var(--_text-muted);
    font-size: var(--_text-s);
    text-wrap: pretty;
  }
  [part='state'].note {
    align-items: start;
    gap: var(--_space-2);
    color: inherit;
  }
  .note > span {
    flex: 1;
    min-inline-size: 0;
  }
  /* The link is behind the last word. */
  [part='state']:not(.note):has(> span) {
    display: block;
  }
  .id {
    font-family: var(--_font-mono);
  }
  .icon-button {
    /* No ring in forced colors, which would touch the button. */
    border: 0;
    inline-size: var(--_target);
    block-size: var(--_target);
  }
  [part='explorer-link'] > .glyph {
    inline-size: 16px;
    block-size: 16px;
  }
  .link {
    display: flex;
    align-items: center;
    gap: var(--_space-1);
    /* The height of a target; the line is as high as one with a text. */
    min-block-size: var(--_target);
    border-radius: var(--_radius-s);
    color: inherit;
    text-decoration: none;
  }
  @media (hover: hover) {
    .link:hover {
      color: var(--_text);
      text-decoration: underline;
      text-underline-offset: 0.2em;
    }
  }
  [part='state'] > a {
    align-self: start;
    /* As high as a line of text. */
    margin-block: calc((1lh - var(--_target)) / 2);
  }
  .note > a {
    margin-inline: calc(var(--_space-2) * -1);
  }
  [part='state']:not(.note) > span + a {
    margin: calc(var(--_target) / -2) calc(var(--_space-1) * -1);
    vertical-align: middle;
  }
  @media (forced-colors: active) {
    label:has(:checked) {
      border-color: Highlight;
      outline: 1px solid Highlight;
    }
    label:has(:focus-visible) {
      outline: 2px solid Highlight;
    }
  }
`;
