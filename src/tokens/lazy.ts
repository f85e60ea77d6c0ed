import { loadOnce } from '../lib/promises.js';
import type {
  FtMetadataAnswer,
  FtMetadataOptions,
  MetadataClient,
  MetadataClientOptions,
} from './types.js';

/*
 * The functions of `./client.js`, which is loaded with the first request: a page without tokens never loads it.
 */

/** Like `createMetadataClient` of `stacks-wallet-elements/metadata`. */
export function createMetadataClient(options?: MetadataClientOptions): MetadataClient {
  return lazyClient(
    loadOnce(async () => (await import('./client.js')).createMetadataClient(options)),
  );
}

/** Like `getFtMetadata` of `stacks-wallet-elements/metadata`. */
export async function getFtMetadata(
  principal: string,
  options?: FtMetadataOptions,
): Promise<FtMetadataAnswer> {
  return (await import('./client.js')).getFtMetadata(principal, options);
}

/** A client that forwards each call to the client that `load` returns. */
export function lazyClient(load: () => Promise<MetadataClient>): MetadataClient {
  return {
    getFtMetadata: async (...args) => (await load()).getFtMetadata(...args),
    getNftMetadata: async (...args) => (await load()).getNftMetadata(...args),
    getSftMetadata: async (...args) => (await load()).getSftMetadata(...args),
    getTokens: async (...args) => (await load()).getTokens(...args),
    searchFts: async (...args) => (await load()).searchFts(...args),
  };
}
