/** The entry point `stacks-wallet-elements/metadata`: token metadata, without elements. */
export { MetadataError } from './metadata-error.js';
export type { MetadataErrorCode } from './metadata-error.js';
export type {
  FtAttribute,
  FtLocalization,
  FtMetadata,
  FtOffChainMetadata,
  NftMetadata,
  SftMetadata,
} from './token-metadata.js';
export { AmountError, formatUnits, parseUnits } from './units.js';
export type {
  AmountErrorCode,
  FormatUnitsOptions,
  ParseUnitsOptions,
  SignDisplay,
} from './units.js';
export {
  createMetadataClient,
  getFtMetadata,
  getNftMetadata,
  getSftMetadata,
  getTokens,
  searchFts,
} from './client.js';
export { parseFtMetadata } from './parse.js';
export type * from './types.js';
export { isFtPrincipal } from './principal.js';
export { displayText } from './text.js';
export { safeImage, safeLink } from './urls.js';
export type { Gateways } from './urls.js';
