/** Entry point for apps: the wallet functions with the picker, and the token functions. */
import './define/development.js';
import './define/picker.js';

export * from './core/index.js';
export { toStatusText } from './elements/messages/to-status-text.js';
export { toUserText } from './elements/messages/to-user-text.js';
export { MetadataError, type MetadataErrorCode } from './metadata/metadata-error.js';
export { createMetadataClient, getFtMetadata } from './metadata/metadata-client.js';
export type * from './metadata/metadata-types.js';
