import type { FtMetadata } from '../../metadata/metadata-types.js';
import { parseFtMetadata } from '../../metadata/parse.js';
import type { MetadataError } from '../../metadata/metadata-error.js';
import { type TokenName, trimmed } from '../controllers/token-controller.js';
import { TokenCard } from '../cards/token-card.js';
import { tokenCardStyles } from '../cards/token-card.styles.js';
import { ElementEvent } from '../internal/base-element.js';

/** The metadata of a token has loaded and is shown. */
export class FtLoadEvent extends ElementEvent<FtLoadEvent> {
  static override readonly type = 'ft-load';
  declare readonly metadata: FtMetadata;
}

/** The metadata of a token could not be loaded. */
export class FtErrorEvent extends ElementEvent<FtErrorEvent> {
  static override readonly type = 'ft-error';
  declare readonly error: MetadataError;
}

/**
 * Shows a fungible token, in variants from a chip to all of its metadata. Facts from the chain are separate from texts
 * by the token's author. Loads when the card comes near the viewport. While it loads it keeps the height of a token with a
 * description and a supply; the variants card and full then are as high as their content.
 *
 * @example
 * ```html
 * <ft-metadata-card principal="SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token"></ft-metadata-card>
 * ```
 *
 * @csspart symbol - The symbol.
 *
 * @fires ft-load - The metadata has loaded and is shown.
 * @fires ft-error - The metadata could not be loaded.
 */
export class FtMetadataCard extends TokenCard {
  static override get styles() {
    return tokenCardStyles;
  }
  protected override readonly events = { load: FtLoadEvent, error: FtErrorEvent };

  protected override get token(): TokenName {
    return { principal: trimmed(this.principal), type: undefined, tokenId: undefined };
  }

  protected override parse(metadata: unknown): FtMetadata {
    return parseFtMetadata(metadata, trimmed(this.principal) || undefined);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'ft-load': FtLoadEvent;
    'ft-error': FtErrorEvent;
  }
  interface HTMLElementTagNameMap {
    'ft-metadata-card': FtMetadataCard;
  }
}
