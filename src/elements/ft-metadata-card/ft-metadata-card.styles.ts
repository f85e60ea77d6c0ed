import { css } from 'lit';

/** The card itself and its head: image, name, and the choice of locale. */
export const ftMetadataCardStyles = css`
  :host {
    display: block;
    max-inline-size: 40rem;
    /* An empty card needs a size for the IntersectionObserver. */
    min-block-size: 4rem;
    contain: layout style;
    /* A page may have a thousand cards: those outside the viewport are not laid out, painted or animated. */
    content-visibility: auto;
    contain-intrinsic-block-size: auto 20rem;
    /* Not to clip the outline of a focused card. */
    overflow-clip-margin: 8px;
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
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    min-inline-size: 0;
  }
  .title {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--_space-2);
    /* Cuts off stacked combining marks at the edge of the line. */
    overflow: clip;
    font-size: var(--_text-l);
    font-weight: var(--_weight-bold);
    line-height: 1.3;
    letter-spacing: -0.01em;
  }
  /* Never wrap a symbol: half a symbol could be another symbol. Cut it off with an ellipsis instead. */
  .symbol,
  .rows .note {
    /* Not inline-block: WebKit changes its baseline once text is cut off. */
    display: inline-flex;
    max-inline-size: 100%;
  }
  .symbol > span,
  .rows .note > span {
    min-inline-size: 0;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
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
  .identity {
    display: grid;
    grid-template-columns: minmax(0, max-content) auto;
    align-items: center;
    justify-content: start;
  }
  .identity .icon-button {
    /* The target is higher than the line. */
    margin-block: -8px;
  }
  .identity .glyph {
    inline-size: 16px;
    block-size: 16px;
  }
  .copied {
    color: var(--_success);
  }
  .copy-error {
    grid-column: 1 / -1;
    margin-block: var(--_space-1);
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid transparent;
    border-radius: var(--_radius-s);
    background: var(--_danger-soft);
    color: var(--_danger);
    font-size: var(--_text-s);
  }
  .principal {
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
    /* Not inset: the image would cover it. */
    box-shadow: 0 0 0 1px var(--_border);
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
    min-block-size: var(--_target);
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
  ::slotted(*) {
    margin-inline: var(--_space-5);
    margin-block: var(--_space-3) var(--_space-4);
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
    .locale-note {
      padding-inline: var(--_space-4);
    }
  }
  @media (forced-colors: active) {
    .symbol {
      outline: 1px solid CanvasText;
    }
  }
`;
