import { css } from 'lit';

/** The styles while the token loads, and for a failure. */
export const messagesStyles = css`
  .message {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--_space-3);
    align-self: start;
    padding: var(--_space-3) var(--_space-4);
    border: 1px solid transparent;
    border-radius: var(--_radius-m);
    background: var(--_surface-hover);
    font-size: var(--_text-s);
  }
  .failure {
    background: var(--_danger-soft);
  }
  .one-row > .message {
    grid-column: 1 / -1;
    margin-block-start: var(--_space-2);
  }
  .one-row > slot[name='error'] {
    display: grid;
    grid-column: 1 / -1;
    margin-block-start: var(--_space-2);
  }
  .message > .glyph {
    color: var(--_text-muted);
  }
  .failure > .glyph {
    color: var(--_danger);
  }
  .button[aria-disabled='true'] {
    cursor: progress;
  }
  .spinner {
    inline-size: 18px;
    block-size: 18px;
    border: 2px solid var(--_border-strong);
    border-block-start-color: var(--_accent);
    border-radius: 50%;
    animation: rotate 900ms linear infinite;
  }
  .button .spinner {
    inline-size: 14px;
    block-size: 14px;
  }
  .skeleton {
    display: grid;
    gap: var(--_space-3);
    align-content: start;
    opacity: 0;
    animation: appear 200ms 100ms forwards;
  }
  .bar {
    block-size: 0.9em;
    border-radius: var(--_radius-s);
    background: linear-gradient(
      100deg,
      var(--_surface-active) 40%,
      var(--_surface-hover) 50%,
      var(--_surface-active) 60%
    );
    background-size: 300% 100%;
    animation: shimmer 1.6s linear infinite;
  }
  .bar.short {
    inline-size: 55%;
  }
  [aria-busy='true'] .summary,
  [aria-busy='true'] .authored {
    opacity: 0.6;
  }
  @keyframes rotate {
    to {
      transform: rotate(1turn);
    }
  }
  @keyframes appear {
    to {
      opacity: 1;
    }
  }
  @keyframes shimmer {
    from {
      background-position: 100% 0;
    }
    to {
      background-position: 0 0;
    }
  }
  @container (max-inline-size: 26rem) {
    .message {
      grid-template-columns: auto minmax(0, 1fr);
    }
    .message .button {
      grid-column: 1 / -1;
    }
  }
  @media (forced-colors: active) {
    .message,
    .bar {
      border: 1px solid CanvasText;
    }
    .spinner {
      border-block-start-color: Highlight;
    }
    .message > .glyph {
      color: CanvasText;
    }
  }
`;
