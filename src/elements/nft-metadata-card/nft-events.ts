import type { MetadataError } from '../../tokens/metadata-error.js';
import type { SftMetadata } from '../../tokens/metadata-types.js';
import { NativeEvent, bubbling } from '../internal/element.js';

/** The metadata of an NFT has loaded and is shown. */
export class NftLoadEvent extends NativeEvent {
  readonly metadata: SftMetadata;

  constructor(metadata: SftMetadata) {
    super('nft-load', bubbling);
    this.metadata = metadata;
  }
}

/** The metadata of an NFT could not be loaded. */
export class NftErrorEvent extends NativeEvent {
  readonly error: MetadataError;

  constructor(error: MetadataError) {
    super('nft-error', bubbling);
    this.error = error;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'nft-load': NftLoadEvent;
    'nft-error': NftErrorEvent;
  }
}
