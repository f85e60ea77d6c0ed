import { css } from 'lit';
import type { SftMetadata } from '../../metadata/metadata-types.js';
import { parseNftMetadata } from '../../metadata/parse.js';
import type { MetadataError } from '../../metadata/metadata-error.js';
import { type TokenName, trimmed } from '../controllers/token-controller.js';
import { property } from 'lit/decorators.js';
import { TokenCard } from '../cards/token-card.js';
import { tokenCardStyles } from '../cards/token-card.styles.js';
import { nftMetadataCardStyles } from './nft-metadata-card.styles.js';
import { ElementEvent, oneOf } from '../internal/base-element.js';

/** The metadata of an NFT has loaded and is shown. */
export class NftLoadEvent extends ElementEvent<NftLoadEvent> {
  static override readonly type = 'nft-load';
  declare readonly metadata: SftMetadata;
}

/** The metadata of an NFT could not be loaded. */
export class NftErrorEvent extends ElementEvent<NftErrorEvent> {
  static override readonly type = 'nft-error';
  declare readonly error: MetadataError;
}

/**
 * Shows an NFT (SIP-009) or a semi-fungible token (SIP-013), in variants from a chip to all of its metadata. The
 * principal and the token id are separate from texts by the token's author. Loads when the card comes near the
 * viewport. While it loads it keeps the height of a token with a description; the variants card and full then are as
 * high as their content.
 *
 * @example
 * ```html
 * <nft-metadata-card principal="SP846Z7HRAT557JDWNJY5N2682HYMN41KV93ZYX9.bee-portraits" token-id="1"></nft-metadata-card>
 * ```
 *
 * @csspart token-id - The token id.
 *
 * @fires nft-load - The metadata has loaded and is shown.
 * @fires nft-error - The metadata could not be loaded.
 */
export class NftMetadataCard extends TokenCard {
  static override get styles() {
    return css`
      ${tokenCardStyles} ${nftMetadataCardStyles}
    `;
  }
  protected override readonly events = { load: NftLoadEvent, error: NftErrorEvent };

  /**
   * The token id: decimal digits, from 0 to 2^128 - 1. As a property also a bigint, or a number below 2^53. Without
   * it the card is empty.
   */
  @property({ attribute: 'token-id' }) tokenId: bigint | number | string = '';

  /** `nft`, or `sft` for a semi-fungible token, which also has a supply. Default: `nft`. */
  @property({ converter: oneOf('nft', 'sft') }) kind: 'nft' | 'sft' = 'nft';

  /** Metadata to show without a request. */
  declare metadata: SftMetadata | undefined;

  protected override get token(): TokenName {
    const { tokenId: id } = this;
    return {
      principal: trimmed(this.principal),
      type: this.#type,
      // The client rejects a number that has lost digits.
      tokenId:
        typeof id === 'bigint' || (typeof id === 'number' && !Number.isSafeInteger(id))
          ? (id as bigint)
          : trimmed(typeof id === 'number' ? String(id) : id),
    };
  }

  get #type(): 'nft' | 'sft' {
    return this.kind === 'sft' ? 'sft' : 'nft';
  }

  protected override parse(metadata: unknown): SftMetadata {
    return parseNftMetadata(metadata, this.#type);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'nft-load': NftLoadEvent;
    'nft-error': NftErrorEvent;
  }
  interface HTMLElementTagNameMap {
    'nft-metadata-card': NftMetadataCard;
  }
}
