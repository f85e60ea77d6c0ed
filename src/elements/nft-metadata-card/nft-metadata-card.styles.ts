import { css } from 'lit';

/** In the variants card and full, the image is large and not cropped. */
export const nftMetadataCardStyles = css`
  :host {
    --_picture: 15rem;
    --_height: calc(var(--_text-m) * 12.9 + var(--_space) * 14 + var(--_picture));
  }
  /* An NFT has one fact. */
  :host([variant='full']) {
    --_body: calc(var(--_text-m) * 22);
    --_lower: 4px;
    --_height: calc(var(--_body) + 92px + var(--_picture));
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
    block-size: var(--_picture);
    margin-inline: calc(-1 * var(--_space-5));
    border-radius: calc(var(--_radius-l) - 1px) calc(var(--_radius-l) - 1px) 0 0;
    box-shadow: 0 1px 0 var(--_border);
  }
  .head > .picture img {
    block-size: var(--_picture);
    object-fit: contain;
  }
  .head > .monogram {
    font-size: 4rem;
  }
  /* No letter as large as an image for a token that could not be read. */
  .without-data .head > .monogram {
    background: var(--_surface-hover);
    font-size: 0;
  }
  @container (max-inline-size: 26rem) {
    .head > .picture {
      block-size: var(--_picture);
      margin-inline: calc(-1 * var(--_space-4));
    }
  }
`;
