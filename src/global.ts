/**
 * Entry point for the classic script: everything of `cdn` and of `metadata`. It contains the code of both in any case;
 * the module of the script tag would become larger by it.
 */
export * from './cdn.js';
export {
  AmountError,
  displayText,
  formatAmount,
  formatUnits,
  getNftMetadata,
  getSftMetadata,
  getTokens,
  isFtPrincipal,
  parseAmount,
  parseFtMetadata,
  parseUnits,
  safeImage,
  safeLink,
  searchFts,
} from './metadata/index.js';
