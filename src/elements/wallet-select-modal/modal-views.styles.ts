import { css } from 'lit';

/** The styles of the views. */
export const modalViewsStyles = css`
  .mark {
    position: relative;
    display: grid;
    place-items: center;
    inline-size: 96px;
    block-size: 96px;
    margin: auto;
    margin-block-end: var(--_space-5);
  }
  .mark .wallet-icon {
    inline-size: 64px;
    block-size: 64px;
    border-radius: var(--_radius-m);
    font-size: var(--_text-xl);
  }
  .spinner {
    position: absolute;
    inset: 0;
    border: 3px solid var(--_accent-soft);
    border-block-start-color: var(--_accent);
    border-radius: 50%;
    animation:
      appear var(--_duration) linear,
      rotate 900ms linear infinite;
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  .sign {
    position: absolute;
    inset-block-end: 6px;
    inset-inline-end: 6px;
    display: grid;
    place-items: center;
    inline-size: 30px;
    block-size: 30px;
    border: 3px solid var(--_surface);
    border-radius: 50%;
    background: var(--_surface-active);
    color: var(--_text-muted);
  }
  .sign.danger {
    background: var(--_danger-soft);
    color: var(--_danger);
  }
  .sign.success {
    background: var(--_success-soft);
    color: var(--_success);
    animation: tick var(--_duration) var(--_ease);
  }
  .messages {
    max-inline-size: 34ch;
    margin-inline: auto;
    color: var(--_text-muted);
    text-align: center;
    text-wrap: balance;
  }
  .list-view .messages {
    position: absolute;
    clip-path: inset(50%);
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-2);
    margin-block-start: var(--_space-6);
  }
  .actions > .button {
    flex: 1 1 40%;
    /* The label stays in one line; the button wraps into a new row if necessary. */
    min-inline-size: max-content;
  }
  .list-view .actions {
    display: none;
  }
  .connected-view .actions {
    visibility: hidden;
  }
  .get,
  .link {
    flex: 1 0 100%;
  }
  .get {
    color: var(--_text-muted);
    font-size: var(--_text-s);
    text-align: center;
  }
  .link {
    font-family: var(--_font-mono);
    font-size: var(--_text-xs);
    user-select: all;
  }
  .facts {
    display: grid;
    gap: var(--_space-5);
  }
  .fact dt {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    font-weight: var(--_weight-bold);
  }
  .fact .glyph {
    color: var(--_accent);
  }
  .fact dd {
    margin-inline-start: calc(20px + var(--_space-3));
    color: var(--_text-muted);
  }
  .code {
    position: relative;
    inline-size: 100%;
    max-inline-size: 240px;
    aspect-ratio: 1;
    margin: 0 auto var(--_space-5);
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-m);
    background: #fff;
    forced-color-adjust: none;
  }
  .code .wallet-icon {
    position: absolute;
    inset: 0;
    inline-size: 20%;
    block-size: 20%;
    margin: auto;
    border-radius: var(--_radius-s);
    /* A light area separates the mark from the code. */
    box-shadow: 0 0 0 4px #fff;
  }
  .no-code {
    padding: var(--_space-4);
    color: #16171b;
  }
  .qr {
    display: block;
    inline-size: 100%;
    block-size: 100%;
  }
  @media (forced-colors: active) {
    .spinner {
      border-color: CanvasText;
      border-block-start-color: Highlight;
    }
    .sign {
      border: 1px solid CanvasText;
    }
    .fact .glyph {
      color: CanvasText;
    }
  }
`;
