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
} from './metadata-types.js';
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
} from './metadata-client.js';
export { parseFtMetadata } from './parse.js';
export type * from './metadata-types.js';
export { isFtPrincipal } from './parse.js';
export { displayText } from './text.js';
export { safeImage, safeLink } from './links.js';
export type { Gateways } from './links.js';
