import { css } from 'lit';

/** In the variants card and full, the image is large, in a square, and not cropped. */
export const nftMetadataCardStyles = css`
  :host {
    --_below: calc(var(--_text-m) * 12.9 + var(--_space) * 14);
    /* Of a card that is as wide as it may be. */
    --_height: calc(var(--_below) + min(20rem, 100vw - 2rem));
    max-inline-size: calc(20rem + 2px);
  }
  /* An NFT has one fact. */
  :host([variant='full']) {
    --_body: calc(var(--_text-m) * 22);
    --_lower: 4px;
    --_below: calc(var(--_body) + 92px);
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
  .picture {
    border-radius: var(--_radius-s);
  }
  .head {
    grid-template-columns: minmax(0, 1fr) auto;
    padding-block-start: 0;
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
    object-fit: contain;
  }
  /* No letter as large as an image for a token that could not be read. */
  .without-data .head > .monogram {
    background: var(--_surface-hover);
    font-size: 0;
  }
  @container (max-inline-size: 26rem) {
    .head > .picture {
      margin-inline: calc(-1 * var(--_space-4));
    }
  }
`;
