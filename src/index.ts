/** Entry point for apps: the wallet functions with the picker, and the token functions. */
import './define/picker.js';

export * from './core/index.js';
export { MetadataError, type MetadataErrorCode } from './metadata/metadata-error.js';
export { createMetadataClient, getFtMetadata } from './metadata/client.js';
export type * from './metadata/types.js';
export type * from './wire/token-metadata.js';
