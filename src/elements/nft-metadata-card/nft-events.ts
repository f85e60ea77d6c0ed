import type { MetadataError } from '../../errors.js';
import type { SftMetadata } from '../../wire/token-metadata.js';
import { NativeEvent } from '../internal/element.js';

/** The metadata of an NFT has loaded and is shown. */
export class NftLoadEvent extends NativeEvent {
  readonly metadata: SftMetadata;

  constructor(metadata: SftMetadata) {
    super('nft-load', { bubbles: true, composed: true });
    this.metadata = metadata;
  }
}

/** The metadata of an NFT could not be loaded. */
export class NftErrorEvent extends NativeEvent {
  readonly error: MetadataError;

  constructor(error: MetadataError) {
    super('nft-error', { bubbles: true, composed: true });
    this.error = error;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'nft-load': NftLoadEvent;
    'nft-error': NftErrorEvent;
  }
}
