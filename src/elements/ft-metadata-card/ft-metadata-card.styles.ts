import { css } from 'lit';

export const ftMetadataCardStyles = css`
  :host {
    display: block;
    max-inline-size: 40rem;
    /* A card that has not loaded yet has a size, so that it is seen to come near the screen. */
    min-block-size: 4rem;
    contain: layout style;
  }
  .card {
    container-type: inline-size;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-l);
    background: var(--_surface);
  }
  .card:empty {
    display: none;
  }
  .head {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--_space-3) var(--_space-4);
    padding: var(--_space-5) var(--_space-5) var(--_space-4);
  }
  .titles {
    display: grid;
    gap: 2px;
    min-inline-size: 0;
  }
  .title {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--_space-2);
    /* Marks that pile up on a letter end at the line's edge. */
    overflow: clip;
    font-size: var(--_text-l);
    font-weight: var(--_weight-bold);
    line-height: 1.3;
    letter-spacing: -0.01em;
  }
  .symbol {
    padding: 0 var(--_space-2);
    border-radius: var(--_radius-s);
    background: var(--_surface-hover);
    color: var(--_text-muted);
    font-size: var(--_text-xs);
    font-weight: var(--_weight-medium);
    line-height: 1.7;
    letter-spacing: 0.02em;
  }
  .principal {
    justify-self: start;
    color: var(--_text-muted);
    font: var(--_text-xs) / 1.4 var(--_font-mono);
  }
  .picture {
    display: grid;
    place-items: center;
    inline-size: 56px;
    block-size: 56px;
    overflow: hidden;
    border-radius: 50%;
    background: var(--_surface-hover);
    box-shadow: inset 0 0 0 1px var(--_border);
  }
  .picture img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .monogram {
    --_hue: 262;
    background: hsl(var(--_hue) 62% 92%);
    background: light-dark(hsl(var(--_hue) 62% 92%), hsl(var(--_hue) 32% 24%));
    color: hsl(var(--_hue) 58% 30%);
    color: light-dark(hsl(var(--_hue) 58% 30%), hsl(var(--_hue) 72% 84%));
    font-size: var(--_text-xl);
    font-weight: var(--_weight-bold);
  }
  .hue-1 {
    --_hue: 218;
  }
  .hue-2 {
    --_hue: 190;
  }
  .hue-3 {
    --_hue: 152;
  }
  .hue-4 {
    --_hue: 84;
  }
  .hue-5 {
    --_hue: 38;
  }
  .hue-6 {
    --_hue: 12;
  }
  .hue-7 {
    --_hue: 330;
  }
  .locale {
    position: relative;
    display: inline-flex;
    align-items: center;
    align-self: start;
    max-inline-size: 11rem;
    color: var(--_text-muted);
  }
  .globe {
    position: absolute;
    inset-inline-start: var(--_space-2);
    pointer-events: none;
  }
  .globe,
  .message > svg {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
  }
  select {
    inline-size: 100%;
    min-block-size: max(32px, var(--_target) - 4px);
    padding-block: var(--_space-1);
    padding-inline: calc(var(--_space-2) + 22px) var(--_space-2);
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-s);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    font-size: var(--_text-s);
    text-overflow: ellipsis;
    cursor: pointer;
  }
  .locale-note {
    padding: 0 var(--_space-5) var(--_space-3);
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  .card > .rows {
    padding-inline: var(--_space-5);
  }
  .row {
    display: grid;
    grid-template-columns: minmax(7.5rem, 11rem) minmax(0, 1fr);
    gap: 0 var(--_space-4);
    align-items: baseline;
    padding-block: var(--_space-2);
    border-block-start: 1px solid var(--_border);
    overflow: clip;
  }
  dt {
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  dd {
    font-variant-numeric: tabular-nums;
  }
  .code {
    font: var(--_text-xs) / 1.5 var(--_font-mono);
  }
  .note {
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  a {
    color: var(--_accent);
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
    text-decoration-color: color-mix(in srgb, currentColor 40%, transparent);
  }
  a:hover {
    text-decoration-color: currentColor;
  }
  a::after {
    content: '\\2197\\FE0E' / '';
    padding-inline-start: 0.3em;
    font-family: var(--_font);
  }
  /* A panel of its own: what stands in it is said by a stranger, not by the page. */
  .authored {
    display: grid;
    gap: var(--_space-3);
    margin: var(--_space-2);
    padding: var(--_space-3);
    border: 1px dashed var(--_border-strong);
    border-radius: calc(var(--_radius-l) - var(--_space-2));
    background: var(--_surface-hover);
  }
  .caption {
    color: var(--_text-muted);
    font-size: var(--_text-xs);
  }
  .description {
    max-block-size: 20rem;
    overflow: auto;
    white-space: pre-line;
    overscroll-behavior: contain;
  }
  .chips {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(10rem, 100%), 1fr));
    gap: var(--_space-2);
    max-block-size: 20rem;
    overflow: auto;
  }
  .chip {
    min-inline-size: 0;
    overflow: clip;
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid var(--_border);
    border-radius: var(--_radius-s);
    background: var(--_surface);
  }
  .chip dt,
  .chip .note {
    font-size: var(--_text-xs);
  }
  .chip dd {
    font-weight: var(--_weight-medium);
  }
  .chip .note {
    font-weight: 400;
  }
  summary {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    inline-size: fit-content;
    min-block-size: max(28px, var(--_target) - 8px);
    border-radius: var(--_radius-s);
    font-size: var(--_text-s);
    font-weight: var(--_weight-medium);
    list-style: none;
    cursor: pointer;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::before {
    content: '';
    inline-size: 7px;
    block-size: 7px;
    margin-inline: 3px;
    border: solid var(--_text-muted);
    border-width: 0 2px 2px 0;
    transform: rotate(-45deg);
    transition: transform var(--_duration) var(--_ease);
  }
  summary:dir(rtl)::before {
    transform: rotate(135deg);
  }
  [open] > summary::before {
    transform: translateY(-2px) rotate(45deg);
  }
  .count {
    color: var(--_text-muted);
    font-weight: 400;
  }
  .message {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--_space-3);
    margin: 0 var(--_space-5) var(--_space-5);
    padding: var(--_space-3) var(--_space-4);
    border: 1px solid transparent;
    border-radius: var(--_radius-m);
    background: var(--_surface-hover);
    font-size: var(--_text-s);
  }
  .failure {
    background: var(--_danger-soft);
  }
  .failure > svg {
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
    animation: turn 900ms linear infinite;
  }
  .button .spinner {
    inline-size: 14px;
    block-size: 14px;
  }
  .skeleton {
    display: grid;
    gap: var(--_space-3);
    padding: 0 var(--_space-5) var(--_space-5);
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
  .card[aria-busy='true'] .rows,
  .card[aria-busy='true'] .description {
    opacity: 0.6;
  }
  ::slotted(*) {
    margin-inline: var(--_space-5);
    margin-block: var(--_space-3) var(--_space-4);
  }
  @keyframes turn {
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
    .head {
      grid-template-columns: auto minmax(0, 1fr);
      padding: var(--_space-4) var(--_space-4) var(--_space-3);
    }
    .locale {
      grid-column: 1 / -1;
      max-inline-size: none;
    }
    .row {
      grid-template-columns: minmax(0, 1fr);
    }
    .card > .rows,
    .locale-note {
      padding-inline: var(--_space-4);
    }
    .message {
      grid-template-columns: auto minmax(0, 1fr);
      margin-inline: var(--_space-4);
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
    .symbol {
      outline: 1px solid CanvasText;
    }
    summary::before {
      border-color: CanvasText;
    }
    .spinner {
      border-block-start-color: Highlight;
    }
    .failure > svg {
      color: CanvasText;
    }
  }
`;
