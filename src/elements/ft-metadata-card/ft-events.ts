import type { MetadataError } from '../../tokens/metadata-error.js';
import type { FtMetadata } from '../../tokens/metadata-types.js';
import { NativeEvent, bubbling } from '../internal/element.js';

/** The metadata of a token has loaded and is shown. */
export class FtLoadEvent extends NativeEvent {
  readonly metadata: FtMetadata;

  constructor(metadata: FtMetadata) {
    super('ft-load', bubbling);
    this.metadata = metadata;
  }
}

/** The metadata of a token could not be loaded. */
export class FtErrorEvent extends NativeEvent {
  readonly error: MetadataError;

  constructor(error: MetadataError) {
    super('ft-error', bubbling);
    this.error = error;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'ft-load': FtLoadEvent;
    'ft-error': FtErrorEvent;
  }
}
