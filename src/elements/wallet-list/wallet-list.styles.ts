import { css } from 'lit';

/** Shared by `<wallet-list>` and the list view of `<wallet-select-modal>`. */
export const walletListStyles = css`
  .group + .group {
    margin-block-start: var(--_space-5);
  }
  .group-label {
    margin-block-end: var(--_space-2);
    color: var(--_text-muted);
    font-size: var(--_text-s);
    font-weight: var(--_weight-medium);
  }
  .list {
    display: grid;
    gap: var(--_space-2);
  }
  .row {
    display: flex;
    align-items: center;
    gap: var(--_space-1);
    min-inline-size: 0;
  }
  .wallet {
    display: flex;
    flex: 1;
    align-items: center;
    gap: var(--_space-3);
    min-inline-size: 0;
    min-block-size: 60px;
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid var(--_border);
    border-radius: var(--_radius-m);
    color: var(--_text);
    text-decoration: none;
    user-select: none;
    touch-action: manipulation;
    transition:
      background-color var(--_duration) var(--_ease),
      border-color var(--_duration) var(--_ease);
  }
  @media (hover: hover) {
    .wallet:hover {
      background: var(--_surface-hover);
      border-color: var(--_border-strong);
    }
  }
  .wallet.recommended {
    border-color: var(--_accent);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  .wallet:active {
    background: var(--_surface-active);
  }
  /* Before the action of the link, which is the last of each row. */
  .row:has(> .scan) {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto auto;
    gap: var(--_space-2);
  }
  .row:has(> .scan) > .wallet {
    display: grid;
    grid-area: 1 / 1 / 2 / -1;
    grid-template-columns: subgrid;
  }
  .scan {
    grid-area: 1 / 3;
    /* As wide as its glyph, for a finger too. */
    margin-inline: calc(10px - max(36px, var(--_target)) / 2);
  }
  .row:has(> .scan) .wallet-action {
    grid-column: 4;
  }
  .wallet-text {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 6px;
    min-inline-size: 0;
  }
  .wallet-name {
    display: -webkit-box;
    flex: 1 0 auto;
    max-inline-size: 100%;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    font-weight: var(--wallet-font-weight-medium, 600);
    line-height: 1.3;
  }
  /* Notes are below the name; a badge is at the end of its line if there is room. */
  .wallet-note {
    flex: 1 0 100%;
    color: var(--_text-muted);
    font-family: var(--_font-mono);
    font-size: var(--_text-xs);
    line-height: 1.4;
  }
  .wallet-kind {
    flex: 1 0 100%;
    min-inline-size: 0;
    color: var(--_text-muted);
    font-size: var(--_text-xs);
    line-height: 1.4;
  }
  /* The action looks like a small button; the whole row is the link. */
  .wallet-badge,
  .wallet-action {
    padding: 1px var(--_space-2);
    border: 1px solid transparent;
    border-radius: 2em;
    background: var(--_accent-soft);
    color: var(--_accent-text);
    font-size: var(--_text-xs);
    font-weight: var(--_weight-medium);
    overflow-wrap: normal;
  }
  .wallet-badge {
    padding-inline: 6px;
  }
  .wallet-action {
    flex: none;
    padding: var(--_space-1) 10px;
    font-size: var(--_text-s);
    font-weight: var(--wallet-font-weight-medium, 600);
  }
  .wallet-action > .glyph {
    display: none;
  }
  @media (max-width: 360px) {
    .wallet {
      flex-wrap: wrap;
      gap: var(--_space-2);
      padding-inline: var(--_space-2);
    }
    .wallet > .wallet-icon {
      inline-size: 32px;
      block-size: 32px;
    }
    /* One line in every language: all rows have the same height. */
    .wallet-kind {
      overflow: hidden;
      font-size: calc(var(--_text-m) * 0.6875);
      letter-spacing: -0.01em;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    /* With large text, the action is below. */
    .wallet-text {
      flex-basis: 5em;
    }
    /* The width is for the texts. */
    .wallet > .wallet-action {
      margin-inline-start: auto;
      padding: 6px;
    }
    .wallet-action > .glyph {
      display: block;
    }
    .wallet-action > span {
      position: absolute;
      inline-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    .row:has(> .scan) {
      column-gap: 6px;
    }
    .row > .scan {
      inline-size: var(--_target);
      block-size: var(--_target);
      margin-inline: calc(10px - var(--_target) / 2);
    }
    /* On the border of the row: it takes no line in any language. */
    .recommended {
      position: relative;
    }
    .recommended .wallet-badge {
      position: absolute;
      inset-block-start: -1.2em;
      inset-inline-end: var(--_space-3);
      border-color: var(--_accent);
      line-height: 1.3;
    }
  }
  .recommended .wallet-name {
    flex-grow: 0;
  }
  .recommended > .wallet-action {
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .wallet > .glyph {
    color: var(--_text-muted);
  }
  .spinner {
    inline-size: 20px;
    block-size: 20px;
    color: var(--_accent-text);
    animation:
      rotate 900ms linear infinite,
      wait 0.01ms 100ms backwards;
  }
  /* A faster answer shows no spinner. */
  @keyframes wait {
    from {
      visibility: hidden;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation-delay: 0s, 100ms !important;
    }
  }
  .row-tick {
    display: grid;
    color: var(--_success);
    animation: tick var(--_duration) var(--_ease);
  }
  @keyframes tick {
    from {
      scale: 0.4;
    }
  }
  .intro {
    display: grid;
    justify-items: center;
    gap: var(--_space-1);
    margin-block-end: var(--_space-5);
    /* The text changes when a wallet is added: the rows below must not move. */
    min-block-size: 9em;
    align-content: center;
    text-align: center;
  }
  /* The first wallet is behind the second one, at the other side. */
  .illustration {
    display: grid;
    place-items: center;
    margin-block-end: var(--_space-3);
  }
  .illustration > .wallet-icon {
    grid-area: 1 / 1;
    inline-size: 48px;
    block-size: 48px;
    translate: -54px 2px;
    rotate: -7deg;
  }
  .illustration > :nth-child(2) {
    translate: 54px 2px;
    rotate: 7deg;
  }
  .illustration > .wallet-icon:last-child {
    inline-size: 60px;
    block-size: 60px;
    background: var(--_accent);
    box-shadow: 0 0 0 3px var(--_surface);
    color: var(--_on-accent);
    translate: 0;
    rotate: 0deg;
  }
  .illustration .glyph {
    inline-size: 28px;
    block-size: 28px;
  }
  .intro-title {
    font-weight: var(--_weight-bold);
  }
  .intro-text {
    color: var(--_text-muted);
    font-size: var(--_text-s);
    text-wrap: balance;
  }
  .apps-intro {
    min-block-size: 2lh;
    font-size: inherit;
    text-align: center;
  }
  .no-match {
    display: grid;
    justify-items: center;
    gap: var(--_space-3);
    padding-block: 25%;
    text-align: center;
  }
  .no-match > .glyph {
    inline-size: 32px;
    block-size: 32px;
  }
  .no-match > .glyph,
  .apps-note {
    color: var(--_text-muted);
  }
  .no-match > p {
    font-weight: var(--_weight-bold);
  }
  .apps-note {
    margin-block-start: var(--_space-4);
    font-size: var(--_text-s);
    text-align: center;
  }
  .apps-note > .button {
    padding-inline: 6px;
  }
  .search {
    position: relative;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    margin-block-end: var(--_space-4);
  }
  /* The glyph and the button are over the field. */
  .search > input {
    grid-area: 1 / 1 / 2 / -1;
    min-block-size: max(40px, var(--_target));
    padding: var(--_space-1) calc(var(--_glyph) + var(--_space-6));
    appearance: none;
    background: none;
  }
  .search > .glyph {
    grid-area: 1 / 1;
    color: var(--_text-muted);
    margin-inline-start: var(--_space-3);
  }
  .search > button {
    grid-area: 1 / 3;
  }
  ::-webkit-search-cancel-button {
    display: none;
  }
  @media (forced-colors: active) {
    .wallet-icon {
      border: 1px solid CanvasText;
    }
    .search > button {
      border: 0;
    }
    /* Its border is visible, and must not touch that of the action or of a badge. */
    .scan {
      inline-size: max(28px, var(--_target) - 4px);
      block-size: max(28px, var(--_target) - 4px);
      margin-inline: 0;
    }
    .wallet.recommended {
      border-width: 2px;
    }
    /* Of a link, only the action has the color of links. */
    .wallet,
    .wallet-kind {
      border-color: CanvasText;
      color: CanvasText;
    }
    .wallet-action {
      border-color: LinkText;
      color: LinkText;
    }
  }
`;
