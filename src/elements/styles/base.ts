import { css } from 'lit';
import { tokens } from './tokens.js';

/** For screen readers only. */
export const visuallyHidden = css`
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/**
 * The custom properties, and a reset of inherited properties on the outermost elements of the shadow tree: a page's
 * `* { letter-spacing }` matches the host and would be inherited. Direction, language and `color-scheme` stay inherited.
 */
export const base = css`
  ${tokens}
  :host([hidden]) {
    display: none !important;
  }
  :host > * {
    font: 400 var(--_text-m) / var(--_line) var(--_font);
    color: var(--_text);
    letter-spacing: normal;
    word-spacing: normal;
    text-transform: none;
    text-indent: 0;
    text-align: start;
    text-align-last: auto;
    text-emphasis: none;
    text-shadow: none;
    writing-mode: horizontal-tb;
    line-break: auto;
    -webkit-text-fill-color: currentcolor;
    -webkit-text-stroke: 0;
    white-space: normal;
    word-break: normal;
    overflow-wrap: anywhere;
    hyphens: manual;
    list-style: none;
    cursor: auto;
    visibility: visible;
    pointer-events: auto;
    user-select: auto;
    scrollbar-color: var(--_border-strong) transparent;
    -webkit-text-size-adjust: 100%;
    -webkit-tap-highlight-color: transparent;
  }
  /* Japanese breaks between phrases, not within words. */
  :lang(ja) {
    word-break: auto-phrase;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  h2,
  h3,
  p,
  ul,
  dl,
  dd {
    margin: 0;
    padding: 0;
    font: inherit;
  }
  ul {
    list-style: none;
  }
  button {
    appearance: none;
    margin: 0;
    font: inherit;
    letter-spacing: inherit;
    color: inherit;
    text-align: inherit;
    text-transform: none;
    background: none;
    border: 1px solid transparent;
    cursor: pointer;
  }
  button:disabled {
    cursor: default;
  }
  a {
    color: inherit;
  }
  input {
    inline-size: 100%;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-m);
    color: inherit;
    font: inherit;
  }
  input::placeholder {
    color: var(--_text-muted);
    opacity: 1;
  }
  :focus {
    outline: none;
  }
  :focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  .glyph {
    flex: none;
    inline-size: var(--_glyph);
    block-size: var(--_glyph);
  }
  .danger > .glyph {
    color: var(--_danger);
  }
  .directional:dir(rtl) {
    scale: -1 1;
  }
  .spinner {
    flex: none;
    inline-size: var(--_glyph);
    block-size: var(--_glyph);
    border: 2px solid var(--_spinner, var(--_border));
    border-block-start-color: var(--_spinner-head, currentColor);
    border-radius: 50%;
    animation: rotate 900ms linear infinite;
  }
  @keyframes rotate {
    to {
      rotate: 1turn;
    }
  }
  ${visuallyHidden}
  @media (forced-colors: active) {
    .spinner {
      border-color: CanvasText;
      border-block-start-color: Canvas;
    }
    .danger > .glyph {
      color: CanvasText;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after,
    ::backdrop {
      animation-duration: 0.01ms !important;
      animation-delay: 0s !important;
      animation-iteration-count: 1 !important;
      transition-duration: 0s !important;
      transition-delay: 0s !important;
    }
  }
`;
