import type {
  FtMetadataAnswer,
  FtMetadataOptions,
  MetadataClient,
  MetadataClientOptions,
} from './client.js';

/*
 * The functions of `./client.js`, which is loaded with the first request: a page without tokens never loads it.
 */

/** Like `createMetadataClient` of `stacks-wallet-elements/metadata`. */
export function createMetadataClient(options?: MetadataClientOptions): MetadataClient {
  let client: Promise<MetadataClient> | undefined;
  return loadedLater(() => {
    client ??= import('./client.js').then((module) => module.createMetadataClient(options));
    // If loading fails, the next request tries again.
    client.catch(() => (client = undefined));
    return client;
  });
}

/** A client that is loaded with each call. */
export function loadedLater(load: () => Promise<MetadataClient>): MetadataClient {
  const later =
    (name: 'getFtMetadata' | 'getTokens' | 'searchFts') =>
    async (...args: [never]): Promise<never> =>
      (await load())[name](...args) as Promise<never>;
  return {
    getFtMetadata: later('getFtMetadata'),
    getTokens: later('getTokens'),
    searchFts: later('searchFts'),
  };
}

/** Like `getFtMetadata` of `stacks-wallet-elements/metadata`. */
export async function getFtMetadata(
  principal: string,
  options?: FtMetadataOptions,
): Promise<FtMetadataAnswer> {
  return (await import('./client.js')).getFtMetadata(principal, options);
}
