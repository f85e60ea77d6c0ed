import { css } from 'lit';

/**
 * `.panel`: a popover below its button, aligned with its start, or where there is more room. In a browser without anchor
 * positioning: in the middle of the window.
 */
export const panel = css`
  @supports (position-area: self-block-end) {
    .panel {
      inset: auto;
      margin: 8px 0;
      position-anchor: --button;
      position-area: self-block-end span-self-inline-end;
      position-try-fallbacks:
        flip-inline,
        flip-block,
        flip-block flip-inline,
        --narrow;
    }
    .message {
      position-try-fallbacks:
        flip-inline,
        flip-block,
        flip-block flip-inline,
        --beside,
        --narrow;
    }
  }
  /* In a narrow window, it keeps the start of its button if that leaves room for a few words in each line. */
  @position-try --beside {
    position-area: self-block-end span-self-inline-end;
    min-inline-size: 240px;
    max-inline-size: calc(100% - 16px);
  }
  @position-try --narrow {
    position-area: self-block-end span-all;
    max-block-size: calc(100% - 16px);
    margin: 8px;
  }
  .button {
    anchor-name: --button;
  }
  .panel {
    --_surface: var(--_elevated);
    inline-size: min(max(288px, var(--_text-m) * 18), 100vw - 16px);
    max-block-size: max(280px, 100% - 16px);
    padding: 0;
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-l);
    background: var(--_surface);
    box-shadow:
      0 1px 2px var(--_shadow),
      0 12px 32px -8px var(--_shadow);
    color: var(--_text);
    transform-origin: top;
  }
  .panel:popover-open {
    animation: appear var(--_duration) var(--_ease);
  }
  /* Opaque: no text of the page is seen through it. */
  @keyframes appear {
    from {
      scale: 0.94;
    }
  }
  .message {
    inline-size: max-content;
    max-inline-size: min(max(320px, var(--_text-m) * 20), 100vw - 16px);
  }
  .message:not(:popover-open) {
    display: none;
  }
`;
