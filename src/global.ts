/**
 * Entry point for the classic script: everything of `cdn` and of `metadata`. The classic script contains the code of
 * both in any case. Exporting `metadata` from `cdn` would make the module of the script tag larger.
 */
export * from './cdn.js';
export {
  AmountError,
  createMetadataClient,
  displayText,
  formatUnits,
  getFtMetadata,
  getNftMetadata,
  getSftMetadata,
  getTokens,
  isFtPrincipal,
  parseFtMetadata,
  parseUnits,
  safeImage,
  safeLink,
  searchFts,
  watchToken,
} from './metadata/index.js';
