import { css } from 'lit';
import { onPageColors, plainOnPage } from './tokens.js';

/**
 * `.button` with `filled`, `outlined` or `plain`, and `s`, `m` (no class) or `l`; `.icon-button`, round,
 * never disabled. The border may be transparent but always exists: forced-colors mode draws it.
 */
export const buttons = css`
  .button,
  .icon-button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    border: 1px solid transparent;
    font-weight: var(--_weight-medium);
    text-decoration: none;
    user-select: none;
    touch-action: manipulation;
    transition:
      background-color var(--_duration) var(--_ease),
      border-color var(--_duration) var(--_ease),
      color var(--_duration) var(--_ease),
      scale var(--_duration) var(--_ease);
  }
  .button {
    gap: var(--_space-2);
    min-inline-size: var(--_target);
    min-block-size: max(40px, var(--_target));
    padding: var(--_space-2) var(--_space-4);
    border-radius: var(--_radius-m);
    font-size: calc(var(--_text-m) * 0.9375);
    font-weight: var(--wallet-font-weight-medium, 600);
    line-height: 1.25;
    text-align: center;
  }
  .button.s {
    min-block-size: var(--_target);
    padding: var(--_space-1) var(--_space-3);
    border-radius: var(--_radius-s);
    font-size: var(--_text-s);
  }
  .button.l {
    min-block-size: max(48px, var(--_target));
    padding: var(--_space-3) var(--_space-6);
    font-size: var(--_text-l);
  }
  .filled {
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .outlined {
    border-color: var(--_border-strong);
  }
  .plain {
    color: var(--_accent-text);
  }
  .icon-button {
    flex: none;
    inline-size: max(36px, var(--_target));
    block-size: max(36px, var(--_target));
    padding: 0;
    border-radius: var(--_radius-round);
    color: var(--_text-muted);
  }
  @media (hover: hover) {
    .filled:hover:not(:disabled) {
      background: var(--_accent-hover);
    }
    .outlined:hover:not(:disabled),
    .plain:hover:not(:disabled),
    .icon-button:hover {
      background: var(--_surface-hover);
    }
    .icon-button:hover {
      color: var(--_text);
    }
  }
  .outlined:active:not(:disabled),
  .plain:active:not(:disabled),
  .icon-button:active {
    background: var(--_surface-active);
  }
  .filled:active:not(:disabled) {
    background: var(--_accent-active);
  }
  /* It waits: not the accent, which invites to press it again. */
  .button.filled[aria-busy='true'] {
    background: var(--_accent-soft);
    color: var(--_accent-text);
  }
  /* At once: a tap is shorter than the transition. */
  .button:active,
  .icon-button:active {
    transition-duration: 0s;
  }
  @media (prefers-reduced-motion: no-preference) {
    .button:active:not(:disabled),
    .icon-button:active {
      scale: 0.97;
    }
  }
  .button:disabled,
  .button.over {
    border-color: transparent;
    background: var(--_surface-active);
    color: var(--_text-muted);
  }
  @media (forced-colors: active) {
    .button,
    .icon-button {
      border-color: ButtonText;
    }
    /* The color that sets it apart is not there. */
    .filled {
      border-width: 2px;
    }
    .button:disabled,
    .button.over {
      border-color: GrayText;
      color: GrayText;
    }
  }
`;

/** For an element that is one inline button. */
export const buttonHost = css`
  :host {
    /* Stretches the button. On a page without a doctype, a percentage would refer to the window. */
    display: inline-grid;
    max-inline-size: 100%;
    vertical-align: middle;
  }
  .all {
    position: relative;
    display: flex;
    min-inline-size: 0;
    color: var(--_own-text, inherit);
  }
  /* They have no surface of their own. */
  .all > :is(.outlined, .plain, .bare, :disabled) {
    ${onPageColors}
  }
  .all > .plain:not(:disabled) {
    ${plainOnPage}
  }
  /* Among text of the page, the color alone does not look like a button. */
  .all > .plain:not(:disabled, :hover, :active) {
    background: color-mix(in oklab, var(--_accent) 12%, transparent);
  }
  @media (prefers-contrast: more) {
    .all > :is(.outlined, .plain, .bare, :disabled) {
      --_text-muted: var(--_text);
      --_border: var(--_text);
      --_border-strong: var(--_text);
    }
  }
`;

/**
 * `.has-states`: a button with several labels. Only one of them (`#shown`) is visible. All are in one grid cell,
 * so the button is as wide as the widest and does not move when its state changes. The button needs
 * `aria-labelledby="shown"`: Chromium 156 would otherwise include the slotted text of hidden labels in its
 * name. `.marked`: a label whose spinner or tick takes its space from the padding, so that the button is not wider.
 */
export const buttonStates = css`
  .has-states {
    inline-size: 100%;
    max-inline-size: 100%;
  }
  .states {
    display: grid;
    grid-template-columns: minmax(0, auto);
    align-items: center;
    justify-items: center;
    min-inline-size: 0;
  }
  .states > * {
    display: flex;
    grid-area: 1 / 1;
    align-items: center;
    justify-content: center;
    gap: var(--_space-2);
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  ::slotted([slot='icon']),
  .has-states :is(.spinner, .glyph) {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
  }
  .states > :not(#shown) {
    visibility: hidden;
  }
  .states > .marked {
    max-inline-size: calc(100% + var(--_space-4));
    margin-inline: calc(var(--_space-2) * -1);
  }
  .states > :not(#shown) > .spinner {
    animation: none;
  }
  @media (forced-colors: active) {
    .spinner {
      border-color: ButtonText;
      border-block-start-color: ButtonFace;
    }
  }
`;
