import { css } from 'lit';

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
      color var(--_duration) var(--_ease);
  }
  .button {
    gap: var(--_space-2);
    min-inline-size: var(--_target);
    min-block-size: max(40px, var(--_target));
    padding: var(--_space-2) var(--_space-4);
    border-radius: var(--_radius-m);
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
    color: var(--_accent);
  }
  .icon-button {
    flex: none;
    inline-size: max(36px, var(--_target));
    block-size: max(36px, var(--_target));
    padding: 0;
    border-radius: 50%;
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
  .button:disabled {
    opacity: 0.55;
  }
  @media (forced-colors: active) {
    .button,
    .icon-button {
      border-color: ButtonText;
    }
    .button:disabled {
      border-color: GrayText;
      color: GrayText;
      opacity: 1;
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
  }
`;
