import { css } from 'lit';

/**
 * `.has-states`: a button with several labels. Only one of them (`#shown`) is visible. All are in one grid cell,
 * so the button is as wide as the widest and does not move when its state changes. The button needs
 * `aria-labelledby="shown"`: Chromium 156 would otherwise include the slotted text of hidden labels in its
 * name. `.spinner` has the size of the text.
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
  .states > :not(#shown) {
    visibility: hidden;
  }
  .spinner {
    flex: none;
    inline-size: 1em;
    block-size: 1em;
    border: 2px solid currentColor;
    border-inline-end-color: transparent;
    border-radius: 50%;
  }
  #shown > .spinner {
    animation: rotate 0.8s linear infinite;
  }
  @keyframes rotate {
    to {
      rotate: 1turn;
    }
  }
  @media (forced-colors: active) {
    .spinner {
      border-color: ButtonText;
      border-inline-end-color: ButtonFace;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      border-style: dotted;
    }
  }
`;
