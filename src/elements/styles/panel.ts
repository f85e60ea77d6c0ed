import { css } from 'lit';

/** `.panel`: a popover next to its button, placed by anchor-position.ts. */
export const panel = css`
  .panel {
    position: fixed;
    inset: var(--_inset, auto);
    inline-size: min(288px, var(--_max-inline, calc(100vw - 16px)));
    max-block-size: var(--_max-block, calc(100vh - 16px));
    margin: 0;
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
  }
  @supports selector(:popover-open) {
    .panel:popover-open {
      animation: appear var(--_duration) var(--_ease);
    }
  }
  @keyframes appear {
    from {
      opacity: 0;
      translate: 0 -4px;
    }
  }
  /* Without the popover API the class "open" shows the panel, below the page's own overlays. */
  @supports not selector(:popover-open) {
    .panel {
      z-index: 1000;
    }
    .panel:not(.open) {
      display: none;
    }
  }
  .panel.message {
    inline-size: max-content;
    gap: var(--_space-2);
    max-inline-size: min(320px, var(--_max-inline, calc(100vw - 16px)));
    padding: var(--_space-3) var(--_space-4);
    border-radius: var(--_radius-m);
    font-size: var(--_text-s);
    unicode-bidi: plaintext;
  }
  .panel.message.open {
    display: flex;
  }
  .panel.danger {
    border-color: var(--_danger);
    background: var(--_danger-soft);
  }
  .panel.danger .glyph {
    flex: none;
    color: var(--_danger);
  }
  @media (forced-colors: active) {
    .panel.danger .glyph {
      color: CanvasText;
    }
  }
`;
