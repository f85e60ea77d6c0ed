import { css } from 'lit';

/** The dialog and its frame. */
export const walletSelectModalStyles = css`
  :host {
    display: contents;
  }
  dialog {
    /* Aligned at its top, not centered: neither the title nor the wallets move when the height changes. */
    --_top: clamp(16px, 9%, 96px);
    position: fixed;
    inset: var(--_top) 0 auto;
    inline-size: var(--_dialog-width);
    max-inline-size: calc(100% - 32px);
    block-size: fit-content;
    max-block-size: min(720px, 100% - var(--_top) - 16px);
    border-radius: var(--_radius-l);
    box-shadow:
      0 1px 2px var(--_shadow),
      0 16px 48px -8px var(--_shadow);
    /* Opaque while it moves: no text of the page is ever seen through it. */
    --_closed: scale(0.94);
    --_time: var(--_duration);
    transform: var(--_closed);
    transition:
      transform var(--_time) var(--_ease) var(--_delay),
      translate var(--_time) var(--_ease),
      visibility 0s calc(var(--_time) / 2 + var(--_delay)),
      overlay var(--_time) var(--_delay) allow-discrete,
      display var(--_time) var(--_delay) allow-discrete;
    /* Of the height, and of the icon, between two views: see view-motion.ts. */
    animation: calc(var(--_duration) * 14 / 9) var(--_ease);
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
    transform: none;
  }
  dialog:not([open]) {
    visibility: hidden;
  }
  /* The tick stays visible for a moment. Without "overlay", a closed dialog would be below the page's own layers. */
  @supports (overlay: auto) {
    dialog.connected-view:not([open]) {
      --_delay: 600ms;
    }
  }
  .frame {
    display: grid;
    flex: 1 1 auto;
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
    min-block-size: 0;
    overflow: hidden;
    border-radius: inherit;
    contain: layout;
  }
  .header {
    grid-area: 1 / 1;
    position: relative;
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    column-gap: var(--_space-2);
    padding: var(--_space-4) var(--_space-3) var(--_space-3);
    background: var(--_surface);
    text-align: center;
  }
  /* The same space on each side in every view, with or without a back button: the title stays in place. */
  .title {
    flex: 1 0 0;
    align-self: center;
    min-inline-size: 0;
    text-wrap: balance;
    font-size: var(--_text-l);
    font-weight: var(--_weight-bold);
    line-height: 1.3;
    letter-spacing: -0.01em;
  }
  .title:first-child {
    margin-inline-start: calc(max(36px, var(--_target)) + var(--_space-2));
  }
  .header slot {
    display: block;
    flex: 1 0 100%;
  }
  .header ::slotted(*) {
    margin: var(--_space-2) 0 0;
    color: var(--_text-muted);
  }
  .footer ::slotted(*) {
    display: block;
    margin: 0;
    padding: var(--_space-3) var(--_space-5);
    border-block-start: 1px solid var(--_border);
    color: var(--_text-muted);
    font-size: var(--_text-s);
    text-align: center;
  }
  .title:focus-visible {
    outline: none;
  }
  .body {
    grid-area: 2 / 1;
    position: relative;
    padding: var(--_space-1) var(--_space-5) var(--_space-5);
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  /* A new view fades in. The list and the mark of the wallet are there at once. */
  dialog:not(.list-view) :is(.title, .messages p) > span,
  dialog:not(.list-view) :is(.code, .facts, .actions > *) {
    animation: appear var(--_duration) ease-out;
  }
  /* The icon of the picked wallet passes first. */
  dialog.connecting-view .messages p > span {
    animation-delay: calc(var(--_duration) / 2);
    animation-fill-mode: backwards;
  }
  /* The height stays while the user searches. */
  dialog:has(.search) {
    block-size: 100%;
  }
  /* A line below the header; at the start of the list, another one covers it. */
  .list-view .wallets {
    position: relative;
  }
  .list-view :is(.body, .wallets)::before {
    content: '';
    display: block;
    block-size: 1px;
    background: var(--_border);
  }
  .list-view .body::before {
    position: sticky;
    inset-block-start: calc(var(--_space-1) * -1);
    margin: -1px calc(var(--_space-5) * -1) 0;
  }
  .list-view .wallets::before {
    position: relative;
    inset-block-start: -1px;
    margin: 0 calc(var(--_space-5) * -1) -1px;
    background: var(--_surface);
  }
  /* Over a row that is cut off; at the end of the list, over the padding of the body. */
  .list-view .footer {
    position: relative;
    box-shadow: 0 -6px 10px 2px var(--_surface);
  }
  .help {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    padding: var(--_space-2);
    border-block-start: 1px solid var(--_border);
  }
  .help > :only-child {
    margin-inline: auto;
  }
  .help .button {
    font-weight: var(--_weight-medium);
    color: var(--_text-muted);
  }
  /* A link that has a line of its own is in its middle. */
  @media (max-width: 360px) {
    .help > .button {
      flex: 1 0 auto;
      padding-inline: var(--_space-2);
    }
  }
  @media (max-width: 480px) {
    dialog {
      /* Placed by a transform, since a layout at the bottom would move its content when the height changes. */
      inset: 100% 0 auto;
      inline-size: 100%;
      max-inline-size: 100%;
      max-block-size: calc(100% - 24px);
      margin: 0;
      padding-block-end: env(safe-area-inset-bottom, 0px);
      border-width: 1px 0 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
      --_closed: none;
      --_time: calc(var(--_duration) * 14 / 9);
    }
    dialog:not([open]) {
      visibility: visible;
    }
    dialog[open] {
      transform: translateY(-100%);
    }
    .header {
      padding-block-start: var(--_space-5);
      touch-action: none;
    }
    /* Outside the height of the sheet: a wallet that was found later does not move the others under the finger. */
    .wallets {
      position: relative;
    }
    .late {
      position: absolute;
      inset: 100% 0 auto;
      padding-block-end: var(--_space-5);
    }
    .header::before {
      content: '';
      position: absolute;
      inset: var(--_space-2) 0 auto;
      inline-size: 36px;
      block-size: 4px;
      margin-inline: auto;
      border-radius: 2px;
      background: var(--_border-strong);
    }
  }
  @starting-style {
    dialog[open] {
      transform: var(--_closed);
    }
  }
  /* The window is too low for a fixed header and footer: everything scrolls except the row of the close button. */
  @media (max-height: 440px) {
    dialog {
      --_top: 8px;
      max-block-size: calc(100% - 16px);
    }
    .frame {
      grid-template-rows: auto auto auto;
      overflow: hidden auto;
      overscroll-behavior: contain;
    }
    .body {
      overflow: visible;
    }
    .header {
      position: sticky;
      inset-block-start: 0;
      z-index: 1;
      padding-block: var(--_space-2);
      touch-action: auto;
    }
    .header::before {
      content: none;
    }
  }
  @media (forced-colors: active) {
    dialog {
      border: 2px solid CanvasText;
    }
    /* Their borders are visible. */
    .help {
      padding-inline: var(--_space-5);
    }
  }
`;

