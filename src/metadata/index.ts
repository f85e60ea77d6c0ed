/** The entry point `stacks-wallet-elements/metadata`: token metadata, without elements. */
export { MetadataError } from './metadata-error.js';
export type { MetadataErrorCode } from './metadata-error.js';
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
export type * from './metadata-types.js';
export { watchToken } from './watch-token.js';
export type { TokenState, WatchTokenOptions } from './watch-token.js';
export type { Watcher } from '../lib/read-watcher.js';
export type { Unsubscribe } from '../lib/store.js';
export type { NftType } from './parse.js';
export { isFtPrincipal, parseFtMetadata } from './parse.js';
export { displayText } from './text.js';
export { safeImage, safeLink } from './links.js';
export type { Gateways } from './links.js';
