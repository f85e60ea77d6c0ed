import { css } from 'lit';

/** `.note`: a box with an icon and a text, and maybe a button. `danger`: what failed, or what must not be overlooked. */
export const note = css`
  .note {
    display: flex;
    gap: var(--_space-2);
    padding: var(--_space-3);
    border: 1px solid var(--_border);
    border-radius: var(--_radius-m);
    background: color-mix(in oklab, var(--_text) 5%, transparent);
    font-size: var(--_text-s);
    unicode-bidi: plaintext;
  }
  /* Over the page: not translucent. */
  .note.panel {
    background: var(--_surface-hover);
  }
  .note.danger {
    border-color: color-mix(in oklab, var(--_danger) 40%, transparent);
    background: var(--_danger-soft);
  }
`;