/** The views. */
export const modalViewsStyles = css`
  .mark {
    position: relative;
    display: grid;
    place-items: center;
    inline-size: max(96px, var(--_text-m) * 6);
    block-size: max(96px, var(--_text-m) * 6);
    margin: auto;
    margin-block-end: var(--_space-5);
  }
  .mark .wallet-icon {
    inline-size: max(64px, var(--_text-m) * 4);
    block-size: max(64px, var(--_text-m) * 4);
    font-size: var(--_text-xl);
  }
  .spinner {
    position: absolute;
    inset: 0;
    inline-size: auto;
    block-size: auto;
    border-width: 3px;
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
    background: var(--_text-muted);
  }
  .sign > .glyph {
    color: var(--_surface);
    scale: 1.3;
  }
  /* The sign is a circle itself. */
  .sign circle {
    display: none;
  }
  .sign.danger {
    background: var(--_danger);
  }
  .sign.success {
    background: var(--_success);
    animation: tick var(--_duration) var(--_ease);
  }
  .ring {
    position: absolute;
    inset: 0;
    fill: none;
    stroke: var(--_success);
    stroke-width: 4;
    stroke-dasharray: 1;
    animation: close-ring calc(var(--_duration) * 1.5) var(--_ease);
  }
  @keyframes close-ring {
    from {
      stroke-dashoffset: 1;
    }
  }
  .messages {
    max-inline-size: 34ch;
    margin-inline: auto;
    color: var(--_text-muted);
    text-align: center;
    text-wrap: balance;
  }
  /* The hint of a slow wallet is longer, and so is how it ends: neither the text nor the buttons move. */
  dialog:is(.connecting-view, .rejected-view, .failed-view) .messages {
    min-block-size: 2lh;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-2);
    margin-block-start: var(--_space-5);
  }
  /* In two lines, the main button is the first one. */
  .connecting-view .actions {
    flex-wrap: wrap-reverse;
  }
  .actions > .button {
    flex: 1 1 40%;
    /* The label stays in one line; the button wraps into a new row if necessary. */
    min-inline-size: max-content;
  }
  .actions:empty {
    display: none;
  }
  .get,
  .refused,
  .link {
    flex: 1 0 100%;
  }
  .refused {
    color: var(--_danger);
    font-size: var(--_text-s);
    text-align: center;
    text-wrap: balance;
  }
  .get {
    color: var(--_text-muted);
    font-size: var(--_text-s);
    text-align: center;
  }
  .get > .button {
    padding-inline: 6px;
  }
  .link {
    min-block-size: max(36px, var(--_target));
    padding: 0 var(--_space-3);
    background: var(--_surface-hover);
    font-family: var(--_font-mono);
    font-size: var(--_text-xs);
  }
  .facts {
    display: grid;
    gap: var(--_space-5);
  }
  .fact {
    --_tile: max(44px, calc(var(--_text-m) * 2.75));
    position: relative;
    min-block-size: var(--_tile);
    padding-inline-start: calc(var(--_tile) + var(--_space-3));
  }
  .fact dt {
    font-weight: var(--_weight-bold);
  }
  .fact .glyph {
    position: absolute;
    inset-block-start: 2px;
    inset-inline-start: 0;
    inline-size: var(--_tile);
    block-size: var(--_tile);
    padding: calc(var(--_tile) / 4);
    border-radius: var(--_radius-m);
    background: var(--_accent-soft);
    color: var(--_accent-text);
  }
  .fact dd {
    color: var(--_text-muted);
    font-size: var(--_text-s);
    text-wrap: pretty;
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
    .sign {
      border: 1px solid CanvasText;
    }
    .sign > .glyph {
      color: CanvasText;
    }
    .ring {
      stroke: CanvasText;
    }
    .fact .glyph {
      color: CanvasText;
    }
  }
`;
