/** Entry point for apps: the wallet functions with the picker, and the token functions. */
import './define/picker.js';

export * from './core/index.js';
export { MetadataError, type MetadataErrorCode } from './errors.js';
export { createMetadataClient, getFtMetadata } from './metadata/lazy.js';
export type {
  FtMetadataAnswer,
  FtMetadataOptions,
  MetadataClient,
  MetadataClientOptions,
  ServedLocale,
} from './metadata/client.js';
export type {
  NftMetadataAnswer,
  NftMetadataClient,
  SftMetadataAnswer,
} from './metadata/nft-client.js';
export type * from './wire/ft-metadata.js';
export type * from './wire/nft-metadata.js';
