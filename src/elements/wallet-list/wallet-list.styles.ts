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
  .wallet.quiet {
    border-color: transparent;
  }
  @media (hover: hover) {
    .wallet:hover {
      background: var(--_surface-hover);
      border-color: var(--_border-strong);
    }
    .wallet.quiet:hover {
      border-color: transparent;
    }
  }
  .wallet:active {
    background: var(--_surface-active);
  }
  /* Before the action of the link, which is the last of each row; in a small window below the link. */
  .row:has(> .scan) {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto auto;
    justify-items: end;
  }
  .row:has(> .scan) > .wallet {
    display: grid;
    grid-area: 1 / 1 / 2 / -1;
    grid-template-columns: subgrid;
    justify-self: stretch;
  }
  .scan {
    grid-area: 1 / 3;
  }
  .row:has(> .scan) .wallet-action {
    grid-column: 4;
  }
  @media (max-width: 480px) {
    .scan {
      grid-area: 2 / 1 / 3 / -1;
    }
  }
  .wallet-text {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-2);
    min-inline-size: 0;
  }
  .wallet-name {
    display: -webkit-box;
    flex: 1 0 auto;
    max-inline-size: 100%;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    font-weight: var(--_weight-medium);
    line-height: 1.3;
  }
  /* Notes are below the name; a badge is at the end of its line if there is room. */
  .wallet-note {
    flex: 1 0 100%;
    color: var(--_text-muted);
    font-family: var(--_font-mono);
    font-size: var(--_text-xs);
    line-height: 1.35;
  }
  .wallet-badge {
    padding: 1px var(--_space-2);
    border: 1px solid transparent;
    border-radius: 1em;
    background: var(--_accent-soft);
    color: var(--_accent-text);
    font-size: var(--_text-xs);
    font-weight: var(--_weight-medium);
    overflow-wrap: normal;
  }
  /* Looks like a small button; the whole row is the link. */
  .wallet-action {
    flex: none;
    padding: var(--_space-1) var(--_space-3);
    border: 1px solid transparent;
    border-radius: 2em;
    background: var(--_accent-soft);
    color: var(--_accent-text);
    font-size: var(--_text-s);
    font-weight: var(--_weight-medium);
    overflow-wrap: normal;
  }
  .wallet > .glyph {
    color: var(--_text-muted);
  }
  .spinner {
    inline-size: 20px;
    block-size: 20px;
    --_spinner: var(--_accent-soft);
    --_spinner-head: var(--_accent-text);
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
    gap: var(--_space-1);
    margin-block-end: var(--_space-5);
    padding: var(--_space-4);
    /* The text changes when a wallet is added: the rows below must not move. */
    min-block-size: 7.6em;
    align-content: center;
    border: 1px solid transparent;
    border-radius: var(--_radius-m);
    background: var(--_surface-hover);
    text-align: center;
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
  .apps .wallet.quiet {
    border-color: var(--_border);
  }
  .apps-note,
  .no-match {
    margin-block-start: var(--_space-4);
    color: var(--_text-muted);
    text-align: center;
  }
  .search {
    min-block-size: max(40px, var(--_target));
    margin-block-end: var(--_space-4);
    padding: var(--_space-1) var(--_space-3);
    background: none;
  }
  @media (forced-colors: active) {
    .wallet,
    .wallet.quiet,
    .wallet-icon,
    .wallet-action,
    .wallet-badge,
    .intro {
      border: 1px solid;
    }
  }
`;
