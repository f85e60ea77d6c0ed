import { css } from 'lit';

/**
 * A button with several states, one of them seen. All lie in one cell, so the button is as wide as its
 * widest and nothing moves when they change. The one that is seen is `#shown`, by which the button is named:
 * Chromium (seen in 156) would else speak the page's own text of a face that is hidden too. `.spinner`, in
 * the size of the text.
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
    animation: turn 0.8s linear infinite;
  }
  @keyframes turn {
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
