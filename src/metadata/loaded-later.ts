import type { MetadataClient } from './types.js';

/** A client that is loaded with each call. */
export function loadedLater(load: () => Promise<MetadataClient>): MetadataClient {
  return {
    getFtMetadata: async (...args) => (await load()).getFtMetadata(...args),
    getNftMetadata: async (...args) => (await load()).getNftMetadata(...args),
    getSftMetadata: async (...args) => (await load()).getSftMetadata(...args),
    getTokens: async (...args) => (await load()).getTokens(...args),
    searchFts: async (...args) => (await load()).searchFts(...args),
  };
}
