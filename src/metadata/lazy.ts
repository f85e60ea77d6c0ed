import type {
  FtMetadataAnswer,
  FtMetadataOptions,
  MetadataClient,
  MetadataClientOptions,
} from './client.js';
import type { NftMetadataClient } from './nft-client.js';

/*
 * The functions of `./client.js`, which is loaded with the first request: a page without tokens never loads it.
 */

/** Like `createMetadataClient` of `stacks-wallet-elements/metadata`. */
export function createMetadataClient(
  options?: MetadataClientOptions,
): MetadataClient & NftMetadataClient {
  let client: Promise<MetadataClient & NftMetadataClient> | undefined;
  const load = () => {
    client ??= import('./client.js').then((module) => module.createMetadataClient(options));
    // If loading fails, the next request tries again.
    client.catch(() => (client = undefined));
    return client;
  };
  return {
    getFtMetadata: async (...params) => (await load()).getFtMetadata(...params),
    getNftMetadata: async (...params) => (await load()).getNftMetadata(...params),
    getSftMetadata: async (...params) => (await load()).getSftMetadata(...params),
  };
}

/** Like `getFtMetadata` of `stacks-wallet-elements/metadata`. */
export async function getFtMetadata(
  principal: string,
  options?: FtMetadataOptions,
): Promise<FtMetadataAnswer> {
  return (await import('./client.js')).getFtMetadata(principal, options);
}
