/** Entry point for apps: the wallet functions with the picker, and the token functions. */
import './define/picker.js';

export * from './client/index.js';
export { toUserText } from './elements/messages/to-user-text.js';
export { MetadataError, type MetadataErrorCode } from './tokens/metadata-error.js';
export { createMetadataClient, getFtMetadata } from './tokens/metadata-client.js';
export type * from './tokens/metadata-types.js';
