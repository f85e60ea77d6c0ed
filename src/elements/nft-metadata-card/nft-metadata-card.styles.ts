import { css } from 'lit';

/**
 * In the variants card and full, the image is large, in a square: cropped if it is almost square, else whole, in the middle of a
 * plain square.
 */
export const nftMetadataCardStyles = css`
  :host {
    --_below: calc(var(--_text-m) * 10 + var(--_space) * 10);
    /* Of a card that is as wide as it may be. */
    --_height: calc(var(--_below) + min(20rem, 100vw - 2rem));
    max-inline-size: calc(20rem + 2px);
  }
  /* An NFT has one fact. */
  :host([variant='full']) {
    --_body: calc(var(--_text-m) * 15.5 + 8px);
    --_lower: 4px;
    --_below: calc(var(--_body) + 80px);
  }
  :host([variant='row']) {
    max-inline-size: 40rem;
  }
  :host([variant='chip']) {
    max-inline-size: 100%;
  }
  .card {
    display: flow-root;
    min-block-size: 0;
  }
  /* The least height depends on the width: a square, and what is below it. */
  .card::before {
    float: inline-start;
    inline-size: 0;
    block-size: calc(var(--_below) + 100cqi - 2px);
    content: '';
  }
  /* No frame for a picture that cannot exist. */
  .card.mistake::before,
  .mistake .summary,
  .mistake > .head > .picture {
    display: none;
  }
  .card.mistake > .head {
    padding-block-start: var(--_space-4);
  }
  .card.mistake > .body > .fixed {
    block-size: auto;
    min-block-size: 0;
  }
  /* A whole address has one line in a card of 20rem. */
  .principal.open {
    letter-spacing: -0.02em;
  }
  .picture {
    border-radius: var(--_radius-s);
  }
  .head {
    grid-template-columns: minmax(0, 1fr);
    padding-block-start: 0;
  }
  /* In the middle of the height of two lines of a principal, also with one. */
  .head > .titles {
    align-content: center;
  }
  .head > .titles.open {
    display: grid;
  }
  .head > .picture {
    grid-column: 1 / -1;
    inline-size: auto;
    block-size: 100cqi;
    margin-inline: calc(-1 * var(--_space-5));
    border-radius: calc(var(--_radius-l) - 1px) calc(var(--_radius-l) - 1px) 0 0;
    box-shadow: 0 1px 0 var(--_border);
  }
  .head > .picture img {
    block-size: 100cqi;
  }
  .head > .whole-image {
    background: var(--_surface-hover);
  }
  .head > .whole-image > img {
    place-self: center;
    inline-size: calc(100% - var(--_space-4) * 2);
    block-size: auto;
    border-radius: var(--_radius-s);
    object-fit: contain;
    box-shadow: 0 2px 12px var(--_shadow);
  }
  .head > .whole-image.tall > img {
    inline-size: auto;
    block-size: calc(100cqi - var(--_space-4) * 2);
  }
  /* No letter: the frame of a picture, without one in the color of its contract. */
  .head > .monogram {
    background-image: linear-gradient(
      135deg,
      transparent,
      light-dark(hsl(calc(var(--_hue) + 50) 62% 86%), hsl(calc(var(--_hue) + 50) 36% 32%))
    );
  }
  .head > .monogram:is([aria-busy='true'] *, .without-data *) {
    background: var(--_surface-hover);
    color: var(--_text-muted);
  }
  [aria-busy='true'] .head > .monogram {
    background: linear-gradient(
        100deg,
        var(--_surface-active) 40%,
        var(--_surface-hover) 50%,
        var(--_surface-active) 60%
      )
      0 0 / 300% 100%;
    animation: shimmer 1.6s linear infinite;
  }
  .head > .monogram > bdi,
  .head > .monogram::before {
    display: none;
  }
  .head > .monogram > .glyph {
    display: block;
    inline-size: 40px;
    block-size: 40px;
    opacity: 0.6;
  }
  @container (max-inline-size: 26rem) {
    .head > .picture {
      margin-inline: calc(-1 * var(--_space-4));
    }
  }
`;
